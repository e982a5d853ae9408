/// The choices of a network menu: wired devices, Wi-Fi networks in range, and VPNs.
public struct NetworkChoices: Equatable, Sendable {
  /// Whether networking is enabled in NetworkManager.
  public var isNetworkingOn = true
  /// Whether Wi-Fi is enabled; nil if the machine has no Wi-Fi device.
  public var isWirelessOn: Bool?
  /// Whether a hardware switch of the machine blocks Wi-Fi.
  public var isWirelessBlocked = false
  public var wired: [WiredDevice] = []
  public var networks: [WirelessNetwork] = []
  public var privateNetworks: [PrivateNetwork] = []
  /// The Wi-Fi device that joins hidden networks, and the key management of these; nil if there is no device or Wi-Fi
  /// is off.
  private var hiding: Hiding?

  private struct Hiding: Equatable, Sendable {
    var device, keyManagement: String
  }
  /// The last attempt to join a network, until it has succeeded; nil if there is none.
  public var attempt: NetworkAttempt?

  /// Reads NetworkManager's objects; nil if its main object is missing.
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

  /// Returns the hidden network with this name, or the network in range that has the name; nil if the name is empty or
  /// Wi-Fi is off.
  public func hidden(_ name: NetworkName, isOpen: Bool) -> WirelessNetwork? {
    guard let hiding, !name.isHidden else { return nil }
    let known = networks.first {
      $0.name == name && (isOpen ? $0.security == .open : $0.security.isPassword)
    }
    return known
      ?? WirelessNetwork(
        hidden: name, isOpen: isOpen, keyManagement: hiding.keyManagement, device: hiding.device)
  }

  /// Limit of the number of VPNs, more than anybody chooses among.
  private static let mostPrivateNetworks = 50
}

/// A saved VPN connection.
public struct PrivateNetwork: Equatable, Sendable, Identifiable {
  /// The object path of the saved connection.
  public var id: String
  public var name: String
  /// The object path of the active connection, which is connecting or connected; nil if there is none.
  public var active: String?
  public var isConnected: Bool
}

/// An attempt to join a Wi-Fi network.
public struct NetworkAttempt: Equatable, Sendable {
  /// Reason why a network was not joined.
  public enum Failure: Equatable, Sendable {
    case wrongPassword
    /// The network is no longer in range.
    case notFound
    /// The network assigned no address.
    case noAddress
    /// A password is required that is neither saved nor given.
    case noPassword
    /// The attempt has timed out.
    case noAnswer
    /// NetworkManager has refused, with this message.
    case refused(String)
    case other
  }

  /// The identifier of the network.
  public var network: String
  /// The reason of the failure; nil while the network is being joined.
  public var failure: Failure?

  public init(_ network: String, failure: Failure? = nil) {
    (self.network, self.failure) = (network, failure)
  }
}

extension NetworkAttempt.Failure {
  /// Converts a value of `NMDeviceStateReason`. `isPassword` is whether the network requires a password,
  /// `lacksPassword` whether nobody has given it.
  public init(reason: Int, isPassword: Bool, lacksPassword: Bool = false) {
    switch reason {
    case 7 where lacksPassword: self = .noPassword
    // With a wrong key the supplicant disconnects (8) or times out (11).
    case 7, 8, 11: self = isPassword ? .wrongPassword : .other
    case 53: self = .notFound
    case 5, 15, 16, 17: self = .noAddress
    default: self = .other
    }
  }

  /// Converts a value of `NMActiveConnectionStateReason`; nil if the user has ended or deleted the connection.
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
