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
  /// Whether an address is link-local, of IPv4 or IPv6.
  static func isLinkLocal(_ address: String) -> Bool {
    address.hasPrefix("fe80:") || address.hasPrefix("169.254.")
  }
}
