import DBusValues
import DesktopModel
import HeadlessSession
import Loop
import TestSupport
import Testing

@testable import DBus
@testable import DesktopServices

/// Bluetooth by a BlueZ that comes, goes and refuses.
@Suite(.serialized)
struct BluetoothTests {
  private typealias Names = BluetoothStatus.Names
  let stage: BusStage

  init() throws {
    stage = try BusStage()
  }

  private static let adapter = "/org/bluez/hci0"
  private static let headset = adapter + "/dev_1"
  private static let speaker = adapter + "/dev_2"

  /// A BlueZ that knows a headset and hears a speaker; methods of the speaker are missing.
  private func startBlueZ() throws -> FakeObjects {
    let fake = FakeObjects(
      try stage.connect(), Names.service, root: "/",
      [
        Self.adapter: [Names.adapter: ["Powered": .boolean(true)]],
        Self.headset: [
          Names.device: [
            "Alias": .string("Headset"), "Paired": .boolean(true), "Connected": .boolean(false),
          ]
        ], Self.speaker: [Names.device: ["Alias": .string("Speaker"), "Paired": .boolean(false)]],
      ])
    fake.service.add(
      Self.adapter, Names.adapter, ["Powered": .boolean(true)],
      methods: [.init("StartDiscovery"), .init("StopDiscovery")])
    fake.service.add(Self.headset, Names.device, methods: [.init("Connect"), .init("Disconnect")])
    fake.service.add(
      Self.speaker, Names.device, ["Trusted": .boolean(false)], methods: [.init("Pair"), .init("Connect")])
    try stage.wait("the name") { fake.service.isReady }
    return fake
  }

  private func members(_ fake: FakeObjects) -> [String] {
    fake.service.calls.map(\.member).filter { $0 != "GetManagedObjects" }
  }

  @Test func `devices are followed, connected and disconnected`() throws {
    let fake = try startBlueZ()
    let bluetooth = Bluetooth(stage.makeBus(), loop: stage.loop)
    var tellings = 0
    let observation = bluetooth.observe { tellings += 1 }
    try stage.wait("the devices") { bluetooth.status?.devices.map(\.name) == ["Headset", "Speaker"] }
    bluetooth.toggle(Self.headset)
    #expect(bluetooth.tasks == [Self.headset: .connecting])
    // A second click while it is under way does nothing.
    bluetooth.toggle(Self.headset)
    try stage.wait("the answer") { bluetooth.tasks.isEmpty }
    fake.set(Self.headset, Names.device, ["Connected": .boolean(true)])
    fake.add(Self.headset, [Names.battery: ["Percentage": .byte(80)]])
    try stage.wait("the battery") { bluetooth.status?.connected.first?.battery == 80 }
    fake.set(Self.headset, Names.battery, ["Percentage": .byte(79)])
    try stage.wait("its change") { bluetooth.status?.connected.first?.battery == 79 }
    bluetooth.toggle(Self.headset)
    #expect(bluetooth.tasks == [Self.headset: .disconnecting])
    try stage.wait("the answer") { bluetooth.tasks.isEmpty }
    #expect(members(fake) == ["Connect", "Disconnect"])
    let told = tellings
    // Strengths of signals are not shown.
    fake.set(Self.speaker, Names.device, ["RSSI": .int16(-60)])
    fake.set(Self.speaker, Names.device, [:], invalidated: ["RSSI"])
    bluetooth.turn(on: false)
    try stage.wait("the call") { members(fake).last == "Set" }
    fake.set(Self.adapter, Names.adapter, ["Powered": .boolean(false)])
    try stage.wait("the end") { bluetooth.status?.isOn == false }
    #expect(tellings == told + 1)
    observation.cancel()
    #expect(bluetooth.status == nil)
  }

  @Test func `a new device is paired and trusted before it is connected`() throws {
    let fake = try startBlueZ()
    let bluetooth = Bluetooth(stage.makeBus(), loop: stage.loop)
    let observation = bluetooth.observe {}
    try stage.wait("the devices") { bluetooth.status != nil }
    bluetooth.toggle(Self.speaker)
    #expect(bluetooth.tasks == [Self.speaker: .pairing])
    try stage.wait("the answers") { bluetooth.tasks.isEmpty }
    #expect(members(fake).filter { $0 != "Set" } == ["Pair", "Connect"])
    #expect(
      fake.service.calls.contains {
        $0.member == "Set"
          && $0.arguments == [.string(Names.device), .string("Trusted"), .variant(.boolean(true))]
      })
    observation.cancel()
  }

  @Test func `what fails is told until the next attempt, and forgotten with the device`() throws {
    let fake = try startBlueZ()
    let bluetooth = Bluetooth(stage.makeBus(), loop: stage.loop)
    let observation = bluetooth.observe {}
    try stage.wait("the devices") { bluetooth.status != nil }
    fake.service.remove(Self.headset)
    bluetooth.toggle(Self.headset)
    try stage.wait("the failure") {
      if case .failed? = bluetooth.tasks[Self.headset] { true } else { false }
    }
    bluetooth.toggle(Self.headset)
    #expect(bluetooth.tasks == [Self.headset: .connecting])
    try stage.wait("the failure") {
      if case .failed? = bluetooth.tasks[Self.headset] { true } else { false }
    }
    fake.remove(Self.headset)
    try stage.wait("no device") { bluetooth.tasks.isEmpty && bluetooth.status?.devices.count == 1 }
    bluetooth.toggle(Self.headset)
    #expect(bluetooth.tasks.isEmpty)
    observation.cancel()
  }

  @Test func `devices are looked for while somebody chooses and Bluetooth is on`() throws {
    let fake = try startBlueZ()
    let bluetooth = Bluetooth(stage.makeBus(), loop: stage.loop)
    let observation = bluetooth.observe {}
    try stage.wait("the devices") { bluetooth.status != nil }
    #expect(members(fake).isEmpty)
    let discovery = bluetooth.discover()
    try stage.wait("the beginning") { members(fake) == ["StartDiscovery"] }
    fake.set(Self.adapter, Names.adapter, ["Powered": .boolean(false)])
    try stage.wait("off") { bluetooth.status?.isOn == false }
    fake.set(Self.adapter, Names.adapter, ["Powered": .boolean(true)])
    try stage.wait("another beginning") { members(fake) == ["StartDiscovery", "StartDiscovery"] }
    discovery.cancel()
    try stage.wait("the end") { members(fake).last == "StopDiscovery" }
    #expect(members(fake).count == 3)
    observation.cancel()
  }

  @Test func `a service that is killed and started again twenty times leaves nothing behind`() throws {
    let bluetooth = Bluetooth(stage.makeBus(), loop: stage.loop)
    let observation = bluetooth.observe {}
    let discovery = bluetooth.discover()
    var descriptors: Int?
    for round in 1...20 {
      let fake = try startBlueZ()
      try stage.wait("the devices \(round)") { bluetooth.status?.devices.count == 2 }
      try stage.wait("the search \(round)") { members(fake).contains("StartDiscovery") }
      bluetooth.toggle(Self.headset)
      fake.service.bus.close()
      try stage.wait("nothing \(round)") { bluetooth.status == nil && bluetooth.tasks.isEmpty }
      let count = names(in: "/proc/self/fd").count
      if round == 3 { descriptors = count }
      // Tests of other suites have files open too; one kept in each round would be seventeen.
      #expect(count < (descriptors ?? count) + 10, "descriptors after \(round) rounds")
    }
    discovery.cancel()
    observation.cancel()
  }

  @Test func `devices of python-dbusmock's BlueZ are seen, connected and gone with it`() throws {
    let bluetooth = Bluetooth(stage.makeBus(), loop: stage.loop)
    let observation = bluetooth.observe {}
    for round in 1...3 {
      let mock = try MockProgram("bluez5", Names.service, "/", on: stage)
      #expect(bluetooth.status == nil)
      try mock.command(
        "AddAdapter", [.string("hci0"), .string("machine")], of: "org.bluez.Mock", expects: "s")
      try stage.wait("the adapter \(round)") { bluetooth.status?.adapters.count == 1 }
      try mock.command(
        "AddDevice", [.string("hci0"), .string("11:22:33:44:55:66"), .string("Headset")],
        of: "org.bluez.Mock",
        expects: "s")
      try stage.wait("the device") { bluetooth.status?.devices.first?.isPaired == false }
      bluetooth.toggle(try #require(bluetooth.status?.devices.first).id)
      try stage.wait("the connection") {
        bluetooth.status?.connected.map(\.name) == ["Headset"] && bluetooth.tasks.isEmpty
      }
      #expect(bluetooth.status?.connected.first?.isPaired == true)
      bluetooth.toggle(try #require(bluetooth.status?.devices.first).id)
      try stage.wait("no connection") { bluetooth.status?.connected.isEmpty == true }
      mock.kill()
      try stage.wait("nothing") { bluetooth.status == nil }
    }
    observation.cancel()
  }
}
