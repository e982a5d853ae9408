public import DBus
public import DesktopModel
import Geometry
import Localization
public import Loop

/// Bluetooth through BlueZ, shared by all modules that show or change it. Nothing is followed while there are no observers.
@MainActor public final class Bluetooth {
  /// The adapters and devices; nil if there is no adapter, or BlueZ does not run.
  public private(set) var status: BluetoothStatus?
  /// The operations on devices that are under way or have failed, by the device's identifier; the empty identifier
  /// stands for the search for devices.
  public private(set) var tasks: [String: BluetoothTask] = [:] {
    didSet { reasons = reasons.filter { if case .failed? = tasks[$0.key] { true } else { false } } }
  }
  /// The texts of BlueZ for the log about operations that have failed, by the device's identifier, without those that the words for
  /// the user say already.
  public private(set) var reasons: [String: String] = [:]
  private let bus: MessageBus
  private let observers = Observers()
  private let choosers = Observers()
  private var objects: FollowedTree?
  /// The adapters on which this program has started discovery.
  private var discovering: Set<String> = []
  /// The timer for the next attempt to start discovery after an adapter has refused; nil if none is due.
  private var discoveryRetry: Timer?
  /// The pairing agent, and the unique name of the BlueZ with which it is registered.
  private var agent: (pairing: PairingAgent, owner: String)?
  /// The devices whose pairing this program has ended, with the failure to show; nil if none is to be shown.
  private var endings: [String: String?] = [:]
  /// The numbers of the latest calls for devices; answers to earlier calls may come late and are ignored.
  private var attempts: [String: Int] = [:]
  private var attemptCount = 0
  /// The timers that end pairings that take too long, by device.
  private var limits: [String: Timer] = [:]
  private typealias Names = BluetoothStatus.Names

  /// The pause after an adapter has refused to start discovery.
  private static let discoveryPause = Duration.seconds(5)
  /// The time limit of operations on devices, which may have to wake up first.
  private static let patience = Duration.seconds(60)
  /// The time limit of a pairing, in which a code is looked up and typed. BlueZ waits a minute for each answer.
  private static let pairingPatience = Duration.seconds(180)

  /// Creates the object; following begins with the first observer.
  public init(_ bus: MessageBus) {
    self.bus = bus
    observers.onAdd = { [unowned self] in if objects == nil { start() } }
    observers.onEmpty = { [unowned self] in close() }
    choosers.onAdd = { [unowned self] in
      beginDiscovery()
      arrangeAgent()
    }
    choosers.onEmpty = { [unowned self] in
      endDiscovery()
      arrangeAgent()
      // The panel that showed the failures is closed.
      tasks = tasks.filter { if case .failed = $0.value { false } else { true } }
    }
  }

  isolated deinit { close() }

  /// Calls `handler` after changes, until the observation is cancelled or released.
  public func observe(_ handler: @escaping () -> Void) -> Observation { observers.add(handler) }

  private func start() {
    objects = FollowedTree(
      bus, of: Names.service, "/", keeping: Names.properties,
      following: Names.properties.keys.sorted()
    ) { [unowned self] in settle() }
    bus.start()
  }

  /// Searches for devices until the observation is cancelled or released. There must be an observer meanwhile.
  public func discover() -> Observation { choosers.add {} }

  /// Stops following; idempotent.
  public func close() {
    endDiscovery()
    agent?.pairing.close()
    agent = nil
    limits.end()
    (endings, attempts) = ([:], [:])
    objects.end()
    (status, tasks) = (nil, [:])
    bus.closeIfUnused()
  }

  private func settle() {
    let old = status
    let new = objects?.tree.flatMap { BluetoothStatus(bluez: $0) }
    status = new
    let known = Set(new?.devices.map(\.id) ?? [])
    let goneTasks = tasks.keys.filter { !known.contains($0) && !($0.isEmpty && new != nil) }
    for id in goneTasks { tasks[id] = nil }
    forgetDevices(except: known)
    // An adapter that was turned off has ended discovery, and does not resume it by itself.
    discovering = discovering.filter { isOn($0) }
    if !choosers.isEmpty { beginDiscovery() }
    arrangeAgent()
    if new != old || !goneTasks.isEmpty { observers.tell() }
  }

  /// Drops the state of calls for devices other than `known`, whose answers are ignored from now on.
  private func forgetDevices(except known: Set<String>) {
    let gone = attempts.keys.filter { !known.contains($0) }
    for id in gone {
      limits.removeValue(forKey: id)?.cancel()
      endings[id] = nil
      attempts[id] = nil
      agent?.pairing.end(id)
    }
  }

  private func isOn(_ adapter: String) -> Bool {
    objects?.tree?[adapter, Names.adapter]?["Powered"]?.boolean == true
  }

  // MARK: - Discovery

  private func beginDiscovery() {
    for adapter in objects?.tree?.paths(with: Names.adapter) ?? []
    where isOn(adapter) && !discovering.contains(adapter) {
      discovering.insert(adapter)
      objects?.call(adapter, Names.adapter, "StartDiscovery") { [weak self] result in
        // The answer may come after the panel was closed.
        guard let self, discovering.contains(adapter) else { return }
        // BlueZ answers with this error if discovery is already running.
        if case .failure(let error) = result, error.name != "org.bluez.Error.InProgress" {
          discovering.remove(adapter)
          retryDiscovery()
          return finish("", result)
        }
        finish("", .success([]))
      }
    }
  }

  private func retryDiscovery() {
    guard discoveryRetry == nil else { return }
    discoveryRetry = bus.loop.schedule(at: bus.loop.now + Self.discoveryPause, tolerance: .seconds(1)) {
      [unowned self] in
      discoveryRetry = nil
      if !choosers.isEmpty { beginDiscovery() }
    }
  }

  private func endDiscovery() {
    discoveryRetry.end()
    for adapter in discovering { objects?.call(adapter, Names.adapter, "StopDiscovery") }
    discovering = []
  }

  // MARK: - Pairing

  /// The request of BlueZ about a pairing that is to be shown; nil if there is none.
  public var pairing: BluetoothPairing? { agent?.pairing.pairing }

  /// Answers the request of BlueZ.
  public func answer(_ answer: BluetoothPairing.Answer) { agent?.pairing.answer(answer) }

  /// Rejects the request of BlueZ, and so the pairing.
  public func rejectPairing() { agent?.pairing.reject() }

  /// Cancels the pairing of a device that is under way.
  public func cancelPairing(_ id: String) { endPairing(id, saying: nil) }

  private func endPairing(_ id: String, saying words: String?) {
    guard tasks[id] == .pairing else { return }
    endings[id] = .some(words)
    agent?.pairing.end(id)
    objects?.call(id, Names.device, "CancelPairing")
  }

  /// Registers the agent with the present BlueZ while there is a search for devices or a pairing, and unregisters it
  /// otherwise.
  private func arrangeAgent() {
    let isNeeded = !choosers.isEmpty || tasks.values.contains(.pairing)
    let owner = isNeeded && objects?.tree != nil ? objects?.ownerName : nil
    guard owner != agent?.owner else { return }
    let wasAsked = pairing != nil
    agent?.pairing.close()
    agent = nil
    if let owner, let objects {
      let new = PairingAgent(
        bus, objects, isPaired: { [unowned self] in tasks[$0] == .pairing },
        onChange: { [unowned self] in observers.tell() })
      agent = (new, owner)
    }
    if wasAsked { observers.tell() }
  }

  // MARK: - Commands

  /// A handler for the end of a command, with the failure, or nil after success.
  public typealias Completion = (BluetoothFailure?) -> Void

  /// Turns all adapters on or off. `completion` is called once, with the reason of the first failure, unless there is
  /// no adapter.
  public func turn(on isOn: Bool, completion: @escaping Completion = { _ in }) {
    let adapters = status?.adapters ?? []
    var (unanswered, failure) = (adapters.count, BluetoothFailure?.none)
    for adapter in adapters {
      objects?.set("Powered", of: adapter, Names.adapter, .boolean(isOn)) { result in
        unanswered -= 1
        failure = failure ?? Self.failure(result)
        if unanswered == 0 { completion(failure) }
      }
    }
  }

  /// Removes a device and its pairing; `completion` is called unless there is no such device.
  public func forget(_ id: String, completion: @escaping Completion = { _ in }) {
    guard let adapter = objects?.tree?[id, Names.device]?["Adapter"]?.objectPath else { return }
    objects?.call(adapter, Names.adapter, "RemoveDevice", [.objectPath(id)]) { completion(Self.failure($0)) }
  }

  private static func failure(_ result: Result<[DBusValue], BusError>) -> BluetoothFailure? {
    if case .failure(let error) = result { BluetoothFailure(error: error.name, error.message) } else { nil }
  }

  /// Connects to a device, which is paired first if necessary, or disconnects from it.
  public func toggle(_ id: String) {
    guard let device = status?.devices.first(where: { $0.id == id }) else { return }
    switch tasks[id] {
    case .connecting, .disconnecting, .pairing: return
    case .failed, nil: break
    }
    if device.isConnected {
      perform("Disconnect", on: id, as: .disconnecting) { [weak self] in self?.finish(id, $0) }
    } else if device.isPaired {
      connect(id)
    } else {
      pair(id)
    }
  }

  private func pair(_ id: String) {
    endings[id] = nil
    limits[id]?.cancel()
    limits[id] = bus.loop.schedule(at: bus.loop.now + Self.pairingPatience, tolerance: .seconds(5)) {
      [unowned self] in
      endPairing(id, saying: localized("The pairing took too long."))
    }
    // BlueZ also answers the call for a pairing that was cancelled.
    perform("Pair", on: id, as: .pairing, patience: Self.pairingPatience + Self.patience) {
      [weak self] result in self?.take(result, ofPairing: id)
    }
  }

  private func take(_ result: Result<[DBusValue], BusError>, ofPairing id: String) {
    limits.removeValue(forKey: id)?.cancel()
    agent?.pairing.end(id)
    let ending = endings.removeValue(forKey: id)
    // The last observer or the device has gone.
    guard tasks[id] == .pairing else { return }
    guard let ending else {
      guard case .success = result else { return finish(id, result) }
      objects?.set("Trusted", of: id, Names.device, .boolean(true))
      return connect(id)
    }
    tasks[id] = ending.map { .failed($0) }
    arrangeAgent()
    observers.tell()
  }

  private func connect(_ id: String) {
    perform("Connect", on: id, as: .connecting) { [weak self] in self?.finish(id, $0) }
  }

  private func perform(
    _ member: String, on id: String, as task: BluetoothTask, patience: Duration = Bluetooth.patience,
    _ answer: @escaping (Result<[DBusValue], BusError>) -> Void
  ) {
    tasks[id] = task
    arrangeAgent()
    attemptCount += 1
    attempts[id] = attemptCount
    objects?.call(id, Names.device, member, patience: patience) { [weak self, attemptCount] result in
      if self?.attempts[id] == attemptCount { answer(result) }
    }
    observers.tell()
  }

  private func finish(_ id: String, _ result: Result<[DBusValue], BusError>) {
    let before = tasks[id]
    tasks[id] = nil
    if case .failure(let error) = result, status != nil {
      let failure = BluetoothFailure(
        error: error.name, error.message,
        ownWords: id.isEmpty ? localized("Bluetooth could not search for devices.") : nil)
      tasks[id] = .failed(failure.words)
      reasons[id] = failure.reason
    }
    arrangeAgent()
    if tasks[id] != before { observers.tell() }
  }
}
