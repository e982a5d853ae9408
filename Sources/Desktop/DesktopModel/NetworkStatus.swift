/// Whether the interface of a name is meant.
public typealias InterfaceFilter = (_ interface: String) -> Bool

/// The network connection that the machine uses.
public struct NetworkStatus: Equatable, Sendable {
  /// How far the connection reaches.
  public enum State: String, CaseIterable, Sendable {
    /// There is no connection.
    case disconnected
    /// A connection is being made.
    case connecting
    /// The local network can be reached, the internet cannot.
    case limited
    /// A page of the network's operator must be visited first.
    case portal
    /// The connection is there; whether it reaches the internet may be unknown.
    case connected
  }

  /// What carries the connection.
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
  /// The name that the kernel has for the interface; empty for none.
  public var interface = ""
  /// The addresses of the interface, the one that is used first; empty for none.
  public var address = "", address6 = ""
  /// The names of the private networks that are connected, in the order of the alphabet.
  public var vpns: [String] = []
  /// Whether there is Wi-Fi and it is turned off.
  public var isWirelessOff = false
  /// Whether a switch of the machine keeps it off.
  public var isWirelessBlocked = false
  /// Whether no network is to be used at all.
  public var isNetworkingOff = false

  /// Makes the status of a machine without a connection.
  public init() {}
}

extension NetworkStatus {
  /// Whether an address reaches no further than the cable or the cell.
  static func isLinkLocal(_ address: String) -> Bool {
    address.hasPrefix("fe80:") || address.hasPrefix("169.254.")
  }
}
