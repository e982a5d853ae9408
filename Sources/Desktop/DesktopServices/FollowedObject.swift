import DBus
import DesktopModel
import Geometry
import Loop

/// Properties of an interface of a D-Bus object, read and followed while there is a bus, as a value that is made of them.
///
/// The owner of the object is not started, and properties that were not asked for are not read.
@MainActor final class FollowedObject<Content: Equatable>: Cancellable {
  /// The value of the properties as they are known; nil if they were not read yet or their owner has gone.
  private(set) var content: Content?
  private let bus: MessageBus
  private let destination: String
  private let path: String
  private let interface: String
  private let onChange: (Content?) -> Void
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
  var shortestPause = Duration.milliseconds(100)
  private var pause = Backoff.ofAnswers
  private var readAt: Instant?
  /// The number of errors of the present reading that may mean that the object is not exported yet, and of those that
  /// occurred.
  private var errors = (allowed: 0, seen: 0)
  private let toleratedErrors: Int
  private let names: Set<String>
  private let limits: ReadLimits
  private let adopt: Adopting

  /// Returns the value of all properties, or with `former` the value after a change of these properties.
  typealias Adopting = (_ properties: [String: DBusValue], _ former: Content?) -> Content

  /// Follows the properties `names`, of which `adopt` makes a value. `onChange` is called when that was read, has changed or is no
  /// longer known.
  ///
  /// The owner may export the object some time after it has appeared: up to `toleratedErrors` errors are followed by
  /// another reading, after a second and then after twice as long each time. `limits` apply to its messages, of which
  /// only a part is read if they are larger.
  convenience init(
    _ bus: MessageBus, of destination: String, _ path: String, _ interface: String,
    keeping names: Set<String>, toleratedErrors: Int = 0, limits: ReadLimits = .usual,
    adopt: @escaping Adopting, onChange: @escaping () -> Void
  ) {
    self.init(
      bus, destination, path, interface, names, toleratedErrors, limits, tellsRepeats: false, adopt
    ) { _ in onChange() }
  }

  fileprivate init(
    _ bus: MessageBus, _ destination: String, _ path: String, _ interface: String, _ names: Set<String>,
    _ toleratedErrors: Int, _ limits: ReadLimits, tellsRepeats: Bool, _ adopt: @escaping Adopting,
    onChange: @escaping (Content?) -> Void
  ) {
    self.tellsRepeats = tellsRepeats
    self.toleratedErrors = toleratedErrors
    (self.names, self.adopt) = (names, adopt)
    var limits = limits
    (limits.keys, limits.allowsPart) = (names, true)
    self.limits = limits
    self.bus = bus
    self.destination = destination
    self.path = path
    self.interface = interface
    self.onChange = onChange
    let changed = SignalMatch(
      sender: destination, path: path, interface: Introspection.properties.name, member: "PropertiesChanged",
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
      to: destination, path, Introspection.properties.name, "GetAll", [.string(interface)], expects: "a{sv}",
      startsService: false, timeout: patience, limits: limits)
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
    guard let read = read.map({ adopt($0, nil) }) else { return lose() }
    // After an answer that is no older than any change, an error means that the object is gone.
    if isOutdated { askSoon() } else { errors = (0, 0) }
    guard content != read || tellsRepeats else { return }
    content = read
    onChange(read)
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
    guard content != nil else { return }
    content = nil
    onChange(nil)
  }

  private func take(_ change: Signal) {
    guard !change.isPart else { return readSoon() }
    let arguments = change.arguments
    // Only properties in `names` were read.
    guard arguments.count == 3, let told = arguments[1].options else { return }
    let isUntold = arguments[2].strings?.contains(where: names.contains) == true
    if told.isEmpty, !isUntold, content != nil { return }
    guard reading == nil, let before = content, !isUntold else { return readSoon() }
    let new = adopt(told, before)
    content = new
    if new != before || tellsRepeats { onChange(new) }
  }
}

/// The time limit of a reading; services answer at once or hang.
private let patience = Duration.seconds(5)

/// Properties of an object that are kept as the values that its owner sends.
typealias FollowedProperties = FollowedObject<[String: DBusValue]>

extension FollowedProperties {
  /// Follows the properties `names`. `onChange` is called when they were read, have changed or are no longer known.
  convenience init(
    _ bus: MessageBus, of destination: String, _ path: String, _ interface: String,
    keeping names: Set<String>, onChange: @escaping () -> Void
  ) {
    self.init(
      bus, of: destination, path, interface, keeping: names, adopt: Self.merge, onChange: onChange)
  }

  /// Follows one property. `onChange` is called with each value that was read or reported, also with an unchanged one that
  /// was reported again, and with nil when the property is no longer known.
  convenience init(
    _ bus: MessageBus, of destination: String, _ path: String, _ interface: String, property: String,
    onChange: @escaping (DBusValue?) -> Void
  ) {
    self.init(
      bus, destination, path, interface, [property], 0, .usual, tellsRepeats: true, Self.merge
    ) { onChange($0?[property]) }
  }

  /// Returns the properties after a change of those in `told`, or these alone if no others are known.
  static func merge(_ told: [String: DBusValue], _ former: [String: DBusValue]?) -> [String: DBusValue] {
    former?.merging(told) { _, new in new } ?? told
  }
}
