/// The names by which NetworkManager's objects are reached, and the interfaces of which anything is shown.
public enum NetworkManagerNames {
  public static let service = "org.freedesktop.NetworkManager"
  /// The object that manages all others.
  public static let root = "/org/freedesktop"
  public static let manager = "/org/freedesktop/NetworkManager"
  public static let device = service + ".Device"
  public static let wireless = service + ".Device.Wireless"
  public static let accessPoint = service + ".AccessPoint"
  public static let active = service + ".Connection.Active"
  public static let configuration4 = service + ".IP4Config"
  public static let configuration6 = service + ".IP6Config"
  public static let connection = service + ".Settings.Connection"

  /// The interfaces whose properties are kept.
  public static let interfaces: Set<String> = [
    service, device, wireless, accessPoint, active, configuration4, configuration6, connection,
  ]
}
