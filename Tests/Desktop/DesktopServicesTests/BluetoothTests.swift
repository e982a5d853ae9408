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
  fileprivate static let speaker = adapter + "/dev_2"

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

  /// A BlueZ that asks while it pairs the speaker, and the agent that it was told of.
  @MainActor private final class PairingBlueZ {
    let fake: FakeObjects
    private let stage: BusStage
    private(set) var answers: [Result<[DBusValue], BusError>] = []

    init(_ stage: BusStage, _ fake: FakeObjects) {
      (self.stage, self.fake) = (stage, fake)
      fake.service.add(
        "/org/bluez", "org.bluez.AgentManager1",
        methods: [
          .init("RegisterAgent", in: [.init("path", "o"), .init("capability", "s")]),
          .init("UnregisterAgent", in: [.init("path", "o")]),
        ])
      fake.service.add(
        BluetoothTests.speaker, Names.device, ["Trusted": .boolean(false)],
        methods: [.init("Pair"), .init("Connect"), .init("CancelPairing")])
      fake.service.heldMembers = ["Pair"]
    }

    func calls(_ member: String) -> [FakeService.Call] { fake.service.calls.filter { $0.member == member } }

    /// Calls the agent as BlueZ does, or as another program.
    func ask(
      _ member: String, _ arguments: [DBusValue], device: String = BluetoothTests.speaker,
      expects: String = "", from bus: MessageBus? = nil
    ) {
      let agent = calls("RegisterAgent").last!
      let call = Call(
        to: agent.sender, agent.arguments[0].objectPath!, "org.bluez.Agent1", member,
        [.objectPath(device)] + arguments, expects: expects)
      (bus ?? fake.service.bus).call(call) { [unowned self] in answers.append($0) }
    }
  }

  /// A BlueZ that has begun to pair the speaker, with an agent.
  private func beginPairing() throws -> (PairingBlueZ, Bluetooth, Observation) {
    let bluez = PairingBlueZ(stage, try startBlueZ())
    let bluetooth = Bluetooth(stage.makeBus(), loop: stage.loop)
    let observation = bluetooth.observe {}
    try stage.wait("the devices") { bluetooth.status != nil }
    #expect(bluez.calls("RegisterAgent").isEmpty)
    bluetooth.toggle(Self.speaker)
    try stage.wait("the pairing") { bluez.calls("Pair").count == 1 }
    let agent = try #require(bluez.calls("RegisterAgent").first)
    #expect(bluez.calls("RegisterAgent").count == 1 && agent.arguments[1] == .string("KeyboardDisplay"))
    // The agent is there before BlueZ needs it.
    let members = bluez.fake.service.calls.map(\.member)
    #expect(members.firstIndex(of: "RegisterAgent")! < members.firstIndex(of: "Pair")!)
    return (bluez, bluetooth, observation)
  }

  private static func error(_ result: Result<[DBusValue], BusError>?) -> String? {
    if case .failure(let error)? = result { error.name } else { nil }
  }

  @Test func `a device is paired once people have confirmed its number`() throws {
    let (bluez, bluetooth, observation) = try beginPairing()
    bluez.ask("RequestConfirmation", [.uint32(4711)])
    try stage.wait("the question") {
      bluetooth.pairing == BluetoothPairing(Self.speaker, .confirm("004711"))
    }
    // An answer of another kind is none.
    bluetooth.answer(.pin("0000"))
    #expect(bluetooth.pairing != nil && bluez.answers.isEmpty)
    bluetooth.answer(.accept)
    #expect(bluetooth.pairing == nil)
    try stage.wait("the answer") { bluez.answers.count == 1 }
    #expect(Self.error(bluez.answers[0]) == nil)
    bluez.ask("AuthorizeService", [.string("0000110b-0000-1000-8000-00805f9b34fb")])
    try stage.wait("the service") { bluez.answers.count == 2 }
    #expect(Self.error(bluez.answers[1]) == nil)
    bluez.fake.service.answerHeld()
    try stage.wait("the connection") { bluetooth.tasks.isEmpty && bluez.calls("Connect").count == 1 }
    try stage.wait("the end of the agent") { bluez.calls("UnregisterAgent").count == 1 }
    observation.cancel()
  }

  @Test func `a PIN and a passkey are typed, and shown with what was typed of them`() throws {
    let (bluez, bluetooth, observation) = try beginPairing()
    bluez.ask("RequestPinCode", [], expects: "s")
    try stage.wait("the question") { bluetooth.pairing?.question == .enterPIN }
    bluetooth.answer(.pin("1234"))
    try stage.wait("the answer") { (try? bluez.answers.last?.get()) == [.string("1234")] }
    bluez.ask("RequestPasskey", [], expects: "u")
    try stage.wait("the question") { bluetooth.pairing?.question == .enterPasskey }
    bluetooth.answer(.passkey(42))
    try stage.wait("the answer") { (try? bluez.answers.last?.get()) == [.uint32(42)] }
    for typed in [UInt16(0), 3] {
      bluez.ask("DisplayPasskey", [.uint32(123456), .uint16(typed)])
      try stage.wait("the number") { bluetooth.pairing?.question == .show("123456", typed: Int(typed)) }
    }
    bluez.ask("DisplayPinCode", [.string("5678")])
    try stage.wait("the number") { bluetooth.pairing?.question == .show("5678", typed: nil) }
    try stage.wait("the answers") { bluez.answers.count == 5 }
    #expect(bluez.answers.allSatisfy { Self.error($0) == nil })
    // What is shown goes with the pairing.
    bluez.fake.service.answerHeld()
    try stage.wait("the end") { bluetooth.pairing == nil && bluetooth.tasks.isEmpty }
    observation.cancel()
  }

  @Test func `no and cancel end the pairing, which is no failure where it was cancelled here`() throws {
    let (bluez, bluetooth, observation) = try beginPairing()
    bluez.ask("RequestConfirmation", [.uint32(1)])
    try stage.wait("the question") { bluetooth.pairing != nil }
    bluetooth.rejectPairing()
    try stage.wait("no") { Self.error(bluez.answers.last) == "org.bluez.Error.Rejected" }
    bluez.fake.service.failHeld(BusError("org.bluez.Error.AuthenticationRejected", ""))
    try stage.wait("the failure") { bluetooth.tasks[Self.speaker] == .failed("The device was not paired.") }
    bluetooth.toggle(Self.speaker)
    try stage.wait("another pairing") { bluez.calls("Pair").count == 2 }
    bluez.ask("RequestPinCode", [], expects: "s")
    try stage.wait("the question") { bluetooth.pairing != nil }
    bluetooth.cancelPairing(Self.speaker)
    #expect(bluetooth.pairing == nil)
    try stage.wait("the call") { bluez.calls("CancelPairing").count == 1 }
    try stage.wait("no PIN") { Self.error(bluez.answers.last) == "org.bluez.Error.Canceled" }
    bluez.fake.service.failHeld(BusError("org.bluez.Error.AuthenticationCanceled", ""))
    try stage.wait("no failure") { bluetooth.tasks.isEmpty }
    observation.cancel()
  }

  @Test func `a device that was paired in spite of a cancellation is not connected`() throws {
    let (bluez, bluetooth, observation) = try beginPairing()
    bluetooth.cancelPairing(Self.speaker)
    try stage.wait("the call") { bluez.calls("CancelPairing").count == 1 }
    bluez.fake.service.answerHeld()
    try stage.wait("the end") { bluetooth.tasks.isEmpty }
    try stage.wait("the end of the agent") { bluez.calls("UnregisterAgent").count == 1 }
    #expect(bluez.calls("Connect").isEmpty)
    observation.cancel()
  }

  @Test func `a question is taken back, another asked, and BlueZ dies in the middle`() throws {
    let (bluez, bluetooth, observation) = try beginPairing()
    bluez.ask("RequestConfirmation", [.uint32(1)])
    try stage.wait("the question") { bluetooth.pairing?.question == .confirm("000001") }
    bluez.ask("RequestConfirmation", [.uint32(2)])
    try stage.wait("another one") { bluetooth.pairing?.question == .confirm("000002") }
    try stage.wait("the end of the first") { Self.error(bluez.answers.first) == "org.bluez.Error.Canceled" }
    let agent = try #require(bluez.calls("RegisterAgent").last)
    bluez.fake.service.bus.call(
      Call(to: agent.sender, agent.arguments[0].objectPath!, "org.bluez.Agent1", "Cancel", [])
    ) { _ in }
    try stage.wait("no question") { bluetooth.pairing == nil }
    bluez.ask("RequestPinCode", [], expects: "s")
    try stage.wait("the question") { bluetooth.pairing != nil }
    bluez.fake.service.bus.close()
    try stage.wait("nothing") {
      bluetooth.pairing == nil && bluetooth.tasks.isEmpty && bluetooth.status == nil
    }
    // The next BlueZ is told of an agent as soon as one is needed.
    let next = PairingBlueZ(stage, try startBlueZ())
    try stage.wait("the devices") { bluetooth.status != nil }
    #expect(next.calls("RegisterAgent").isEmpty)
    let discovery = bluetooth.discover()
    try stage.wait("an agent") { next.calls("RegisterAgent").count == 1 }
    discovery.cancel()
    try stage.wait("none") { next.calls("UnregisterAgent").count == 1 }
    observation.cancel()
  }

  @Test func `nobody but BlueZ is answered, and only for devices that are paired here`() throws {
    let (bluez, bluetooth, observation) = try beginPairing()
    bluez.ask("RequestPinCode", [], expects: "s", from: try stage.connect())
    try stage.wait("a refusal") { bluez.answers.count == 1 }
    for device in [Self.headset, "/elsewhere"] {
      bluez.ask("RequestConfirmation", [.uint32(1)], device: device)
      bluez.ask("AuthorizeService", [.string("110b")], device: device)
    }
    bluez.ask("RequestConfirmation", [.uint32(1_000_000)])
    bluez.ask("DisplayPinCode", [.string(String(repeating: "9", count: 99))])
    try stage.wait("refusals") { bluez.answers.count == 7 }
    #expect(bluez.answers.allSatisfy { Self.error($0) == "org.bluez.Error.Rejected" })
    #expect(bluetooth.pairing == nil && bluetooth.tasks == [Self.speaker: .pairing])
    bluez.fake.service.answerHeld()
    try stage.wait("the end") { bluetooth.tasks.isEmpty }
    observation.cancel()
  }

  @Test func `a pairing that takes too long is ended`() throws {
    let clock = ManualClock()
    let slow = try BusStage(clock: clock)
    let fake = FakeObjects(
      try slow.connect(), Names.service, root: "/",
      [
        Self.adapter: [Names.adapter: ["Powered": .boolean(true)]],
        Self.speaker: [Names.device: ["Alias": .string("Speaker"), "Paired": .boolean(false)]],
      ])
    let bluez = PairingBlueZ(slow, fake)
    try slow.wait("the name") { fake.service.isReady }
    let bluetooth = Bluetooth(slow.makeBus(), loop: slow.loop)
    let observation = bluetooth.observe {}
    try slow.wait("the devices") { bluetooth.status != nil }
    bluetooth.toggle(Self.speaker)
    try slow.wait("the pairing") { bluez.calls("Pair").count == 1 }
    bluez.ask("RequestPinCode", [], expects: "s")
    try slow.wait("the question") { bluetooth.pairing != nil }
    clock.advance(by: .seconds(190))
    try slow.wait("the call") { bluez.calls("CancelPairing").count == 1 }
    try slow.wait("no PIN") { bluez.answers.count == 1 }
    fake.service.failHeld(BusError("org.bluez.Error.AuthenticationCanceled", ""))
    try slow.wait("the failure") {
      bluetooth.tasks == [Self.speaker: .failed("The pairing took too long.")]
    }
    #expect(bluetooth.pairing == nil)
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
