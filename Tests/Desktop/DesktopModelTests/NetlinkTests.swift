import TestSupport
import Testing

@testable import DesktopModel

/// Netlink messages about networks: whole, truncated, hostile and random.
struct NetlinkTests {
  private static let dumps = [
    NetlinkRecording.links, NetlinkRecording.addresses, NetlinkRecording.routes,
  ]

  /// The table that the recorded answers fill.
  private func recordedTable() throws -> LinkTable {
    var table = LinkTable()
    for dump in Self.dumps {
      for message in try NetlinkMessage.all(in: dump) { _ = table.update(message) }
    }
    return table
  }

  /// A message of rtnetlink that nobody asked for.
  private func message(_ type: UInt16, flags: UInt16 = 0, _ payload: [UInt8]) -> NetlinkMessage {
    NetlinkMessage(type: type, flags: flags, payload: payload)
  }

  private func link(
    _ index: UInt32, _ name: String, kind: String = "", hardware: UInt16 = 1, flags: UInt32 = 0x10001
  ) -> NetlinkMessage {
    var payload: [UInt8] = [0, 0]
    payload.append(number: hardware)
    payload.append(number: index)
    payload.append(number: flags)
    payload.append(number: UInt32(0))
    payload += NetlinkAttributes.bytes(3, Array(name.utf8) + [0])
    if !kind.isEmpty {
      payload += NetlinkAttributes.bytes(18, NetlinkAttributes.bytes(1, Array(kind.utf8) + [0]))
    }
    return message(16, payload)
  }

  private func address(
    _ index: UInt32, _ bytes: [UInt8], flags: UInt8 = 0, scope: UInt8 = 0, type: UInt16 = 20
  )
    -> NetlinkMessage
  {
    var payload: [UInt8] = [bytes.count == 4 ? 2 : 10, 24, flags, scope]
    payload.append(number: index)
    return message(type, payload + NetlinkAttributes.bytes(1, bytes))
  }

  private func route(
    _ index: UInt32, metric: UInt32 = 0, family: UInt8 = 2, table: UInt8 = 254, flags: UInt16 = 0,
    type: UInt16 = 24, gateway: [UInt8] = []
  ) -> NetlinkMessage {
    var link: [UInt8] = []
    link.append(number: index)
    var rank: [UInt8] = []
    rank.append(number: metric)
    return message(
      type, flags: flags,
      [family, 0, 0, 0, table, 3, 0, 1, 0, 0, 0, 0] + NetlinkAttributes.bytes(4, link)
        + NetlinkAttributes.bytes(6, rank) + (gateway.isEmpty ? [] : NetlinkAttributes.bytes(5, gateway)))
  }

  private func status(_ messages: [NetlinkMessage]) -> NetworkStatus {
    var table = LinkTable()
    for message in messages { _ = table.update(message) }
    return table.status()
  }

  // MARK: - Recordings

  @Test func `a recording of the kernel is read`() throws {
    var expected = NetworkStatus()
    (expected.state, expected.kind, expected.name) = (.connected, .ethernet, "eth0")
    (expected.interface, expected.address, expected.address6) = ("eth0", "192.168.1.5", "2001:db8::5")
    (expected.prefix, expected.gateway, expected.vpns) = (24, "192.168.1.1", ["tun0"])
    #expect(try recordedTable().status() == expected)
  }

  @Test func `recorded changes are followed, and what they do not change is told as such`() throws {
    var table = try recordedTable()
    var states = [table.status().state]
    for message in try NetlinkMessage.all(in: NetlinkRecording.events) {
      let before = table
      #expect(table.update(message) == (table != before))
      if table.status().state != states.last { states.append(table.status().state) }
      let after = table
      let isAgain = table.update(message)
      #expect(!isAgain && table == after, "a message that comes again changes nothing")
    }
    #expect(states == [.connected, .disconnected])
    #expect(table.status().vpns == ["tun0"])
  }

  @Test func `an answer is an error wherever it is cut off, and never less than it was`() throws {
    for dump in Self.dumps {
      let whole = try NetlinkMessage.all(in: dump)
      var isRead = 0
      for count in dump.indices {
        // Between two messages it is whole as far as it goes.
        guard let messages = try? NetlinkMessage.all(in: Array(dump[..<count])) else { continue }
        #expect(messages == Array(whole.prefix(messages.count)))
        isRead += 1
      }
      #expect(isRead == whole.count, "\(isRead) of \(whole.count)")
    }
  }

  @Test func `messages whose content is cut off anywhere leave a table that makes sense`() throws {
    let table = try recordedTable()
    for dump in Self.dumps + [NetlinkRecording.events] {
      for message in try NetlinkMessage.all(in: dump) {
        for count in 0..<message.payload.count {
          var (cut, changed) = (message, table)
          cut.payload = message.payload.prefix(count)
          _ = changed.update(cut)
          checkSense(changed)
          var link = WirelessLink(interface: cut)
          link?.take(station: cut)
          _ = WirelessLink.strength(station: cut)
          _ = cut.errorNumber
        }
      }
    }
  }

  @Test(arguments: DailySeeds.first(40) as [UInt64])
  func `random changes of recordings leave a table that makes sense`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var table = LinkTable()
    for dump in Self.dumps + [NetlinkRecording.events] {
      var bytes = dump
      for _ in 0..<Int.random(in: 1...200, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      for message in (try? NetlinkMessage.all(in: bytes)) ?? [] { _ = table.update(message) }
      // Contents alone, so that most messages are read.
      for var message in try NetlinkMessage.all(in: dump) {
        var payload = Array(message.payload)
        for _ in 0..<min(payload.count, 4) {
          payload[Int.random(in: payload.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        message.payload = payload[...]
        _ = table.update(message)
        checkSense(table)
      }
    }
  }

  private func checkSense(_ table: LinkTable) {
    let status = table.status()
    #expect((status.kind == .none) == (status.state == .disconnected))
    #expect(status.interface.isEmpty == (status.state == .disconnected))
    #expect(status.state != .disconnected || status.address.isEmpty && status.address6.isEmpty)
    #expect(status.name.unicodeScalars.allSatisfy { $0.value >= 0x20 })
  }

  // MARK: - Tables

  @Test func `the route of the least metric is used while its interface runs, and then the next`() {
    let all = [
      link(2, "eth0"), link(3, "wlan0"), address(2, [10, 0, 0, 2]), address(3, [10, 0, 0, 3]),
      route(3, metric: 600), route(2, metric: 100), route(3, metric: 50, family: 10),
    ]
    #expect(status(all).interface == "eth0" && status(all).address == "10.0.0.2")
    #expect(status(all + [link(2, "eth0", flags: 1)]).interface == "wlan0")
    #expect(status(all + [route(2, metric: 100, type: 25)]).interface == "wlan0")
    #expect(
      status(all + [message(17, [0, 0, 1, 0, 2, 0, 0, 0] + [UInt8](repeating: 0, count: 8))]).interface
        == "wlan0")
    // The kernel does not report the removal of a route that was replaced.
    #expect(status(all + [route(3, metric: 100, flags: 0x100)]).interface == "wlan0")
    // Other tables are for other packets.
    #expect(status(all + [route(3, metric: 1, table: 100)]).interface == "eth0")
  }

  @Test func `an interface loses its IPv4 routes with its last IPv4 address`() {
    let six = [0x20, 1] + [UInt8](repeating: 0, count: 13) + [7]
    let all = [
      link(2, "eth0"), link(3, "wlan0"), address(2, [10, 0, 0, 2]), address(2, [10, 0, 0, 9]),
      address(2, six), address(3, [10, 0, 1, 2]), route(2, metric: 100, gateway: [10, 0, 0, 1]),
      route(3, metric: 600, gateway: [10, 0, 1, 1]), route(2, metric: 100, family: 10),
    ]
    let less = all + [address(2, [10, 0, 0, 2], type: 21)]
    #expect(status(less).gateway == "10.0.0.1")
    #expect(status(less + [address(2, six, type: 21)]).gateway == "10.0.0.1")
    let none = less + [address(2, [10, 0, 0, 9], type: 21)]
    #expect(status(none).gateway == "10.0.1.1" && status(none).interface == "wlan0")
    // The routes of IPv6 stay.
    let down = link(3, "wlan0", flags: 0)
    #expect(status(none + [down]).interface == "eth0" && status(none + [down]).state == .connected)
    #expect(status(none + [address(2, [10, 0, 0, 3])]).gateway == "10.0.1.1")
  }

  @Test func `the gateway and the prefix are those of the interface that is used`() {
    let all = [
      link(2, "eth0"), link(3, "wlan0"), address(2, [10, 0, 0, 2]), address(3, [10, 0, 1, 2]),
      route(2, metric: 100, gateway: [10, 0, 0, 1]), route(3, metric: 50, gateway: [10, 0, 1, 1]),
      route(2, metric: 1, family: 10, gateway: [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1]),
    ]
    #expect(status(all).gateway == "10.0.1.1" && status(all).prefix == 24)
    #expect(status(all + [link(3, "wlan0", flags: 1)]).gateway == "10.0.0.1")
    let six = [
      link(2, "eth0"), address(2, [0x20, 1] + [UInt8](repeating: 0, count: 13) + [7]), all[6],
    ]
    #expect(status(six).gateway == "fe80::1" && status(six).prefix == 24 && status(six).netmask == nil)
    #expect(status([link(2, "eth0"), address(2, [10, 0, 0, 2])]).gateway == "")
  }

  @Test func `an interface without an address is linked, and those that are off are disabled`() {
    #expect(
      status([link(2, "eth0")]).isLinked && !status([link(2, "eth0"), address(2, [10, 0, 0, 2])]).isLinked)
    let off = [link(2, "eth0", flags: 0), link(3, "br0", kind: "bridge")]
    #expect(status(off).isDisabled)
    // An interface that is on and has no cable is not disabled.
    #expect(!status(off + [link(4, "eth1", flags: 1)]).isDisabled && !status([]).isDisabled)
    var table = LinkTable()
    for message in off { _ = table.update(message) }
    #expect(table.status { $0 == "eth0" }?.isDisabled == true)
    #expect(table.status { $0 == "br0" }?.isDisabled == false)
  }

  @Test func `the routes of an interface that was turned off are gone when it is on again`() {
    let off = [link(2, "eth0"), address(2, [10, 0, 0, 2]), route(2), link(2, "eth0", flags: 0)]
    #expect(status(off).state == .disconnected)
    #expect(status(off + [link(2, "eth0")]).state == .limited)
  }

  @Test(
    arguments: [
      ("", UInt16(1), NetworkStatus.State.limited, []), ("veth", 1, .disconnected, []),
      ("bridge", 1, .disconnected, []), ("wireguard", 65534, .disconnected, ["x0"]),
      ("tun", 65534, .disconnected, ["x0"]), ("tun", 1, .disconnected, []),
    ] as [(String, UInt16, NetworkStatus.State, [String])])
  func `without a default route only hardware is a connection, and tunnels are private networks`(
    kind: String, hardware: UInt16, state: NetworkStatus.State, vpns: [String]
  ) {
    let status = status([link(2, "x0", kind: kind, hardware: hardware), address(2, [10, 0, 0, 2])])
    #expect(status.state == state && status.vpns == vpns)
  }

  @Test func `of the interfaces that are meant, the one that is used is told`() {
    var table = LinkTable()
    for message in [
      link(2, "eth0"), link(3, "wlan0"), link(4, "wg0", kind: "wireguard", hardware: 65534),
      link(5, "docker0", kind: "bridge"), link(6, "eth1", flags: 0x1000),
      address(2, [10, 0, 0, 2]), address(3, [10, 0, 1, 2]), address(4, [10, 0, 2, 2]),
      address(5, [172, 17, 0, 1]), route(2, metric: 100), route(3, metric: 600),
    ] { _ = table.update(message) }
    func status(_ names: String...) -> NetworkStatus? { table.status { names.contains($0) } }
    #expect(table.status().interface == "eth0")
    #expect(status("wlan0")?.address == "10.0.1.2" && status("wlan0")?.state == .connected)
    #expect(status("wlan0", "eth0")?.interface == "eth0")
    #expect(status("wg0")?.kind == .vpn && status("wg0")?.state == .connected)
    #expect(status("docker0")?.state == .limited && status("docker0")?.name == "docker0")
    // Interfaces without a carrier are there, and disconnected.
    #expect(status("eth1")?.state == .disconnected && status("eth2") == nil)
    _ = table.update(link(6, "eth1"))
    #expect(status("eth1")?.state == .connecting)
    #expect(status("eth1", "docker0")?.interface == "docker0")
  }

  @Test func `a private network with the default route is told beside what carries it`() {
    let all = [
      link(2, "eth0"), link(3, "wg0", kind: "wireguard", hardware: 65534), address(2, [10, 0, 0, 2]),
      address(3, [10, 9, 0, 2]), route(3, metric: 1), route(2, metric: 100),
    ]
    #expect(status(all).interface == "eth0" && status(all).vpns == ["wg0"])
    let alone = Array(all.dropLast()) + [link(2, "eth0", flags: 1)]
    #expect(status(alone).kind == .vpn && status(alone).interface == "wg0")
  }

  @Test(arguments: [
    ("tun", UInt16(65534), ["t0"]), ("tun", 1, []), ("wireguard", 65534, ["t0"]), ("sit", 776, []),
    ("vti", 768, ["t0"]), ("vxlan", 1, []),
  ])
  func `a tunnel that takes the default route hides nothing that carries it`(
    kind: String, hardware: UInt16, vpns: [String]
  ) {
    let all = [
      link(2, "eth0"), link(3, "t0", kind: kind, hardware: hardware), address(2, [10, 0, 0, 2]),
      address(3, [10, 9, 0, 2]), route(3),
    ]
    for messages in [all, all + [route(2, metric: 100)]] {
      #expect(status(messages).interface == "eth0" && status(messages).state == .connected)
      #expect(status(messages).vpns == vpns)
    }
    #expect(status(Array(all.dropLast())).state == .limited)
    #expect(status(all + [link(2, "eth0", flags: 1)]).interface == "t0")
  }

  @Test func `hardware without an address is being connected, and the best address is shown`() {
    #expect(status([link(2, "eth0")]).state == .connecting)
    let all = [
      link(2, "eth0"), address(2, [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1], scope: 253),
    ]
    #expect(status(all).state == .connecting && status(all).address6 == "fe80::1")
    let better =
      all + [
        address(2, [0x20, 1] + [UInt8](repeating: 0, count: 13) + [7], flags: 0x20),
        address(2, [0x20, 1] + [UInt8](repeating: 0, count: 13) + [8]),
        address(2, [0x20, 1] + [UInt8](repeating: 0, count: 13) + [9], flags: 0x40),
      ]
    #expect(status(better).state == .limited && status(better).address6 == "2001::8")
  }

  @Test func `the loopback, ports of bridges and what has no name are no links`() {
    var port = link(2, "eth0")
    port.payload[port.payload.startIndex] = 7
    #expect(status([port, link(3, ""), link(4, "lo", flags: 0x10009)]) == NetworkStatus())
  }

  @Test(
    arguments: [
      ([192, 168, 1, 5], "192.168.1.5"), ([UInt8](repeating: 0, count: 16), "::"),
      ([UInt8](repeating: 0, count: 15) + [1], "::1"),
      ([0x20, 1, 0xD, 0xB8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1], "2001:db8:0:1::1"),
      ([0x20, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1], "2001:0:1:0:1:1:1:1"),
      ([0x20, 1, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1], "2001::1:1:0:0:1"),
      ([0xFE, 0x80] + [UInt8](repeating: 0, count: 14), "fe80::"),
    ] as [([UInt8], String)])
  func `addresses are written as people write them`(bytes: [UInt8], text: String) {
    #expect(LinkTable.text(bytes[...]) == text)
  }

  // MARK: - Wireless

  /// An answer of nl80211, put together by hand from linux/nl80211.h: there was no machine with Wi-Fi to record.
  private func answer(_ command: UInt8, _ attributes: [(UInt16, [UInt8])]) -> NetlinkMessage {
    message(30, [command, 1, 0, 0] + attributes.flatMap { NetlinkAttributes.bytes($0.0, $0.1) })
  }

  @Test func `a wireless interface is told with its network, and its station with its strength`() throws {
    let interface = answer(
      7, [(3, [3, 0, 0, 0]), (5, [2, 0, 0, 0]), (38, [0x3C, 0x14, 0, 0]), (52, Array("café".utf8))])
    var link = try #require(WirelessLink(interface: interface))
    #expect(link.index == 3 && link.name.text == "café" && link.frequency == 5180 && link.strength == nil)
    func strength(_ signal: [(UInt16, UInt8)]) -> Int? {
      let info = signal.flatMap { NetlinkAttributes.bytes($0.0, [$0.1]) }
      return WirelessLink.strength(station: answer(19, [(3, [3, 0, 0, 0]), (21 | 0x8000, info)]))
    }
    #expect(strength([(7, 196)]) == 80 && strength([(7, 196), (13, 186)]) == 60)
    #expect(strength([(7, 0)]) == 100 && strength([(7, 128)]) == 0 && strength([]) == nil)
    link.strength = 80
    var table = LinkTable()
    for message in [self.link(3, "wlan0"), address(3, [10, 0, 0, 3]), route(3)] { _ = table.update(message) }
    #expect(table.running == [3])
    let status = table.status(wireless: [3: link])
    #expect(
      status.kind == .wifi && status.name == "café" && status.strength == 80 && status.frequency == 5180)
  }

  @Test func `the radio link of a station is told with its rates and its access point`() throws {
    func link() throws -> WirelessLink {
      try #require(
        WirelessLink(
          interface: answer(
            7, [(3, [3, 0, 0, 0]), (4, Array("wlan0\0".utf8)), (5, [2, 0, 0, 0]), (52, Array("home".utf8))])))
    }
    func station(_ info: [UInt8]) -> NetlinkMessage {
      answer(19, [(3, [3, 0, 0, 0]), (6, [0x0A, 0xB, 0xCC, 0xDD, 0xEE, 0xFF]), (21 | 0x8000, info)])
    }
    var link = try link()
    #expect(link.interface == "wlan0")
    // 866.7 Mbit/s in a number of 32 bits, and 54 Mbit/s in one of 16.
    link.take(
      station: station(
        NetlinkAttributes.bytes(7, [196])
          + NetlinkAttributes.bytes(8 | 0x8000, NetlinkAttributes.bytes(5, [0xDB, 0x21, 0, 0]))
          + NetlinkAttributes.bytes(14 | 0x8000, NetlinkAttributes.bytes(1, [0x1C, 2]))))
    #expect(link.dBm == -60 && link.strength == 80 && link.point == "0a:0b:cc:dd:ee:ff")
    #expect(link.sendRate == 866_700_000 && link.receiveRate == 54_000_000)
    let before = link
    link.take(station: answer(7, [(3, [3, 0, 0, 0])]))
    #expect(link == before)
    link.take(
      station: station(NetlinkAttributes.bytes(8 | 0x8000, NetlinkAttributes.bytes(5, [0, 0, 0, 0]))))
    #expect(link.sendRate == 866_700_000, "a rate of nothing is none")
  }

  @Test func `interfaces that join no network, and other messages, are no connections`() {
    let name: (UInt16, [UInt8]) = (52, Array("home".utf8))
    let number: (UInt16, [UInt8]) = (3, [3, 0, 0, 0])
    #expect(WirelessLink(interface: answer(7, [number, name, (5, [3, 0, 0, 0])])) == nil)
    #expect(WirelessLink(interface: answer(7, [number, (5, [2, 0, 0, 0])])) == nil)
    #expect(WirelessLink(interface: answer(7, [name, (5, [2, 0, 0, 0])])) == nil)
    #expect(WirelessLink(interface: answer(8, [number, name, (5, [2, 0, 0, 0])])) == nil)
    #expect(
      WirelessLink.family(answer(1, [(1, [28, 0])])) == 28 && WirelessLink.family(answer(1, [])) == nil)
    #expect(WirelessLink.family(answer(1, [(1, [28, 0, 0])])) == nil)
  }

  @Test func `requests have the bytes that the kernel reads`() throws {
    #expect(
      WirelessLink.familyRequest.bytes == [
        32, 0, 0, 0, 16, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 12, 0, 2, 0,
      ] + Array("nl80211\0".utf8))
    #expect(
      WirelessLink.stationRequest(family: 28, index: 3).bytes == [
        28, 0, 0, 0, 28, 0, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 17, 0, 0, 0, 8, 0, 3, 0, 3, 0, 0, 0,
      ])
    for request in LinkTable.requests + [WirelessLink.interfacesRequest(family: 28)] {
      #expect(try NetlinkMessage.all(in: request.bytes) == [request])
    }
  }

  @Test func `errors and ends are told with their numbers`() {
    #expect(message(2, [0xED, 0xFF, 0xFF, 0xFF]).errorNumber == 19)
    #expect(message(2, [0, 0, 0, 0]).errorNumber == 0 && message(3, []).errorNumber == 0)
    #expect(message(2, []).errorNumber == nil && message(16, [0, 0, 0, 0]).errorNumber == nil)
    #expect(message(2, [0, 0, 0, 0x80]).errorNumber == .min)
  }
}
