public import DesktopModel
import Geometry
import Glibc
public import Loop

/// The user's sound server, PulseAudio or PipeWire, over one connection of libpulse that all modules share.
///
/// libpulse is loaded, and the server is followed, while there are observers. A server that has ended or does not run
/// is awaited: its socket is watched, and now and then a connection is attempted.
@MainActor public final class SoundServer {
  /// The state of the server, with the settings that were requested so far; nil while there is no connection.
  public var state: SoundState? { isReady ? told : nil }
  /// The state of which observers were last notified.
  private var shown: SoundState?
  /// The reason why no server can be reached even if it runs; nil if there is none.
  public private(set) var failure: String?
  private let loop: EventLoop
  private let library: String
  private let address: String?
  private let observers = Observers()
  private let levelObservers = Observers()
  private var levels = SoundLevels()
  private var levelChange: SoundLevelChange?
  private var connection: PulseConnection?
  /// The state that the server has reported so far, which is incomplete until everything was reported.
  private var told = SoundState()
  private var isReady = false
  private var hasEnded = false
  private var mark: Mark?
  /// The attempts to reach the server; nil while there are no observers.
  private var reconnection: Reconnection?
  private var settling: Loop.Timer?
  /// The handlers for the ends of changes that the server has not answered.
  private var completions: [Change: [Completion]] = [:]

  /// The volume or the muting of a device or a stream, of which one change at a time is unanswered.
  private struct Change: Hashable {
    var id: SoundID
    var isMuting: Bool

    init(_ setting: SoundSetting, of id: SoundID) {
      self.id = id
      isMuting = if case .mute = setting { true } else { false }
    }
  }

  /// The time for which a requested value is shown after the server has accepted it, unless the server reports the new
  /// value before.
  private static let settlingTime = Duration.milliseconds(500)

  /// Creates the object, which does nothing yet. `library` is the name of libpulse, `address` the address of a server
  /// in the form of PULSE_SERVER; if it is nil, the environment and the settings of libpulse name the server.
  public init(_ loop: EventLoop, library: String = "libpulse.so.0", address: String? = nil) {
    self.loop = loop
    self.address = address
    self.library = library
    let closeIfUnused = { [unowned self] in if observers.isEmpty, levelObservers.isEmpty { close() } }
    for observers in [observers, levelObservers] {
      observers.onAdd = { [unowned self] in start() }
      observers.onEmpty = closeIfUnused
    }
  }

  isolated deinit { close() }

  /// Calls `handler` after changes, until the observation is cancelled or released.
  public func observe(_ handler: @escaping () -> Void) -> Observation { observers.add(handler) }

  /// Calls `handler` when the volume or the muting of a default device has changed, until the observation is cancelled
  /// or released.
  public func observeLevels(_ handler: @escaping (SoundLevelChange) -> Void) -> Observation {
    levelObservers.add { [unowned self] in if let levelChange { handler(levelChange) } }
  }

  /// Attempts at once to reach a server that is not connected.
  public func look() {
    if connection == nil { reconnection?.look() }
  }

  /// Stops following; idempotent.
  public func close() {
    reconnection.end()
    settling.end()
    mark.end()
    drop()
    (shown, failure, levels) = (nil, nil, SoundLevels())
  }

  // MARK: - Changes

  /// A handler for the end of a change; `refusal` is the server's reason for refusing it, or nil after success. It is
  /// not called if there is no server, or no such device or stream.
  public typealias Completion = (_ refusal: String?) -> Void

  /// Sets the volume of a device or a stream, in percent of its loudest channel; the balance is kept. While an earlier
  /// volume is unanswered, only the last one is sent after it, and all completions report the end of that.
  public func setVolume(_ percent: Double, of id: SoundID, completion: @escaping Completion = { _ in }) {
    guard isReady, let volume = told.volume(of: id, percent: percent) else { return }
    want(.volume(volume), of: id, completion)
  }

  /// Mutes or unmutes a device or a stream; `completion` is called as that of `setVolume`.
  public func setMute(_ isMuted: Bool, of id: SoundID, completion: @escaping Completion = { _ in }) {
    guard isReady else { return }
    want(.mute(isMuted), of: id, completion)
  }

  /// Sets the default device of a direction, by its name.
  public func useDevice(
    _ name: String, for direction: SoundDirection, completion: @escaping Completion = { _ in }
  ) {
    connection?.useDevice(name, for: direction, then: completion)
  }

  /// Sets the port in use of a device, by its name.
  public func usePort(_ name: String, of id: SoundID, completion: @escaping Completion = { _ in }) {
    connection?.usePort(name, of: id, then: completion)
  }

  /// Sets the profile of a card, both by their names on the server.
  public func useProfile(_ name: String, of card: String, completion: @escaping Completion = { _ in }) {
    connection?.useProfile(name, of: card, then: completion)
  }

  /// Moves a stream to the device with this name.
  public func move(_ stream: SoundID, to name: String, completion: @escaping Completion = { _ in }) {
    connection?.move(stream, to: name, then: completion)
  }

  private func want(_ setting: SoundSetting, of id: SoundID, _ completion: @escaping Completion) {
    let change = Change(setting, of: id)
    if let setting = told.want(setting, of: id) {
      completions[change, default: []].append(completion)
      send(setting, of: id)
    } else {
      completions[change]?.append(completion)
    }
    changed()
  }

  private func send(_ setting: SoundSetting, of id: SoundID) {
    connection?.set(setting, of: id) { [weak self] refusal in
      guard let self else { return }
      if let next = told.answer(setting, of: id, isDone: refusal == nil) {
        send(next, of: id)
      } else {
        for completion in completions.removeValue(forKey: Change(setting, of: id)) ?? [] {
          completion(refusal)
        }
        // The server reports a change before it answers, so that the last report may have the value before this change.
        connection?.ask(about: id)
        waitForOutcome()
      }
      changed()
    }
  }

  /// Drops requested values after a while if the server has accepted them and does not report them, such as a volume
  /// that a device rounds.
  private func waitForOutcome() {
    settling.end()
    guard told.isSettling else { return }
    settling = loop.schedule(at: loop.now + Self.settlingTime, tolerance: .milliseconds(100)) {
      [unowned self] in
      settling = nil
      told.settle()
      changed()
    }
  }

  // MARK: - The connection

  private func start() {
    guard reconnection == nil else { return }
    // Observers are called in the phase `update`, because libpulse may call back from within calls of its functions.
    mark = loop.register("changes of the sound server", for: .update) { [unowned self] in show() }
    reconnection = .toServer(
      loop, socket: { [unowned self] in socket }, connect: { [unowned self] in connect() })
    reconnection?.begin()
  }

  private func connect() {
    guard let reconnection, connection == nil else { return }
    // The library is never unloaded.
    guard unsafe dlopen(library, RTLD_LAZY | RTLD_LOCAL) != nil else {
      failure = "\(library) cannot be loaded"
      return changed()
    }
    failure = nil
    (told, isReady, hasEnded) = (SoundState(), false, false)
    connection = PulseConnection(loop, to: address) { [unowned self] in take($0) }
    if connection == nil { reconnection.fail() }
  }

  private func drop() {
    connection.end()
    completions = [:]
    (told, isReady, hasEnded) = (SoundState(), false, false)
  }

  /// The path of the server's socket if it is missing, so that there is nothing to connect to; nil if it exists, or the
  /// path is unknown.
  public var missingSocket: String? {
    guard let socket, unsafe access(socket, F_OK) != 0 else { return nil }
    return socket
  }

  /// The path of the user's server socket; nil if the environment names another server.
  private var socket: String? {
    SoundSocket.path(
      server: address ?? Environment.value("PULSE_SERVER"), folder: Environment.value("PULSE_RUNTIME_PATH"),
      runtime: Environment.value("XDG_RUNTIME_DIR"))
  }

  // MARK: - Events of the server

  private func take(_ event: PulseConnection.Event) {
    switch event {
    case .ready:
      isReady = true
      // Changes of levels are reported from now on, even before the state is shown.
      levels = SoundLevels()
      _ = levels.update(told)
      reconnection?.succeed()
    case .ended: hasEnded = true
    case .defaults(let output, let input): told.setDefaults(output: output, input: input)
    case .device(let device): told.put(device)
    case .stream(let stream): told.put(stream)
    case .changed(let id):
      if told.takes(id) { connection?.ask(about: id) } else { told.leaveOut(id) }
    case .gone(let id): if told.remove(id) { connection?.askAll(id.kind) }
    case .card(let card): told.put(card)
    case .cardGone(let index): told.removeCard(index)
    case .cardChanged(let index):
      connection?.ask(aboutCard: index)
      for direction in SoundDirection.allCases {
        for device in told.devices(direction) where device.card == index { connection?.ask(about: device.id) }
      }
    }
    changed()
  }

  /// Schedules the notification of observers for the next iteration of the loop, in any phase.
  private func changed() { mark?.setForNextIteration() }

  private func show() {
    if hasEnded {
      drop()
      reconnection?.fail()
    }
    guard state != shown || failure != nil else { return }
    shown = state
    observers.tell()
    for change in levels.update(state) {
      levelChange = change
      levelObservers.tell()
    }
    levelChange = nil
  }
}
