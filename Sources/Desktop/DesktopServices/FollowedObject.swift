import DBus
import DBusValues
import Geometry
import Loop

/// Some properties of an interface of another's object, read and followed while there is a bus.
///
/// The owner of the object is not started for it, and its other properties are not kept.
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
  /// The next reading after one that was not answered in time; nil: none is due.
  private var retry: Timer?
  private var pause = RetryPause()
  private var readAt: Instant?
  /// How many errors of the present reading are taken for an object that is still to come, and how many were.
  private var errors = (allowed: 0, seen: 0)
  private let toleratedErrors: Int
  private let names: Set<String>
  private let limits: ReadLimits
  private let condense: Condensing

  /// Returns what is kept of properties that the owner has told; `isWhole`: they are all of them, and not a change.
  typealias Condensing = (_ properties: [String: DBusValue], _ isWhole: Bool) -> [String: DBusValue]

  private static let properties = Introspection.properties.name
  /// Services answer for their properties at once, or hang.
  private static let patience = Duration.seconds(5)
  /// The shortest time between two readings that follow signals which name changed properties without their values, or of
  /// which only a part was read.
  private static let shortestPause = Duration.milliseconds(100)

  /// Keeps the properties with these names. `onChange` is called when they were read, have changed or are not known any more.
  ///
  /// An owner that has just come may export the object later: so many of its errors are followed by another reading, after a
  /// second, and then after twice as long each time. `limits` are those on what is read of its messages, of which a part is read
  /// if they are larger, and `condense` returns what is kept of properties that it has told.
  init(
    _ bus: MessageBus, of destination: String, _ path: String, _ interface: String,
    keeping names: Set<String>, toleratedErrors: Int = 0,
    limits: ReadLimits = .usual, condense: @escaping Condensing = { told, _ in told },
    onChange: @escaping () -> Void
  ) {
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
      if name == nil { lose() } else { readTolerantly() }
    }
  }

  isolated deinit { close() }

  /// Follows no more; idempotent.
  func close() {
    owner?.close()
    changes?.cancel()
    stopReading()
    (owner, changes) = (nil, nil)
  }

  /// Reads the properties again, where the owner tells of changes by other means.
  func read() {
    errors = (0, 0)
    ask()
  }

  /// Reads the properties again of an owner that may export the object later.
  func readTolerantly() {
    errors = (toleratedErrors, 0)
    ask()
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
    if isOutdated { askSoon() }
    guard properties != read else { return }
    properties = read
    onChange()
  }

  /// Reads the properties now, or after a pause if the last reading began less than `shortestPause` ago.
  private func askSoon() {
    guard let readAt, bus.loop.now < readAt + Self.shortestPause else { return ask() }
    schedule(at: readAt + Self.shortestPause)
  }

  /// Asks an owner again that is there and does not answer: what is known of it stays meanwhile.
  private func askLater() { schedule(after: pause.take()) }

  private func schedule(after pause: Duration) {
    schedule(at: bus.loop.now + pause, tolerance: pause / 4)
  }

  private func schedule(at moment: Instant, tolerance: Duration = .zero) {
    retry?.cancel()
    retry = bus.loop.schedule(at: moment, tolerance: tolerance) { [unowned self] in ask() }
  }

  private func stopReading() {
    reading?.cancel()
    retry?.cancel()
    (reading, retry) = (nil, nil)
  }

  private func lose() {
    stopReading()
    pause.reset()
    guard properties != nil else { return }
    properties = nil
    onChange()
  }

  private func take(_ change: Signal) {
    guard !change.isPart else { return takeUntold() }
    let arguments = change.arguments
    // No properties but those with the names were read.
    guard arguments.count == 3, let told = arguments[1].options else { return }
    let isUntold = arguments[2].strings?.contains(where: names.contains) == true
    if told.isEmpty, !isUntold, properties != nil { return }
    guard reading == nil, properties != nil, !isUntold else { return takeUntold() }
    let before = properties
    properties?.merge(condense(told, false)) { _, new in new }
    if properties != before { onChange() }
  }

  /// Handles a change of properties of which not all values are known.
  private func takeUntold() {
    if reading == nil { askSoon() } else { isOutdated = true }
  }
}
