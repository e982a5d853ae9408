import DBusValues
import DesktopModel
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

  init() throws {
    stage = try BusStage()
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
        "type": "raw", "max_brightness": "1000", "brightness": "500", "actual_brightness": "500",
      ])
    let logind = try startLogind { arguments in
      write("backlight/intel_backlight", ["actual_brightness": "\(arguments[2].integer ?? -1)"])
    }
    var tellings = 0
    let light = try #require(
      MachineLight(.screen, bus: stage.makeBus(), loop: stage.loop, root: scratch.path) { tellings += 1 })
    #expect(light.level?.percent == 50 && light.level?.name == "intel_backlight")
    for _ in 0..<4 { light.change(by: 5) }
    try stage.wait("the last level") { light.level?.percent == 70 }
    #expect(logind.calls.count == 2 && tellings == 2)
    #expect(logind.calls[0].arguments == [.string("backlight"), .string("intel_backlight"), .uint32(550)])
    light.change(by: -100)
    try stage.wait("the least") { light.level?.value == 10 }
    light.close()
  }

  @Test func `without logind the level stays as it is`() throws {
    write("leds/tpacpi::kbd_backlight", ["max_brightness": "2", "brightness": "1"])
    write("leds/input3::capslock", ["max_brightness": "1", "brightness": "0"])
    let light = try #require(
      MachineLight(.keyboard, bus: stage.makeBus(), loop: stage.loop, root: scratch.path) {
        Issue.record("told")
      })
    #expect(light.level?.percent == 50)
    light.change(by: 5)
    light.change(by: 5)
    let bus = try stage.connect()
    for _ in 0..<3 { _ = try stage.answer(bus, .ofBus("GetId", expects: "s")) }
    #expect(light.level?.percent == 50)
    light.close()
  }

  @Test func `what is not there or makes no sense is no light`() {
    func light(_ subject: MachineLight.Subject, _ name: String? = nil) -> MachineLight? {
      MachineLight(subject, name: name, bus: stage.makeBus(), loop: stage.loop, root: scratch.path) {}
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
