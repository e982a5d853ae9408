/// An Ethernet device of the machine.
public struct WiredDevice: Equatable, Sendable, Identifiable {
  /// The object path of the device.
  public var id: String
  /// The kernel's name of the interface.
  public var interface: String
  /// The name of the connection that uses the device, connecting or connected; empty if there is none.
  public var name = ""
  /// The object path of the active connection; nil if there is none.
  public var active: String?
  public var isConnected = false
  /// Whether a cable leads from the device to another one.
  public var hasCable: Bool
  /// The speed of the link in megabits per second; nil if it is unknown.
  public var speed: Int?

  /// Returns the Ethernet devices of NetworkManager's objects in the order of their interface names, but those with a cable first.
  static func all(in tree: ObjectTree, _ connections: [NetworkManagerConnection]) -> [WiredDevice] {
    let devices = tree.paths(with: NetworkManagerNames.device).compactMap { path in
      WiredDevice(path, in: tree, connections)
    }
    return Array(devices.sorted { $0.rank < $1.rank }.prefix(most))
  }

  private var rank: (Int, String, String) { (hasCable ? 0 : 1, interface, id) }

  /// Limit of the number of devices, more than anybody chooses among.
  private static let most = 8

  private init?(_ path: String, in tree: ObjectTree, _ connections: [NetworkManagerConnection]) {
    // NM_DEVICE_TYPE_ETHERNET is 1. A device without a carrier is in NM_DEVICE_STATE_UNAVAILABLE, 20, one that could be used in
    // NM_DEVICE_STATE_DISCONNECTED, 30, or a higher state.
    guard let properties = tree[path, NetworkManagerNames.device],
      properties["DeviceType"]?.integer == 1, let state = properties["State"]?.integer, state >= 20
    else { return nil }
    id = path
    let wired = tree[path, NetworkManagerNames.wired]
    hasCable = wired?["Carrier"]?.boolean ?? (state >= 30)
    interface = NetworkName.visible(properties["Interface"]?.string ?? "")
    // A connection on top of the device, such as a VPN, names the device, too.
    let used = connections.first { $0.device == path && $0.kind == .ethernet && $0.state.rawValue <= 2 }
    name = used?.id ?? ""
    active = used?.path
    isConnected = used?.state == .activated
    // NetworkManager reports 0 for an unknown speed.
    speed = wired?["Speed"]?.integer.flatMap { $0 > 0 ? $0 : nil }
  }
}
