import BarUI
import DBus
import DesktopModel
import DesktopServices
import Geometry
import Loop
import ModuleModel
import Settings
import TestSupport
import Testing
import TextProcessing

@testable import Modules

/// The module of the network with a NetworkManager that a test plays.
@Suite(.serialized)
struct NetworkSourceTests {
  private typealias Names = NetworkManagerNames
  let clock = ManualClock()
  let stage: BusStage
  let networks: Networks

  init() throws {
    stage = try BusStage(clock: clock)
    networks = Networks(stage.makeBus())
  }

  private func point(_ ssid: String, keys: UInt32) -> [String: [String: DBusValue]] {
    [
      Names.accessPoint: [
        "Ssid": .bytes(Array(ssid.utf8)), "Strength": .byte(70), "Flags": .uint32(1),
        "RsnFlags": .uint32(keys), "Frequency": .uint32(2412),
      ]
    ]
  }

  /// A NetworkManager at the network "home" that hears a new one, too.
  private func startManager() throws -> FakeObjects {
    let device = Names.manager + "/Devices/1"
    let fake = FakeObjects(
      try stage.connect(), Names.service, root: Names.root,
      [
        Names.manager: [
          Names.service: [
            "State": .uint32(70), "WirelessEnabled": .boolean(true), "PrimaryConnection": .objectPath("/a"),
            "ActiveConnections": .array(.objectPath, [.objectPath("/a")]),
          ]
        ],
        device: [
          Names.device: ["Interface": .string("wlan7")],
          Names.wireless: ["AccessPoints": .array(.objectPath, ["/1", "/2"].map(DBusValue.objectPath))],
        ],
        "/1": point("home", keys: 0x100), "/2": point("new", keys: 0x100),
        "/a": [
          Names.active: [
            "Id": .string("home"), "Type": .string("802-11-wireless"), "State": .uint32(2),
            "Devices": .array(.objectPath, [.objectPath(device)]), "SpecificObject": .objectPath("/1"),
            "Connection": .objectPath("/s"),
          ]
        ],
      ])
    fake.service.add(
      Names.manager, Names.service, ["WirelessEnabled": .boolean(true)],
      methods: [
        .init("DeactivateConnection", in: [.init("a", "o")]), .init("Enable", in: [.init("a", "b")]),
        .init(
          "ActivateConnection", in: [.init("a", "o"), .init("b", "o"), .init("c", "o")],
          out: [.init("d", "o")]),
        .init(
          "AddAndActivateConnection", in: [.init("a", "a{sa{sv}}"), .init("b", "o"), .init("c", "o")],
          out: [.init("d", "o"), .init("e", "o")]),
      ]
    ) { member, _ in
      switch member {
      case "AddAndActivateConnection": [.objectPath("/s2"), .objectPath("/a2")]
      case "ActivateConnection": [.objectPath("/a3")]
      default: []
      }
    }
    try stage.wait("the name") { fake.service.isReady }
    return fake
  }

  /// A source of the networks, with `meters` or those of this machine; `report` receives its lines for the log.
  private func makeSource(
    _ settings: NetworkSettings = NetworkSettings(), meters: Meters? = nil,
    report: @escaping (String) -> Void = { _ in }, deliver: @escaping (ModuleReading) -> Void = { _ in }
  ) -> NetworkSource {
    NetworkSource(
      settings: settings, networks: networks, meters: meters ?? Meters(loop: stage.loop),
      outlet: ModuleOutlet(of: ModuleName(.network), report: report, deliver: deliver))
  }

  private func rows(_ source: NetworkSource) -> [String] {
    source.panel(of: nil)?.rows.compactMap { row in
      switch row.content {
      case .choice(let choice): choice.label
      case .field: "field"
      case .text(let text): text
      default: nil
      }
    } ?? []
  }

  @Test func `a password is asked for, refused where it cannot be right, and sent once`() throws {
    let fake = try startManager()
    let source = makeSource()
    var tellings = 0
    var panel = source.openPanel(of: nil) { tellings += 1 }
    try stage.wait("the networks") { rows(source) == ["home", "new", "Other network…"] }
    func id(_ label: String) throws -> PanelRowKey {
      let row = source.panel(of: nil)?.rows.first {
        if case .choice(let choice) = $0.content { choice.label == label } else { false }
      }
      return try #require(row).id
    }
    let new = try id("new")
    source.use(.choose(new), of: nil)
    #expect(rows(source) == ["home", "new", "field", "Other network…"] && tellings > 0)
    // Another click takes the question back.
    source.use(.choose(new), of: nil)
    #expect(rows(source) == ["home", "new", "Other network…"])
    source.use(.choose(new), of: nil)
    let row = source.panel(of: nil)?.rows.last { if case .field = $0.content { true } else { false } }
    let field = try #require(row?.id)
    source.use(.submit(field, "short"), of: nil)
    #expect(rows(source) == ["home", "new", "A password has 8 to 63 characters.", "field", "Other network…"])
    source.use(.submit(field, "long enough"), of: nil)
    #expect(rows(source) == ["home", "new", "Other network…"])
    try stage.wait("the call") { fake.service.calls.contains { $0.member == "AddAndActivateConnection" } }
    source.use(.choose(try id("home")), of: nil)
    try stage.wait("the end") {
      fake.service.calls.filter { $0.member == "DeactivateConnection" }.map(\.arguments)
        == [[.objectPath("/a")]]
    }
    source.use(.turn(false), of: nil)
    try stage.wait("the switch") { fake.service.calls.filter { $0.member == "Set" }.count == 1 }
    #expect(fake.service.calls.filter { $0.member == "AddAndActivateConnection" }.count == 1)
    // A panel that is opened again asks for nothing.
    source.use(.choose(new), of: nil)
    panel?.cancel()
    panel = source.openPanel(of: nil) {}
    try stage.wait("the networks") { rows(source) == ["home", "new", "Other network…"] }
    panel?.cancel()
    source.stop()
    #expect(networks.status == nil)
  }

  @Test(arguments: [false, true])
  func `the log has the reason why a network was not joined, the panel a sentence`(isClosed: Bool) throws {
    let fake = try startManager()
    fake.service.heldMembers = ["AddAndActivateConnection"]
    var lines: [String] = []
    let source = makeSource(report: { lines.append($0) })
    var panel = source.openPanel(of: nil) {}
    try stage.wait("the networks") { rows(source) == ["home", "new", "Other network…"] }
    let new = source.panel(of: nil)?.rows.first {
      if case .choice(let choice) = $0.content { choice.label == "new" } else { false }
    }
    source.use(.choose(try #require(new).id), of: nil)
    let field = source.panel(of: nil)?.rows.last { if case .field = $0.content { true } else { false } }
    source.use(.submit(try #require(field).id, "long enough"), of: nil)
    try stage.wait("the call") { fake.service.calls.contains { $0.member == "AddAndActivateConnection" } }
    if isClosed { panel?.cancel() }
    fake.service.failHeld(BusError("org.freedesktop.NetworkManager.PermissionDenied", "not allowed"))
    if isClosed {
      // The answer to a later call comes after the refusal.
      var isAnswered = false
      networks.turnNetworking(on: true) { _ in isAnswered = true }
      try stage.wait("the later answer") { isAnswered }
      #expect(lines.isEmpty)
      panel = source.openPanel(of: nil) {}
    }
    try stage.wait("the refusal") { rows(source).contains("NetworkManager refused the request.") }
    #expect(lines.count == 1 && lines[0].hasPrefix("NetworkManager refused: "))
    panel?.cancel()
    source.stop()
  }

  @Test func `what was refused and a private network that fails are told in the panel and in the log`() throws
  {
    let fake = try startManager()
    let settings = DBusValue.dictionary(
      key: .string, value: .dictionary(key: .string, value: .variant),
      [
        .init(
          .string("connection"),
          .dictionary(
            key: .string, value: .variant,
            [
              .init(.string("id"), .variant(.string("office"))),
              .init(.string("type"), .variant(.string("vpn"))),
            ]))
      ])
    fake.service.add(
      "/v", Names.connection, methods: [.init("GetSettings", out: [.init("a", "a{sa{sv}}")])]
    ) { _, _ in [settings] }
    fake.add("/v", [Names.connection: [:]])
    var lines: [String] = []
    let source = makeSource(report: { lines.append($0) })
    var panel = source.openPanel(of: nil) {}
    try stage.wait("the private network") { rows(source).last == "office" }
    let office = PanelRowKey(NetworkRow.privateNetwork("/v"))
    func activations() -> Int { fake.service.calls.filter { $0.member == "ActivateConnection" }.count }
    for (attempt, state) in [(4, 9, "Its password is not saved."), (4, 2, nil), (2, 1, nil)].enumerated() {
      source.use(.choose(office), of: nil)
      try stage.wait("the command \(attempt)") { activations() == attempt + 1 }
      for (path, number) in [("/other", 4), ("/a3", 1), ("/a3", state.0)] {
        fake.service.bus.emit(
          "StateChanged", path, Names.active, [.uint32(UInt32(number)), .uint32(UInt32(state.1))])
      }
      guard let words = state.2 else { continue }
      try stage.wait("the failure") { rows(source).last?.hasPrefix("“office”: \(words)") == true }
      #expect(lines.count == 1)
    }
    #expect(rows(source).last == "office")
    fake.service.remove(Names.manager)
    for _ in 0..<2 { source.use(.turn(false), of: nil) }
    try stage.wait("the refusal") { rows(source).last == "NetworkManager refused the request." }
    #expect(lines.count == 2 && lines[1].hasPrefix("NetworkManager refused: "))
    // A panel that is opened again tells nothing old.
    panel?.cancel()
    panel = source.openPanel(of: nil) {}
    try stage.wait("the private network") { rows(source).last == "office" }
    panel?.cancel()
    source.stop()
  }

  @Test func `a scan moves no network under the hand, and takes none away whose password is typed`() throws {
    let fake = try startManager()
    let source = makeSource()
    let panel = source.openPanel(of: nil) {}
    try stage.wait("the networks") { rows(source) == ["home", "new", "Other network…"] }
    let new = try #require(networks.choices?.networks.last?.id)
    source.use(.choose(.init(NetworkRow.network(new))), of: nil)
    var strong = point("strong", keys: 0x100)
    strong[Names.accessPoint]?["Strength"] = .byte(99)
    fake.add("/0", strong)
    fake.set(
      Names.manager + "/Devices/1", Names.wireless,
      ["AccessPoints": .array(.objectPath, ["/0", "/1"].map(DBusValue.objectPath))])
    try stage.wait("the scan") {
      rows(source) == ["home", "new", "field", "strong", "Other network…"]
        && networks.choices?.networks.count == 2
    }
    source.use(.submit(.init(NetworkRow.password(new)), "long enough"), of: nil)
    func calls() -> [[DBusValue]] {
      fake.service.calls.filter { $0.member == "AddAndActivateConnection" }.map(\.arguments)
    }
    try stage.wait("the call") { calls().count == 1 }
    #expect(calls()[0][2] == .objectPath("/"))
    #expect(calls()[0][0].options?["802-11-wireless"]?.options == ["ssid": .bytes(Array("new".utf8))])
    // Networks that are out of range are gone when the panel is opened again.
    panel?.cancel()
    let next = source.openPanel(of: nil) {}
    try stage.wait("the networks in reach") { rows(source) == ["home", "strong", "Other network…"] }
    next?.cancel()
    source.stop()
  }

  @Test func `a cable is used, a network forgotten, and networking turned on again`() throws {
    let fake = try startManager()
    let cable = Names.manager + "/Devices/2"
    fake.add(
      cable,
      [
        Names.device: [
          "Interface": .string("eth7"), "DeviceType": .uint32(1), "State": .uint32(30),
        ]
      ])
    fake.service.add(
      "/s", Names.connection,
      methods: [.init("GetSettings", out: [.init("a", "a{sa{sv}}")]), .init("Delete")]
    ) { member, _ in
      member == "Delete" ? [] : [FakeObjects.table(["connection": ["type": .string("802-11-wireless")]])]
    }
    let source = makeSource()
    let panel = source.openPanel(of: nil) {}
    func calls(_ member: String) -> [[DBusValue]] {
      fake.service.calls.filter { $0.member == member }.map(\.arguments)
    }
    try stage.wait("the networks") { rows(source) == ["Ethernet", "home", "new", "Other network…"] }
    source.use(.choose(.init(NetworkRow.wired(cable))), of: nil)
    try stage.wait("the activation") {
      calls("ActivateConnection") == [[.objectPath("/"), .objectPath(cable), .objectPath("/")]]
    }
    let home = try #require(networks.choices?.networks.first?.id)
    source.use(.unfold(.init(NetworkRow.network(home))), of: nil)
    source.use(.choose(.init(NetworkRow.forget(home))), of: nil)
    try stage.wait("the end of it") {
      fake.service.calls.contains { $0.path == "/s" && $0.member == "Delete" }
    }
    fake.set(Names.manager, Names.service, ["NetworkingEnabled": .boolean(false)])
    try stage.wait("nothing") { rows(source) == ["Networking is turned off."] }
    source.use(.press(row: .init(NetworkRow.networking), button: "on"), of: nil)
    try stage.wait("the call") { calls("Enable") == [[.boolean(true)]] }
    panel?.cancel()
    source.stop()
  }

  @Test func `a network that tells no name is named, and joined with its password or without one`() throws {
    let fake = try startManager()
    let source = makeSource()
    let panel = source.openPanel(of: nil) {}
    func more() -> [String] { Array(rows(source).drop { $0 != "Other network…" }.dropFirst()) }
    try stage.wait("the networks") { rows(source) == ["home", "new", "Other network…"] }
    func calls() -> [[DBusValue]] {
      fake.service.calls.filter { $0.member == "AddAndActivateConnection" }.map(\.arguments)
    }
    func field() throws -> PanelRowKey {
      let row = source.panel(of: nil)?.rows.first { if case .field = $0.content { true } else { false } }
      return try #require(row).id
    }
    let other = PanelRowKey(NetworkRow.other)
    source.use(.choose(other), of: nil)
    #expect(more() == ["field"])
    source.use(.choose(other), of: nil)
    #expect(more() == [])
    source.use(.choose(other), of: nil)
    source.use(.submit(try field(), String(repeating: "é", count: 17)), of: nil)
    #expect(more() == ["A name has at most 32 bytes.", "field"])
    source.use(.submit(try field(), "cellar"), of: nil)
    #expect(more() == ["Joining “cellar”", "field"])
    source.use(.submit(try field(), "short"), of: nil)
    #expect(more() == ["A password has 8 to 63 characters.", "field"] && calls().isEmpty)
    source.use(.submit(try field(), "long enough"), of: nil)
    #expect(more() == [])
    try stage.wait("the call") { calls().count == 1 }
    let groups = calls()[0][0].options
    #expect(groups?["802-11-wireless"]?.options?["hidden"] == .boolean(true))
    #expect(groups?["802-11-wireless-security"]?.options?["psk"] == .string("long enough"))
    #expect(calls()[0][1...] == [.objectPath(Names.manager + "/Devices/1"), .objectPath("/")])
    let device = Names.manager + "/Devices/1"
    fake.service.bus.emit("StateChanged", device, Names.device, [.uint32(120), .uint32(60), .uint32(7)])
    try stage.wait("the failure") { more() == ["“cellar”: The password is wrong.", "field"] }
    source.use(.submit(try field(), "a better one"), of: nil)
    try stage.wait("the second call") { calls().count == 2 }
    fake.service.bus.emit("StateChanged", device, Names.device, [.uint32(100), .uint32(60), .uint32(0)])
    // An open one has no question for a password to answer.
    source.use(.choose(other), of: nil)
    source.use(.submit(try field(), "square"), of: nil)
    source.use(.press(row: .init(NetworkRow.otherOpen), button: "open"), of: nil)
    try stage.wait("the third call") { calls().count == 3 }
    #expect(calls()[2][0].options?["802-11-wireless-security"] == nil)
    #expect(calls()[2][0].options?["802-11-wireless"]?.options?["ssid"] == .bytes(Array("square".utf8)))
    // A question of a panel is forgotten when the panel closes.
    source.use(.choose(other), of: nil)
    panel?.cancel()
    let next = source.openPanel(of: nil) {}
    try stage.wait("the networks") { more() == [] && rows(source).count == 3 }
    next?.cancel()
    source.stop()
  }

  @Test func `the interface that the settings name is told of, as it changes`() throws {
    let fake = try startManager()
    var settings = NetworkSettings()
    settings.interface = try TextPattern("et*")
    var readings: [ModuleReading] = []
    let source = makeSource(settings, deliver: { readings.append($0) })
    try stage.wait("the connection of the machine") { networks.status?.name == "home" }
    // The machine has no such interface yet.
    #expect(readings.last?.states == ["absent"])
    let device = Names.manager + "/Devices/2"
    fake.add(device, [Names.device: ["Interface": .string("eth7")]])
    try stage.wait("the interface") { readings.last?.states == ["disconnected"] }
    fake.add(
      "/b",
      [
        Names.active: [
          "Id": .string("Wired"), "Type": .string("802-3-ethernet"), "State": .uint32(2),
          "Devices": .array(.objectPath, [.objectPath(device)]),
        ]
      ])
    fake.set(
      Names.manager, Names.service,
      ["ActiveConnections": .array(.objectPath, [.objectPath("/a"), .objectPath("/b")])])
    try stage.wait("its connection") { readings.last?.fields["name"] == .text("Wired") }
    #expect(readings.last?.fields["interface"] == .text("eth7") && networks.status?.name == "home")
    fake.remove(device)
    try stage.wait("its end") { readings.last?.states == ["absent"] }
    source.stop()
  }

  @Test func `rates of the interface are read while they are shown, and of no other`() throws {
    let fake = try startManager()
    var received = 1000
    var read = 0
    var machine = Machine()
    machine.text = { _ in
      read += 1
      return "wlan7: \(received) 0 0 0 0 0 0 0 500 0 0 0 0 0 0 0\n eth0: 7 0 0 0 0 0 0 0 7 0 0 0 0 0 0 0\n"
    }
    var reading = ModuleReading()
    var settings = NetworkSettings()
    settings.showsRates = true
    let source = makeSource(
      settings, meters: Meters(loop: stage.loop, machine: machine), deliver: { reading = $0 })
    try stage.wait("home") { reading.fields["interface"] == .text("wlan7") }
    #expect(reading.fields["down"] == .integer(0, .bytesPerSecond))
    received = 7000
    clock.advance(by: .seconds(3))
    stage.loop.serveWhatIsReady()
    try stage.wait("a rate") { reading.fields["down"] != .integer(0, .bytesPerSecond) }
    #expect(reading.fields["name"] == .text("home"))
    fake.set(
      Names.manager, Names.service,
      ["ActiveConnections": .array(.objectPath, []), "PrimaryConnection": .objectPath("/")])
    try stage.wait("no connection") { reading.states == ["disconnected"] }
    #expect(reading.fields["down"] == nil)
    let before = read
    clock.advance(by: .seconds(60))
    stage.loop.serveWhatIsReady()
    #expect(read == before)
    source.stop()
  }

  @Test func `totals and the speed of the cable are read while they are shown`() throws {
    let fake = try startManager()
    var machine = Machine()
    var speed = "1000\n"
    machine.text = { path in
      path == "/sys/class/net/wlan7/speed" ? speed : "wlan7: 2048 0 0 0 0 0 0 0 512 0 0 0 0 0 0 0\n"
    }
    var reading = ModuleReading()
    var settings = NetworkSettings()
    (settings.showsRates, settings.showsLinkSpeed) = (true, true)
    let source = makeSource(
      settings, meters: Meters(loop: stage.loop, machine: machine), deliver: { reading = $0 })
    try stage.wait("the speed") { reading.fields["link_speed"] != nil }
    #expect(reading.fields["link_speed"] == .integer(1_000_000_000, .bitsPerSecond))
    #expect(reading.fields["down_total"] == .integer(2048, .bytes))
    #expect(reading.fields["down_bits"] == .integer(0, .bitsPerSecond))
    #expect(reading.fields["up_total"] == .integer(512, .bytes))
    speed = "-1\n"
    fake.set(Names.manager, Names.service, ["Connectivity": .uint32(3)])
    try stage.wait("the limit") { reading.states.first == "limited" }
    #expect(reading.fields["link_speed"] == nil)
    source.stop()
  }

  @Test func `rates that nobody shows are not read`() throws {
    let fake = try startManager()
    var machine = Machine()
    machine.text = { path in
      Issue.record("\(path) was read")
      return nil
    }
    var reading = ModuleReading()
    let source = makeSource(
      meters: Meters(loop: stage.loop, machine: machine), deliver: { reading = $0 })
    try stage.wait("home") { reading.fields["name"] == .text("home") }
    source.stop()
    #expect(fake.service.isReady)
  }
}
