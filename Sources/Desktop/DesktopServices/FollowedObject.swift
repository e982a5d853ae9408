import DBus
import DBusValues

/// The properties of an interface of another's object, read and followed while there is a bus.
///
/// Its owner is not started for it.
@MainActor final class FollowedObject {
  /// As they were read and told; nil: they are not known, or their owner has gone.
  private(set) var properties: [String: DBusValue]?
  private let bus: MessageBus
  private let destination: String
  private let path: String
  private let interface: String
  private let onChange: () -> Void
  private var owner: FollowedOwner?
  private var changes: Subscription?
  private var reading: PendingCall?
  /// A change was told while the properties are being read: what is read may be older.
  private var isOutdated = false

  private static let properties = Introspection.properties.name
  /// Services answer for their properties at once, or hang.
  private static let patience = Duration.seconds(5)

  /// `onChange` is called when the properties were read, have changed or are not known any more.
  init(
    _ bus: MessageBus, of destination: String, _ path: String, _ interface: String,
    onChange: @escaping () -> Void
  ) {
    self.bus = bus
    self.destination = destination
    self.path = path
    self.interface = interface
    self.onChange = onChange
    let changed = SignalMatch(
      sender: destination, path: path, interface: Self.properties, member: "PropertiesChanged",
      firstArgument: interface)
    changes = bus.subscribe(changed) { [unowned self] signal in
      if hasSent(signal) { take(signal.arguments) }
    }
    owner = FollowedOwner(bus, of: destination) { [unowned self] name in
      if name == nil { lose() } else { read() }
    }
  }

  isolated deinit { close() }

  /// Follows no more; idempotent.
  func close() {
    owner?.close()
    changes?.cancel()
    reading?.cancel()
    (owner, changes, reading) = (nil, nil, nil)
  }

  /// Whether the owner has sent a signal.
  func hasSent(_ signal: Signal) -> Bool { owner?.hasSent(signal) == true }

  /// Reads the properties again, where the owner tells of changes by other means.
  func read() {
    reading?.cancel()
    isOutdated = false
    let call = Call(
      to: destination, path, Self.properties, "GetAll", [.string(interface)], expects: "a{sv}",
      startsService: false, timeout: Self.patience)
    reading = bus.call(call) { [weak self] result in
      guard let self else { return }
      reading = nil
      guard case .success(let values) = result, let read = values[0].options else { return lose() }
      if isOutdated { return self.read() }
      guard properties != read else { return }
      properties = read
      onChange()
    }
  }

  private func lose() {
    reading?.cancel()
    reading = nil
    guard properties != nil else { return }
    properties = nil
    onChange()
  }

  private func take(_ arguments: [DBusValue]) {
    guard arguments.count == 3, let changed = arguments[1].options else { return }
    guard reading == nil else {
      isOutdated = true
      return
    }
    guard arguments[2].strings?.isEmpty != false else { return read() }
    guard properties != nil, !changed.isEmpty else { return }
    let before = properties
    properties?.merge(changed) { _, new in new }
    if properties != before { onChange() }
  }
}
