import DesktopModel
import Geometry
import HeadlessSession
import Loop
import TestSupport
import Testing

@testable import DBus
@testable import DesktopServices

/// Batteries by a service that comes, goes and changes its mind, and by files as the kernel has them.
@Suite(.serialized)
struct PowerDevicesTests {
  let clock = ManualClock()
  let stage: BusStage
  let scratch = ScratchDirectory()
  let kernel = FakeKernel()

  init() throws {
    stage = try BusStage(clock: clock)
  }

  private static let path = "/org/freedesktop/UPower"
  private static let interface = "org.freedesktop.UPower.Device"

  private func battery(_ percent: Double, state: UInt32 = 2, type: UInt32 = 2, name: String = "BAT0")
    -> [String: DBusValue]
  {
    [
      "Type": .uint32(type), "Percentage": .double(percent), "State": .uint32(state),
      "IsPresent": .boolean(true),
      "NativePath": .string(name), "Model": .string("model of \(name)"),
    ]
  }

  /// A UPower with these devices by the ends of their paths.
  private func startUPower(_ devices: [String: [String: DBusValue]]) throws -> FakeService {
    let service = FakeService(try stage.connect(), "org.freedesktop.UPower")
    let paths = devices.keys.sorted().filter { $0 != "DisplayDevice" }.map { "\(Self.path)/devices/\($0)" }
    service.add(
      Self.path, "org.freedesktop.UPower", methods: [.init("EnumerateDevices", out: [.init("devices", "ao")])]
    ) { _, _ in [.array(.objectPath, paths.map(DBusValue.objectPath))] }
    for (name, properties) in devices {
      service.add("\(Self.path)/devices/\(name)", Self.interface, properties)
    }
    try stage.wait("the name") { service.isReady }
    return service
  }

  private func devices() -> PowerDevices {
    PowerDevices(stage.makeBus(), folder: scratch.path, open: kernel.open)
  }

  private func writeKernel(_ percent: Int) {
    if !scratch.exists("BAT0") { scratch.makeDirectory("BAT0") }
    scratch.write(
      "POWER_SUPPLY_NAME=BAT0\nPOWER_SUPPLY_TYPE=Battery\nPOWER_SUPPLY_STATUS=Discharging\nPOWER_SUPPLY_CAPACITY=\(percent)\n",
      to: "BAT0/uevent")
  }

  @Test func `devices are told, followed, added and removed`() throws {
    let service = try startUPower(["DisplayDevice": battery(60), "battery_BAT0": battery(60)])
    let devices = devices()
    var tellings = 0
    let observation = devices.observe { tellings += 1 }
    try stage.wait("the battery") { devices.machine?.percent == 60 && devices.devices.count == 1 }
    #expect(devices.devices[0].name == "BAT0" && devices.machine?.model == "model of BAT0")
    service.set("\(Self.path)/devices/DisplayDevice", Self.interface, ["Percentage": .double(59)])
    try stage.wait("a percent less") { devices.machine?.percent == 59 }
    // A property that is reported as changed without its value is read again.
    service.set(
      "\(Self.path)/devices/DisplayDevice", Self.interface, ["Percentage": .double(58)], isTold: false)
    try stage.wait("another") { devices.machine?.percent == 58 }
    let mouse = "\(Self.path)/devices/mouse"
    service.add(mouse, Self.interface, battery(40, state: 0, type: 5, name: "hid-1"))
    service.bus.emit("DeviceAdded", Self.path, "org.freedesktop.UPower", [.objectPath(mouse)])
    try stage.wait("the mouse") { devices.devices.contains { $0.kind == .mouse } }
    service.bus.emit("DeviceRemoved", Self.path, "org.freedesktop.UPower", [.objectPath(mouse)])
    try stage.wait("its end") { devices.devices.count == 1 }
    #expect(tellings >= 5)
    observation.cancel()
  }

  @Test func `a battery that says nothing is held while the machine is connected to power`() throws {
    let mains: [String: DBusValue] = [
      "Type": .uint32(1), "Online": .boolean(true), "NativePath": .string("AC"),
    ]
    let service = try startUPower([
      "DisplayDevice": battery(80, state: 0), "battery_BAT0": battery(80, state: 0), "line_power_AC": mains,
    ])
    let devices = devices()
    let observation = devices.observe {}
    try stage.wait("UPower") { devices.devices.map(\.state) == [.held] && devices.machine?.state == .held }
    #expect(devices.machine?.adapters == ["AC"])
    service.set("\(Self.path)/devices/line_power_AC", Self.interface, ["Online": .boolean(false)])
    try stage.wait("no power") { devices.devices.map(\.state) == [.unknown] }
    #expect(devices.machine?.state == .unknown && devices.machine?.adapters == [])
    observation.cancel()
  }

  @Test func `the batteries themselves are told where the summary of them makes no sense`() throws {
    _ = try startUPower([
      "DisplayDevice": battery(.nan), "battery_BAT0": battery(80), "mouse": battery(10, type: 5, name: "hid"),
      "off": battery(0, state: 0, type: 17, name: "head"),
    ])
    let devices = devices()
    let observation = devices.observe {}
    // Each device answers by itself.
    try stage.wait("UPower") {
      devices.machine?.percent == 80 && devices.machine?.name == "BAT0"
        && devices.devices.map(\.kind) == [.laptop, .mouse]
    }
    observation.cancel()
  }

  @Test func `a dead battery and the mains are seen in the kernel's files`() throws {
    func write(_ name: String, _ lines: String...) {
      scratch.makeDirectory(name)
      scratch.write(
        (["NAME=\(name)"] + lines).map { "POWER_SUPPLY_\($0)\n" }.joined(), to: "\(name)/uevent")
    }
    write(
      "BAT0", "TYPE=Battery", "STATUS=Unknown", "CAPACITY=60", "ENERGY_NOW=30000000", "ENERGY_FULL=50000000")
    write("BAT1", "TYPE=Battery", "STATUS=Unknown", "CAPACITY=0")
    write("AC", "TYPE=Mains", "ONLINE=1")
    let devices = devices()
    let observation = devices.observe {}
    try stage.wait("the kernel") { devices.machine?.percent == 60 }
    #expect(devices.machine?.state == .held && devices.devices.map(\.name) == ["BAT0", "BAT1"])
    #expect(devices.machine?.adapters == ["AC"])
    observation.cancel()
  }

  @Test func `until UPower answers and after it has gone the kernel's files tell`() throws {
    writeKernel(33)
    let devices = devices()
    let observation = devices.observe {}
    // No file is read within the caller's call.
    #expect(devices.machine == nil)
    try stage.wait("the kernel") { devices.machine?.percent == 33 }
    #expect(devices.devices.map(\.name) == ["BAT0"])
    var service = try startUPower(["DisplayDevice": battery(60), "battery_BAT0": battery(60)])
    for round in 1...3 {
      try stage.wait("UPower \(round)") { devices.machine?.percent == 60 }
      writeKernel(30 - round)
      service.bus.close()
      try stage.wait("the kernel \(round)") { devices.machine?.percent == Double(30 - round) }
      writeKernel(20 - round)
      clock.advance(by: .seconds(40))
      try stage.wait("the kernel again") { devices.machine?.percent == Double(20 - round) }
      service = try startUPower(["DisplayDevice": battery(60), "battery_BAT0": battery(60)])
    }
    observation.cancel()
    #expect(devices.machine == nil && devices.devices.isEmpty)
  }

  @Test func `people are warned once although UPower comes and goes, and whichever module shows the battery`()
    throws
  {
    writeKernel(9)
    let devices = devices()
    var advices: [BatteryWarnings.Advice] = []
    let observation = devices.observe {
      for device in [devices.machine, devices.devices.first].compactMap(\.self) {
        advices += [devices.advice(for: device, thresholds: [10])?.advice].compactMap(\.self)
      }
    }
    try stage.wait("the kernel") { devices.machine?.model == "" }
    var summary = battery(9)
    (summary["NativePath"], summary["Model"]) = (.string(""), .string(""))
    for round in 1...2 {
      let service = try startUPower(["DisplayDevice": summary, "battery_BAT0": battery(9)])
      try stage.wait("UPower \(round)") { devices.machine?.model == "model of BAT0" }
      if round == 2 {
        for name in ["DisplayDevice", "battery_BAT0"] {
          service.set("\(Self.path)/devices/\(name)", Self.interface, ["State": .uint32(1)])
        }
        try stage.wait("the charger") { advices.last == .withdraw }
      }
      service.bus.close()
      try stage.wait("the kernel \(round)") { devices.machine?.model == "" }
    }
    #expect(advices == [.warn(10), .withdraw, .warn(10)])
    observation.cancel()
  }

  @Test func `what the kernel announces is read at once, and at most once a second`() throws {
    let devices = devices()
    var percents: [Double?] = []
    let observation = devices.observe { percents.append(devices.machine?.percent) }
    writeKernel(50)
    kernel.announce("add", "power_supply")
    clock.advance(by: .milliseconds(100))
    _ = stage.loop.runOnce(until: stage.loop.now)
    #expect(percents.isEmpty)
    clock.advance(by: .seconds(1))
    try stage.wait("a battery that came") { percents == [50] }
    clock.advance(by: .seconds(2))
    writeKernel(51)
    kernel.announce("change", "net")
    kernel.announce("change", "power_supply")
    try stage.wait("a change") { percents == [50, 51] }
    scratch.remove("BAT0")
    clock.advance(by: .seconds(2))
    kernel.announce("remove", "power_supply")
    try stage.wait("its end") { percents == [50, 51, nil] }
    observation.cancel()
    #expect(kernel.openings == 1)
  }

  @Test func `the limit of charging is read of the kernel where neither UPower nor the properties tell it`()
    throws
  {
    writeKernel(33)
    scratch.write("75\n", to: "BAT0/charge_control_end_threshold")
    let devices = devices()
    let observation = devices.observe {}
    try stage.wait("the kernel") { devices.machine?.limit == 75 }
    let service = try startUPower([
      "DisplayDevice": battery(60),
      "a": battery(60, state: 5).merging(["TimeToFull": .int64(0)]) { _, new in new },
      "b": battery(50, name: "../BAT0"),
    ])
    try stage.wait("UPower") { devices.devices.map(\.limit) == [75, nil] && devices.machine?.limit == 75 }
    // The battery is full in two hours, of which it needs three eighths until the limit: from 60 to 75 percent of 40.
    let charging: [String: DBusValue] = ["State": .uint32(1), "TimeToFull": .int64(7200)]
    for name in ["DisplayDevice", "a"] {
      service.set("\(Self.path)/devices/\(name)", Self.interface, charging)
    }
    try stage.wait("the time") {
      devices.machine?.remaining == .seconds(2700) && devices.devices[0].remaining == .seconds(2700)
    }
    // Another program may change it, and a battery that is full then begins to be charged.
    scratch.write("100\n", to: "BAT0/charge_control_end_threshold")
    service.set("\(Self.path)/devices/a", Self.interface, ["State": .uint32(5)])
    try stage.wait("no limit") { devices.devices.map(\.limit) == [nil, nil] }
    observation.cancel()
  }

  @Test func `a UPower that has not answered in time is asked again`() throws {
    let service = FakeService(try stage.connect(), "org.freedesktop.UPower")
    service.add(
      Self.path, "org.freedesktop.UPower", methods: [.init("EnumerateDevices", out: [.init("devices", "ao")])]
    ) { _, _ in [.array(.objectPath, [])] }
    service.add("\(Self.path)/devices/DisplayDevice", Self.interface, battery(60))
    service.heldMembers = ["EnumerateDevices"]
    try stage.wait("the name") { service.isReady }
    let devices = devices()
    let observation = devices.observe {}
    try stage.wait("the question") { !service.calls.isEmpty }
    service.heldMembers = []
    service.failHeld(BusError("org.freedesktop.DBus.Error.NoReply", "late"))
    try stage.wait("an answer") {
      clock.advance(by: .seconds(1))
      return devices.machine?.percent == 60
    }
    observation.cancel()
  }

  @Test func `a machine without batteries has none, and nothing is read again`() throws {
    let devices = devices()
    let observation = devices.observe { Issue.record("told") }
    #expect(devices.machine == nil)
    let bus = try stage.connect()
    _ = try stage.answer(bus, .ofBus("GetId", expects: "s"))
    #expect(devices.devices.isEmpty)
    observation.cancel()
  }

  @Test func `nonsense of a service costs its own devices only`() throws {
    let service = try startUPower([
      "DisplayDevice": battery(60), "a": ["Type": .string("battery")],
      "b": battery(12, type: 17, name: "head"),
    ])
    let devices = devices()
    let observation = devices.observe {}
    try stage.wait("what makes sense") { devices.devices.map(\.name) == ["head"] }
    for number in 0..<200 {
      service.bus.emit(
        "DeviceAdded", Self.path, "org.freedesktop.UPower",
        [.objectPath("\(Self.path)/devices/none\(number)")])
    }
    service.set("\(Self.path)/devices/DisplayDevice", Self.interface, ["Percentage": .double(61)])
    try stage.wait("a change after them") { devices.machine?.percent == 61 }
    #expect(devices.devices.map(\.name) == ["head"])
    observation.cancel()
  }
}
