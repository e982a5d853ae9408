public import DBus
public import DesktopModel
public import Loop

/// The media players with MPRIS, shared by all modules that show or control them. Nothing is followed while there are
/// no observers.
@MainActor public final class MediaPlayers {
  /// A command of `org.mpris.MediaPlayer2.Player`.
  public nonisolated enum Command: String, Sendable {
    case playPause = "PlayPause"
    case next = "Next"
    case previous = "Previous"
    case stop = "Stop"
  }

  /// The players in the order of `MediaPlayerOrder`: playing, paused, stopped.
  public private(set) var players: [MediaPlayer] = []
  private let bus: MessageBus
  private let observers = Observers()
  private var followed: [String: Followed] = [:]
  private var order = MediaPlayerOrder()
  /// Notifies observers at limited intervals, since a program may send thousands of signals a second; nil while there
  /// are none.
  private var telling: PacedAction?
  /// Whether a player has jumped to another position since observers were last notified.
  private var hasJumped = false
  private var observer: StateObserver?
  private var subscription: Subscription?
  private var listing: PendingCall?
  /// The pending query for the position of a player that is to seek.
  private var seeking: PendingCall?

  /// The subscriptions to a player.
  private struct Followed {
    var player: FollowedProperties
    /// The properties of `org.mpris.MediaPlayer2`, the interface of every program with MPRIS, such as its name.
    var program: FollowedProperties
    /// The subscription to the signal Seeked, which reports a jump to another position.
    var jumps: Subscription
  }

  private static let space = "org.mpris.MediaPlayer2"
  private static let path = "/org/mpris/MediaPlayer2"
  private static let interface = space + ".Player"
  /// Limit of the number of players, more than anybody runs.
  private static let mostPlayers = 32
  private static let shortestPause = Duration.milliseconds(100)
  /// Limits on messages of players, of whose texts only the beginning is shown.
  private static let limits = ReadLimits(textBytes: 4096, bytes: 0, elements: 1000, visits: 64_000)

  /// Creates the object; following begins with the first observer.
  public init(_ bus: MessageBus) {
    self.bus = bus
    observers.onAdd = { [unowned self] in if subscription == nil { start() } }
    observers.onEmpty = { [unowned self] in close() }
  }

  isolated deinit { close() }

  /// Calls `handler` after changes and after jumps within a track, until the observation is cancelled or released.
  public func observe(_ handler: @escaping () -> Void) -> Observation { observers.add(handler) }

  /// Sends a command to a player; one that does not support it ignores it.
  public func perform(_ command: Command, by id: String) {
    send(command.rawValue, to: id)
  }

  /// Queries the position of a player in its track, which players do not report by themselves; `answer` is called once,
  /// with nil if there is no valid answer.
  @discardableResult
  public func readPosition(of id: String, answer: @escaping (Duration?) -> Void) -> PendingCall {
    let call = Call(
      to: "\(Self.space).\(id)", Self.path, Introspection.properties.name, "Get",
      [.string(Self.interface), .string("Position")], expects: "v", startsService: false,
      timeout: .seconds(5))
    return bus.call(call) { result in
      guard case .success(let values) = result, case .variant(let value)? = values.first,
        let microseconds = value.integer, microseconds >= 0,
        Duration.microseconds(microseconds) < MediaPlayer.limit
      else { return answer(nil) }
      answer(.microseconds(microseconds))
    }
  }

  /// Seeks to a position in the track; nothing happens if the player cannot seek.
  ///
  /// If the track has no object path, the player is queried for its position and told the offset from there.
  public func seek(to position: Duration, in player: MediaPlayer) {
    guard player.canSeek else { return }
    seeking.end()
    let microseconds = Self.microseconds(position)
    guard let track = player.trackID else {
      seeking = readPosition(of: player.id) { [weak self] present in
        guard let present else { return }
        self?.send("Seek", [.int64(microseconds - Self.microseconds(present))], to: player.id)
      }
      return
    }
    send("SetPosition", [.objectPath(track), .int64(microseconds)], to: player.id)
  }

  /// A position in microseconds, in the range that is valid for MPRIS.
  private static func microseconds(_ place: Duration) -> Int64 {
    Int64(min(max(place, .zero), MediaPlayer.limit) / .microseconds(1))
  }

  /// Raises the window of a player that supports it.
  public func raise(_ id: String) { send("Raise", interface: Self.space, to: id) }

  /// Stops following; idempotent.
  public func close() {
    observer?.cancel()
    subscription.end()
    listing?.cancel()
    seeking?.cancel()
    for each in followed.values { release(each) }
    telling.end()
    (followed, players, order, hasJumped) = ([:], [], MediaPlayerOrder(), false)
    bus.closeIfUnused()
  }

  private func start() {
    telling = PacedAction("players", loop: bus.loop, pause: Self.shortestPause) { [unowned self] in settle() }
    let owner = SignalMatch(
      sender: BusNames.bus, interface: BusNames.bus, member: "NameOwnerChanged",
      firstArgumentNamespace: Self.space)
    subscription = bus.subscribe(owner) { [unowned self] signal in
      guard signal.arguments.count == 3, let name = signal.arguments[0].string else { return }
      if signal.arguments[2].string?.isEmpty == false { follow(name) } else { forget(name) }
    }
    observer = bus.atEachConnection({ [unowned self] in list() }, onLoss: { [unowned self] in forgetAll() })
    bus.start()
  }

  private func list() {
    listing?.cancel()
    listing = bus.call(.listNames) { [weak self] result in
      guard let self else { return }
      listing = nil
      guard case .success(let values) = result else { return }
      for name in values[0].strings ?? [] { follow(name) }
    }
  }

  private func follow(_ name: String) {
    guard name.hasPrefix(Self.space + "."), followed[name] == nil, followed.count < Self.mostPlayers else {
      return
    }
    func properties(_ interface: String, _ names: Set<String>) -> FollowedProperties {
      FollowedProperties(
        bus, of: name, Self.path, interface, keeping: names, limits: Self.limits,
        adopt: { FollowedProperties.merge(MediaPlayer.condensed($0), $1) },
        onChange: { [unowned self] in telling?.request() })
    }
    let player = properties(Self.interface, MediaPlayer.propertyNames)
    let program = properties(Self.space, ["Identity"])
    let seeked = SignalMatch(sender: name, path: Self.path, interface: Self.interface, member: "Seeked")
    let jumps = bus.subscribe(seeked, limits: .nothing) { [unowned self] _ in
      hasJumped = true
      telling?.request()
    }
    followed[name] = Followed(player: player, program: program, jumps: jumps)
  }

  private func forget(_ name: String) {
    guard let gone = followed.removeValue(forKey: name) else { return }
    release(gone)
    telling?.request()
  }

  /// Drops all players after the bus was lost.
  private func forgetAll() {
    for each in followed.values { release(each) }
    followed = [:]
    telling?.request()
  }

  private func release(_ each: Followed) {
    each.player.cancel()
    each.program.cancel()
    each.jumps.cancel()
  }

  private func settle() {
    defer { hasJumped = false }
    let read = followed.sorted { $0.key < $1.key }.compactMap { name, each -> MediaPlayer? in
      guard let properties = each.player.content else { return nil }
      var player = MediaPlayer(id: String(name.dropFirst(Self.space.count + 1)), properties: properties)
      player.setIdentity(each.program.content?["Identity"]?.string ?? "")
      return player
    }
    let sorted = order.sorted(read)
    guard sorted != players || hasJumped else { return }
    players = sorted
    observers.tell()
  }

  private func send(
    _ member: String, _ arguments: [DBusValue] = [], interface: String = interface, to id: String
  ) {
    let call = Call(
      to: "\(Self.space).\(id)", Self.path, interface, member, arguments, startsService: false)
    bus.call(call) { _ in }
  }
}
