public import DesktopModel
import Geometry
import Glibc
public import Loop

/// The user's sound server, PulseAudio or PipeWire, for all who show it: one connection, which libpulse makes.
///
/// libpulse is loaded, and the server is followed, while somebody observes. A server that goes or is not there is waited for:
/// its socket is watched, and now and then it is tried whether it answers.
@MainActor public final class SoundServer {
  /// What the server has and what was asked of it until now; nil while there is no server.
  public var state: SoundState? { isReady ? told : nil }
  /// The state that observers were told of last.
  private var shown: SoundState?
  /// Why no server can be reached, whatever runs; nil: it can be.
  public private(set) var failure: String?
  private let loop: EventLoop
  private let library: String
  private let address: String?
  private let observers = Observers()
  private let levelObservers = Observers()
  private var levels = SoundLevels()
  private var levelChange: SoundLevelChange?
  private var connection: PulseConnection?
  /// What the server has told so far, which is the state once all was told.
  private var told = SoundState()
  private var isReady = false
  private var hasEnded = false
  private var mark: Mark?
  /// Nil while nobody observes.
  private var search: ServerSearch?
  private var settling: Loop.Timer?

  /// How long a server may take from its answer to a change until it tells the outcome; what is shown stays that long.
  private static let settlingTime = Duration.milliseconds(500)

  /// Does nothing yet. `library` is the name of libpulse, `address` that of a server as PULSE_SERVER would name it; nil: the
  /// environment and the settings of libpulse name the server.
  public init(_ loop: EventLoop, library: String = "libpulse.so.0", address: String? = nil) {
    self.loop = loop
    self.address = address
    self.library = library
    let closeIfUnused = { [unowned self] in if observers.isEmpty, levelObservers.isEmpty { close() } }
    observers.onEmpty = closeIfUnused
    levelObservers.onEmpty = closeIfUnused
  }

  isolated deinit { close() }

  /// Has `handler` called after changes, until the observation is cancelled or released.
  public func observe(_ handler: @escaping () -> Void) -> Observation {
    let observation = observers.add(handler)
    start()
    return observation
  }

  /// Has `handler` called when a default device has become louder, less loud, mute or audible, until the observation is
  /// cancelled or released.
  public func observeLevels(_ handler: @escaping (SoundLevelChange) -> Void) -> Observation {
    let observation = levelObservers.add { [unowned self] in if let levelChange { handler(levelChange) } }
    start()
    return observation
  }

  /// Tries at once to reach a server that is not there.
  public func look() {
    if connection == nil { search?.look() }
  }

  /// Follows no more; idempotent.
  public func close() {
    search?.end()
    search = nil
    settling?.cancel()
    settling = nil
    mark?.cancel()
    mark = nil
    drop()
    (shown, failure, levels) = (nil, nil, SoundLevels())
  }

  // MARK: - Changes

  /// Takes how a change has ended: with the reason why the server has not made it; nil: it has. It is not called where there is
  /// no server, or no such device or stream.
  public typealias Completion = (_ refusal: String?) -> Void

  /// Sets how loud a device or a stream is, in percent of its loudest channel; the balance stays. While an earlier volume is on
  /// its way, the completion of that takes the end of both.
  public func setVolume(_ percent: Double, of id: SoundID, completion: @escaping Completion = { _ in }) {
    guard isReady, let volume = told.volume(of: id, percent: percent) else { return }
    want(.volume(volume), of: id, completion)
  }

  /// Mutes a device or a stream, or has it heard again; `completion` is called as that of a volume.
  public func setMute(_ isMuted: Bool, of id: SoundID, completion: @escaping Completion = { _ in }) {
    guard isReady else { return }
    want(.mute(isMuted), of: id, completion)
  }

  /// Has programs use a device unless they are told otherwise.
  public func useDevice(
    _ name: String, for direction: SoundDirection, completion: @escaping Completion = { _ in }
  ) {
    connection?.useDevice(name, for: direction, then: completion)
  }

  /// Has a device use one of its ports.
  public func usePort(_ name: String, of id: SoundID, completion: @escaping Completion = { _ in }) {
    connection?.usePort(name, of: id, then: completion)
  }

  /// Sets the profile of a card; both are named as the server knows them.
  public func useProfile(_ name: String, of card: String, completion: @escaping Completion = { _ in }) {
    connection?.useProfile(name, of: card, then: completion)
  }

  /// Has a stream play to a device, or record from it, by the name of that.
  public func move(_ stream: SoundID, to name: String, completion: @escaping Completion = { _ in }) {
    connection?.move(stream, to: name, then: completion)
  }

  private func want(_ setting: SoundSetting, of id: SoundID, _ completion: @escaping Completion) {
    if let setting = told.want(setting, of: id) { send(setting, of: id, completion) }
    changed()
  }

  private func send(_ setting: SoundSetting, of id: SoundID, _ completion: @escaping Completion) {
    connection?.set(setting, of: id) { [weak self] refusal in
      guard let self else { return }
      if let next = told.answer(setting, of: id, isDone: refusal == nil) {
        send(next, of: id, completion)
      } else {
        completion(refusal)
        // It tells of a change before it answers, so that what it has told may be the value before.
        connection?.ask(about: id)
        waitForOutcome()
      }
      changed()
    }
  }

  /// Ends what the server has answered and does not tell, such as a volume that a device rounds.
  private func waitForOutcome() {
    settling?.cancel()
    settling = nil
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
    guard search == nil else { return }
    // libpulse may call from within what its users do; whoever observes is called at one moment of the loop.
    mark = loop.register("changes of the sound server", for: .update) { [unowned self] in show() }
    search = ServerSearch(
      loop, socket: { [unowned self] in socket }, attempt: { [unowned self] in connect() })
  }

  private func connect() {
    guard let search, connection == nil else { return }
    // The library is never unloaded.
    guard unsafe dlopen(library, RTLD_LAZY | RTLD_LOCAL) != nil else {
      failure = "\(library) cannot be loaded"
      return changed()
    }
    failure = nil
    (told, isReady, hasEnded) = (SoundState(), false, false)
    connection = PulseConnection(loop, to: address) { [unowned self] in take($0) }
    if connection == nil { search.wait() }
  }

  private func drop() {
    connection?.close()
    connection = nil
    (told, isReady, hasEnded) = (SoundState(), false, false)
  }

  /// The path of the server's socket while that is missing, so that there is nothing to connect to; nil: it is there, or no
  /// socket tells.
  public var missingSocket: String? {
    guard let socket, unsafe access(socket, F_OK) != 0 else { return nil }
    return socket
  }

  /// The socket of the user's server; nil where the environment names another server.
  private var socket: String? {
    SoundSocket.path(
      server: address ?? Environment.value("PULSE_SERVER"), folder: Environment.value("PULSE_RUNTIME_PATH"),
      runtime: Environment.value("XDG_RUNTIME_DIR"))
  }

  // MARK: - What the server tells

  private func take(_ event: PulseConnection.Event) {
    switch event {
    case .ready:
      isReady = true
      // What is changed from now on is a change, also before it is shown.
      levels = SoundLevels()
      _ = levels.update(told)
      search?.end()
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

  /// Has whoever observes called in the next iteration of the loop, whatever the present one is doing.
  private func changed() { mark?.setForNextIteration() }

  private func show() {
    if hasEnded {
      drop()
      search?.wait()
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
