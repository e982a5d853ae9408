/// An active connection of NetworkManager, which may still be activating or already be deactivating.
struct NetworkManagerConnection {
  /// States with the values of `NMActiveConnectionState`.
  enum State: Int {
    case activating = 1
    case activated, deactivating, deactivated
  }

  var path: String
  var properties: [String: DBusValue]
  var state: State
  var kind: NetworkStatus.Kind
  /// Whether another connection of the machine carries the packets.
  var isTunnel: Bool

  /// Reads the active connection at an object path; nil if the object is none, or its state is unknown.
  init?(_ path: String, in tree: ObjectTree) {
    guard let properties = tree[path, NetworkManagerNames.active],
      let state = properties["State"]?.integer.flatMap(State.init)
    else { return nil }
    (self.path, self.properties, self.state) = (path, properties, state)
    let type = properties["Type"]?.string ?? ""
    kind = Self.kind(type: type)
    isTunnel = Self.tunnels.contains(type)
    // Virtual machines use tap devices, which carry Ethernet frames and are no VPNs.
    let mode = device.flatMap { tree[$0, NetworkManagerNames.tunnel]?["Mode"]?.string }
    if properties["Vpn"]?.boolean == true || type == "tun" && mode != "tap" { kind = .vpn }
  }

  /// The types of connections whose packets another connection of the machine carries.
  private static let tunnels: Set<String> = ["ip-tunnel", "tun", "vpn", "vxlan", "wireguard"]

  /// Returns the active connections that the main object lists, in its order.
  static func all(in tree: ObjectTree, manager: [String: DBusValue]) -> [NetworkManagerConnection] {
    let paths = (manager["ActiveConnections"]?.elements ?? []).compactMap(\.objectPath)
    return paths.prefix(256).compactMap { NetworkManagerConnection($0, in: tree) }
  }

  /// The name of the connection for the user.
  var id: String { NetworkName.visible(properties["Id"]?.string ?? "") }
  var isVPN: Bool { kind == .vpn }
  var isDefault: Bool {
    properties["Default"]?.boolean == true || properties["Default6"]?.boolean == true
  }
  /// The object path of the saved connection that was activated; empty if there is none.
  var saved: String { properties["Connection"]?.objectPath ?? "" }
  var device: String? { properties["Devices"]?.elements?.first?.objectPath }

  /// Returns the object path of the access point that the connection uses.
  func accessPoint(in tree: ObjectTree) -> String? {
    let paths = [
      properties["SpecificObject"]?.objectPath,
      device.flatMap { tree[$0, NetworkManagerNames.wireless]?["ActiveAccessPoint"]?.objectPath },
    ]
    return paths.compactMap(\.self).first { tree[$0, NetworkManagerNames.accessPoint] != nil }
  }

  /// Converts a connection type of NetworkManager.
  static func kind(type: String) -> NetworkStatus.Kind {
    switch type {
    case "802-11-wireless": .wifi
    case "802-3-ethernet", "pppoe", "bond", "team", "vlan": .ethernet
    case "gsm", "cdma": .mobile
    case "vpn", "wireguard": .vpn
    default: .other
    }
  }
}
