/// The network interfaces of the machine, with their addresses and default routes, from rtnetlink.
public struct LinkTable: Equatable, Sendable {
  private var links: [UInt32: Link] = [:]
  private var addresses: [Address] = []
  private var routes: [Route] = []

  /// The requests that fill the table, to be sent one after another: RTM_GETLINK, RTM_GETADDR and RTM_GETROUTE.
  public static let requests: [NetlinkMessage] = [18, 22, 26].map { type in
    NetlinkMessage(
      type: type, flags: NetlinkMessage.isRequest | NetlinkMessage.dump,
      payload: [UInt8](repeating: 0, count: type == 18 ? 16 : type == 22 ? 8 : 12))
  }
  /// The multicast groups that report changes: RTMGRP_LINK, and the groups of the addresses and routes of IPv4 and IPv6.
  public static let groups: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400

  /// Limits that no machine reaches, except for routers.
  private static let mostLinks = 1024
  private static let mostAddresses = 4096
  private static let mostRoutes = 256

  /// A network interface.
  struct Link: Equatable, Sendable {
    var name: String
    /// The kind of hardware, ARPHRD_* of linux/if_arp.h.
    var hardware: UInt16
    /// The kind of a virtual interface, such as `bridge`; empty for hardware.
    var kind: String
    /// Whether the interface is up and has a carrier: a cable, a network or a program at the other end.
    var isRunning: Bool
    /// Whether the interface is turned on, with or without a carrier.
    var isUp: Bool
  }

  private struct Address: Equatable, Sendable {
    var link: UInt32
    var isSix: Bool
    var bytes: ArraySlice<UInt8>
    /// The length of the address's network part, in bits.
    var prefix: Int
    /// Whether connections are made from the address: it has global scope and is not deprecated.
    var isPreferred: Bool

    var text: String { LinkTable.text(bytes) }
  }

  private struct Route: Equatable, Sendable {
    var isSix: Bool
    var link: UInt32
    var gateway: ArraySlice<UInt8>
    /// The metric of the route; the kernel uses the route with the least one.
    var metric: UInt32
  }

  /// Makes an empty table.
  public init() {}

  /// Applies a message; returns whether anything has changed. An invalid message changes nothing.
  public mutating func update(_ message: NetlinkMessage) -> Bool {
    let before = self
    switch message.type {
    case 16, 17: updateLink(message)
    case 20, 21: updateAddress(message)
    case 24, 25: updateRoute(message)
    default: return false
    }
    return self != before
  }

  private mutating func updateLink(_ message: NetlinkMessage) {
    let payload = message.payload
    // Link messages with an address family come from bridges and describe ports.
    guard payload.count >= 16, payload.first == 0 else { return }
    let index: UInt32 = payload.number(at: 4)
    guard message.type == 16 else { return forget(index) }
    let flags: UInt32 = payload.number(at: 8)
    let attributes = NetlinkAttributes(payload.dropFirst(16))
    guard flags & 8 == 0, let name = attributes.text(3), !name.isEmpty else { return }
    guard links[index] != nil || links.count < Self.mostLinks else { return }
    links[index] = Link(
      name: NetworkName.visible(name), hardware: payload.number(at: 2),
      kind: attributes.nested(18)?.text(1) ?? "",
      isRunning: flags & 1 != 0 && flags & 0x10000 != 0, isUp: flags & 1 != 0)
    // The kernel removes the routes of an interface that is turned off without reporting it.
    if flags & 1 == 0 { routes.removeAll { $0.link == index } }
  }

  private mutating func forget(_ index: UInt32) {
    links[index] = nil
    addresses.removeAll { $0.link == index }
    routes.removeAll { $0.link == index }
  }

  private mutating func updateAddress(_ message: NetlinkMessage) {
    let payload = message.payload
    guard payload.count >= 8, let isSix = Self.isSix(payload) else { return }
    let attributes = NetlinkAttributes(payload.dropFirst(8))
    // A point-to-point interface has the machine's address in IFA_LOCAL (2) and the peer's in IFA_ADDRESS (1).
    guard let bytes = attributes[2] ?? attributes[1], bytes.count == (isSix ? 16 : 4) else { return }
    let link: UInt32 = payload.number(at: 4)
    let flags = attributes.number32(8) ?? UInt32(payload[payload.startIndex + 2])
    let prefix = Int(payload[payload.startIndex + 1])
    addresses.removeAll { $0.link == link && $0.bytes == bytes && $0.prefix == prefix }
    // The kernel removes the IPv4 routes of an interface with its last IPv4 address, without reporting it.
    if message.type == 21, !isSix, !addresses.contains(where: { $0.link == link && !$0.isSix }) {
      routes.removeAll { $0.link == link && !$0.isSix }
    }
    guard message.type == 20, addresses.count < Self.mostAddresses, flags & 0x48 == 0 else { return }
    let isGlobal = payload[payload.startIndex + 3] == 0
    addresses.append(
      Address(
        link: link, isSix: isSix, bytes: ArraySlice(Array(bytes)),
        prefix: prefix, isPreferred: isGlobal && flags & 0x20 == 0))
  }

  private mutating func updateRoute(_ message: NetlinkMessage) {
    let payload = message.payload
    guard payload.count >= 12, let isSix = Self.isSix(payload) else { return }
    let attributes = NetlinkAttributes(payload.dropFirst(12))
    func byte(_ offset: Int) -> UInt8 { payload[payload.startIndex + offset] }
    // Only unicast default routes in the main table count.
    guard byte(1) == 0, byte(7) == 1, attributes.number32(15) ?? UInt32(byte(4)) == 254,
      let (link, gateway) = Self.hop(attributes)
    else { return }
    let route = Route(isSix: isSix, link: link, gateway: gateway, metric: attributes.number32(6) ?? 0)
    routes.removeAll { $0 == route }
    guard message.type == 24 else { return }
    if message.flags & NetlinkMessage.replaces != 0 {
      routes.removeAll { $0.isSix == isSix && $0.metric == route.metric }
    }
    if routes.count < Self.mostRoutes { routes.append(route) }
  }

  /// The interface and the gateway of a route's next hop, or of the first of several.
  private static func hop(_ attributes: NetlinkAttributes) -> (link: UInt32, gateway: ArraySlice<UInt8>)? {
    if let link = attributes.number32(4) { return (link, ArraySlice(Array(attributes[5] ?? []))) }
    guard let hops = attributes[9], hops.count >= 8 else { return nil }
    let length = Int(hops.number(at: 0) as UInt16)
    guard length >= 8, length <= hops.count else { return nil }
    let gateway = NetlinkAttributes(hops.prefix(length).dropFirst(8))[5] ?? []
    return (hops.number(at: 4), ArraySlice(Array(gateway)))
  }

  /// Whether the address family is IPv6; nil if it is neither IPv4 nor IPv6.
  private static func isSix(_ payload: ArraySlice<UInt8>) -> Bool? {
    switch payload.first {
    case 2: false
    case 10: true
    default: nil
    }
  }
}

// MARK: - Status

extension LinkTable {
  /// The status of the machine; `wireless` are the connections that nl80211 reports, by the index of the interface.
  public func status(wireless: [UInt32: WirelessLink] = [:]) -> NetworkStatus {
    var status = status(of: carrier, wireless)
    status.isDisabled = status.state == .disconnected && areOff(links.values.filter(\.kind.isEmpty))
    return status
  }

  /// The status of the interfaces that the filter accepts; nil if the machine has none.
  public func status(of isMeant: InterfaceFilter, wireless: [UInt32: WirelessLink] = [:]) -> NetworkStatus? {
    let meant = Set(links.filter { isMeant($0.value.name) }.keys)
    guard !meant.isEmpty else { return nil }
    var status = status(of: carrier(of: meant), wireless)
    status.isDisabled = status.state == .disconnected && areOff(meant.compactMap { links[$0] })
    return status
  }

  /// Whether there are such interfaces, and all of them are turned off.
  private func areOff(_ links: [Link]) -> Bool { !links.isEmpty && links.allSatisfy { !$0.isUp } }

  private func status(of carrier: (UInt32, NetworkStatus.State)?, _ wireless: [UInt32: WirelessLink])
    -> NetworkStatus
  {
    var status = NetworkStatus()
    status.vpns = links.filter { $0.value.isPrivate && $0.value.isRunning && hasAddress($0.key) }.map(
      \.value.name
    )
    .sorted()
    guard let (index, state) = carrier, let link = links[index] else { return status }
    (status.state, status.interface, status.name) = (state, link.name, link.name)
    status.kind = wireless[index] != nil ? .wifi : link.networkKind
    if let connection = wireless[index] {
      if !connection.name.isHidden { status.name = connection.name.text }
      (status.strength, status.frequency) = (connection.strength, connection.frequency)
    }
    status.isLinked = !hasAddress(index)
    let (four, six) = (address(of: index, isSix: false), address(of: index, isSix: true))
    (status.address, status.address6) = (four.map(\.text) ?? "", six.map(\.text) ?? "")
    status.prefix = (four ?? six)?.prefix
    status.gateway = gateway(of: index)
    return status
  }

  /// The indices of the Ethernet interfaces of hardware that are running, which include wireless ones.
  public var running: [UInt32] {
    links.filter { $0.value.isRunning && $0.value.kind.isEmpty && $0.value.hardware == 1 }.keys.sorted()
  }

  /// The interface that the machine uses, and its state. A tunnel is chosen only if the interface that carries it is
  /// unknown.
  private var carrier: (UInt32, NetworkStatus.State)? {
    let usable = routes.filter { links[$0.link]?.isRunning == true }.sorted { rank($0) < rank($1) }
    if let best = usable.first(where: { links[$0.link]?.isTunnel == false }) {
      return (best.link, .connected)
    }
    // A tunnel that takes the default route for itself leaves none to the interface that carries it.
    let reached: NetworkStatus.State = usable.isEmpty ? .limited : .connected
    let waiting = running.map { ($0, hasAddress($0) ? reached : .connecting) }
    if let best = waiting.first(where: { $0.1 == reached }) ?? waiting.first { return best }
    return usable.first.map { ($0.link, .connected) }
  }

  /// The sort key of the order in which routes are used.
  private func rank(_ route: Route) -> (Int, UInt32, UInt32) {
    (route.isSix ? 1 : 0, route.metric, route.link)
  }

  /// The one of these interfaces that is used, and its state.
  private func carrier(of meant: Set<UInt32>) -> (UInt32, NetworkStatus.State)? {
    let usable = routes.filter { meant.contains($0.link) && links[$0.link]?.isRunning == true }
    if let best = usable.min(by: { rank($0) < rank($1) }) { return (best.link, .connected) }
    let waiting = meant.sorted().compactMap { index -> (UInt32, NetworkStatus.State)? in
      guard let link = links[index], link.isRunning else { return nil }
      // A VPN may lead to some addresses only, and have no default route.
      return (index, !hasAddress(index) ? .connecting : link.isPrivate ? .connected : .limited)
    }
    return waiting.first { $0.1 != .connecting } ?? waiting.first
  }

  private func hasAddress(_ link: UInt32) -> Bool {
    addresses.contains { $0.link == link && ($0.isPreferred || !$0.isSix) }
  }

  private func address(of link: UInt32, isSix: Bool) -> Address? {
    let own = addresses.filter { $0.link == link && $0.isSix == isSix }
    return own.first(where: \.isPreferred) ?? own.first
  }

  /// The address of the router that an interface leads to; empty if there is none.
  private func gateway(of link: UInt32) -> String {
    let own = routes.filter { $0.link == link && !$0.gateway.isEmpty }
    return own.min { rank($0) < rank($1) }.map { Self.text($0.gateway) } ?? ""
  }

  /// An address as text, for IPv6 by RFC 5952.
  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.count == 16 else { return bytes.map(String.init).joined(separator: ".") }
    let bytes = Array(bytes)
    let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    // RFC 5952 leaves out the first of the longest runs of two or more zero groups.
    var longest = 0..<0
    var start = 0
    while start < 8 {
      let end = groups[start...].firstIndex { $0 != 0 } ?? 8
      if end - start > max(longest.count, 1) { longest = start..<end }
      start = max(end, start) + 1
    }
    func text(_ range: Range<Int>) -> String {
      groups[range].map { String($0, radix: 16) }.joined(separator: ":")
    }
    return longest.isEmpty ? text(0..<8) : "\(text(0..<longest.lowerBound))::\(text(longest.upperBound..<8))"
  }
}

extension LinkTable.Link {
  /// Whether the interface is a VPN: a tunnel without Ethernet frames, which the tunnels of virtual machines carry.
  var isPrivate: Bool {
    ["wireguard", "xfrm", "vti", "vti6"].contains(kind) || kind == "tun" && hardware != 1
  }

  /// Whether another interface of the machine carries the packets; `ip-link(8)` lists the kinds of links.
  var isTunnel: Bool { isPrivate || Self.tunnels.contains(kind) }

  private static let tunnels: Set<String> = [
    "tun", "ipip", "sit", "gre", "gretap", "ip6tnl", "ip6gre", "ip6gretap", "geneve", "vxlan",
  ]

  var networkKind: NetworkStatus.Kind {
    if isPrivate { return .vpn }
    if name.hasPrefix("wwan") { return .mobile }
    return hardware == 1 ? .ethernet : .other
  }
}
