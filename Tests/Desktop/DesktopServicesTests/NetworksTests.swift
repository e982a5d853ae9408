import DesktopModel
import Geometry
import HeadlessSession
import Loop
import TestSupport
import Testing

@testable import DBus
@testable import DesktopServices

/// The network by a NetworkManager that comes, goes and changes its mind.
@Suite(.serialized)
struct NetworksTests {
  private typealias Names = NetworkManagerNames
  let clock = ManualClock()
  let stage: BusStage

  init() throws {
    stage = try BusStage(clock: clock)
  }

  private static let device = Names.manager + "/Devices/3"
  private static let active = Names.manager + "/ActiveConnection/1"
  private static let home = Names.manager + "/AccessPoint/1"
  private static let cafe = Names.manager + "/AccessPoint/2"
  private static let saved = Names.manager + "/Settings/1"

  private func point(_ ssid: String, _ strength: UInt8) -> [String: [String: DBusValue]] {
    [
      Names.accessPoint: [
        "Ssid": .bytes(Array(ssid.utf8)), "Strength": .byte(strength), "Flags": .uint32(1),
        "WpaFlags": .uint32(0), "RsnFlags": .uint32(0x100), "Frequency": .uint32(2412),
      ]
    ]
  }

  /// A NetworkManager that hears two networks and knows one of them, at which it is or is not.
  private func startManager(isConnected: Bool = true, passwordFlags: UInt32 = 0) throws -> FakeObjects {
    let connections = isConnected ? [DBusValue.objectPath(Self.active)] : []
    let fake = FakeObjects(
      try stage.connect(), Names.service, root: Names.root,
      [
        Names.manager: [
          Names.service: [
            "State": .uint32(isConnected ? 70 : 20), "Connectivity": .uint32(4),
            "WirelessEnabled": .boolean(true), "PrimaryConnection": connections.first ?? .objectPath("/"),
            "ActiveConnections": .array(.objectPath, connections),
          ]
        ],
        Self.device: [
          Names.device: ["Interface": .string("wlan0"), "IpInterface": .string("wlan0")],
          Names.wireless: [
            "AccessPoints": .array(.objectPath, [.objectPath(Self.home), .objectPath(Self.cafe)])
          ],
        ],
        Self.home: point("home", 76), Self.cafe: point("café", 90),
        Self.active: [
          Names.active: [
            "Id": .string("home"), "Type": .string("802-11-wireless"), "State": .uint32(2),
            "Devices": .array(.objectPath, [.objectPath(Self.device)]),
            "SpecificObject": .objectPath(Self.home), "Connection": .objectPath(Self.saved),
          ]
        ], Self.saved: [Names.connection: ["Unsaved": .boolean(false)]],
      ])
    addMethods(fake.service, passwordFlags)
    try stage.wait("the name") { fake.service.isReady }
    return fake
  }

  private func addMethods(_ service: FakeService, _ passwordFlags: UInt32) {
    let settings = FakeObjects.table([
      "connection": ["id": .string("home"), "type": .string("802-11-wireless")],
      "802-11-wireless": ["ssid": .bytes(Array("home".utf8)), "mode": .string("infrastructure")],
      "802-11-wireless-security": [
        "key-mgmt": .string("wpa-psk"), "psk-flags": .uint32(passwordFlags),
      ],
    ])
    service.add(
      Names.manager, Names.service, ["WirelessEnabled": .boolean(true)],
      methods: [
        .init(
          "ActivateConnection", in: [.init("a", "o"), .init("b", "o"), .init("c", "o")],
          out: [.init("d", "o")]), .init("DeactivateConnection", in: [.init("a", "o")]),
        .init(
          "AddAndActivateConnection", in: [.init("a", "a{sa{sv}}"), .init("b", "o"), .init("c", "o")],
          out: [.init("d", "o"), .init("e", "o")]),
      ]
    ) { member, arguments in
      switch member {
      case "ActivateConnection": [.objectPath(Self.active)]
      case "AddAndActivateConnection":
        [.objectPath(added(for: Self.password(in: arguments))), .objectPath(Self.active + "9")]
      default: []
      }
    }
    service.add(Self.device, Names.wireless, methods: [.init("RequestScan", in: [.init("a", "a{sv}")])])
    service.add(
      Self.saved, Names.connection,
      methods: [
        .init("GetSettings", out: [.init("a", "a{sa{sv}}")]), .init("Update", in: [.init("a", "a{sa{sv}}")]),
      ]
    ) { member, _ in member == "GetSettings" ? [settings] : [] }
    for password in ["given up", ""] {
      service.add(added(for: password), Names.connection, methods: [.init("Delete")])
    }
    service.add(Self.home, Names.accessPoint, point("home", 77)[Names.accessPoint]!)
  }

  /// The path of the connection that the fake adds for a password: one for "given up", another one for all others.
  private func added(for password: String) -> String {
    Self.saved + (password == "given up" ? "8" : "9")
  }

  private static func password(in arguments: [DBusValue]) -> String {
    arguments[0].options?["802-11-wireless-security"]?.options?["psk"]?.string ?? ""
  }

  private func networks() -> Networks { Networks(stage.makeBus()) }

  private func emitState(_ fake: FakeObjects, _ new: UInt32, reason: UInt32) {
    fake.service.bus.emit(
      "StateChanged", Self.device, Names.device, [.uint32(new), .uint32(60), .uint32(reason)])
  }

  private func calls(_ fake: FakeObjects, _ member: String) -> [FakeService.Call] {
    fake.service.calls.filter { $0.member == member }
  }

  // MARK: - The status

  @Test func `the connection is followed, and of access points only the one that is used`() throws {
    let fake = try startManager()
    let networks = networks()
    var tellings = 0
    let observation = networks.observe { tellings += 1 }
    // The strength that was read at the start may be old, and is read again.
    try stage.wait("home") { networks.status?.name == "home" && networks.status?.strength == 77 }
    fake.set(Self.home, Names.accessPoint, ["Strength": .byte(50)])
    try stage.wait("another strength") { networks.status?.strength == 50 }
    let told = tellings
    for strength in UInt8(0)..<20 { fake.set(Self.cafe, Names.accessPoint, ["Strength": .byte(strength)]) }
    fake.set(Names.manager, Names.service, ["Connectivity": .uint32(2)])
    try stage.wait("a portal") { networks.status?.state == .portal }
    #expect(tellings == told + 1)
    fake.set(
      Names.manager, Names.service,
      ["ActiveConnections": .array(.objectPath, []), "PrimaryConnection": .objectPath("/")])
    fake.remove(Self.active)
    try stage.wait("no connection") { networks.status?.state == .disconnected }
    observation.cancel()
    #expect(networks.status == nil && networks.choices == nil)
  }

  /// Follows networks and their choices, until the networks are known.
  private func followChoices(of networks: Networks) throws -> (status: Observation, choices: Observation) {
    let observations = (networks.observe {}, networks.observeChoices {})
    try stage.wait("the networks") { networks.choices?.networks.first?.saved != nil }
    return observations
  }

  @Test func `a service that is killed and started again twenty times leaves nothing behind`() throws {
    let networks = networks()
    let observation = networks.observe {}
    let choosing = networks.observeChoices {}
    for round in 1...20 {
      let fake = try startManager(isConnected: round % 2 == 0)
      try stage.wait("the network \(round)") {
        networks.status?.state == (round % 2 == 0 ? .connected : .disconnected)
          && networks.choices?.networks.first?.saved == Self.saved
      }
      fake.service.bus.close()
      try stage.wait("nothing \(round)") { networks.choices == nil && networks.status?.name != "home" }
    }
    choosing.cancel()
    observation.cancel()
  }

  @Test func `signals of others are not taken for the service's`() throws {
    let fake = try startManager()
    let networks = networks()
    let observation = networks.observe {}
    try stage.wait("home") { networks.status?.strength == 77 }
    let other = try stage.connect()
    let change = DBusValue.dictionary(
      key: .string, value: .variant, [.init(.string("Connectivity"), .variant(.uint32(2)))])
    other.emit(
      "PropertiesChanged", Names.manager, "org.freedesktop.DBus.Properties",
      [.string(Names.service), change, .strings([])])
    _ = try stage.answer(other, .ofBus("GetId", expects: "s"))
    fake.set(Self.home, Names.accessPoint, ["Strength": .byte(3)])
    try stage.wait("a later change") { networks.status?.strength == 3 }
    #expect(networks.status?.state == .connected)
    observation.cancel()
  }

  // MARK: - Choosing

  @Test func `while somebody chooses, networks are looked for again and again`() throws {
    let fake = try startManager()
    let networks = networks()
    let observation = networks.observe {}
    try stage.wait("home") { networks.status?.name == "home" }
    #expect(networks.choices == nil && calls(fake, "RequestScan").isEmpty)
    let choosing = networks.observeChoices {}
    try stage.wait("the networks") { networks.choices?.networks.map(\.name.text) == ["home", "café"] }
    try stage.wait("scans") {
      clock.advance(by: .seconds(1))
      return calls(fake, "RequestScan").count >= 3
    }
    fake.set(Self.cafe, Names.accessPoint, ["Strength": .byte(7)])
    try stage.wait("another strength") { networks.choices?.networks.last?.strength == 7 }
    #expect(networks.choices?.networks.first?.isConnected == true)
    #expect(networks.choices?.networks.first?.saved == Self.saved)
    choosing.cancel()
    #expect(networks.choices == nil)
    let scans = calls(fake, "RequestScan").count
    clock.advance(by: .seconds(60))
    fake.set(Names.manager, Names.service, ["Connectivity": .uint32(2)])
    try stage.wait("a portal") { networks.status?.state == .portal }
    #expect(calls(fake, "RequestScan").count == scans)
    observation.cancel()
  }

  @Test func `a new network is joined with its password, and a wrong one is told and forgotten`() throws {
    let fake = try startManager(isConnected: false)
    let networks = networks()
    let (observation, choosing) = try followChoices(of: networks)
    let cafe = try #require(networks.choices?.networks.last)
    for round in 1...2 {
      networks.join(cafe, password: "wrong word \(round)")
      #expect(networks.choices?.attempt == NetworkAttempt(cafe.id))
      try stage.wait("the call") { calls(fake, "AddAndActivateConnection").count == round }
      let arguments = calls(fake, "AddAndActivateConnection")[round - 1].arguments
      #expect(
        arguments[0].options?["802-11-wireless-security"]?.options == [
          "key-mgmt": .string("wpa-psk"), "psk": .string("wrong word \(round)"),
        ])
      #expect(arguments[1...] == [.objectPath(Self.device), .objectPath(Self.cafe)])
      // Another device is not meant.
      fake.service.bus.emit(
        "StateChanged", Self.device + "1", Names.device, [.uint32(120), .uint32(60), .uint32(7)])
      emitState(fake, 60, reason: 0)
      emitState(fake, 120, reason: 7)
      try stage.wait("the failure") { networks.choices?.attempt?.failure == .wrongPassword }
      try stage.wait("the end of what was made") { calls(fake, "Delete").count == round }
    }
    networks.join(cafe, password: "right word")
    try stage.wait("the call") { calls(fake, "AddAndActivateConnection").count == 3 }
    emitState(fake, 100, reason: 0)
    try stage.wait("the connection") { networks.choices?.attempt == nil }
    #expect(calls(fake, "Delete").count == 2)
    choosing.cancel()
    observation.cancel()
  }

  @Test func `a password that a program of the user keeps is not wrong while nobody has given it`() throws {
    let fake = try startManager(isConnected: false, passwordFlags: 1)
    let networks = networks()
    let (observation, choosing) = try followChoices(of: networks)
    let home = try #require(networks.choices?.networks.first)
    networks.join(home)
    try stage.wait("the call") { calls(fake, "ActivateConnection").count == 1 }
    emitState(fake, 120, reason: 7)
    try stage.wait("the failure") { networks.choices?.attempt?.failure == .noPassword }
    networks.join(home, password: "wrong word")
    try stage.wait("the next call") { calls(fake, "ActivateConnection").count == 2 }
    #expect(
      calls(fake, "Update").last?.arguments[0].options?["802-11-wireless-security"]?.options == [
        "key-mgmt": .string("wpa-psk"), "psk": .string("wrong word"),
      ], "NetworkManager keeps it from now on")
    emitState(fake, 120, reason: 7)
    try stage.wait("the failure") { networks.choices?.attempt?.failure == .wrongPassword }
    choosing.cancel()
    observation.cancel()
  }

  @Test func `a late answer for an attempt that was given up is not taken for a newer one`() throws {
    let fake = try startManager(isConnected: false)
    let networks = networks()
    let observation = networks.observe {}
    let choosing = networks.observeChoices {}
    try stage.wait("the networks") { networks.choices?.networks.last?.name.text == "café" }
    let cafe = try #require(networks.choices?.networks.last)
    fake.service.heldMembers = ["AddAndActivateConnection"]
    for (count, password) in [(1, "given up"), (2, "another word")] {
      networks.join(cafe, password: password)
      try stage.wait("the call \(count)") { calls(fake, "AddAndActivateConnection").count == count }
    }
    fake.service.answerHeld()
    try stage.wait("the end of what was given up") {
      calls(fake, "Delete").map(\.path) == [added(for: "given up")]
    }
    emitState(fake, 120, reason: 7)
    try stage.wait("the failure") { networks.choices?.attempt?.failure == .wrongPassword }
    try stage.wait("the end of the other") {
      calls(fake, "Delete").map(\.path) == [added(for: "given up"), added(for: "another word")]
    }
    choosing.cancel()
    observation.cancel()
  }

  @Test func `what was added for a network that is given up for another one is removed`() throws {
    let fake = try startManager(isConnected: false)
    let networks = networks()
    let (observation, choosing) = try followChoices(of: networks)
    let (home, cafe) = (networks.choices!.networks.first!, networks.choices!.networks.last!)
    networks.join(cafe, password: "some word")
    try stage.wait("the call") { calls(fake, "AddAndActivateConnection").count == 1 }
    networks.join(home)
    try stage.wait("the other network") { calls(fake, "ActivateConnection").count == 1 }
    try stage.wait("the end of what was added") {
      calls(fake, "Delete").map(\.path) == [added(for: "some word")]
    }
    emitState(fake, 100, reason: 0)
    try stage.wait("the connection") { networks.choices?.attempt == nil }
    #expect(calls(fake, "Delete").count == 1)
    choosing.cancel()
    observation.cancel()
  }

  @Test func `only what the user has asked for may ask for a password of the machine`() throws {
    let fake = try startManager()
    let networks = networks()
    let observation = networks.observe {}
    try stage.wait("home") { networks.status?.name == "home" }
    let choosing = networks.observeChoices {}
    try stage.wait("the networks") { networks.choices?.networks.first?.saved != nil }
    try stage.wait("the question for settings") { !calls(fake, "GetSettings").isEmpty }
    // A change after the answer shows that the answer has arrived.
    fake.set(Self.cafe, Names.accessPoint, ["Strength": .byte(7)])
    try stage.wait("another strength") { networks.choices?.networks.last?.strength == 7 }
    networks.turnWireless(on: true)
    networks.join(try #require(networks.choices?.networks.last), password: "some word")
    networks.join(try #require(networks.choices?.networks.first), password: "another word")
    networks.leave(try #require(networks.choices?.networks.first).id)
    let asked = ["AddAndActivateConnection", "DeactivateConnection", "Update"]
    try stage.wait("all calls") {
      Set(fake.service.calls.map(\.member)).isSuperset(of: asked + ["RequestScan", "GetSettings", "Set"])
    }
    let asking = fake.service.calls.filter(\.allowsAuthentication)
    #expect(Set(asking.map(\.member)).subtracting(["ActivateConnection"]) == Set(asked))
    choosing.cancel()
    observation.cancel()
  }

  @Test func `a known network is joined as it is, and with another password after a wrong one`() throws {
    let fake = try startManager(isConnected: false)
    let networks = networks()
    let (observation, choosing) = try followChoices(of: networks)
    let home = try #require(networks.choices?.networks.first)
    networks.join(home)
    try stage.wait("the call") { calls(fake, "ActivateConnection").count == 1 }
    #expect(
      calls(fake, "ActivateConnection")[0].arguments
        == [Self.saved, Self.device, Self.home].map(DBusValue.objectPath))
    emitState(fake, 120, reason: 7)
    try stage.wait("the failure") { networks.choices?.attempt?.failure == .wrongPassword }
    networks.join(home, password: "another word")
    try stage.wait("the second call") { calls(fake, "ActivateConnection").count == 2 }
    let update = try #require(calls(fake, "Update").first?.arguments.first)
    #expect(update.options?["802-11-wireless-security"]?.options?["psk"] == .string("another word"))
    // Nothing comes of it.
    clock.advance(by: .seconds(200))
    try stage.wait("the end of patience") { networks.choices?.attempt?.failure == .noAnswer }
    #expect(calls(fake, "AddAndActivateConnection").isEmpty && calls(fake, "Delete").isEmpty)
    choosing.cancel()
    observation.cancel()
  }

  @Test func `what the service refuses is told in its words`() throws {
    let fake = try startManager(isConnected: false)
    let networks = networks()
    let (observation, choosing) = try followChoices(of: networks)
    fake.service.remove(Names.manager)
    networks.join(try #require(networks.choices?.networks.last), password: "some word")
    try stage.wait("the refusal") {
      if case .refused(let words)? = networks.choices?.attempt?.failure { !words.isEmpty } else { false }
    }
    choosing.cancel()
    observation.cancel()
  }

  @Test func `a network is left, and Wi-Fi turned off`() throws {
    let fake = try startManager()
    let networks = networks()
    let observation = networks.observe {}
    let choosing = networks.observeChoices {}
    try stage.wait("the networks") { networks.choices?.networks.first?.active != nil }
    networks.leave(try #require(networks.choices?.networks.first).id)
    try stage.wait("the call") {
      calls(fake, "DeactivateConnection").map(\.arguments) == [[.objectPath(Self.active)]]
    }
    networks.turnWireless(on: false)
    try stage.wait("the property") {
      calls(fake, "Set").map(\.arguments) == [
        [.string(Names.service), .string("WirelessEnabled"), .variant(.boolean(false))]
      ]
    }
    choosing.cancel()
    observation.cancel()
  }
}

/// The network by python-dbusmock's NetworkManager.
@Suite(.serialized)
struct MockNetworkManagerTests {
  private static let manager = NetworkManagerNames.manager

  @Test func `a mock's networks are heard, joined and left, and a mock that is killed is no more`() throws {
    let stage = try BusStage()
    let networks = Networks(stage.makeBus())
    let observation = networks.observe {}
    let choosing = networks.observeChoices {}
    for round in 1...3 {
      let mock = try MockProgram(
        "networkmanager", NetworkManagerNames.service, NetworkManagerNames.root, on: stage)
      try stage.wait("the mock \(round)") { networks.status?.state == .disconnected }
      let device = try mock.command(
        "AddWiFiDevice", [.string("mock0"), .string("wlan0"), .int32(30)], expects: "s")
      for (name, ssid, strength) in [("p1", "home", 60), ("p2", "home", 80), ("p3", "café", 30)] {
        try mock.command(
          "AddAccessPoint",
          device + [
            .string(name), .string(ssid), .string("00:23:F8:7E:12:B\(name.last!)"), .uint32(2),
            .uint32(2425), .uint32(5400), .byte(UInt8(strength)), .uint32(0x100),
          ], expects: "s")
      }
      try stage.wait("the networks") { networks.choices?.networks.map(\.name.text) == ["home", "café"] }
      #expect(networks.choices?.networks.first?.strength == 80)
      try mock.command(
        "AddWiFiConnection", device + [.string("c1"), .string("home"), .string("wpa-psk")], expects: "s")
      try stage.wait("the saved connection") { networks.choices?.networks.first?.saved != nil }
      networks.join(try #require(networks.choices?.networks.first))
      try stage.wait("the connection") {
        networks.status?.name == "home" && networks.status?.state == .connected
          && networks.choices?.networks.first?.isConnected == true
      }
      #expect(networks.status?.strength == 80 && networks.status?.interface == "wlan0")
      networks.leave(try #require(networks.choices?.networks.first).id)
      try stage.wait("no connection") { networks.status?.state == .disconnected }
      // A new one, with its password.
      networks.join(try #require(networks.choices?.networks.last), password: "some word")
      try stage.wait("the new connection") { networks.status?.name == "café" }
      mock.kill()
      try stage.wait("nothing") { networks.choices == nil && networks.status?.name != "café" }
    }
    choosing.cancel()
    observation.cancel()
  }
}
