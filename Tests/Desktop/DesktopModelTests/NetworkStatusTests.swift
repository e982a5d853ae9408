import TestSupport
import Testing

@testable import DesktopModel

/// A machine's connections as NetworkManager 1.42 tells them.
struct NetworkManagerTree {
  typealias Interfaces = [String: [String: DBusValue]]
  private typealias Names = NetworkManagerNames

  static let wireless = Names.manager + "/Devices/3"
  static let wired = Names.manager + "/Devices/2"
  static let home = Names.manager + "/ActiveConnection/1"
  static let cable = Names.manager + "/ActiveConnection/2"
  static let office = Names.manager + "/ActiveConnection/3"
  static let point = Names.manager + "/AccessPoint/7"
  static let saved = Names.manager + "/Settings/1"

  /// The objects by their paths.
  var objects: [String: Interfaces] = [:]

  init() {
    objects[Names.manager] = [
      Names.service: [
        "State": .uint32(70), "Connectivity": .uint32(4), "WirelessEnabled": .boolean(true),
        "PrimaryConnection": .objectPath("/"), "ActivatingConnection": .objectPath("/"),
        "ActiveConnections": .array(.objectPath, []),
      ]
    ]
    objects[Self.wireless] = [
      Names.device: ["Interface": .string("wlan0"), "IpInterface": .string("wlan0"), "State": .uint32(100)],
      Names.wireless: [
        "AccessPoints": .array(.objectPath, [.objectPath(Self.point)]),
        "ActiveAccessPoint": .objectPath(Self.point),
      ],
    ]
    objects[Self.wired] = [
      Names.device: ["Interface": .string("eth0"), "IpInterface": .string(""), "State": .uint32(100)]
    ]
    objects[Self.point] = [
      Names.accessPoint: [
        "Ssid": .bytes(Array("home".utf8)), "Strength": .byte(76), "Frequency": .uint32(5180),
        "Flags": .uint32(1), "WpaFlags": .uint32(0), "RsnFlags": .uint32(0x188),
      ]
    ]
    objects[Names.manager + "/IP4Config/1"] = [
      Names.configuration4: [
        "AddressData": addresses(["169.254.3.4", "192.168.1.5"]), "Gateway": .string("192.168.1.1"),
      ]
    ]
    objects[Names.manager + "/IP6Config/1"] = [
      Names.configuration6: ["AddressData": addresses(["fe80::1", "2001:db8::5"])]
    ]
  }

  private func addresses(_ addresses: [String]) -> DBusValue {
    .array(
      .dictionary(key: .string, value: .variant),
      addresses.map { .options(["address": .string($0), "prefix": .uint32(24)]) })
  }

  /// Adds a connection; the first one is that by which the network is used.
  mutating func connect(_ path: String, _ type: String, _ id: String, device: String, state: UInt32 = 2) {
    objects[path] = [
      Names.active: [
        "Id": .string(id), "Type": .string(type), "State": .uint32(state), "Vpn": .boolean(type == "vpn"),
        "Default": .boolean(true), "Devices": .array(.objectPath, [.objectPath(device)]),
        "SpecificObject": .objectPath(device == Self.wireless ? Self.point : "/"),
        "Connection": .objectPath(Self.saved),
        "Ip4Config": .objectPath(Names.manager + "/IP4Config/1"),
        "Ip6Config": .objectPath(Names.manager + "/IP6Config/1"),
      ]
    ]
    let all = (objects[Names.manager]?[Names.service]?["ActiveConnections"]?.elements ?? [])
    set(["ActiveConnections": .array(.objectPath, all + [.objectPath(path)])])
    if all.isEmpty { set([state == 2 ? "PrimaryConnection" : "ActivatingConnection": .objectPath(path)]) }
  }

  /// Changes properties of the main object.
  mutating func set(_ properties: [String: DBusValue]) {
    objects[Names.manager]?[Names.service]?.merge(properties) { _, new in new }
  }

  var tree: ObjectTree {
    var tree = ObjectTree(keeping: Names.properties)
    for (path, interfaces) in objects {
      _ = tree.add(
        path,
        .dictionary(
          key: .string, value: .dictionary(key: .string, value: .variant),
          interfaces.map { name, properties in
            .init(
              .string(name),
              .dictionary(
                key: .string, value: .variant,
                properties.map { .init(.string($0.key), .variant($0.value)) }))
          }))
    }
    return tree
  }

  var status: NetworkStatus? { NetworkStatus(networkManager: tree) }
}

struct NetworkStatusTests {
  private typealias Tree = NetworkManagerTree

  @Test func `a wireless connection is told with its name, strength and addresses`() throws {
    var machine = Tree()
    machine.connect(Tree.home, "802-11-wireless", "Home of all", device: Tree.wireless)
    var expected = NetworkStatus()
    expected.hasWireless = true
    (expected.state, expected.kind, expected.name) = (.connected, .wifi, "home")
    (expected.strength, expected.frequency, expected.interface) = (76, 5180, "wlan0")
    (expected.address, expected.address6) = ("192.168.1.5", "2001:db8::5")
    (expected.prefix, expected.gateway) = (24, "192.168.1.1")
    #expect(machine.status == expected && machine.status?.netmask == "255.255.255.0")
    #expect(NetworkStatus.usedAccessPoints(in: machine.tree) == [Tree.point])
  }

  @Test(
    arguments: [
      ([:], NetworkStatus.State.connected), (["Connectivity": .uint32(2)], .portal),
      (["Connectivity": .uint32(3)], .limited), (["Connectivity": .uint32(1)], .limited),
      (["Connectivity": .uint32(0)], .connected), (["State": .uint32(60)], .limited),
      (["State": .uint32(50), "Connectivity": .uint32(0)], .limited),
      (["State": .uint32(20), "Connectivity": .uint32(0)], .disconnected),
      (["State": .string("70")], .connected),
    ] as [([String: DBusValue], NetworkStatus.State)])
  func `the state follows how far the connection reaches`(
    properties: [String: DBusValue], state: NetworkStatus.State
  ) {
    var machine = Tree()
    machine.connect(Tree.cable, "802-3-ethernet", "Wired", device: Tree.wired)
    machine.set(properties)
    #expect(machine.status?.state == state)
    #expect(machine.status?.name == (state == .disconnected ? "" : "Wired"))
    #expect(machine.status?.interface == (state == .disconnected ? "" : "eth0"))
  }

  @Test func `a device with a carrier and without an address is linked`() {
    var machine = Tree()
    machine.connect(Tree.cable, "802-3-ethernet", "Wired", device: Tree.wired, state: 1)
    let names = NetworkManagerNames.self
    func setAddress(_ address: String?) {
      let data = address.map { [DBusValue.options(["address": .string($0), "prefix": .uint32(16)])] } ?? []
      for (path, interface) in [
        ("/IP4Config/1", names.configuration4), ("/IP6Config/1", names.configuration6),
      ] {
        machine.objects[names.manager + path] = [
          interface: ["AddressData": .array(.dictionary(key: .string, value: .variant), data)]
        ]
      }
    }
    setAddress(nil)
    #expect(machine.status?.isLinked == true && machine.status?.prefix == nil)
    #expect(machine.status?.gateway == "" && machine.status?.netmask == nil)
    setAddress("169.254.7.7")
    #expect(machine.status?.isLinked == true)
    setAddress("10.0.0.2")
    #expect(machine.status?.isLinked == false && machine.status?.netmask == "255.255.0.0")
    setAddress(nil)
    // NM_DEVICE_STATE_PREPARE comes before there is a carrier.
    machine.objects[Tree.wired]?[names.device]?["State"] = .uint32(40)
    #expect(machine.status?.isLinked == false)
  }

  @Test func `what is turned off is disabled only while there is no connection`() {
    var machine = Tree()
    machine.set(["WirelessEnabled": .boolean(false)])
    #expect(machine.status?.isDisabled == true)
    machine.connect(Tree.cable, "802-3-ethernet", "Wired", device: Tree.wired)
    #expect(machine.status?.isDisabled == false)
    machine.set(["NetworkingEnabled": .boolean(false), "State": .uint32(10), "Connectivity": .uint32(0)])
    #expect(machine.status?.state == .disconnected && machine.status?.isDisabled == true)
  }

  @Test(
    arguments: [(0, "0.0.0.0"), (8, "255.0.0.0"), (20, "255.255.240.0"), (32, "255.255.255.255"), (33, nil)]
      as [(Int, String?)])
  func `the netmask has as many ones as the prefix is long`(prefix: Int, mask: String?) {
    var status = NetworkStatus()
    status.prefix = prefix
    #expect(status.netmask == nil)
    status.address = "10.0.0.2"
    #expect(status.netmask == mask)
  }

  @Test func `a connection that is being made, is ended or is missing is told as such`() {
    var machine = Tree()
    var disconnected = NetworkStatus()
    disconnected.hasWireless = true
    #expect(machine.status == disconnected)
    machine.set(["State": .uint32(40)])
    #expect(machine.status?.state == .connecting && machine.status?.kind == NetworkStatus.Kind.none)
    machine.connect(Tree.home, "802-11-wireless", "home", device: Tree.wireless, state: 1)
    #expect(machine.status?.state == .connecting && machine.status?.name == "home")
    machine.objects[Tree.home]?[NetworkManagerNames.active]?["State"] = .uint32(3)
    machine.set(["State": .uint32(30)])
    #expect(machine.status == disconnected)
    machine.objects[Tree.home] = nil
    #expect(machine.status?.state == .disconnected)
    machine.set(["WirelessEnabled": .boolean(false)])
    #expect(machine.status?.isWirelessOff == true && machine.status?.isWirelessBlocked == false)
    machine.set(["WirelessEnabled": .boolean(true), "WirelessHardwareEnabled": .boolean(false)])
    #expect(machine.status?.isWirelessOff == true && machine.status?.isWirelessBlocked == true)
    machine.objects[Tree.wireless] = nil
    #expect(machine.status?.hasWireless == false)
    #expect(machine.status?.isWirelessOff == false && machine.status?.isWirelessBlocked == false)
    machine.set(["NetworkingEnabled": .boolean(false)])
    #expect(machine.status?.isNetworkingOff == true)
  }

  @Test func `private networks are told beside the connection that carries them`() {
    var machine = Tree()
    machine.connect(Tree.office, "vpn", "office", device: Tree.wireless)
    machine.connect(Tree.home, "802-11-wireless", "home", device: Tree.wireless)
    machine.connect(Tree.home + "1", "wireguard", "garden", device: Tree.wired)
    #expect(machine.status?.vpns == ["garden", "office"])
    #expect(machine.status?.kind == .wifi)
    machine.objects[Tree.home] = nil
    #expect(machine.status?.kind == .vpn && machine.status?.name == "office")
  }

  @Test(
    arguments: [
      ("tun", "tun", ["tunnel"], NetworkStatus.Kind.vpn), ("tun", nil, ["tunnel"], .vpn),
      ("tun", "tap", [], .other), ("ip-tunnel", nil, [], .other), ("vxlan", nil, [], .other),
      ("wireguard", nil, ["tunnel"], .vpn),
    ] as [(String, String?, [String], NetworkStatus.Kind)])
  func `a tunnel with the default route is told beside what carries it`(
    type: String, mode: String?, vpns: [String], kind: NetworkStatus.Kind
  ) {
    let (device, active) = (Tree.wired + "9", Tree.home + "9")
    var machine = Tree()
    machine.objects[device] = [NetworkManagerNames.device: ["Interface": .string("tun0")]]
    if let mode { machine.objects[device]?[NetworkManagerNames.tunnel] = ["Mode": .string(mode)] }
    machine.connect(active, type, "tunnel", device: device)
    machine.connect(Tree.home, "802-11-wireless", "home", device: Tree.wireless)
    machine.objects[Tree.home]?[NetworkManagerNames.active]?["Default"] = .boolean(false)
    machine.set(["PrimaryConnection": .objectPath(active)])
    #expect(machine.status?.name == "home" && machine.status?.kind == .wifi && machine.status?.vpns == vpns)
    #expect(NetworkStatus.usedAccessPoints(in: machine.tree) == [Tree.point])
    func status(_ isMeant: @escaping InterfaceFilter) -> NetworkStatus? {
      NetworkStatus(networkManager: machine.tree, of: isMeant)
    }
    #expect(status { _ in true }?.name == "home")
    #expect(status { $0 == "tun0" }?.name == "tunnel" && status { $0 == "tun0" }?.kind == kind)
    // Without a connection that carries it, the tunnel is the only connection.
    machine.objects[Tree.home] = nil
    #expect(machine.status?.name == "tunnel" && machine.status?.state == .connected)
  }

  @Test func `without a word of the first connection the one with the default route is taken`() {
    var machine = Tree()
    machine.connect(Tree.home + "9", "bridge", "docker0", device: Tree.wired)
    machine.connect(Tree.home, "802-11-wireless", "home", device: Tree.wireless)
    machine.connect(Tree.cable, "802-3-ethernet", "Wired", device: Tree.wired)
    machine.set(["PrimaryConnection": .objectPath("/")])
    machine.objects[Tree.home]?[NetworkManagerNames.active]?["Default"] = .boolean(false)
    #expect(machine.status?.kind == .ethernet)
    machine.objects[Tree.cable] = nil
    #expect(machine.status?.kind == .wifi)
  }

  @Test(
    arguments: [
      ("wlan0", .wifi, "home", .connected), ("wl*", .wifi, "home", .connected),
      ("eth0", .ethernet, "Wired", .connected), ("wg0", .vpn, "garden", .connected),
      ("usb0", NetworkStatus.Kind.none, "", .disconnected), ("*", .ethernet, "Wired", .connected),
    ] as [(String, NetworkStatus.Kind, String, NetworkStatus.State)])
  func `of the interfaces that are meant, the one that is used is told`(
    pattern: String, kind: NetworkStatus.Kind, name: String, state: NetworkStatus.State
  ) throws {
    var machine = Tree()
    machine.connect(Tree.cable, "802-3-ethernet", "Wired", device: Tree.wired)
    machine.connect(Tree.office, "vpn", "office", device: Tree.wireless)
    machine.connect(Tree.home, "802-11-wireless", "home", device: Tree.wireless)
    let (tunnel, idle) = (Tree.wired + "7", Tree.wired + "8")
    machine.objects[tunnel] = [NetworkManagerNames.device: ["Interface": .string("wg0")]]
    machine.objects[idle] = [NetworkManagerNames.device: ["Interface": .string("usb0")]]
    machine.connect(Tree.home + "1", "wireguard", "garden", device: tunnel)
    func isMeant(_ interface: String) -> Bool {
      pattern == "*" || pattern == interface || pattern == "wl*" && interface.hasPrefix("wl")
    }
    let status = try #require(NetworkStatus(networkManager: machine.tree, of: isMeant))
    #expect(status.kind == kind && status.name == name && status.state == state)
    #expect(status.strength == (kind == .wifi ? 76 : nil))
    #expect(NetworkStatus(networkManager: machine.tree) { _ in false } == nil)
    // The strength of a connection counts that is not the one that is used.
    #expect(NetworkStatus.usedAccessPoints(in: machine.tree) == [])
    #expect(NetworkStatus.usedAccessPoints(in: machine.tree, areAllMeant: true) == [Tree.point])
  }

  @Test
  func
    `an interface that is meant is told of while its connection is made, and Wi-Fi that is off is its own`()
  {
    var machine = Tree()
    machine.connect(Tree.cable, "802-3-ethernet", "Wired", device: Tree.wired)
    machine.connect(Tree.home, "802-11-wireless", "home", device: Tree.wireless, state: 1)
    func status(_ name: String) -> NetworkStatus? {
      NetworkStatus(networkManager: machine.tree) { $0 == name }
    }
    #expect(status("wlan0")?.state == .connecting && status("wlan0")?.name == "home")
    machine.set(["WirelessEnabled": .boolean(false), "State": .uint32(40)])
    machine.objects[Tree.home] = nil
    #expect(status("wlan0")?.isWirelessOff == true && status("wlan0")?.state == .disconnected)
    #expect(status("eth0")?.isWirelessOff == false && status("eth0")?.state == .connected)
  }

  @Test func `without its main object nothing is told, and nonsense is left out`() {
    var machine = Tree()
    machine.objects[NetworkManagerNames.manager] = nil
    #expect(machine.status == nil)
    machine = Tree()
    machine.connect(Tree.home, "802-11-wireless", "home", device: Tree.wireless)
    machine.objects[Tree.point]?[NetworkManagerNames.accessPoint] = [
      "Ssid": .string("home"), "Strength": .byte(255), "Frequency": .uint32(0),
    ]
    machine.objects[Tree.wireless]?[NetworkManagerNames.device]?["IpInterface"] = .uint32(3)
    machine.objects[NetworkManagerNames.manager + "/IP4Config/1"]?[NetworkManagerNames.configuration4] = [
      "AddressData": .array(.string, [.string("192.168.1.5")])
    ]
    #expect(machine.status?.name == "home" && machine.status?.strength == 100)
    #expect(machine.status?.frequency == nil && machine.status?.interface == "wlan0")
    #expect(machine.status?.address == "")
  }

  @Test(arguments: [
    (Array("home".utf8), "home"), ([], ""), ([0, 0, 0], ""), ([0x63, 0xE9], "c\u{FFFD}"),
    (Array("a\nb\u{7F}".utf8), "a\u{FFFD}b\u{FFFD}"), (Array("a\u{202E}b".utf8), "a\u{FFFD}b"),
    (Array("👩‍💻".utf8), "👩‍💻"), (Array(repeating: 0x61, count: 40), String(repeating: "a", count: 32)),
    ([0x61, 0], "a\u{FFFD}"),
  ])
  func `names of networks are shown whatever bytes they are`(bytes: [UInt8], text: String) {
    let name = NetworkName(bytes)
    #expect(name.text == text)
    #expect(name.isHidden == text.isEmpty)
  }
}

/// The table that a service tells of its objects.
struct ObjectTreeTests {
  private func table(_ properties: [String: DBusValue], _ interface: String = "a") -> DBusValue {
    .dictionary(
      key: .string, value: .dictionary(key: .string, value: .variant),
      [
        .init(
          .string(interface),
          .dictionary(
            key: .string, value: .variant, properties.map { .init(.string($0.key), .variant($0.value)) }))
      ])
  }

  private let names: ObjectTree.Names = ["a": ["x", "y"], "b": []]

  @Test func `objects are added, changed and taken away, and whether anything is different is told`() {
    var tree = ObjectTree(keeping: names)
    func add(_ properties: [String: DBusValue], _ interface: String = "a") -> Bool {
      tree.add("/1", table(properties, interface))
    }
    func change(_ path: String, _ interface: String, invalidated: [String] = []) -> Bool {
      tree.change(path, interface, ["y": .byte(2)], invalidated: invalidated)
    }
    func remove(_ path: String, _ interfaces: [String]) -> Bool { tree.remove(path, interfaces) }
    #expect(add(["x": .byte(1)]))
    #expect(!add(["x": .byte(1)]))
    #expect(!add(["x": .byte(1)], "other"))
    #expect(add([:], "b"))
    #expect(tree.paths(with: "b") == ["/1"])
    #expect(change("/1", "a"))
    #expect(!change("/1", "a"))
    #expect(tree["/1", "a"] == ["x": .byte(1), "y": .byte(2)])
    #expect(change("/1", "a", invalidated: ["x"]))
    #expect(tree["/1", "a"] == ["y": .byte(2)])
    #expect(!change("/2", "a"))
    #expect(!change("/1", "c"))
    #expect(remove("/1", ["a", "c"]))
    #expect(!remove("/1", ["a"]))
    #expect(!remove("/2", ["a"]))
    #expect(tree["/1", "a"] == nil)
    #expect(tree["/1", "b"] == [:])
    #expect(remove("/1", ["b"]))
    #expect(tree == ObjectTree(keeping: names))
  }

  @Test func `of what is told twice the last counts`() {
    var tree = ObjectTree(keeping: names)
    func add(_ values: UInt8...) -> Bool {
      let tables = values.map { DBusValue.options(["x": .byte($0)]) }
      return tree.add(
        "/1",
        .dictionary(
          key: .string, value: .dictionary(key: .string, value: .variant),
          tables.map { .init(.string("a"), $0) }))
    }
    #expect(add(1, 2) && tree["/1", "a"] == ["x": .byte(2)])
    #expect(!add(3, 2))
  }

  @Test func `what nobody reads is not kept, and is no change`() {
    var tree = ObjectTree(keeping: names)
    func add(_ properties: [String: DBusValue]) -> Bool { tree.add("/1", table(properties)) }
    func change(_ changed: [String: DBusValue], invalidated: [String] = []) -> Bool {
      tree.change("/1", "a", changed, invalidated: invalidated)
    }
    #expect(add(["x": .byte(1), "z": .byte(1)]))
    #expect(tree["/1", "a"] == ["x": .byte(1)])
    #expect(!add(["x": .byte(1), "z": .byte(2)]))
    #expect(!change(["z": .byte(3)]) && !change([:], invalidated: ["z", "y"]))
    #expect(change(["x": .byte(3), "z": .byte(4)]))
    #expect(tree["/1", "a"] == ["x": .byte(3)])
  }

  @Test(arguments: DailySeeds.first(20) as [UInt64])
  func `whatever is told, paths are listed in order, once, and those of objects that are there`(seed: UInt64)
  {
    var random = SplitMix(seed: seed)
    func number(_ count: UInt64) -> Int { Int(random.next() % count) }
    var tree = ObjectTree(keeping: names)
    for _ in 0..<300 {
      let (path, interface) = ("/\(number(20))", ["a", "b", "c"][number(3)])
      let properties = [["x", "y", "z"][number(3)]: DBusValue.byte(UInt8(number(3)))]
      let before = tree
      let isTold =
        switch number(3) {
        case 0: tree.add(path, table(properties, interface))
        case 1: tree.remove(path, [interface, interface])
        default: tree.change(path, interface, properties, invalidated: number(4) == 0 ? ["x"] : [])
        }
      #expect(isTold == (tree != before))
      for interface in ["a", "b", "c"] {
        let there = (0..<20).map { "/\($0)" }.filter { tree[$0, interface] != nil }.sorted()
        #expect(tree.paths(with: interface) == there)
      }
    }
  }

  @Test func `what is no table is refused, and there is room for so many objects`() {
    var tree = ObjectTree(keeping: names)
    func replace(_ value: DBusValue) -> Bool { tree.replace(with: value) }
    #expect(!replace(.string("a")))
    #expect(!replace(.options(["/1": .string("a")])))
    let isAdded = tree.add("/1", .array(.string, []))
    #expect(!isAdded)
    let many = (0..<ObjectTree.mostObjects + 10).map {
      DBusValue.Pair(.objectPath("/\($0)"), table(["x": .byte(1)]))
    }
    #expect(replace(.dictionary(key: .objectPath, value: table([:]).type, many)))
    #expect(tree.paths(with: "a").count == ObjectTree.mostObjects)
    #expect(replace(.dictionary(key: .objectPath, value: table([:]).type, [])))
    #expect(tree.paths(with: "a").isEmpty)
  }
}
