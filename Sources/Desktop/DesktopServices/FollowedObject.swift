import DBus
import DesktopModel
import Geometry
import Loop

/// Properties of an interface of a D-Bus object, read and followed while there is a bus.
///
/// The owner of the object is not started, and properties that were not asked for are not kept.
@MainActor final class FollowedObject: Cancellable {
  /// The properties as they are known; nil if they were not read yet or their owner has gone.
  private(set) var properties: [String: DBusValue]?
  private let bus: MessageBus
  private let destination: String
  private let path: String
  private let interface: String
  private let onChange: ([String: DBusValue]?) -> Void
  /// Whether a value that is reported again, unchanged, counts as a change.
  private let tellsRepeats: Bool
  private var owner: FollowedOwner?
  private var changes: Subscription?
  private var reading: PendingCall?
  /// Whether a change was reported while the properties are being read, so that the answer may be older than the change.
  private var isOutdated = false
  /// The timer for the next reading, after a timeout, an error or a change without a value; nil if none is due.
  private var retry: Timer?
  /// The shortest time between two readings that are due to `readSoon`, to signals with names of changed properties but without
  /// their values, or to signals of which only a part was read.
  var shortestPause = usualPause
  private var pause = Backoff.ofAnswers
  private var readAt: Instant?
  /// The number of errors of the present reading that may mean that the object is not exported yet, and of those that
  /// occurred.
  private var errors = (allowed: 0, seen: 0)
  private let toleratedErrors: Int
  private let names: Set<String>
  private let limits: ReadLimits
  private let condense: Condensing

  /// Returns the part to keep of properties that were received; `isWhole` is true for all properties, and false for a
  /// change.
  typealias Condensing = (_ properties: [String: DBusValue], _ isWhole: Bool) -> [String: DBusValue]

  static let usualPause = Duration.milliseconds(100)
  private static let properties = Introspection.properties.name
  /// The time limit of a reading; services answer at once or hang.
  private static let patience = Duration.seconds(5)

  /// Follows the properties `names`. `onChange` is called when they were read, have changed or are no longer known.
  ///
  /// The owner may export the object some time after it has appeared: up to `toleratedErrors` errors are followed by
  /// another reading, after a second and then after twice as long each time. `limits` apply to its messages, of which
  /// only a part is read if they are larger. `condense` returns the part of received properties to keep.
  convenience init(
    _ bus: MessageBus, of destination: String, _ path: String, _ interface: String,
    keeping names: Set<String>, toleratedErrors: Int = 0,
    limits: ReadLimits = .usual, condense: @escaping Condensing = { told, _ in told },
    onChange: @escaping () -> Void
  ) {
    self.init(
      bus, destination, path, interface, names, toleratedErrors, limits, tellsRepeats: false, condense
    ) { _ in onChange() }
  }

  /// Follows one property. `onChange` is called with each value that was read or reported, also with an unchanged one that
  /// was reported again, and with nil when the property is no longer known.
  convenience init(
    _ bus: MessageBus, of destination: String, _ path: String, _ interface: String, property: String,
    onChange: @escaping (DBusValue?) -> Void
  ) {
    self.init(
      bus, destination, path, interface, [property], 0, .usual, tellsRepeats: true, { told, _ in told },
      onChange: { onChange($0?[property]) })
  }

  private init(
    _ bus: MessageBus, _ destination: String, _ path: String, _ interface: String, _ names: Set<String>,
    _ toleratedErrors: Int, _ limits: ReadLimits, tellsRepeats: Bool, _ condense: @escaping Condensing,
    onChange: @escaping ([String: DBusValue]?) -> Void
  ) {
    self.tellsRepeats = tellsRepeats
    self.toleratedErrors = toleratedErrors
    (self.names, self.condense) = (names, condense)
    var limits = limits
    (limits.keys, limits.allowsPart) = (names, true)
    self.limits = limits
    self.bus = bus
    self.destination = destination
    self.path = path
    self.interface = interface
    self.onChange = onChange
    let changed = SignalMatch(
      sender: destination, path: path, interface: Self.properties, member: "PropertiesChanged",
      firstArgument: interface)
    changes = bus.subscribe(changed, limits: limits) { [unowned self] in take($0) }
    owner = FollowedOwner(bus, of: destination) { [unowned self] name in
      if name == nil { return lose() }
      errors = (self.toleratedErrors, 0)
      ask()
    }
  }

  isolated deinit { cancel() }

  /// Stops following; idempotent.
  func cancel() {
    owner.end()
    changes.end()
    stopReading()
  }

  /// Reads the properties again, once for several calls, for owners that report changes by other means than PropertiesChanged;
  /// `tolerantly` if the owner may not have exported the object yet.
  func readSoon(tolerantly: Bool = false) {
    if tolerantly { errors = (toleratedErrors, 0) }
    if reading == nil { askSoon() } else { isOutdated = true }
  }

  private func ask() {
    stopReading()
    isOutdated = false
    readAt = bus.loop.now
    let call = Call(
      to: destination, path, Self.properties, "GetAll", [.string(interface)], expects: "a{sv}",
      startsService: false, timeout: Self.patience, limits: limits)
    reading = bus.call(call) { [weak self] result in
      guard let self else { return }
      reading = nil
      switch result {
      case .success(let values): take(values[0].options)
      case .failure(let error) where error.isTimeout: askLater()
      case .failure where errors.seen < errors.allowed:
        schedule(after: .seconds(1 << errors.seen))
        errors.seen += 1
      case .failure: lose()
      }
    }
  }

  private func take(_ read: [String: DBusValue]?) {
    pause.reset()
    guard let read = read.map({ condense($0, true) }) else { return lose() }
    // After an answer that is no older than any change, an error means that the object is gone.
    if isOutdated { askSoon() } else { errors = (0, 0) }
    guard properties != read || tellsRepeats else { return }
    properties = read
    onChange(properties)
  }

  /// Reads the properties after the signals that have come already, and no sooner than `shortestPause` after the last reading.
  private func askSoon() {
    schedule(at: max(bus.loop.now, readAt.map { $0 + shortestPause } ?? bus.loop.now))
  }

  /// Reads the properties again after a timeout; those that are known are kept meanwhile.
  private func askLater() { schedule(after: pause.next()) }

  private func schedule(after pause: Duration) {
    schedule(at: bus.loop.now + pause, tolerance: pause / 4)
  }

  private func schedule(at moment: Instant, tolerance: Duration = .zero) {
    retry?.cancel()
    retry = bus.loop.schedule(at: moment, tolerance: tolerance) { [unowned self] in ask() }
  }

  private func stopReading() {
    reading.end()
    retry.end()
  }

  private func lose() {
    stopReading()
    pause.reset()
    guard properties != nil else { return }
    properties = nil
    onChange(nil)
  }

  private func take(_ change: Signal) {
    guard !change.isPart else { return readSoon() }
    let arguments = change.arguments
    // Only properties in `names` were read.
    guard arguments.count == 3, let told = arguments[1].options else { return }
    let isUntold = arguments[2].strings?.contains(where: names.contains) == true
    if told.isEmpty, !isUntold, properties != nil { return }
    guard reading == nil, properties != nil, !isUntold else { return readSoon() }
    let (before, new) = (properties, condense(told, false))
    properties?.merge(new) { _, new in new }
    if properties != before || tellsRepeats && !new.isEmpty { onChange(properties) }
  }
}
