import DBus
import DBusValues

/// A property of another's object, read and followed while there is a bus.
///
/// Its owner is not started for it.
@MainActor final class FollowedProperty {
  private let bus: MessageBus
  private let destination: String
  private let path: String
  private let interface: String
  private let property: String
  private let onChange: (DBusValue?) -> Void
  private var observer: StateObserver?
  private var subscriptions: [Subscription] = []
  private var reading: PendingCall?

  private static let properties = Introspection.properties.name

  /// `onChange` is called with each value that was read or told; nil: its owner has gone.
  init(
    _ bus: MessageBus, of destination: String, _ path: String, _ interface: String, _ property: String,
    onChange: @escaping (DBusValue?) -> Void
  ) {
    self.bus = bus
    self.destination = destination
    self.path = path
    self.interface = interface
    self.property = property
    self.onChange = onChange
    let changed = SignalMatch(
      sender: destination, path: path, interface: Self.properties, member: "PropertiesChanged",
      firstArgument: interface)
    subscriptions = [
      bus.subscribe(changed) { [unowned self] in take($0.arguments) },
      bus.subscribe(.ownerChanges(of: destination)) { [unowned self] signal in
        if signal.newOwner != nil { read() } else { onChange(nil) }
      },
    ]
    observer = bus.atEachConnection { [unowned self] in read() }
  }

  isolated deinit { close() }

  /// Follows no more; idempotent.
  func close() {
    observer?.cancel()
    for subscription in subscriptions { subscription.cancel() }
    reading?.cancel()
    subscriptions = []
  }

  private func read() {
    reading?.cancel()
    let call = Call(
      to: destination, path, Self.properties, "Get", [.string(interface), .string(property)], expects: "v",
      startsService: false)
    reading = bus.call(call) { [weak self] result in
      self?.reading = nil
      if case .success(let values) = result { self?.onChange(values[0].unwrapped) }
    }
  }

  private func take(_ arguments: [DBusValue]) {
    guard arguments.count == 3 else { return }
    if let value = arguments[1].options?[property] {
      // An older answer must not undo it.
      reading?.cancel()
      onChange(value)
    } else if arguments[2].strings?.contains(property) == true {
      read()
    }
  }
}
