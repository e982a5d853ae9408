import DBusValues

/// A device of the machine with a cable in it.
public struct WiredDevice: Equatable, Sendable, Identifiable {
  /// The path of its object.
  public var id: String
  /// The name that the kernel has for it.
  public var interface: String
  /// The name of the connection that uses it or is being made; empty: there is none.
  public var name = ""
  /// The path of that connection; nil: there is none.
  public var active: String?
  public var isConnected = false

  /// The devices of NetworkManager's objects, in the order of their interfaces; those without a cable are left out.
  static func all(in tree: ObjectTree, _ connections: [NetworkManagerConnection]) -> [WiredDevice] {
    let devices = tree.paths(with: NetworkManagerNames.device).compactMap { path in
      WiredDevice(path, in: tree, connections)
    }
    return Array(devices.sorted { ($0.interface, $0.id) < ($1.interface, $1.id) }.prefix(most))
  }

  /// More devices than anybody chooses among.
  private static let most = 8

  private init?(_ path: String, in tree: ObjectTree, _ connections: [NetworkManagerConnection]) {
    // NM_DEVICE_TYPE_ETHERNET is 1; a device that could be used is in NM_DEVICE_STATE_DISCONNECTED, 30, or a higher state.
    guard let properties = tree[path, NetworkManagerNames.device],
      properties["DeviceType"]?.integer == 1, let state = properties["State"]?.integer, state >= 30
    else { return nil }
    id = path
    interface = NetworkName.visible(properties["Interface"]?.string ?? "")
    // What is put on top of it, such as a VPN, names the device, too.
    let used = connections.first { $0.device == path && $0.kind == .ethernet && $0.state.rawValue <= 2 }
    name = used?.id ?? ""
    active = used?.path
    isConnected = used?.state == .activated
  }
}
