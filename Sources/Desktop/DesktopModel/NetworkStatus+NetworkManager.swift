extension NetworkStatus {
  /// Reads the status from NetworkManager's objects, of the interfaces that the filter accepts, or of the machine
  /// without a filter. Nil if the main object is missing or the filter accepts no interface.
  public init?(networkManager tree: ObjectTree, of isMeant: InterfaceFilter? = nil) {
    guard let manager = tree[Names.manager, Names.service] else { return nil }
    self.init()
    let connections = NetworkManagerConnection.all(in: tree, manager: manager)
    vpns = connections.filter { $0.isVPN && $0.state == .activated }.map(\.id).sorted()
    let devices = tree.paths(with: Names.device).filter { device in
      isMeant.map { $0(Self.interface(of: device, in: tree)) } ?? true
    }
    if isMeant != nil, devices.isEmpty { return nil }
    isNetworkingOff = manager["NetworkingEnabled"]?.boolean == false
    if devices.contains(where: { tree[$0, Names.wireless] != nil }) {
      hasWireless = true
      isWirelessBlocked = manager["WirelessHardwareEnabled"]?.boolean == false
      isWirelessOff = isWirelessBlocked || manager["WirelessEnabled"]?.boolean == false
    }
    guard let connection = Self.chosen(of: connections, manager: manager, in: tree, isMeant) else {
      state = isMeant == nil && manager["State"]?.integer == 40 ? .connecting : .disconnected
      isDisabled = state == .disconnected && (isNetworkingOff || isWirelessOff)
      return
    }
    state = Self.state(of: connection, manager: manager)
    guard state != .disconnected else {
      isDisabled = isNetworkingOff || isWirelessOff
      return
    }
    describe(connection, in: tree)
  }

  /// Returns the object paths of the access points in use: that of the primary connection, or of all Wi-Fi connections
  /// if `areAllMeant` is true.
  public static func usedAccessPoints(in tree: ObjectTree, areAllMeant: Bool = false) -> [String] {
    guard let manager = tree[Names.manager, Names.service] else { return [] }
    let connections = NetworkManagerConnection.all(in: tree, manager: manager)
    let used =
      areAllMeant
      ? connections.filter { $0.kind == .wifi }
      : [primary(of: connections, manager: manager)].compactMap(\.self)
    return used.compactMap { $0.accessPoint(in: tree) }
  }

  private typealias Names = NetworkManagerNames

  /// The interface name of a device; empty if it has none.
  private static func interface(of device: String, in tree: ObjectTree) -> String {
    let properties = tree[device, Names.device] ?? [:]
    return ["IpInterface", "Interface"].compactMap { properties[$0]?.string }.first { !$0.isEmpty } ?? ""
  }

  /// The connection whose status is shown: the primary one, or with a filter the one of the accepted interfaces, which
  /// may be a VPN.
  private static func chosen(
    of connections: [NetworkManagerConnection], manager: [String: DBusValue], in tree: ObjectTree,
    _ isMeant: InterfaceFilter?
  ) -> NetworkManagerConnection? {
    guard let isMeant else { return primary(of: connections, manager: manager) }
    let all = connections.filter { connection in
      connection.device.map { isMeant(interface(of: $0, in: tree)) } ?? false
    }
    // The connection of a VPN names the device that carries it; the VPN's own interface has a connection of its own.
    let meant = all.filter { $0.properties["Vpn"]?.boolean != true }
    for group in [meant.filter { !$0.isTunnel && !$0.isVPN }, meant] {
      let used = group.filter { $0.state == .activated }
      let byUse = [
        group.first { $0.path == manager["PrimaryConnection"]?.objectPath }, used.first(where: \.isDefault),
        used.first,
      ]
      if let found = byUse.compactMap(\.self).first { return found }
    }
    return meant.first { $0.state == .activating }
  }

  /// The connection in use, or else the one that is being activated. A tunnel is chosen only if the connection that
  /// carries it is unknown.
  private static func primary(of connections: [NetworkManagerConnection], manager: [String: DBusValue])
    -> NetworkManagerConnection?
  {
    let carriers = connections.filter { !$0.isTunnel && !$0.isVPN && $0.kind != .other }
    let named = ["PrimaryConnection", "ActivatingConnection"].compactMap { manager[$0]?.objectPath }
    for path in named {
      let found = connections.first { $0.path == path && !$0.isTunnel && !$0.isVPN }
      if let found { return found }
    }
    let byUse = [
      carriers.first { $0.state == .activated && $0.isDefault }, carriers.first { $0.state == .activated },
      carriers.first { $0.state == .activating }, connections.first { named.contains($0.path) },
    ]
    return byUse.compactMap(\.self).first
  }

  /// Determines the state from the connection and from the manager's values of `NMState` and `NMConnectivityState`.
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
    interface = connection.device.map { Self.interface(of: $0, in: tree) } ?? ""
    if kind == .wifi, let path = connection.accessPoint(in: tree),
      let point = tree[path, Names.accessPoint]
    {
      let ssid = NetworkName(point["Ssid"]?.bytes ?? []).text
      if !ssid.isEmpty { name = ssid }
      strength = point["Strength"]?.integer.map { min(max($0, 0), 100) }
      frequency = point["Frequency"]?.integer.flatMap { $0 > 0 ? $0 : nil }
    }
    func configuration(_ property: String, _ interface: String) -> Configuration {
      let paths = [connection.properties[property], device[property]].compactMap { $0?.objectPath }
      return Configuration(paths.compactMap { tree[$0, interface] })
    }
    let four = configuration("Ip4Config", Names.configuration4)
    let six = configuration("Ip6Config", Names.configuration6)
    (address, address6) = (four.address, six.address)
    prefix = address.isEmpty ? six.prefix : four.prefix
    gateway = four.gateway.isEmpty ? six.gateway : four.gateway
    // NM_DEVICE_STATE_IP_CONFIG is 70, from which on the device has a carrier.
    let hasCarrier = connection.state == .activated || (device["State"]?.integer ?? 0) >= 70
    isLinked = hasCarrier && [address, address6].allSatisfy { $0.isEmpty || Self.isLinkLocal($0) }
  }

  /// The configuration of an interface for IPv4 or IPv6.
  private struct Configuration {
    var address = "", gateway = ""
    var prefix: Int?

    /// Reads the first of the objects that has addresses, and the first that has a gateway.
    init(_ objects: [[String: DBusValue]]) {
      let data = objects.compactMap { $0["AddressData"]?.elements }.first ?? []
      let all = data.prefix(64).compactMap { element -> (text: String, prefix: Int?)? in
        guard let options = element.options, let text = options["address"]?.string else { return nil }
        return (text, options["prefix"]?.integer)
      }
      gateway = objects.compactMap { $0["Gateway"]?.string }.first ?? ""
      guard let used = all.first(where: { !NetworkStatus.isLinkLocal($0.text) }) ?? all.first else { return }
      (address, prefix) = used
    }
  }
}
