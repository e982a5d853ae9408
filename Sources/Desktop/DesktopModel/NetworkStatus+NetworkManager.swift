import DBusValues

extension NetworkStatus {
  /// The status as NetworkManager's objects tell it; nil: its main object is not among them.
  public init?(networkManager tree: ObjectTree) {
    guard let manager = tree[Names.manager, Names.service] else { return nil }
    self.init()
    let connections = NetworkManagerConnection.all(in: tree, manager: manager)
    vpns = connections.filter { $0.isVPN && $0.state == .activated }.map(\.id).sorted()
    isWirelessOff =
      manager["WirelessEnabled"]?.boolean == false && !tree.paths(with: Names.wireless).isEmpty
    guard let connection = Self.primary(of: connections, manager: manager) else {
      state = manager["State"]?.integer == 40 ? .connecting : .disconnected
      return
    }
    state = Self.state(of: connection, manager: manager)
    guard state != .disconnected else { return }
    describe(connection, in: tree)
  }

  /// The path of the access point that the connection goes through; nil: there is none.
  public static func usedAccessPoint(in tree: ObjectTree) -> String? {
    guard let manager = tree[Names.manager, Names.service] else { return nil }
    let connections = NetworkManagerConnection.all(in: tree, manager: manager)
    return primary(of: connections, manager: manager)?.accessPoint(in: tree)
  }

  private typealias Names = NetworkManagerNames

  /// The connection that is used, or being made.
  private static func primary(of connections: [NetworkManagerConnection], manager: [String: DBusValue])
    -> NetworkManagerConnection?
  {
    let carriers = connections.filter { !$0.isVPN && $0.kind != .other }
    let named = ["PrimaryConnection", "ActivatingConnection"].compactMap { manager[$0]?.objectPath }
    for path in named {
      if let found = connections.first(where: { $0.path == path && !$0.isVPN }) { return found }
    }
    let byUse = [
      carriers.first { $0.state == .activated && $0.isDefault }, carriers.first { $0.state == .activated },
      carriers.first { $0.state == .activating }, connections.first { named.contains($0.path) },
    ]
    return byUse.compactMap(\.self).first
  }

  /// The state by the numbers of `NMState` and `NMConnectivityState`.
  private static func state(of connection: NetworkManagerConnection, manager: [String: DBusValue]) -> State {
    switch connection.state {
    case .activating: return .connecting
    case .deactivating, .deactivated: return .disconnected
    case .activated: break
    }
    switch (manager["Connectivity"]?.integer, manager["State"]?.integer) {
    case (2, _): return .portal
    case (1, _), (3, _), (_, 50), (_, 60): return .limited
    case (_, 10), (_, 20): return .disconnected
    default: return .connected
    }
  }

  private mutating func describe(_ connection: NetworkManagerConnection, in tree: ObjectTree) {
    kind = connection.kind
    name = connection.id
    let device = connection.device.flatMap { tree[$0, Names.device] } ?? [:]
    let names = ["IpInterface", "Interface"].compactMap { device[$0]?.string }
    interface = names.first { !$0.isEmpty } ?? ""
    if kind == .wifi, let path = connection.accessPoint(in: tree),
      let point = tree[path, Names.accessPoint]
    {
      let ssid = NetworkName(point["Ssid"]?.bytes ?? []).text
      if !ssid.isEmpty { name = ssid }
      strength = point["Strength"]?.integer.map { min($0, 100) }
      frequency = point["Frequency"]?.integer.flatMap { $0 > 0 ? $0 : nil }
    }
    func addresses(_ property: String, _ interface: String) -> String {
      let paths = [connection.properties[property], device[property]].compactMap { $0?.objectPath }
      let data = paths.compactMap { tree[$0, interface]?["AddressData"]?.elements }.first ?? []
      let all = data.prefix(64).compactMap { $0.options?["address"]?.string }
      return all.first { !Self.isLinkLocal($0) } ?? all.first ?? ""
    }
    address = addresses("Ip4Config", Names.configuration4)
    address6 = addresses("Ip6Config", Names.configuration6)
  }
}
