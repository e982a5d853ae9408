/// A saved connection of NetworkManager, as `GetSettings` returns it.
public struct SavedConnection: Equatable, Sendable {
  /// The object path of the connection.
  public var path: String
  /// The name of the connection for the user.
  public var id: String
  public var kind: NetworkStatus.Kind
  /// The Wi-Fi network that the connection joins; nil if it joins none.
  public var network: NetworkName?
  public var security: WirelessNetwork.Security
  /// Whether NetworkManager stores the password; otherwise a program of the user supplies it each time.
  public var keepsPassword: Bool
  /// The time of the last use, in seconds since 1970; 0 if there was none.
  public var lastUse: Int
  /// The settings as they were received, to be sent back with another password.
  public var settings: DBusValue

  /// Reads the settings of a connection; nil if they name no type.
  public init?(path: String, settings: DBusValue) {
    guard case .dictionary(key: .string, _, let pairs) = settings else { return nil }
    let groups = Dictionary(
      pairs.map { ($0.key.string ?? "", $0.value.options ?? [:]) }, uniquingKeysWith: { _, last in last })
    guard let connection = groups["connection"], let type = connection["type"]?.string else { return nil }
    (self.path, self.settings) = (path, settings)
    kind = NetworkManagerConnection.kind(type: type)
    id = NetworkName.visible(connection["id"]?.string ?? "")
    lastUse = connection["timestamp"]?.integer ?? 0
    let protection = groups["802-11-wireless-security"]
    security = WirelessNetwork.Security(settings: protection)
    // NM_SETTING_SECRET_FLAG_AGENT_OWNED is 1, NOT_SAVED is 2.
    let flags = protection?[Self.flags(of: security)]?.integer ?? 0
    keepsPassword = flags & 3 == 0
    // A connection that makes this machine an access point joins no network.
    if let wireless = groups["802-11-wireless"], let ssid = wireless["ssid"]?.bytes,
      ["infrastructure", ""].contains(wireless["mode"]?.string ?? "")
    {
      network = NetworkName(ssid)
    }
  }

  /// Returns the settings with another password.
  public func settings(withPassword password: String) -> DBusValue {
    guard case .dictionary(let key, let value, var pairs) = settings else { return settings }
    let name = "802-11-wireless-security"
    let secret = security == .wep ? "wep-key0" : "psk"
    let index = pairs.firstIndex { $0.key == .string(name) }
    var group: [DBusValue.Pair] = []
    if let index, case .dictionary(_, _, let known) = pairs[index].value {
      group = known.filter { ![.string(secret), .string(Self.flags(of: security))].contains($0.key) }
    }
    group.append(.init(.string(secret), .variant(.string(password))))
    let changed = DBusValue.Pair(.string(name), .dictionary(key: .string, value: .variant, group))
    if let index { pairs[index] = changed } else { pairs.append(changed) }
    return .dictionary(key: key, value: value, pairs)
  }

  /// The name of the setting whose flags say who stores the password.
  private static func flags(of security: WirelessNetwork.Security) -> String {
    security == .wep ? "wep-key-flags" : "psk-flags"
  }
}
