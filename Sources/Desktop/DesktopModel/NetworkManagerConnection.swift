import DBusValues

/// A connection that NetworkManager uses, makes or ends.
struct NetworkManagerConnection {
  /// The states by the numbers of `NMActiveConnectionState`.
  enum State: Int {
    case activating = 1
    case activated, deactivating, deactivated
  }

  var path: String
  var properties: [String: DBusValue]
  var state: State
  var kind: NetworkStatus.Kind
  /// Whether another connection of the machine carries it.
  var isTunnel: Bool

  /// Nil: the object is no such connection, or its state is unknown.
  init?(_ path: String, in tree: ObjectTree) {
    guard let properties = tree[path, NetworkManagerNames.active],
      let state = properties["State"]?.integer.flatMap(State.init)
    else { return nil }
    (self.path, self.properties, self.state) = (path, properties, state)
    let type = properties["Type"]?.string ?? ""
    kind = Self.kind(type: type)
    isTunnel = Self.tunnels.contains(type)
    // Virtual machines have the tunnels that carry frames of Ethernet.
    let mode = device.flatMap { tree[$0, NetworkManagerNames.tunnel]?["Mode"]?.string }
    if properties["Vpn"]?.boolean == true || type == "tun" && mode != "tap" { kind = .vpn }
  }

  /// The types of connections whose packets another connection of the machine carries.
  private static let tunnels: Set<String> = ["ip-tunnel", "tun", "vpn", "vxlan", "wireguard"]

  /// All that the main object lists, in its order.
  static func all(in tree: ObjectTree, manager: [String: DBusValue]) -> [NetworkManagerConnection] {
    let paths = (manager["ActiveConnections"]?.elements ?? []).compactMap(\.objectPath)
    return paths.prefix(256).compactMap { NetworkManagerConnection($0, in: tree) }
  }

  /// The name that people gave it.
  var id: String { NetworkName.visible(properties["Id"]?.string ?? "") }
  var isVPN: Bool { kind == .vpn }
  var isDefault: Bool {
    properties["Default"]?.boolean == true || properties["Default6"]?.boolean == true
  }
  /// The saved connection that it is made of.
  var saved: String { properties["Connection"]?.objectPath ?? "" }
  var device: String? { properties["Devices"]?.elements?.first?.objectPath }

  /// The access point that it goes through.
  func accessPoint(in tree: ObjectTree) -> String? {
    let paths = [
      properties["SpecificObject"]?.objectPath,
      device.flatMap { tree[$0, NetworkManagerNames.wireless]?["ActiveAccessPoint"]?.objectPath },
    ]
    return paths.compactMap(\.self).first { tree[$0, NetworkManagerNames.accessPoint] != nil }
  }

  /// The kind for a type of connection.
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
