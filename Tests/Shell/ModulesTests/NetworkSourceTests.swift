import DBus
import DBusValues
import DesktopModel
import DesktopServices
import Geometry
import Loop
import ModuleModel
import PopupUI
import Settings
import TestSupport
import Testing

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
    networks = Networks(stage.makeBus(), loop: stage.loop)
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
        .init("DeactivateConnection", in: [.init("a", "o")]),
        .init(
          "AddAndActivateConnection", in: [.init("a", "a{sa{sv}}"), .init("b", "o"), .init("c", "o")],
          out: [.init("d", "o"), .init("e", "o")]),
      ]
    ) { member, _ in
      member == "AddAndActivateConnection" ? [.objectPath("/s2"), .objectPath("/a2")] : []
    }
    try stage.wait("the name") { fake.service.isReady }
    return fake
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
    let source = NetworkSource(
      module: ModuleName(.network), settings: NetworkSettings(), networks: networks,
      meters: Meters(loop: stage.loop), outlet: ModuleOutlet { _ in })
    var tellings = 0
    var panel = source.openPanel(of: nil) { tellings += 1 }
    try stage.wait("the networks") { rows(source) == ["home", "new"] }
    func id(_ label: String) throws -> String {
      let row = source.panel(of: nil)?.rows.first {
        if case .choice(let choice) = $0.content { choice.label == label } else { false }
      }
      return try #require(row).id
    }
    let new = try id("new")
    source.use(.choose(new), of: nil)
    #expect(rows(source) == ["home", "new", "field"] && tellings > 0)
    // Another click takes the question back.
    source.use(.choose(new), of: nil)
    #expect(rows(source) == ["home", "new"])
    source.use(.choose(new), of: nil)
    let field = try #require(source.panel(of: nil)?.rows.last?.id)
    source.use(.submit(field, "short"), of: nil)
    #expect(rows(source) == ["home", "new", "A password has 8 to 63 characters.", "field"])
    source.use(.submit(field, "long enough"), of: nil)
    #expect(rows(source) == ["home", "new"])
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
    try stage.wait("the networks") { rows(source) == ["home", "new"] }
    panel?.cancel()
    source.stop()
    #expect(networks.status == nil)
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
    let source = NetworkSource(
      module: ModuleName(.network), settings: settings, networks: networks,
      meters: Meters(loop: stage.loop, machine: machine), outlet: ModuleOutlet { reading = $0 })
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

  @Test func `rates that nobody shows are not read`() throws {
    let fake = try startManager()
    var machine = Machine()
    machine.text = { path in
      Issue.record("\(path) was read")
      return nil
    }
    var reading = ModuleReading()
    let source = NetworkSource(
      module: ModuleName(.network), settings: NetworkSettings(), networks: networks,
      meters: Meters(loop: stage.loop, machine: machine), outlet: ModuleOutlet { reading = $0 })
    try stage.wait("home") { reading.fields["name"] == .text("home") }
    source.stop()
    #expect(fake.service.isReady)
  }
}
