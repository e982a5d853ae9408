/// D-Bus names of NetworkManager's service, objects and interfaces that are read.
public enum NetworkManagerNames {
  public static let service = "org.freedesktop.NetworkManager"
  /// The object path of the object manager.
  public static let root = "/org/freedesktop"
  public static let manager = "/org/freedesktop/NetworkManager"
  public static let device = service + ".Device"
  public static let wireless = service + ".Device.Wireless"
  public static let wired = service + ".Device.Wired"
  public static let tunnel = service + ".Device.Tun"
  public static let accessPoint = service + ".AccessPoint"
  public static let active = service + ".Connection.Active"
  public static let configuration4 = service + ".IP4Config"
  public static let configuration6 = service + ".IP6Config"
  public static let connection = service + ".Settings.Connection"

  /// The properties that are kept, by interface.
  public static let properties: ObjectTree.Names = [
    service: [
      "State", "Connectivity", "NetworkingEnabled", "WirelessEnabled", "WirelessHardwareEnabled",
      "ActiveConnections", "PrimaryConnection", "ActivatingConnection",
    ],
    device: ["DeviceType", "Interface", "IpInterface", "State", "Ip4Config", "Ip6Config"],
    tunnel: ["Mode"],
    wired: ["Carrier", "Speed"],
    wireless: ["AccessPoints", "ActiveAccessPoint"],
    accessPoint: ["Ssid", "Strength", "Frequency", "Flags", "WpaFlags", "RsnFlags"],
    active: [
      "Id", "Type", "State", "Vpn", "Default", "Default6", "Devices", "SpecificObject", "Connection",
      "Ip4Config", "Ip6Config",
    ],
    configuration4: ["AddressData", "Gateway"],
    configuration6: ["AddressData", "Gateway"],
    // Only the paths of saved connections are read here.
    connection: [],
  ]
}
