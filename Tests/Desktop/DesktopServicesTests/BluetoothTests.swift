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

  private static let adapter = FakeBlueZ.adapter
  private static let headset = adapter + "/dev_1"
  private static let speaker = adapter + "/dev_2"

  /// A BlueZ that knows a headset and hears a speaker.
  private func startBlueZ() throws -> FakeBlueZ {
    let bluez = FakeBlueZ(
      try stage.connect(),
      [
        Self.headset: [
          "Alias": .string("Headset"), "Paired": .boolean(true), "Connected": .boolean(false),
          "Adapter": .objectPath(Self.adapter),
        ], Self.speaker: ["Alias": .string("Speaker"), "Paired": .boolean(false)],
      ])
    try stage.wait("the name") { bluez.service.isReady }
    return bluez
  }

  private func members(_ fake: FakeBlueZ) -> [String] {
    fake.service.calls.map(\.member).filter { $0 != "GetManagedObjects" }
  }

  @Test func `devices are followed, connected and disconnected`() throws {
    let fake = try startBlueZ()
    let bluetooth = Bluetooth(stage.makeBus())
    var tellings = 0
    let observation = bluetooth.observe { tellings += 1 }
    try stage.wait("the devices") { bluetooth.status?.devices.map(\.name) == ["Headset", "Speaker"] }
    bluetooth.toggle(Self.headset)
    #expect(bluetooth.tasks == [Self.headset: .connecting])
    // A second click while it is under way does nothing.
    bluetooth.toggle(Self.headset)
    try stage.wait("the answer") { bluetooth.tasks.isEmpty }
    fake.objects.set(Self.headset, Names.device, ["Connected": .boolean(true)])
    fake.objects.add(Self.headset, [Names.battery: ["Percentage": .byte(80)]])
    try stage.wait("the battery") { bluetooth.status?.connected.first?.battery == 80 }
    fake.objects.set(Self.headset, Names.battery, ["Percentage": .byte(79)])
    try stage.wait("its change") { bluetooth.status?.connected.first?.battery == 79 }
    bluetooth.toggle(Self.headset)
    #expect(bluetooth.tasks == [Self.headset: .disconnecting])
    try stage.wait("the answer") { bluetooth.tasks.isEmpty }
    #expect(members(fake) == ["Connect", "Disconnect"])
    let told = tellings
    // Strengths of signals are not shown.
    fake.objects.set(Self.speaker, Names.device, ["RSSI": .int16(-60)])
    fake.objects.set(Self.speaker, Names.device, [:], invalidated: ["RSSI"])
    bluetooth.turn(on: false)
    try stage.wait("the call") { members(fake).last == "Set" }
    fake.objects.set(Self.adapter, Names.adapter, ["Powered": .boolean(false)])
    try stage.wait("the end") { bluetooth.status?.isOn == false }
    #expect(tellings == told + 1)
    observation.cancel()
    #expect(bluetooth.status == nil)
  }

  @Test func `a new device is paired and trusted before it is connected`() throws {
    let fake = try startBlueZ()
    let bluetooth = Bluetooth(stage.makeBus())
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
    let bluetooth = Bluetooth(stage.makeBus())
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
    fake.objects.remove(Self.headset)
    try stage.wait("no device") { bluetooth.tasks.isEmpty && bluetooth.status?.devices.count == 1 }
    bluetooth.toggle(Self.headset)
    #expect(bluetooth.tasks.isEmpty)
    observation.cancel()
  }

  @Test func `a refusal to look for devices is told while they are looked for`() throws {
    let fake = try startBlueZ()
    fake.service.heldMembers = ["StartDiscovery"]
    let bluetooth = Bluetooth(stage.makeBus())
    let observation = bluetooth.observe {}
    try stage.wait("the devices") { bluetooth.status != nil }
    let discovery = bluetooth.discover()
    try stage.wait("the call") { fake.calls("StartDiscovery").count == 1 }
    fake.service.failHeld(.failed("no"))
    // The words of BlueZ say nothing to most people.
    try stage.wait("the failure") {
      bluetooth.tasks[""] == .failed("Bluetooth could not search for devices.")
    }
    #expect(bluetooth.reasons == ["": "BlueZ refused: no"])
    discovery.cancel()
    #expect(bluetooth.tasks.isEmpty && bluetooth.reasons.isEmpty)
    observation.cancel()
  }

  @Test func `devices are looked for again after a refusal, and its words go`() throws {
    let clock = ManualClock()
    let stage = try BusStage(clock: clock)
    let fake = FakeBlueZ(try stage.connect(), [Self.speaker: ["Alias": .string("Speaker")]])
    fake.service.heldMembers = ["StartDiscovery"]
    let bluetooth = Bluetooth(stage.makeBus())
    let observation = bluetooth.observe {}
    try stage.wait("the devices") { bluetooth.status != nil }
    let discovery = bluetooth.discover()
    for round in 1...3 {
      try stage.wait("the call \(round)") { fake.calls("StartDiscovery").count == round }
      if round == 3 { break }
      fake.service.failHeld(.failed("no"))
      try stage.wait("the failure") { if case .failed? = bluetooth.tasks[""] { true } else { false } }
      clock.advance(by: .seconds(10))
    }
    fake.service.answerHeld()
    try stage.wait("no failure") { bluetooth.tasks.isEmpty }
    discovery.cancel()
    try stage.wait("the end") { fake.calls("StopDiscovery").count == 1 }
    observation.cancel()
  }

  @Test func `a switch that is refused is told, and a device is removed by its adapter`() throws {
    let fake = try startBlueZ()
    fake.service.add(
      Self.adapter, Names.adapter, ["Powered": .boolean(true)],
      methods: [.init("RemoveDevice", in: [.init("device", "o")])])
    let bluetooth = Bluetooth(stage.makeBus())
    let observation = bluetooth.observe {}
    try stage.wait("the devices") { bluetooth.status != nil }
    var endings: [String?] = []
    bluetooth.forget(Self.headset) { endings.append($0?.words) }
    try stage.wait("the call") { endings == [nil] }
    #expect(fake.calls("RemoveDevice").map(\.arguments) == [[.objectPath(Self.headset)]])
    fake.service.heldMembers = ["Set"]
    bluetooth.turn(on: false) { endings.append($0?.words) }
    try stage.wait("the call") { fake.calls("Set").count == 1 }
    fake.service.failHeld(BusError("org.bluez.Error.Blocked", "no"))
    try stage.wait("the refusal") { endings.last == "Bluetooth is blocked by a switch." }
    #expect(bluetooth.tasks.isEmpty)
    observation.cancel()
  }

  @Test func `the refusal of one adapter is told although another one was turned off`() throws {
    let fake = try startBlueZ()
    let second = "/org/bluez/hci1"
    fake.service.add(second, Names.adapter, ["Powered": .boolean(true)])
    fake.objects.add(second, [Names.adapter: ["Powered": .boolean(true)]])
    let bluetooth = Bluetooth(stage.makeBus())
    let observation = bluetooth.observe {}
    try stage.wait("both adapters") { bluetooth.status?.adapters.count == 2 }
    fake.service.heldMembers = ["Set"]
    var endings: [String?] = []
    bluetooth.turn(on: false) { endings.append($0?.words) }
    try stage.wait("the calls") { fake.calls("Set").count == 2 }
    fake.service.failFirstHeld(BusError("org.bluez.Error.Blocked", "no"))
    fake.service.answerHeld()
    try stage.wait("the end") { !endings.isEmpty }
    #expect(endings == ["Bluetooth is blocked by a switch."])
    observation.cancel()
  }

  /// A BlueZ that has begun to pair the speaker, with an agent.
  private func beginPairing() throws -> (FakeBlueZ, Bluetooth, Observation) {
    let bluez = try startBlueZ()
    bluez.takeAgents()
    let bluetooth = Bluetooth(stage.makeBus())
    let observation = bluetooth.observe {}
    try stage.wait("the devices") { bluetooth.status != nil }
    #expect(bluez.calls("RegisterAgent").isEmpty)
    bluetooth.toggle(Self.speaker)
    try stage.wait("the pairing") { bluez.calls("Pair").count == 1 }
    let agent = try #require(bluez.calls("RegisterAgent").first)
    #expect(bluez.calls("RegisterAgent").count == 1 && agent.arguments[1] == .string("KeyboardDisplay"))
    // The agent is there before BlueZ needs it.
    let members = bluez.service.calls.map(\.member)
    #expect(members.firstIndex(of: "RegisterAgent")! < members.firstIndex(of: "Pair")!)
    return (bluez, bluetooth, observation)
  }

  private static func error(_ result: Result<[DBusValue], BusError>?) -> String? {
    if case .failure(let error)? = result { error.name } else { nil }
  }

  @Test func `a device is paired once people have confirmed its number`() throws {
    let (bluez, bluetooth, observation) = try beginPairing()
    bluez.ask("RequestConfirmation", [.uint32(4711)], about: Self.speaker)
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
    bluez.ask("AuthorizeService", [.string("0000110b-0000-1000-8000-00805f9b34fb")], about: Self.speaker)
    try stage.wait("the service") { bluez.answers.count == 2 }
    #expect(Self.error(bluez.answers[1]) == nil)
    bluez.service.answerHeld()
    try stage.wait("the connection") { bluetooth.tasks.isEmpty && bluez.calls("Connect").count == 1 }
    try stage.wait("the end of the agent") { bluez.calls("UnregisterAgent").count == 1 }
    observation.cancel()
  }

  @Test func `a PIN and a passkey are typed, and shown with what was typed of them`() throws {
    let (bluez, bluetooth, observation) = try beginPairing()
    bluez.ask("RequestPinCode", about: Self.speaker, expects: "s")
    try stage.wait("the question") { bluetooth.pairing?.question == .enterPIN }
    bluetooth.answer(.pin("1234"))
    try stage.wait("the answer") { (try? bluez.answers.last?.get()) == [.string("1234")] }
    bluez.ask("RequestPasskey", about: Self.speaker, expects: "u")
    try stage.wait("the question") { bluetooth.pairing?.question == .enterPasskey }
    bluetooth.answer(.passkey(42))
    try stage.wait("the answer") { (try? bluez.answers.last?.get()) == [.uint32(42)] }
    for typed in [UInt16(0), 3] {
      bluez.ask("DisplayPasskey", [.uint32(123456), .uint16(typed)], about: Self.speaker)
      try stage.wait("the number") { bluetooth.pairing?.question == .show("123456", typed: Int(typed)) }
    }
    bluez.ask("DisplayPinCode", [.string("5678")], about: Self.speaker)
    try stage.wait("the number") { bluetooth.pairing?.question == .show("5678", typed: nil) }
    try stage.wait("the answers") { bluez.answers.count == 5 }
    #expect(bluez.answers.allSatisfy { Self.error($0) == nil })
    // The code that is shown disappears with the end of the pairing.
    bluez.service.answerHeld()
    try stage.wait("the end") { bluetooth.pairing == nil && bluetooth.tasks.isEmpty }
    observation.cancel()
  }

  @Test func `no and cancel end the pairing, which is no failure where it was cancelled here`() throws {
    let (bluez, bluetooth, observation) = try beginPairing()
    bluez.ask("RequestConfirmation", [.uint32(1)], about: Self.speaker)
    try stage.wait("the question") { bluetooth.pairing != nil }
    bluetooth.rejectPairing()
    try stage.wait("no") { Self.error(bluez.answers.last) == "org.bluez.Error.Rejected" }
    bluez.service.failHeld(BusError("org.bluez.Error.AuthenticationRejected", ""))
    try stage.wait("the failure") { bluetooth.tasks[Self.speaker] == .failed("The device was not paired.") }
    bluetooth.toggle(Self.speaker)
    try stage.wait("another pairing") { bluez.calls("Pair").count == 2 }
    bluez.ask("RequestPinCode", about: Self.speaker, expects: "s")
    try stage.wait("the question") { bluetooth.pairing != nil }
    bluetooth.cancelPairing(Self.speaker)
    #expect(bluetooth.pairing == nil)
    try stage.wait("the call") { bluez.calls("CancelPairing").count == 1 }
    try stage.wait("no PIN") { Self.error(bluez.answers.last) == "org.bluez.Error.Canceled" }
    bluez.service.failHeld(BusError("org.bluez.Error.AuthenticationCanceled", ""))
    try stage.wait("no failure") { bluetooth.tasks.isEmpty }
    observation.cancel()
  }

  @Test func `a device that was paired in spite of a cancellation is not connected`() throws {
    let (bluez, bluetooth, observation) = try beginPairing()
    bluetooth.cancelPairing(Self.speaker)
    try stage.wait("the call") { bluez.calls("CancelPairing").count == 1 }
    bluez.service.answerHeld()
    try stage.wait("the end") { bluetooth.tasks.isEmpty }
    try stage.wait("the end of the agent") { bluez.calls("UnregisterAgent").count == 1 }
    #expect(bluez.calls("Connect").isEmpty)
    observation.cancel()
  }

  @Test func `the late answer to a pairing of before is not taken for that of the present one`() throws {
    let bluez = try startBlueZ()
    bluez.takeAgents()
    let bus = stage.makeBus()
    // Somebody else needs the bus, so that the answers come.
    let other = bus.subscribe(.ownerChanges(of: "org.example.other")) { _ in }
    let bluetooth = Bluetooth(bus)
    func observe(_ pairings: Int) throws -> Observation {
      let observation = bluetooth.observe {}
      try stage.wait("the devices") { bluetooth.status != nil }
      bluetooth.toggle(Self.speaker)
      try stage.wait("the pairing") { bluez.calls("Pair").count == pairings }
      return observation
    }
    try observe(1).cancel()
    #expect(bluetooth.tasks.isEmpty)
    let observation = try observe(2)
    bluez.service.answerHeld(first: 1)
    // BlueZ makes this request after the late answer to the first pairing, which was handled before it therefore.
    bluez.ask("RequestConfirmation", [.uint32(1)], about: Self.speaker)
    try stage.wait("the question") { bluetooth.pairing != nil }
    #expect(bluetooth.tasks == [Self.speaker: .pairing] && bluez.calls("Connect").isEmpty)
    bluetooth.answer(.accept)
    bluez.service.answerHeld()
    try stage.wait("the connection") { bluez.calls("Connect").count == 1 && bluetooth.tasks.isEmpty }
    observation.cancel()
    other.cancel()
  }

  @Test func `a question is taken back, another asked, and BlueZ dies in the middle`() throws {
    let (bluez, bluetooth, observation) = try beginPairing()
    bluez.ask("RequestConfirmation", [.uint32(1)], about: Self.speaker)
    try stage.wait("the question") { bluetooth.pairing?.question == .confirm("000001") }
    bluez.ask("RequestConfirmation", [.uint32(2)], about: Self.speaker)
    try stage.wait("another one") { bluetooth.pairing?.question == .confirm("000002") }
    try stage.wait("the end of the first") { Self.error(bluez.answers.first) == "org.bluez.Error.Canceled" }
    let agent = try #require(bluez.calls("RegisterAgent").last)
    bluez.service.bus.call(
      Call(to: agent.sender, agent.arguments[0].objectPath!, "org.bluez.Agent1", "Cancel", [])
    ) { _ in }
    try stage.wait("no question") { bluetooth.pairing == nil }
    bluez.ask("RequestPinCode", about: Self.speaker, expects: "s")
    try stage.wait("the question") { bluetooth.pairing != nil }
    bluez.service.bus.close()
    try stage.wait("nothing") {
      bluetooth.pairing == nil && bluetooth.tasks.isEmpty && bluetooth.status == nil
    }
    // The next BlueZ is told of an agent as soon as one is needed.
    let next = try startBlueZ()
    next.takeAgents()
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
    bluez.ask("RequestPinCode", about: Self.speaker, expects: "s", from: try stage.connect())
    try stage.wait("a refusal") { bluez.answers.count == 1 }
    for device in [Self.headset, "/elsewhere"] {
      bluez.ask("RequestConfirmation", [.uint32(1)], about: device)
      bluez.ask("AuthorizeService", [.string("110b")], about: device)
    }
    bluez.ask("RequestConfirmation", [.uint32(1_000_000)], about: Self.speaker)
    bluez.ask("DisplayPinCode", [.string(String(repeating: "9", count: 99))], about: Self.speaker)
    try stage.wait("refusals") { bluez.answers.count == 7 }
    #expect(bluez.answers.allSatisfy { Self.error($0) == "org.bluez.Error.Rejected" })
    #expect(bluetooth.pairing == nil && bluetooth.tasks == [Self.speaker: .pairing])
    bluez.service.answerHeld()
    try stage.wait("the end") { bluetooth.tasks.isEmpty }
    observation.cancel()
  }

  @Test func `a pairing that takes too long is ended`() throws {
    let clock = ManualClock()
    let slow = try BusStage(clock: clock)
    let bluez = FakeBlueZ(
      try slow.connect(), [Self.speaker: ["Alias": .string("Speaker"), "Paired": .boolean(false)]])
    bluez.takeAgents()
    try slow.wait("the name") { bluez.service.isReady }
    let bluetooth = Bluetooth(slow.makeBus())
    let observation = bluetooth.observe {}
    try slow.wait("the devices") { bluetooth.status != nil }
    bluetooth.toggle(Self.speaker)
    try slow.wait("the pairing") { bluez.calls("Pair").count == 1 }
    bluez.ask("RequestPinCode", about: Self.speaker, expects: "s")
    try slow.wait("the question") { bluetooth.pairing != nil }
    clock.advance(by: .seconds(190))
    try slow.wait("the call") { bluez.calls("CancelPairing").count == 1 }
    try slow.wait("no PIN") { bluez.answers.count == 1 }
    bluez.service.failHeld(BusError("org.bluez.Error.AuthenticationCanceled", ""))
    try slow.wait("the failure") {
      bluetooth.tasks == [Self.speaker: .failed("The pairing took too long.")]
    }
    #expect(bluetooth.pairing == nil)
    observation.cancel()
  }

  @Test func `devices are looked for while somebody chooses and Bluetooth is on`() throws {
    let fake = try startBlueZ()
    let bluetooth = Bluetooth(stage.makeBus())
    let observation = bluetooth.observe {}
    try stage.wait("the devices") { bluetooth.status != nil }
    #expect(members(fake).isEmpty)
    let discovery = bluetooth.discover()
    try stage.wait("the beginning") { members(fake) == ["StartDiscovery"] }
    fake.objects.set(Self.adapter, Names.adapter, ["Powered": .boolean(false)])
    try stage.wait("off") { bluetooth.status?.isOn == false }
    fake.objects.set(Self.adapter, Names.adapter, ["Powered": .boolean(true)])
    try stage.wait("another beginning") { members(fake) == ["StartDiscovery", "StartDiscovery"] }
    discovery.cancel()
    try stage.wait("the end") { members(fake).last == "StopDiscovery" }
    #expect(members(fake).count == 3)
    observation.cancel()
  }

  @Test func `a service that is killed and started again twenty times leaves nothing behind`() throws {
    let bluetooth = Bluetooth(stage.makeBus())
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
    let bluetooth = Bluetooth(stage.makeBus())
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
