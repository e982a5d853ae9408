import CPlatform
import DesktopModel
import Glibc
import Loop
import TestSupport
import Testing

@testable import DBus
@testable import DesktopServices

/// Lights of a machine whose files a test writes, set by a logind that a test plays.
@Suite(.serialized)
struct MachineLightTests {
  let stage: BusStage
  let scratch = ScratchDirectory()
  let lights: MachineLights
  private let kernel = FakeKernel()

  init() throws {
    stage = try BusStage()
    lights = MachineLights(stage.makeBus(), root: scratch.path, open: kernel.open)
    scratch.makeDirectory("backlight")
    scratch.makeDirectory("leds")
  }

  private func write(_ device: String, _ files: [String: String]) {
    if !scratch.exists(device) { scratch.makeDirectory(device) }
    for (name, text) in files { scratch.write(text + "\n", to: "\(device)/\(name)") }
  }

  private func startLogind(_ set: @escaping ([DBusValue]) -> Void) throws -> FakeService {
    let service = FakeService(try stage.connect(), "org.freedesktop.login1")
    let inputs: [InterfaceDescription.Argument] = [
      .init("subsystem", "s"), .init("name", "s"), .init("level", "u"),
    ]
    service.add(
      "/org/freedesktop/login1/session/auto", "org.freedesktop.login1.Session",
      methods: [.init("SetBrightness", in: inputs)]
    ) { _, arguments in
      set(arguments)
      return []
    }
    try stage.wait("the name") { service.isReady }
    return service
  }

  @Test func `a screen is dimmed by logind, and turns of a wheel meanwhile are added up`() throws {
    write(
      "backlight/intel_backlight",
      [
        // Some drivers count what the device shows in other units.
        "type": "raw", "max_brightness": "1000", "brightness": "500", "actual_brightness": "61234",
      ])
    let logind = try startLogind { arguments in
      write("backlight/intel_backlight", ["brightness": "\(arguments[2].integer ?? -1)"])
    }
    var tellings = 0
    let light = try #require(lights.light(.screen))
    let observation = light.observe {
      #expect(light.isChangedByUs)
      tellings += 1
    }
    #expect(light.level?.percent == 50 && light.level?.name == "intel_backlight")
    for _ in 0..<4 { light.change(by: 5) }
    try stage.wait("the last level") { light.level?.percent == 70 }
    #expect(logind.calls.count == 2 && tellings == 2)
    #expect(logind.calls[0].arguments == [.string("backlight"), .string("intel_backlight"), .uint32(550)])
    light.change(by: -100, least: 20)
    try stage.wait("the least of the settings") { light.level?.value == 200 }
    light.set(part: 0.1, least: 30)
    try stage.wait("the least of the slider") { light.level?.value == 300 }
    light.change(by: -100)
    try stage.wait("the least") { light.level?.value == 10 }
    observation.cancel()
  }

  @Test func `without logind the level stays as it is`() throws {
    write("leds/tpacpi::kbd_backlight", ["max_brightness": "2", "brightness": "1"])
    write("leds/input3::capslock", ["max_brightness": "1", "brightness": "0"])
    let light = try #require(lights.light(.keyboard))
    let observation = light.observe { Issue.record("told") }
    #expect(light.level?.percent == 50)
    var failures: [String?] = []
    for _ in 0..<2 { light.change(by: 5) { failures.append($0?.name) } }
    try stage.wait("the refusal") { !failures.isEmpty }
    // The second change, requested before the refusal of the first, is dropped.
    let bus = try stage.connect()
    for _ in 0..<3 { _ = try stage.answer(bus, .ofBus("GetId", expects: "s")) }
    #expect(failures == ["org.freedesktop.DBus.Error.NameHasNoOwner"])
    #expect(light.level?.percent == 50)
    observation.cancel()
  }

  @Test func `what another program writes to the light of a keyboard is told as its change`() throws {
    write("leds/tpacpi::kbd_backlight", ["max_brightness": "2", "brightness": "1"])
    let light = try #require(lights.light(.keyboard))
    var levels: [Int] = []
    let observation = light.observe {
      #expect(!light.isChangedByUs)
      levels += light.level.map { [$0.value] } ?? []
    }
    write("leds/tpacpi::kbd_backlight", ["brightness": "2"])
    try stage.wait("the change") { levels == [2] }
    observation.cancel()
  }

  @Test func `all who show a light follow the same one, until the last of them leaves it`() throws {
    write("backlight/a", ["type": "raw", "max_brightness": "7", "brightness": "7"])
    let light = try #require(lights.light(.screen))
    #expect(lights.light(.screen, name: "a") === light)
    let observations = [light.observe {}, light.observe {}]
    observations[0].cancel()
    #expect(lights.light(.screen) === light)
    observations[1].cancel()
    let next = try #require(lights.light(.screen))
    #expect(next !== light)
    let observation = next.observe {}
    write("backlight/a", ["brightness": "3"])
    next.look()
    #expect(next.level?.value == 3)
    observation.cancel()
  }

  @Test func `a light that comes later, goes and comes back is followed`() throws {
    var tellings = 0
    let arrivals = lights.observeDevices { tellings += 1 }
    #expect(lights.light(.keyboard) == nil)
    write("leds/tpacpi::kbd_backlight", ["max_brightness": "2", "brightness": "1"])
    // Announcements of changes and of other devices tell nothing.
    kernel.announce("change", "leds")
    kernel.announce("add", "block")
    kernel.announce("add", "leds")
    try stage.wait("the arrival") { tellings == 1 }
    let light = try #require(lights.light(.keyboard))
    var levels: [Int?] = []
    let observation = light.observe { levels.append(light.level?.value) }
    write("leds/tpacpi::kbd_backlight", ["brightness": "2"])
    try stage.wait("a change") { levels == [2] }
    scratch.remove("leds/tpacpi::kbd_backlight")
    kernel.announce("remove", "leds")
    try stage.wait("the end") { levels.last == .some(nil) && tellings == 2 }
    write("leds/tpacpi::kbd_backlight", ["max_brightness": "2", "brightness": "0"])
    kernel.announce("add", "leds")
    try stage.wait("the light again") { levels.last == 0 && tellings == 3 }
    #expect(lights.light(.keyboard) === light)
    write("leds/tpacpi::kbd_backlight", ["brightness": "1"])
    try stage.wait("a change of the new one") { levels.last == 1 }
    // The kernel is listened to while somebody observes.
    let other = lights.observeDevices {}
    #expect(kernel.openings == 1)
    for observation in [arrivals, other, observation] { observation.cancel() }
    lights.observeDevices {}.cancel()
    #expect(kernel.openings == 2)
  }

  @Test(arguments: [
    (false, ["add@/b", "remove@/c"]), (true, ["change@/a", "add@/b", "remove@/c"]),
  ])
  func `announcements that nobody asks for are dropped before they wake anybody`(
    changes: Bool, expected: [String]
  ) throws {
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    try #require(unsafe socketpair(AF_UNIX, kind, 0, &pair) == 0)
    let reader = Descriptor(adopting: pair[0])
    let writer = Descriptor(adopting: pair[1])
    try #require(hyaline_filter_device_events(reader.raw, changes) == 0)
    for text in ["change@/a", "bind@/a", "add", "", "add@/b", "remove@/c", "rem@"] {
      _ = unsafe send(writer.raw, text, text.utf8.count, Int32(MSG_NOSIGNAL))
    }
    var received: [String] = []
    var buffer = [UInt8](repeating: 0, count: 64)
    while true {
      let count = unsafe recv(reader.raw, &buffer, buffer.count, 0)
      guard count >= 0 else { break }
      received.append(String(decoding: buffer[..<count], as: UTF8.self))
    }
    #expect(received == expected)
  }

  @Test func `the kernel announces devices that come and go`() throws {
    let network = try NetworkNamespace(on: stage)
    var tellings = 0
    let events = DeviceEvents(of: ["net"], loop: stage.loop, open: network.open) { tellings += 1 }
    #expect(events != nil)
    try network.run("ip link add hyaline0 type veth peer name hyaline1")
    try stage.wait("the arrival") { tellings > 0 }
    let arrived = tellings
    try network.run("ip link del hyaline0")
    try stage.wait("the end") { tellings > arrived }
    events?.cancel()
    let others = DeviceEvents(of: ["backlight"], loop: stage.loop, open: network.open) { tellings = -1 }
    let all = DeviceEvents(of: ["net"], loop: stage.loop, open: network.open) { tellings += 1 }
    let before = tellings
    try network.run("ip link add hyaline0 type veth peer name hyaline1")
    try stage.wait("the arrival") { tellings > before }
    #expect(others != nil && all != nil)
  }

  @Test func `what is not there or makes no sense is no light`() {
    func light(_ subject: MachineLight.Subject, _ name: String? = nil) -> MachineLight? {
      lights.light(subject, name: name)
    }
    #expect(light(.screen) == nil && light(.keyboard) == nil)
    write("backlight/a", ["type": "raw", "max_brightness": "0", "brightness": "0"])
    #expect(light(.screen) == nil)
    write("backlight/a", ["type": "raw", "max_brightness": "many"])
    #expect(light(.screen) == nil)
    write("backlight/b", ["type": "firmware", "max_brightness": "7", "brightness": "7"])
    #expect(light(.screen)?.level?.name == "b" && light(.screen, "c") == nil && light(.screen, "b") != nil)
  }
}
