import DBus
import DesktopModel
import Geometry
import Loop

/// A property of a D-Bus object, read and followed while there is a bus.
///
/// The owner of the object is not started.
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
  /// The timer for the next reading after a timeout; nil if none is due.
  private var retry: Timer?
  private var pause = RetryPause()

  private static let properties = Introspection.properties.name

  /// Follows the property `property`. `onChange` is called with each value that was read or reported, and with nil when
  /// the owner has gone.
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
      bus.subscribe(changed, limits: ReadLimits(keys: [property], allowsPart: true)) { [unowned self] in
        if $0.isPart { read() } else { take($0.arguments) }
      },
      bus.subscribe(.ownerChanges(of: destination)) { [unowned self] signal in
        if signal.newOwner != nil { return read() }
        stopReading()
        pause.reset()
        onChange(nil)
      },
    ]
    observer = bus.atEachConnection { [unowned self] in read() }
  }

  isolated deinit { close() }

  /// Stops following; idempotent.
  func close() {
    observer?.cancel()
    for subscription in subscriptions { subscription.cancel() }
    stopReading()
    subscriptions = []
  }

  private func stopReading() {
    reading?.cancel()
    retry?.cancel()
    (reading, retry) = (nil, nil)
  }

  private func read() {
    stopReading()
    let call = Call(
      to: destination, path, Self.properties, "Get", [.string(interface), .string(property)], expects: "v",
      startsService: false)
    reading = bus.call(call) { [weak self] result in
      guard let self else { return }
      reading = nil
      switch result {
      case .success(let values):
        pause.reset()
        onChange(values[0].unwrapped)
      case .failure(let error) where error.isTimeout: readLater()
      case .failure: break
      }
    }
  }

  /// Reads the property again after a timeout.
  private func readLater() {
    let pause = pause.take()
    retry = bus.loop.schedule(at: bus.loop.now + pause, tolerance: pause / 4) { [unowned self] in read() }
  }

  private func take(_ arguments: [DBusValue]) {
    guard arguments.count == 3 else { return }
    if let value = arguments[1].options?[property] {
      // An older answer must not replace this value.
      stopReading()
      onChange(value)
    } else if arguments[2].strings?.contains(property) == true {
      read()
    }
  }
}
