import DBus
import DesktopModel
import Geometry
import Loop

/// The client of NetworkManager: reads the connection and the networks in range, and sends commands.
@MainActor final class NetworkManagerLink: Cancellable {
  /// The status; nil if NetworkManager does not run, or has not answered yet.
  private(set) var status: NetworkStatus?
  /// The choices of a network menu; nil if NetworkManager does not run, or there is no menu.
  private(set) var choices: NetworkChoices?
  private let bus: MessageBus
  private let onChange: () -> Void
  /// A handler of changes of any object; while it is set, the strengths of all connections are followed.
  var onAnyChange: (() -> Void)? { didSet { followUsedPoints() } }
  private var objects: FollowedTree?
  /// The subscriptions to changes of the access points in use, by object path.
  private var usedPoints: [String: Subscription] = [:]
  /// The subscriptions while a network menu is shown; nil while there is none.
  private var choosing: [Subscription]?
  private var scanTimer: Timer?
  private var saved: [String: SavedConnection] = [:]
  private var readings: [String: PendingCall] = [:]
  private var attempt: Attempt?
  private var privateAttempt: PrivateNetworkAttempt?
  /// The number of the newest attempt.
  private var lastNumber = 0
  /// The numbers of attempts that were abandoned before NetworkManager has reported the connection that it added for them.
  private var givenUp: Set<Int> = []

  /// An attempt to join a network, until it succeeds or another one begins.
  private struct Attempt {
    /// A number that tells answers for this attempt from late ones for an earlier attempt, perhaps at the same network.
    let number: Int
    var told: NetworkAttempt
    var device: String
    var isPassword: Bool
    /// Whether a password is required that is neither saved nor given.
    var lacksPassword = false
    /// Whether a connection is being added whose object path NetworkManager has not reported yet.
    var isAdding = false
    /// The object path of the connection that was added for the attempt; nil if there is none.
    var added: String?
    var changes: Subscription?
    var limit: Timer?
  }

  private typealias Names = NetworkManagerNames
  /// The time limit of an attempt: NetworkManager gives up after 90 s, or 120 s if it waits for a password.
  private static let patience = Duration.seconds(150)
  /// The time between two scans; NetworkManager refuses to scan more often.
  private static let scanInterval = Duration.seconds(12)
  /// Limit of the number of saved connections, more than anybody has.
  private static let mostSaved = 512

  /// Starts following; `onChange` is called after changes.
  init(_ bus: MessageBus, onChange: @escaping () -> Void) {
    (self.bus, self.onChange) = (bus, onChange)
    objects = FollowedTree(
      bus, of: Names.service, Names.root, keeping: Names.properties,
      following: [
        Names.service, Names.device, Names.active, Names.configuration4, Names.configuration6,
      ]
    ) { [unowned self] in settle() }
  }

  isolated deinit { cancel() }

  /// Stops following; idempotent.
  func cancel() {
    endChoosing()
    forgetAttempt()
    privateAttempt = nil
    usedPoints.end()
    objects.end()
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

  /// The status of the interfaces that the filter accepts; nil if NetworkManager does not run, or knows none.
  func status(of isMeant: @escaping InterfaceFilter) -> NetworkStatus? {
    objects?.tree.flatMap { NetworkStatus(networkManager: $0, of: isMeant) }
  }

  private func judgeChoices() {
    choices = nil
    guard choosing != nil, let tree = objects?.tree else { return }
    choices = NetworkChoices(networkManager: tree, saved: saved.values.sorted { $0.path < $1.path })
    choices?.attempt = attempt?.told
  }

  /// Follows the strengths of the access points in use only, because NetworkManager reports those of all others all the
  /// time, too.
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

  // MARK: - Choices

  /// Follows the choices, and scans for networks periodically, until `endChoosing`.
  func beginChoosing() {
    guard choosing == nil, let objects else { return }
    choosing = [
      objects.follow(Names.accessPoint), objects.follow(Names.wireless), objects.follow(Names.wired),
      objects.onSignal("Updated", of: Names.connection) { [unowned self] path, _ in
        saved[path] = nil
        readSaved()
      },
    ]
    // The objects that were not followed may be outdated.
    objects.read()
    scan()
    settle()
  }

  /// Stops following the choices; idempotent.
  func endChoosing() {
    for subscription in choosing ?? [] { subscription.cancel() }
    choosing = nil
    scanTimer.end()
    readings.end()
    (saved, choices) = ([:], nil)
  }

  private func scan() {
    scanTimer = bus.loop.schedule(at: bus.loop.now + Self.scanInterval, tolerance: .seconds(2)) {
      [unowned self] in
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

  /// Turns Wi-Fi on or off; `completion` is called with the failure if NetworkManager has refused.
  func turnWireless(on isOn: Bool, completion: @escaping (NetworkAttempt.Failure?) -> Void) {
    objects?.set("WirelessEnabled", of: Names.manager, Names.service, .boolean(isOn)) {
      completion(Self.failure($0))
    }
  }

  /// Enables or disables networking; `completion` is called with the failure if NetworkManager has refused.
  func turnNetworking(on isOn: Bool, completion: @escaping (NetworkAttempt.Failure?) -> Void) {
    manage("Enable", [.boolean(isOn)]) { completion(Self.failure($0)) }
  }

  /// Activates the best saved connection of the device at an object path; `completion` is called with the failure if
  /// NetworkManager has refused.
  func connect(_ device: String, completion: @escaping (NetworkAttempt.Failure?) -> Void) {
    manage(
      "ActivateConnection", [.objectPath("/"), .objectPath(device), .objectPath("/")], expects: "o"
    ) { completion(Self.failure($0)) }
  }

  /// Deletes the saved connection at an object path; `completion` is called with the failure if NetworkManager has refused.
  func forget(_ saved: String, completion: @escaping (NetworkAttempt.Failure?) -> Void) {
    objects?.call(saved, Names.connection, "Delete", patience: Self.patience, allowsAuthentication: true) {
      completion(Self.failure($0))
    }
  }

  /// Deactivates the active connection at an object path; `completion` is called with the failure if NetworkManager has
  /// refused.
  func disconnect(_ active: String, completion: @escaping (NetworkAttempt.Failure?) -> Void) {
    giveUpAttempt()
    manage("DeactivateConnection", [.objectPath(active)]) { completion(Self.failure($0)) }
    judgeChoices()
    onChange()
  }

  /// Connects to a VPN, by the object path of its saved connection. `completion` is called with nil once it is
  /// connected or was ended by the user, or with the failure, unless another attempt has begun meanwhile.
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

  /// Joins a network in range, or a hidden one. Only NetworkManager keeps the password.
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
    attempt.limit = bus.loop.schedule(at: bus.loop.now + Self.patience, tolerance: .seconds(5)) {
      [unowned self] in
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

  /// Returns whether a call for an attempt has succeeded; an error ends the attempt.
  private func succeeded(_ result: Result<[DBusValue], BusError>, _ number: Int) -> Bool {
    guard attempt?.number == number, attempt?.told.failure == nil else { return false }
    guard case .failure(let error) = result else { return true }
    attempt?.isAdding = false
    fail(.refused(error))
    return false
  }

  /// Handles the signal StateChanged of a device: the new and the old value of `NMDeviceState`, and the reason.
  private func takeState(of device: String, _ numbers: [Int]) {
    guard let attempt, device == attempt.device, numbers.count == 3 else { return }
    switch numbers[0] {
    case 100:
      // The connection that was added has worked, and is kept.
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
    // NetworkManager would try a wrong password again and again.
    giveUpAttempt()
    (failed.isAdding, failed.added) = (false, nil)
    failed.told.failure = failure
    attempt = failed
    judgeChoices()
    onChange()
  }

  /// Ends the attempt, and removes the connection that was or is being added for it, because its password may be wrong.
  private func giveUpAttempt() {
    if let attempt, attempt.isAdding { givenUp.insert(attempt.number) }
    if let added = attempt?.added { remove(added) }
    forgetAttempt()
  }

  private func remove(_ connection: String) { objects?.call(connection, Names.connection, "Delete") }

  /// Ends the attempt, and keeps the connection that was added for it.
  private func forgetAttempt() {
    attempt?.changes?.cancel()
    attempt?.limit?.cancel()
    attempt = nil
  }
}
