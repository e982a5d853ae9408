/// A filter that accepts network interfaces by name.
public typealias InterfaceFilter = (_ interface: String) -> Bool

/// The network connection that the machine uses.
public struct NetworkStatus: Equatable, Sendable {
  /// Reach of a connection.
  public enum State: String, CaseIterable, Sendable {
    /// There is no connection.
    case disconnected
    /// A connection is being established.
    case connecting
    /// The local network can be reached, the internet cannot.
    case limited
    /// A captive portal, a web page of the network's operator, must be visited first.
    case portal
    /// The connection is established; whether it reaches the internet may be unknown.
    case connected
  }

  /// Medium of a connection.
  public enum Kind: String, CaseIterable, Sendable {
    case none, wifi, ethernet, mobile, vpn, other
  }

  public var state = State.disconnected
  public var kind = Kind.none
  /// The name of the Wi-Fi network, or that of the connection; empty for none.
  public var name = ""
  /// The strength of the Wi-Fi signal in percent; nil: it is not known, or there is none.
  public var strength: Int?
  /// The frequency of the Wi-Fi channel in megahertz; nil: it is not known, or there is none.
  public var frequency: Int?
  /// The kernel's name of the interface; empty if there is none.
  public var interface = ""
  /// The IPv4 and the IPv6 address of the interface, those used for connections if it has several; empty if there is none.
  public var address = "", address6 = ""
  /// The length of the network part of `address`, or of `address6` if there is no other, in bits; nil if it is unknown.
  public var prefix: Int?
  /// The IPv4 address of the router, or its IPv6 address if there is no other; empty if there is none.
  public var gateway = ""
  /// Whether the interface has a carrier, and no address but link-local ones.
  public var isLinked = false
  /// Whether there is no connection because the interfaces are turned off.
  public var isDisabled = false
  /// The names of the connected VPNs, sorted.
  public var vpns: [String] = []
  /// Whether the machine has Wi-Fi that NetworkManager turns on and off.
  public var hasWireless = false
  /// Whether the machine has Wi-Fi that is turned off.
  public var isWirelessOff = false
  /// Whether a hardware switch of the machine blocks Wi-Fi.
  public var isWirelessBlocked = false
  /// Whether networking is disabled as a whole.
  public var isNetworkingOff = false

  /// Creates the status of a machine without a connection.
  public init() {}
}

extension NetworkStatus {
  /// The netmask of the IPv4 address; nil if there is none.
  public var netmask: String? {
    guard !address.isEmpty, let prefix, (0...32).contains(prefix) else { return nil }
    let mask = UInt32(truncatingIfNeeded: UInt64(0xFFFF_FFFF) << UInt64(32 - prefix))
    return stride(from: 24, through: 0, by: -8).map { "\(mask >> UInt32($0) & 0xFF)" }.joined(separator: ".")
  }

  /// Whether an address is link-local, of IPv4 or IPv6.
  static func isLinkLocal(_ address: String) -> Bool {
    address.hasPrefix("fe80:") || address.hasPrefix("169.254.")
  }
}
