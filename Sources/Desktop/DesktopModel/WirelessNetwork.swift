public import DBusValues

/// A Wi-Fi network in reach: the access points with the same name and the same kind of security.
public struct WirelessNetwork: Equatable, Sendable, Identifiable {
  /// How a network is protected.
  public enum Security: String, Sendable {
    /// Everybody may join; what is sent may be encrypted nevertheless.
    case open
    case wep
    /// One password for all.
    case personal
    /// A user's name and more than a password.
    case enterprise

    /// Whether a password is all that is needed to join.
    public var isPassword: Bool { self == .wep || self == .personal }
  }

  public var name: NetworkName
  public var security: Security
  /// The key management that a new connection is told; nil: none.
  public var keyManagement: String?
  /// The strength of the strongest access point in percent.
  public var strength: Int
  /// The path of that access point, `/` for none, and that of the device that hears it.
  public var accessPoint: String, device: String
  /// The path of the saved connection to join it; nil: it is not known.
  public var saved: String?
  /// The path of the connection that uses it or is being made; nil: there is none.
  public var active: String?
  public var isConnected = false
  /// Whether it does not tell its name, so that no access point of it is known.
  public var isHidden = false

  /// Whether an access point of it is heard.
  public var isInReach: Bool { accessPoint != "/" }

  public var id: String { "\(name.hexadecimal) \(security.rawValue)" }

  /// How many of four arcs stand for the strength, by which networks are ordered: percents change all the time.
  public var level: Int { min(4, (strength + 19) / 20) }

  /// More networks than anybody chooses among.
  static let mostNetworks = 50

  /// The network once no access point of it is heard any more.
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

  /// The networks that NetworkManager's objects tell of: those that are used first, then those that are known, then the
  /// strongest.
  public static func inReach(_ tree: ObjectTree, saved: [SavedConnection]) -> [WirelessNetwork] {
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

  /// Nil: the access point tells no name.
  private init?(_ path: String, of device: String, _ properties: [String: DBusValue]) {
    name = NetworkName(properties["Ssid"]?.bytes ?? [])
    guard !name.isHidden else { return nil }
    (accessPoint, self.device) = (path, device)
    strength = min(max(properties["Strength"]?.integer ?? 0, 0), 100)
    func flags(_ name: String) -> UInt32 { properties[name]?.uint32 ?? 0 }
    (security, keyManagement) = Self.security(
      isPrivate: flags("Flags") & 1 != 0, flags("WpaFlags") | flags("RsnFlags"))
  }

  /// A network that does not tell its name, as people name it. `keyManagement` is that of networks with a password.
  init(hidden name: NetworkName, isOpen: Bool, keyManagement: String, device: String) {
    (self.name, self.device, accessPoint, strength) = (name, device, "/", 0)
    (security, self.keyManagement) = isOpen ? (.open, nil) : (.personal, keyManagement)
    isHidden = true
  }

  /// The key management of the networks that tell no name, as their access points tell it; where they differ, the one that most
  /// machines know.
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

  /// The security by the flags of `NM80211ApSecurityFlags`.
  private static func security(isPrivate: Bool, _ flags: UInt32) -> (Security, String?) {
    // A key of its own for everybody, where old machines need none.
    if flags & 0x100 != 0 { return (.personal, "wpa-psk") }
    if flags & 0x400 != 0 { return (.personal, "sae") }
    if flags & 0x2200 != 0 { return (.enterprise, nil) }
    if flags & 0x800 != 0 { return (.open, "owe") }
    return isPrivate ? (.wep, "none") : (.open, nil)
  }

  /// The network with the connections that use it or could; `fitting` are the saved ones that are for it.
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

  /// The settings of a new connection, without what NetworkManager adds by itself.
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

  /// The settings that NetworkManager takes from an access point where one is known.
  private var namingSettings: [DBusValue.Pair] {
    let wireless: KeyValuePairs<String, DBusValue> =
      isHidden ? ["ssid": .bytes(name.bytes), "hidden": .boolean(true)] : ["ssid": .bytes(name.bytes)]
    return [
      .init(
        .string("connection"), .options(["id": .string(name.text), "type": .string("802-11-wireless")])),
      .init(.string("802-11-wireless"), .options(wireless)),
    ]
  }

  /// Whether a password can be right: 8 to 63 characters or 64 hexadecimal digits, and for WEP 5 or 13 of them or 10 or 26.
  public func accepts(password: String) -> Bool {
    let count = password.utf8.count
    let isHexadecimal = password.allSatisfy { $0.isASCII && $0.isHexDigit }
    switch security {
    case .open, .enterprise: return false
    case .wep: return [5, 13].contains(count) || [10, 26].contains(count) && isHexadecimal
    case .personal:
      // SAE, other than WPA2, has no limits.
      return keyManagement == "sae"
        ? count > 0 : (8...63).contains(count) || count == 64 && isHexadecimal
    }
  }
}

extension WirelessNetwork.Security {
  /// The security of a saved connection.
  init(settings: [String: DBusValue]?) {
    switch settings?["key-mgmt"]?.string {
    case nil, "owe": self = .open
    case "none": self = .wep
    case "wpa-psk", "sae": self = .personal
    default: self = .enterprise
    }
  }
}
