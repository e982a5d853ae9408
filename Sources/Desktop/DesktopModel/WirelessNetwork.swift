/// A Wi-Fi network: the access points with the same name and the same kind of security.
public struct WirelessNetwork: Equatable, Sendable, Identifiable {
  /// Protection of a network.
  public enum Security: String, Sendable {
    /// No password is needed; the traffic may be encrypted nevertheless.
    case open
    case wep
    /// All users share one password.
    case personal
    /// Each user has a name and further credentials.
    case enterprise

    /// Whether a password is all that is needed to join.
    public var isPassword: Bool { self == .wep || self == .personal }
  }

  public var name: NetworkName
  public var security: Security
  /// The setting `key-mgmt` of a new connection; nil if there is none.
  var keyManagement: String?
  /// The strength of the strongest access point in percent.
  public var strength: Int
  /// The object path of the strongest access point, `/` if there is none, and that of the device that receives it.
  public var accessPoint: String, device: String
  /// The object path of the saved connection that joins the network; nil if there is none.
  public var saved: String?
  /// The object path of the active connection, which is connecting or connected; nil if there is none.
  public var active: String?
  public var isConnected = false
  /// Whether the network hides its name, so that none of its access points is known.
  public var isHidden = false

  /// Whether an access point of the network is in range.
  public var isInReach: Bool { accessPoint != "/" }

  public var id: String { "\(name.hexadecimal) \(security.rawValue)" }

  /// The number of filled arcs, 0 … 4, that stand for the strength. It determines the order, since the percentage
  /// changes all the time.
  public var level: Int { min(4, (strength + 19) / 20) }

  /// Limit of the number of networks, more than anybody chooses among.
  static let mostNetworks = 50

  /// The network as it is once none of its access points is in range.
  var outOfReach: WirelessNetwork {
    var network = self
    (network.accessPoint, network.strength) = ("/", 0)
    (network.active, network.isConnected) = (nil, false)
    return network
  }

  /// The properties that all access points of one network share.
  private struct Identity: Hashable {
    var name: NetworkName
    var security: Security
  }

  private var identity: Identity { Identity(name: name, security: security) }

  /// Returns the networks of NetworkManager's objects: active ones first, then saved ones, then by strength.
  static func inReach(_ tree: ObjectTree, saved: [SavedConnection]) -> [WirelessNetwork] {
    var found: [Identity: WirelessNetwork] = [:]
    for device in tree.paths(with: NetworkManagerNames.wireless) {
      let points = tree[device, NetworkManagerNames.wireless]?["AccessPoints"]?.elements ?? []
      for path in points.compactMap(\.objectPath) {
        guard let properties = tree[path, NetworkManagerNames.accessPoint],
          let network = WirelessNetwork(path, of: device, properties)
        else { continue }
        if let known = found[network.identity], known.strength >= network.strength { continue }
        found[network.identity] = network
      }
    }
    let connections = NetworkManagerConnection.all(
      in: tree, manager: tree[NetworkManagerNames.manager, NetworkManagerNames.service] ?? [:])
    let fitting = Dictionary(grouping: saved.filter { $0.network != nil }) { connection in
      Identity(name: connection.network ?? NetworkName([]), security: connection.security)
    }
    let all = found.map { $1.joined(by: connections, saved: fitting[$0] ?? [], in: tree) }
    return Array(all.sorted { $0.isBefore($1) }.prefix(mostNetworks))
  }

  private func isBefore(_ other: WirelessNetwork) -> Bool {
    let (rank, otherRank) = (rank, other.rank)
    if rank != otherRank { return rank < otherRank }
    if name != other.name { return name.bytes.lexicographicallyPrecedes(other.name.bytes) }
    return security.rawValue < other.security.rawValue
  }

  private var rank: (Int, Int) { (active != nil ? 0 : saved != nil ? 1 : 2, -level) }

  /// Reads an access point; nil if it hides its name.
  private init?(_ path: String, of device: String, _ properties: [String: DBusValue]) {
    name = NetworkName(properties["Ssid"]?.bytes ?? [])
    guard !name.isHidden else { return nil }
    (accessPoint, self.device) = (path, device)
    strength = min(max(properties["Strength"]?.integer ?? 0, 0), 100)
    func flags(_ name: String) -> UInt32 { properties[name]?.uint32 ?? 0 }
    (security, keyManagement) = Self.security(
      isPrivate: flags("Flags") & 1 != 0, flags("WpaFlags") | flags("RsnFlags"))
  }

  /// Creates a hidden network by the name that the user has typed. `keyManagement` applies if it has a password.
  init(hidden name: NetworkName, isOpen: Bool, keyManagement: String, device: String) {
    (self.name, self.device, accessPoint, strength) = (name, device, "/", 0)
    (security, self.keyManagement) = isOpen ? (.open, nil) : (.personal, keyManagement)
    isHidden = true
  }

  /// Returns the key management for hidden networks: `sae` if the access points without a name offer it and not
  /// `wpa-psk`, which most machines support, and `wpa-psk` otherwise.
  static func hiddenKeyManagement(in tree: ObjectTree) -> String {
    let hidden = tree.paths(with: NetworkManagerNames.accessPoint).compactMap { path -> UInt32? in
      guard let properties = tree[path, NetworkManagerNames.accessPoint],
        NetworkName(properties["Ssid"]?.bytes ?? []).isHidden
      else { return nil }
      return (properties["WpaFlags"]?.uint32 ?? 0) | (properties["RsnFlags"]?.uint32 ?? 0)
    }
    let takesSAE = hidden.contains { security(isPrivate: true, $0) == (.personal, "sae") }
    let takesPSK = hidden.contains { security(isPrivate: true, $0) == (.personal, "wpa-psk") }
    return takesSAE && !takesPSK ? "sae" : "wpa-psk"
  }

  /// The security and the key management for the flags of `NM80211ApSecurityFlags`.
  private static func security(isPrivate: Bool, _ flags: UInt32) -> (Security, String?) {
    // PSK comes before SAE: an access point in transition mode offers both, and more machines support PSK.
    if flags & 0x100 != 0 { return (.personal, "wpa-psk") }
    if flags & 0x400 != 0 { return (.personal, "sae") }
    if flags & 0x2200 != 0 { return (.enterprise, nil) }
    if flags & 0x800 != 0 { return (.open, "owe") }
    return isPrivate ? (.wep, "none") : (.open, nil)
  }

  /// Returns the network with the connection that uses it and the saved one; `fitting` are the saved connections for
  /// the network.
  private func joined(
    by connections: [NetworkManagerConnection], saved fitting: [SavedConnection], in tree: ObjectTree
  ) -> WirelessNetwork {
    var network = self
    network.saved = fitting.max { ($0.lastUse, $1.path) < ($1.lastUse, $0.path) }?.path
    let active = connections.first { connection in
      guard connection.kind == .wifi, connection.state.rawValue <= 2 else { return false }
      if fitting.contains(where: { $0.path == connection.saved }) { return true }
      let point = connection.accessPoint(in: tree).flatMap { tree[$0, NetworkManagerNames.accessPoint] }
      return point.flatMap { WirelessNetwork("", of: "", $0) }?.identity == identity
    }
    network.active = active?.path
    network.isConnected = active?.state == .activated
    if let active, !active.saved.isEmpty { network.saved = active.saved }
    return network
  }

  /// Whether a saved connection is for this network.
  public func fits(_ connection: SavedConnection) -> Bool {
    connection.network == name && connection.security == security
  }

  /// Returns the settings of a new connection, without those that NetworkManager adds by itself.
  public func settings(password: String?) -> DBusValue {
    var groups: [DBusValue.Pair] = isInReach ? [] : namingSettings
    if let keyManagement {
      var options: [DBusValue.Pair] = [.init(.string("key-mgmt"), .variant(.string(keyManagement)))]
      if let password {
        let secret = security == .wep ? "wep-key0" : "psk"
        options.append(.init(.string(secret), .variant(.string(password))))
      }
      groups.append(
        .init(.string("802-11-wireless-security"), .dictionary(key: .string, value: .variant, options)))
    }
    return .dictionary(key: .string, value: .dictionary(key: .string, value: .variant), groups)
  }

  /// The settings that NetworkManager takes from an access point if one is known.
  private var namingSettings: [DBusValue.Pair] {
    let wireless: KeyValuePairs<String, DBusValue> =
      isHidden ? ["ssid": .bytes(name.bytes), "hidden": .boolean(true)] : ["ssid": .bytes(name.bytes)]
    return [
      .init(
        .string("connection"), .options(["id": .string(name.text), "type": .string("802-11-wireless")])),
      .init(.string("802-11-wireless"), .options(wireless)),
    ]
  }

  /// Whether a password has a valid form: 8 to 63 bytes or 64 hexadecimal digits, or for WEP 5 or 13 bytes or 10 or 26
  /// hexadecimal digits.
  public func accepts(password: String) -> Bool {
    let count = password.utf8.count
    let isHexadecimal = password.allSatisfy { $0.isASCII && $0.isHexDigit }
    switch security {
    case .open, .enterprise: return false
    case .wep: return [5, 13].contains(count) || [10, 26].contains(count) && isHexadecimal
    case .personal:
      // SAE, unlike WPA2, does not limit the length of passwords.
      return keyManagement == "sae"
        ? count > 0 : (8...63).contains(count) || count == 64 && isHexadecimal
    }
  }
}

extension WirelessNetwork.Security {
  /// Reads the security settings of a saved connection.
  init(settings: [String: DBusValue]?) {
    switch settings?["key-mgmt"]?.string {
    case nil, "owe": self = .open
    case "none": self = .wep
    case "wpa-psk", "sae": self = .personal
    default: self = .enterprise
    }
  }
}
