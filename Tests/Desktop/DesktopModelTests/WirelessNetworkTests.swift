import Testing

@testable import DesktopModel

/// Networks in reach, saved connections, and the settings of new ones.
struct WirelessNetworkTests {
  private typealias Tree = NetworkManagerTree
  private typealias Names = NetworkManagerNames

  /// A machine that hears these access points.
  private func machine(
    _ points: [(ssid: [UInt8], strength: UInt8, flags: UInt32, keys: UInt32)]
  ) -> Tree {
    var machine = Tree()
    machine.objects[Tree.point] = nil
    var paths: [DBusValue] = []
    for (number, point) in points.enumerated() {
      let path = Names.manager + "/AccessPoint/\(number)"
      paths.append(.objectPath(path))
      machine.objects[path] = [
        Names.accessPoint: [
          "Ssid": .bytes(point.ssid), "Strength": .byte(point.strength), "Flags": .uint32(point.flags),
          "WpaFlags": .uint32(0), "RsnFlags": .uint32(point.keys), "Frequency": .uint32(2412),
        ]
      ]
    }
    machine.objects[Tree.wireless]?[Names.wireless]?["AccessPoints"] = .array(.objectPath, paths)
    return machine
  }

  /// The settings of a saved connection, as `GetSettings` tells them.
  private func settings(
    _ ssid: String, keys: String? = "wpa-psk", used: UInt64 = 0, mode: String = "infrastructure"
  ) -> DBusValue {
    func group(_ name: String, _ options: KeyValuePairs<String, DBusValue>) -> DBusValue.Pair {
      .init(.string(name), .options(options))
    }
    var groups = [
      group(
        "connection",
        ["id": .string("My \(ssid)"), "type": .string("802-11-wireless"), "timestamp": .uint64(used)]),
      group("802-11-wireless", ["ssid": .bytes(Array(ssid.utf8)), "mode": .string(mode)]),
    ]
    if let keys { groups.append(group("802-11-wireless-security", ["key-mgmt": .string(keys)])) }
    return .dictionary(key: .string, value: .dictionary(key: .string, value: .variant), groups)
  }

  private func saved(_ path: String, _ settings: DBusValue) throws -> SavedConnection {
    try #require(SavedConnection(path: path, settings: settings))
  }

  @Test func `access points of a network are one, by the strongest, and other security is another network`() {
    let home = Array("home".utf8)
    let machine = machine([
      (home, 40, 1, 0x100), (home, 90, 1, 0x100), (home, 60, 1, 0x400), (home, 99, 0, 0), ([], 99, 1, 0x100),
      ([0, 0], 80, 1, 0x100), ([0xFF], 20, 1, 0x200),
    ])
    let networks = WirelessNetwork.inReach(machine.tree, saved: [])
    #expect(networks.map(\.security) == [.open, .personal, .enterprise])
    #expect(networks.map(\.strength) == [99, 90, 20])
    #expect(networks[1].accessPoint.hasSuffix("/1") && networks[1].device == Tree.wireless)
    #expect(networks.map(\.name.text) == ["home", "home", "\u{FFFD}"])
    #expect(Set(networks.map(\.id)).count == 3)
  }

  @Test(
    arguments: [
      (1, 0x188, WirelessNetwork.Security.personal, "wpa-psk"), (1, 0x500, .personal, "wpa-psk"),
      (1, 0x400, .personal, "sae"), (1, 0x200, .enterprise, nil), (1, 0x2000, .enterprise, nil),
      (1, 0x800, .open, "owe"), (0, 0, .open, nil), (0, 0x1000, .open, nil), (1, 0, .wep, "none"),
    ] as [(UInt32, UInt32, WirelessNetwork.Security, String?)])
  func `security follows the flags`(
    flags: UInt32, keys: UInt32, security: WirelessNetwork.Security, management: String?
  ) {
    let networks = WirelessNetwork.inReach(machine([([65], 50, flags, keys)]).tree, saved: [])
    #expect(networks.map(\.security) == [security] && networks.map(\.keyManagement) == [management])
  }

  @Test func `what is used comes first, then what is known, then what is strong`() throws {
    let names = ["weak", "strong", "known", "used"]
    let strengths: [UInt8] = [10, 90, 20, 5]
    var machine = machine(
      zip(names, strengths).map { (ssid: Array($0.utf8), strength: $1, flags: 1, keys: 0x100) })
    machine.connect(Tree.home, "802-11-wireless", "used", device: Tree.wireless)
    machine.objects[Tree.home]?[Names.active]?["SpecificObject"] = .objectPath(
      Names.manager + "/AccessPoint/3")
    let connections = try [
      saved("/1", settings("known", used: 3)), saved("/2", settings("known", used: 9)),
      saved("/3", settings("strong", keys: nil)), saved("/4", settings("strong", mode: "ap")),
    ]
    let networks = WirelessNetwork.inReach(machine.tree, saved: connections)
    #expect(networks.map(\.name.text) == ["used", "known", "strong", "weak"])
    #expect(networks.map(\.saved) == [Tree.saved, "/2", nil, nil])
    #expect(networks.map(\.isConnected) == [true, false, false, false])
    #expect(networks[0].active == Tree.home)
  }

  @Test(
    arguments: [
      ([], "wpa-psk"), ([0x100], "wpa-psk"), ([0x400], "sae"), ([0x400, 0x100], "wpa-psk"),
      ([0x500], "wpa-psk"), ([0x200], "wpa-psk"), ([0], "wpa-psk"),
    ] as [([UInt32], String)])
  func `a network that tells no name is joined by the name, with the keys that hidden ones are heard to have`(
    keys: [UInt32], management: String
  ) throws {
    var points: [(ssid: [UInt8], strength: UInt8, flags: UInt32, keys: UInt32)] = keys.map {
      ([0, 0], 50, 1, $0)
    }
    // An access point that has a name does not count for hidden networks.
    points.append((Array("other".utf8), 90, 1, 0x400))
    let choices = try #require(NetworkChoices(networkManager: machine(points).tree, saved: []))
    let name = NetworkName("café".utf8)
    let network = try #require(choices.hidden(name, isOpen: false))
    #expect(network.isHidden && network.device == Tree.wireless && network.accessPoint == "/")
    let settings = network.settings(password: "secret word")
    #expect(settings.type.description == "a{sa{sv}}")
    #expect(
      settings.options?["802-11-wireless"]?.options == [
        "ssid": .bytes(Array("café".utf8)), "hidden": .boolean(true),
      ])
    #expect(
      settings.options?["connection"]?.options == [
        "id": .string("café"), "type": .string("802-11-wireless"),
      ])
    #expect(
      settings.options?["802-11-wireless-security"]?.options == [
        "key-mgmt": .string(management), "psk": .string("secret word"),
      ])
    let open = try #require(choices.hidden(name, isOpen: true))
    #expect(
      open.security == .open && open.settings(password: nil).options?["802-11-wireless-security"] == nil)
    // One that is in reach by its name is that one.
    let known = try #require(choices.hidden(NetworkName("other".utf8), isOpen: false))
    #expect(!known.isHidden && known.id == choices.networks[0].id)
    #expect(choices.hidden(NetworkName("other".utf8), isOpen: true)?.isHidden == true)
    for nothing in [[], [0], [0, 0]] as [[UInt8]] {
      #expect(choices.hidden(NetworkName(nothing), isOpen: true) == nil)
    }
  }

  @Test func `no hidden network is joined where Wi-Fi is off or missing`() throws {
    var machine = machine([])
    machine.set(["WirelessEnabled": .boolean(false)])
    let name = NetworkName("a".utf8)
    #expect(
      try #require(NetworkChoices(networkManager: machine.tree, saved: [])).hidden(name, isOpen: true) == nil)
    machine.set(["WirelessEnabled": .boolean(true)])
    machine.objects[Tree.wireless] = nil
    #expect(
      try #require(NetworkChoices(networkManager: machine.tree, saved: [])).hidden(name, isOpen: true) == nil)
  }

  @Test func `a thousand access points are as many networks as fit`() {
    var points: [(ssid: [UInt8], strength: UInt8, flags: UInt32, keys: UInt32)] = []
    for number in 0..<1000 {
      points.append(([UInt8(number % 250), UInt8(number / 250), 7], UInt8(number % 100), 1, 0x100))
    }
    let networks = WirelessNetwork.inReach(machine(points).tree, saved: [])
    #expect(networks.count == WirelessNetwork.mostNetworks)
    #expect(networks.allSatisfy { $0.level == 4 })
  }

  @Test func `a new connection is told what its network does not tell`() throws {
    func options(_ flags: UInt32, _ keys: UInt32) throws -> [String: DBusValue]? {
      let network = try #require(
        WirelessNetwork.inReach(machine([([65], 50, flags, keys)]).tree, saved: []).first)
      let settings = network.settings(password: network.security.isPassword ? "secret word" : nil)
      #expect(settings.type.description == "a{sa{sv}}")
      return settings.options?["802-11-wireless-security"]?.options
    }
    #expect(try options(1, 0x100) == ["key-mgmt": .string("wpa-psk"), "psk": .string("secret word")])
    #expect(try options(1, 0x400) == ["key-mgmt": .string("sae"), "psk": .string("secret word")])
    #expect(try options(1, 0) == ["key-mgmt": .string("none"), "wep-key0": .string("secret word")])
    #expect(try options(1, 0x800) == ["key-mgmt": .string("owe")])
    #expect(try options(0, 0) == nil)
  }

  @Test func `another password replaces the old one alone`() throws {
    var groups = settings("home")
    if case .dictionary(let key, let value, var pairs) = groups {
      pairs[2].value = .options([
        "key-mgmt": .string("wpa-psk"), "psk": .string("old word"), "psk-flags": .uint32(1),
      ])
      groups = .dictionary(key: key, value: value, pairs)
    }
    let connection = try saved("/1", groups)
    let changed = try #require(connection.settings(withPassword: "new word").options)
    #expect(
      changed["802-11-wireless-security"]?.options == [
        "key-mgmt": .string("wpa-psk"), "psk": .string("new word"),
      ])
    #expect(changed["connection"] == connection.settings.options?["connection"])
    #expect(changed["802-11-wireless"] == connection.settings.options?["802-11-wireless"])
  }

  @Test(arguments: [
    ("wpa-psk", "psk-flags", 1, false), ("wpa-psk", "psk-flags", 2, false), ("sae", "psk-flags", 4, true),
    ("wpa-psk", "psk-flags", 0, true), ("wpa-psk", "other-flags", 1, true),
    ("none", "wep-key-flags", 1, false),
    ("none", "psk-flags", 1, true),
  ])
  func `who keeps a password follows its flags, which end with another password`(
    keys: String, name: String, flags: UInt32, isKept: Bool
  ) throws {
    var groups = settings("home", keys: keys)
    if case .dictionary(let key, let value, var pairs) = groups {
      pairs[2].value = .dictionary(
        key: .string, value: .variant,
        [
          .init(.string("key-mgmt"), .variant(.string(keys))),
          .init(.string(name), .variant(.uint32(flags))),
        ])
      groups = .dictionary(key: key, value: value, pairs)
    }
    let connection = try saved("/1", groups)
    #expect(connection.keepsPassword == isKept)
    let changed = try saved("/1", connection.settings(withPassword: "new word"))
    #expect(changed.keepsPassword)
  }

  @Test func `a network that is out of reach is joined by its name`() throws {
    let network = try #require(WirelessNetwork.inReach(machine([([65], 50, 1, 0x100)]).tree, saved: []).first)
    #expect(network.isInReach && network.settings(password: "a").options?["802-11-wireless"] == nil)
    let gone = network.outOfReach
    #expect(!gone.isInReach && gone.id == network.id && gone.strength == 0)
    #expect(
      gone.settings(password: "a").options?["802-11-wireless"]?.options == ["ssid": .bytes([65])],
      "it does not hide its name")
  }

  @Test(arguments: [
    (0x100, "1234567", false), (0x100, "12345678", true), (0x100, String(repeating: "x", count: 63), true),
    (0x100, String(repeating: "x", count: 64), false), (0x100, String(repeating: "a", count: 64), true),
    (0x100, "äöüß", true), (0x400, "a", true), (0x400, "", false), (0, "12345", true),
    (0, "1234567890", true),
    (0, "123456789x", false), (0x200, "12345678", false),
  ])
  func `a password that cannot be right is refused`(keys: UInt32, password: String, isAccepted: Bool) throws {
    let networks = WirelessNetwork.inReach(machine([([65], 50, 1, keys)]).tree, saved: [])
    #expect(try #require(networks.first).accepts(password: password) == isAccepted)
  }

  @Test func `settings without a type, or that are no settings, are no connection`() throws {
    #expect(SavedConnection(path: "/1", settings: .string("a")) == nil)
    #expect(SavedConnection(path: "/1", settings: .options([:])) == nil)
    #expect(SavedConnection(path: "/1", settings: .options(["connection": .string("a")])) == nil)
    let hotspot = try saved("/1", settings("me", mode: "ap"))
    #expect(hotspot.network == nil)
  }

  @Test func `private networks are those that are saved, in the order of their names`() throws {
    func vpn(_ path: String, _ id: String, _ type: String) throws -> SavedConnection {
      try saved(
        path,
        .dictionary(
          key: .string, value: .dictionary(key: .string, value: .variant),
          [.init(.string("connection"), .options(["id": .string(id), "type": .string(type)]))]))
    }
    var machine = Tree()
    machine.connect(Tree.home, "802-11-wireless", "home", device: Tree.wireless)
    machine.connect(Tree.office, "vpn", "office", device: Tree.wireless, state: 1)
    let connections = try [
      vpn(Tree.saved, "office", "vpn"), vpn("/9", "garden", "wireguard"), vpn("/8", "b", "bridge"),
    ]
    let choices = try #require(NetworkChoices(networkManager: machine.tree, saved: connections))
    #expect(choices.privateNetworks.map(\.name) == ["garden", "office"])
    #expect(choices.isWirelessOn == true && choices.networks.count == 1)
    machine.set(["WirelessEnabled": .boolean(false)])
    let off = try #require(NetworkChoices(networkManager: machine.tree, saved: connections))
    #expect(off.isWirelessOn == false && off.networks.isEmpty)
    machine.objects[Tree.wireless] = nil
    #expect(NetworkChoices(networkManager: machine.tree, saved: [])?.isWirelessOn == nil)
  }

  @Test(arguments: [
    (7, true, NetworkAttempt.Failure.wrongPassword), (8, true, .wrongPassword), (11, true, .wrongPassword),
    (7, false, .other), (53, true, .notFound), (5, true, .noAddress), (17, true, .noAddress),
    (99, true, .other),
  ])
  func `a reason of a device is told in what it means`(
    reason: Int, isPassword: Bool, failure: NetworkAttempt.Failure
  ) {
    #expect(NetworkAttempt.Failure(reason: reason, isPassword: isPassword) == failure)
    let unasked = NetworkAttempt.Failure(reason: reason, isPassword: isPassword, lacksPassword: true)
    #expect(unasked == (reason == 7 ? .noPassword : failure), "nobody has given a password that may be wrong")
  }

  @Test func `a switch of the machine keeps networks from being chosen, as does networking that is off`()
    throws
  {
    var machine = machine([([65], 50, 1, 0x100)])
    machine.set(["WirelessHardwareEnabled": .boolean(false)])
    let blocked = try #require(NetworkChoices(networkManager: machine.tree, saved: []))
    #expect(blocked.isWirelessBlocked && blocked.isWirelessOn == false && blocked.networks.isEmpty)
    machine.set(["WirelessHardwareEnabled": .boolean(true), "NetworkingEnabled": .boolean(false)])
    let off = try #require(NetworkChoices(networkManager: machine.tree, saved: []))
    #expect(!off.isWirelessBlocked && off.isWirelessOn == true && !off.isNetworkingOn)
  }

  @Test func `devices for cables are told with the connections that use them`() throws {
    var machine = Tree()
    func device(_ path: String, _ name: String, type: UInt32 = 1, state: UInt32) {
      machine.objects[path] = [
        Names.device: [
          "Interface": .string(name), "DeviceType": .uint32(type), "State": .uint32(state),
        ]
      ]
    }
    device(Tree.wired, "eth0", state: 100)
    device("/b", "eth1", state: 30)
    machine.objects["/b"]?[Names.wired] = ["Speed": .uint32(0)]
    machine.objects[Tree.wired]?[Names.wired] = ["Speed": .uint32(2500)]
    device("/c", "eth2", state: 20)
    device("/d", "veth0", type: 20, state: 100)
    device("/e", "eth3", state: 10)
    machine.connect(Tree.cable, "802-3-ethernet", "Office", device: Tree.wired)
    machine.connect(Tree.office, "vpn", "office", device: Tree.wired)
    let wired = try #require(NetworkChoices(networkManager: machine.tree, saved: [])).wired
    #expect(wired.map(\.interface) == ["eth0", "eth1", "eth2"])
    #expect(wired.map(\.hasCable) == [true, true, false])
    #expect(wired.map(\.name) == ["Office", "", ""] && wired.map(\.active) == [Tree.cable, nil, nil])
    #expect(wired.map(\.isConnected) == [true, false, false] && wired.map(\.speed) == [2500, nil, nil])
  }

  @Test func `a device has a cable if its carrier says so, and those with one come first`() throws {
    var machine = Tree()
    func device(_ path: String, _ name: String, state: UInt32, carrier: Bool) {
      machine.objects[path] = [
        Names.device: ["Interface": .string(name), "DeviceType": .uint32(1), "State": .uint32(state)],
        Names.wired: ["Carrier": .boolean(carrier)],
      ]
    }
    for number in 0..<9 { device("/\(number)", "eth\(number)", state: 30, carrier: false) }
    device("/z", "usb0", state: 20, carrier: true)
    let wired = try #require(NetworkChoices(networkManager: machine.tree, saved: [])).wired
    #expect(wired.map(\.interface) == ["usb0"] + (0..<7).map { "eth\($0)" })
    #expect(wired.map(\.hasCable) == [true] + Array(repeating: false, count: 7))
  }

  @Test func `networks of a list keep their places while others come, go and change`() {
    func heard(_ names: [String], strength: UInt8 = 50) -> [WirelessNetwork] {
      names.flatMap {
        WirelessNetwork.inReach(machine([(Array($0.utf8), strength, 1, 0x100)]).tree, saved: [])
      }
    }
    var list = SteadyNetworks()
    func names() -> [String] { list.networks.map { $0.name.text + ($0.isInReach ? "" : "-") } }
    list.update(heard(["a", "b", "c"]))
    list.update(heard(["c", "d", "a"], strength: 90))
    #expect(names() == ["a", "b-", "c", "d"] && list.networks[0].strength == 90)
    list.update(heard(["b"]))
    #expect(names() == ["a-", "b", "c-", "d-"])
    // One that is out of reach stays, and is not saved any more once it was forgotten.
    var known = heard(["known"])
    known[0].saved = "/s"
    var forgetting = SteadyNetworks()
    forgetting.update(known)
    forgetting.update([])
    #expect(forgetting.networks.map(\.saved) == ["/s"])
    forgetting.forget(known[0].id)
    #expect(forgetting.networks.count == 1 && forgetting.networks[0].saved == nil)
    list.update(heard((0..<48).map { "n\($0)" }))
    #expect(list.networks.count == WirelessNetwork.mostNetworks)
    #expect(names().first == "a-" && names().last == "n47" && names().filter { $0.last == "-" }.count == 2)
  }
}
