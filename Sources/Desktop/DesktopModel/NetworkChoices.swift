import DBusValues

/// What can be chosen where networks are managed: cables, Wi-Fi networks in reach, and private networks.
public struct NetworkChoices: Equatable, Sendable {
  /// Whether networks are used at all.
  public var isNetworkingOn = true
  /// Whether Wi-Fi is turned on; nil: there is none.
  public var isWirelessOn: Bool?
  /// Whether a switch of the machine keeps Wi-Fi off.
  public var isWirelessBlocked = false
  public var wired: [WiredDevice] = []
  public var networks: [WirelessNetwork] = []
  public var privateNetworks: [PrivateNetwork] = []
  /// The path of the device that joins networks that tell no name, and the key management of those; nil: there is none.
  private var hiding: Hiding?

  private struct Hiding: Equatable, Sendable {
    var device, keyManagement: String
  }
  /// The last attempt to join a network that has not succeeded; nil: there is none.
  public var attempt: NetworkAttempt?

  /// Reads NetworkManager's objects; nil: its main object is not among them.
  public init?(networkManager tree: ObjectTree, saved: [SavedConnection]) {
    guard let manager = tree[NetworkManagerNames.manager, NetworkManagerNames.service] else { return nil }
    if !tree.paths(with: NetworkManagerNames.wireless).isEmpty {
      isWirelessBlocked = manager["WirelessHardwareEnabled"]?.boolean == false
      isWirelessOn = !isWirelessBlocked && manager["WirelessEnabled"]?.boolean ?? true
    }
    isNetworkingOn = manager["NetworkingEnabled"]?.boolean ?? true
    networks = isWirelessOn == true ? WirelessNetwork.inReach(tree, saved: saved) : []
    if let device = tree.paths(with: NetworkManagerNames.wireless).first, isWirelessOn == true {
      hiding = Hiding(device: device, keyManagement: WirelessNetwork.hiddenKeyManagement(in: tree))
    }
    let active = NetworkManagerConnection.all(in: tree, manager: manager).filter { $0.state.rawValue <= 2 }
    wired = WiredDevice.all(in: tree, active)
    privateNetworks = saved.filter { $0.kind == .vpn }.sorted { ($0.id, $0.path) < ($1.id, $1.path) }
      .prefix(Self.mostPrivateNetworks).map { saved in
        let used = active.first { $0.saved == saved.path }
        return PrivateNetwork(
          id: saved.path, name: saved.id, active: used?.path, isConnected: used?.state == .activated)
      }
  }

  /// A network that does not tell its name, by that name; nil: it is no name, or Wi-Fi is off. One that is in reach by that name
  /// is told as it is.
  public func hidden(_ name: NetworkName, isOpen: Bool) -> WirelessNetwork? {
    guard let hiding, !name.isHidden else { return nil }
    let known = networks.first {
      $0.name == name && (isOpen ? $0.security == .open : $0.security.isPassword)
    }
    return known
      ?? WirelessNetwork(
        hidden: name, isOpen: isOpen, keyManagement: hiding.keyManagement, device: hiding.device)
  }

  /// More private networks than anybody chooses among.
  private static let mostPrivateNetworks = 50
}

/// A saved connection to a private network.
public struct PrivateNetwork: Equatable, Sendable, Identifiable {
  /// The path of the saved connection.
  public var id: String
  public var name: String
  /// The path of the connection that is there or being made; nil: there is none.
  public var active: String?
  public var isConnected: Bool
}

/// An attempt to join a Wi-Fi network.
public struct NetworkAttempt: Equatable, Sendable {
  /// Why a network was not joined.
  public enum Failure: Equatable, Sendable {
    case wrongPassword
    /// The network is not heard any more.
    case notFound
    /// The network gave no address.
    case noAddress
    /// A password is needed that is not saved.
    case noPassword
    /// Nothing came of it for a long time.
    case noAnswer
    /// The service refused, with these words.
    case refused(String)
    case other
  }

  /// The identifier of the network.
  public var network: String
  /// Nil: it is being joined.
  public var failure: Failure?

  public init(_ network: String, failure: Failure? = nil) {
    (self.network, self.failure) = (network, failure)
  }
}

extension NetworkAttempt.Failure {
  /// The failure for a reason by the numbers of `NMDeviceStateReason`. `isPassword`: the network is joined by a password;
  /// `lacksPassword`: nobody has given it.
  public init(reason: Int, isPassword: Bool, lacksPassword: Bool = false) {
    switch reason {
    case 7 where lacksPassword: self = .noPassword
    // The supplicant goes, or does not come to an end, where keys do not fit.
    case 7, 8, 11: self = isPassword ? .wrongPassword : .other
    case 53: self = .notFound
    case 5, 15, 16, 17: self = .noAddress
    default: self = .other
    }
  }

  /// The failure for a reason by the numbers of `NMActiveConnectionStateReason`; nil: somebody has ended the connection.
  public init?(activeReason reason: Int) {
    switch reason {
    case 2, 11: return nil
    case 5: self = .noAddress
    case 6: self = .noAnswer
    case 9: self = .noPassword
    case 10: self = .wrongPassword
    default: self = .other
    }
  }
}
