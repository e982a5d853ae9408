import DBus
import DBusValues
import DesktopModel
import Geometry
import Loop

/// NetworkManager, where it runs: what it tells of the connection and of networks in reach, and what it is asked to do.
@MainActor final class NetworkManagerLink {
  /// Nil: it does not run, or has not answered yet.
  private(set) var status: NetworkStatus?
  /// Nil: it does not run, or nobody chooses.
  private(set) var choices: NetworkChoices?
  private let bus: MessageBus
  private let loop: EventLoop
  private let onChange: () -> Void
  /// Called after changes of any object; while it is set, the strengths of all connections are followed.
  var onAnyChange: (() -> Void)? { didSet { followUsedPoints() } }
  private var objects: FollowedTree?
  /// What is followed of the access points that are used, by their paths.
  private var usedPoints: [String: Subscription] = [:]
  /// What is followed while somebody chooses.
  private var choosing: [Subscription]?
  private var scanTimer: Timer?
  private var saved: [String: SavedConnection] = [:]
  private var readings: [String: PendingCall] = [:]
  private var attempt: Attempt?
  private var privateAttempt: PrivateNetworkAttempt?
  /// The number of the newest attempt.
  private var lastNumber = 0
  /// The numbers of attempts that were given up before NetworkManager has told which connection it added for them.
  private var givenUp: Set<Int> = []

  /// An attempt to join a network, until it succeeds or another one begins.
  private struct Attempt {
    /// Tells answers for this attempt from late ones for an older attempt, perhaps at the same network.
    let number: Int
    var told: NetworkAttempt
    var device: String
    var isPassword: Bool
    /// Whether a password is needed that nobody has given.
    var lacksPassword = false
    /// Whether a connection is being added for it, of which NetworkManager has not told the path yet.
    var isAdding = false
    /// The path of the saved connection that was added for it.
    var added: String?
    var changes: Subscription?
    var limit: Timer?
  }

  private typealias Names = NetworkManagerNames
  /// NetworkManager gives up after 90 s, or 120 s where it waits for a password.
  private static let patience = Duration.seconds(150)
  /// NetworkManager refuses to scan more often.
  private static let scanInterval = Duration.seconds(12)
  /// More saved connections than anybody has.
  private static let mostSaved = 512

  /// Begins to follow; `onChange` is called after changes.
  init(_ bus: MessageBus, loop: EventLoop, onChange: @escaping () -> Void) {
    (self.bus, self.loop, self.onChange) = (bus, loop, onChange)
    objects = FollowedTree(
      bus, of: Names.service, Names.root, keeping: Names.properties,
      following: [
        Names.service, Names.device, Names.active, Names.configuration4, Names.configuration6,
      ], loop: loop
    ) { [unowned self] in settle() }
  }

  isolated deinit { close() }

  /// Follows no more; idempotent.
  func close() {
    endChoosing()
    forgetAttempt()
    privateAttempt = nil
    for changes in usedPoints.values { changes.cancel() }
    usedPoints = [:]
    objects?.close()
    objects = nil
    (status, choices) = (nil, nil)
  }

  // MARK: - Following

  private func settle() {
    let tree = objects?.tree
    let before = (status, choices)
    status = tree.flatMap { NetworkStatus(networkManager: $0) }
    if tree == nil {
      saved = [:]
      forgetAttempt()
      givenUp = []
    }
    followUsedPoints()
    if choosing != nil { readSaved() }
    judgeChoices()
    if before != (status, choices) { onChange() }
    onAnyChange?()
  }

  /// The status of the interfaces whose names are meant; nil: it does not run, or knows none of them.
  func status(of isMeant: @escaping InterfaceFilter) -> NetworkStatus? {
    objects?.tree.flatMap { NetworkStatus(networkManager: $0, of: isMeant) }
  }

  private func judgeChoices() {
    choices = nil
    guard choosing != nil, let tree = objects?.tree else { return }
    choices = NetworkChoices(networkManager: tree, saved: saved.values.sorted { $0.path < $1.path })
    choices?.attempt = attempt?.told
  }

  /// Follows the strengths of the access points that are used; those of all others are told all the time, too.
  private func followUsedPoints() {
    guard let objects else { return }
    let paths =
      objects.tree.map { NetworkStatus.usedAccessPoints(in: $0, areAllMeant: onAnyChange != nil) } ?? []
    for (path, changes) in usedPoints where !paths.contains(path) {
      changes.cancel()
      usedPoints[path] = nil
    }
    for path in paths where usedPoints[path] == nil {
      usedPoints[path] = objects.follow(Names.accessPoint, of: path)
      objects.refresh(path, Names.accessPoint)
    }
  }

  // MARK: - Choosing

  /// Follows what can be chosen, and has the devices scan for networks, until `endChoosing`.
  func beginChoosing() {
    guard choosing == nil, let objects else { return }
    choosing = [
      objects.follow(Names.accessPoint), objects.follow(Names.wireless),
      objects.onSignal("Updated", of: Names.connection) { [unowned self] path, _ in
        saved[path] = nil
        readSaved()
      },
    ]
    // What was not followed is old.
    objects.read()
    scan()
    settle()
  }

  /// Follows no more what can be chosen; idempotent.
  func endChoosing() {
    for subscription in choosing ?? [] { subscription.cancel() }
    choosing = nil
    scanTimer?.cancel()
    scanTimer = nil
    for reading in readings.values { reading.cancel() }
    (readings, saved, choices) = ([:], [:], nil)
  }

  private func scan() {
    scanTimer = loop.schedule(at: loop.now + Self.scanInterval, tolerance: .seconds(2)) { [unowned self] in
      scan()
    }
    for device in objects?.tree?.paths(with: Names.wireless).prefix(8) ?? [] {
      objects?.call(device, Names.wireless, "RequestScan", [.options([:])])
    }
  }

  /// Reads the saved connections that are not known yet.
  private func readSaved() {
    let paths = (objects?.tree?.paths(with: Names.connection) ?? []).prefix(Self.mostSaved)
    for path in Set(saved.keys).subtracting(paths) { saved[path] = nil }
    for path in paths where saved[path] == nil && readings[path] == nil {
      readings[path] = objects?.call(
        path, Names.connection, "GetSettings", expects: "a{sa{sv}}", patience: .seconds(5)
      ) { [weak self] result in
        guard let self else { return }
        readings[path] = nil
        if case .success(let values) = result {
          saved[path] = SavedConnection(path: path, settings: values[0])
        }
        guard readings.isEmpty else { return }
        judgeChoices()
        onChange()
      }
    }
  }

  // MARK: - Commands

  /// Turns Wi-Fi on or off; `completion` is called with the reason where that was refused.
  func turnWireless(on isOn: Bool, completion: @escaping (NetworkAttempt.Failure?) -> Void) {
    objects?.set("WirelessEnabled", of: Names.manager, Names.service, .boolean(isOn)) {
      completion(Self.failure($0))
    }
  }

  /// Has networks used, or none at all; `completion` is called with the reason where that was refused.
  func turnNetworking(on isOn: Bool, completion: @escaping (NetworkAttempt.Failure?) -> Void) {
    manage("Enable", [.boolean(isOn)]) { completion(Self.failure($0)) }
  }

  /// Connects a device, by its path, as its saved connections say; `completion` is called with the reason where that was
  /// refused.
  func connect(_ device: String, completion: @escaping (NetworkAttempt.Failure?) -> Void) {
    manage(
      "ActivateConnection", [.objectPath("/"), .objectPath(device), .objectPath("/")], expects: "o"
    ) { completion(Self.failure($0)) }
  }

  /// Deletes a saved connection, by its path; `completion` is called with the reason where that was refused.
  func forget(_ saved: String, completion: @escaping (NetworkAttempt.Failure?) -> Void) {
    objects?.call(saved, Names.connection, "Delete", patience: Self.patience, allowsAuthentication: true) {
      completion(Self.failure($0))
    }
  }

  /// Ends a connection, by its path; `completion` is called with the reason where that was refused.
  func disconnect(_ active: String, completion: @escaping (NetworkAttempt.Failure?) -> Void) {
    giveUpAttempt()
    manage("DeactivateConnection", [.objectPath(active)]) { completion(Self.failure($0)) }
    judgeChoices()
    onChange()
  }

  /// Connects to a private network, by the path of its saved connection; `completion` is called with nil once it is connected,
  /// or with the reason why it is not, unless another attempt has begun meanwhile.
  func connectPrivately(_ connection: String, completion: @escaping (NetworkAttempt.Failure?) -> Void) {
    guard let objects else { return }
    privateAttempt = PrivateNetworkAttempt(connection, objects, patience: Self.patience) {
      [unowned self] failure in
      privateAttempt = nil
      completion(failure)
    }
  }

  private static func failure(_ result: Result<[DBusValue], BusError>) -> NetworkAttempt.Failure? {
    if case .failure(let error) = result { .refused(error) } else { nil }
  }

  /// Joins a network in reach, or a hidden one. A password is kept by NetworkManager alone.
  func join(_ network: WirelessNetwork, password: String? = nil) {
    var network = network
    if network.isHidden {
      network.saved = saved.values.filter { network.fits($0) }.map(\.path).min()
    }
    giveUpAttempt()
    lastNumber += 1
    let number = lastNumber
    var attempt = Attempt(
      number: number, told: NetworkAttempt(network.id), device: network.device,
      isPassword: network.security.isPassword)
    attempt.lacksPassword =
      password == nil && network.saved.flatMap { saved[$0] }?.keepsPassword == false
    attempt.changes = objects?.onSignal("StateChanged", of: Names.device) { [unowned self] path, arguments in
      takeState(of: path, arguments.compactMap(\.integer))
    }
    attempt.limit = loop.schedule(at: loop.now + Self.patience, tolerance: .seconds(5)) { [unowned self] in
      fail(.noAnswer)
    }
    self.attempt = attempt
    if let connection = network.saved.flatMap({ saved[$0] }) {
      rejoin(network, connection, password, number)
    } else if let path = network.saved {
      activate(network, path, number)
    } else {
      add(network, password, number)
    }
    judgeChoices()
    onChange()
  }

  private func rejoin(
    _ network: WirelessNetwork, _ connection: SavedConnection, _ password: String?, _ number: Int
  ) {
    guard let password else { return activate(network, connection.path, number) }
    let settings = connection.settings(withPassword: password)
    objects?.call(
      connection.path, Names.connection, "Update", [settings], patience: Self.patience,
      allowsAuthentication: true
    ) { [weak self] result in
      if self?.succeeded(result, number) == true { self?.activate(network, connection.path, number) }
    }
  }

  private func activate(_ network: WirelessNetwork, _ connection: String, _ number: Int) {
    manage(
      "ActivateConnection", [connection, network.device, network.accessPoint].map(DBusValue.objectPath),
      expects: "o"
    ) { [weak self] in _ = self?.succeeded($0, number) }
  }

  private func add(_ network: WirelessNetwork, _ password: String?, _ number: Int) {
    attempt?.isAdding = true
    manage(
      "AddAndActivateConnection",
      [
        network.settings(password: password), .objectPath(network.device), .objectPath(network.accessPoint),
      ], expects: "oo"
    ) { [weak self] result in
      guard let self else { return }
      let path = (try? result.get())?.first?.objectPath
      if givenUp.remove(number) != nil {
        if let path { remove(path) }
      } else if succeeded(result, number) {
        attempt?.isAdding = false
        attempt?.added = path
      }
    }
  }

  private func manage(
    _ member: String, _ arguments: [DBusValue], expects: String = "",
    _ answer: @escaping (Result<[DBusValue], BusError>) -> Void = { _ in }
  ) {
    objects?.call(
      Names.manager, Names.service, member, arguments, expects: expects, patience: Self.patience,
      allowsAuthentication: true, answer)
  }

  // MARK: - Attempts

  /// Whether a call for an attempt was answered; a refusal ends the attempt.
  private func succeeded(_ result: Result<[DBusValue], BusError>, _ number: Int) -> Bool {
    guard attempt?.number == number, attempt?.told.failure == nil else { return false }
    guard case .failure(let error) = result else { return true }
    attempt?.isAdding = false
    fail(.refused(error))
    return false
  }

  /// Takes that a device is in another state, by the numbers of `NMDeviceState`, for a reason.
  private func takeState(of device: String, _ numbers: [Int]) {
    guard let attempt, device == attempt.device, numbers.count == 3 else { return }
    switch numbers[0] {
    case 100:
      // What was added has proved right, and stays.
      forgetAttempt()
      judgeChoices()
      onChange()
    case 120:
      fail(
        NetworkAttempt.Failure(
          reason: numbers[2], isPassword: attempt.isPassword, lacksPassword: attempt.lacksPassword))
    default: break
    }
  }

  private func fail(_ failure: NetworkAttempt.Failure) {
    guard var failed = attempt else { return }
    // A wrong password would be tried again and again.
    giveUpAttempt()
    (failed.isAdding, failed.added) = (false, nil)
    failed.told.failure = failure
    attempt = failed
    judgeChoices()
    onChange()
  }

  /// Ends the attempt, and removes the connection that was added for it, or will have been: nobody knows whether its
  /// password is right.
  private func giveUpAttempt() {
    if let attempt, attempt.isAdding { givenUp.insert(attempt.number) }
    if let added = attempt?.added { remove(added) }
    forgetAttempt()
  }

  private func remove(_ connection: String) { objects?.call(connection, Names.connection, "Delete") }

  /// Ends the attempt, and keeps what was added for it.
  private func forgetAttempt() {
    attempt?.changes?.cancel()
    attempt?.limit?.cancel()
    attempt = nil
  }
}
