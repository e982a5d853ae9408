import DesktopModel
import Glibc
import Loop
import TestSupport
import Testing

@testable import DBus
@testable import DesktopServices
@testable import Modules

/// Levels of a machine whose files a test writes.
@Suite(.serialized)
struct LevelFollowerTests {
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

  private static func announcement(_ action: String, _ subsystem: String) -> [UInt8] {
    let lines = ["\(action)@/devices/x", "ACTION=\(action)", "SUBSYSTEM=\(subsystem)"]
    return lines.flatMap { line -> [UInt8] in Array(line.utf8) + [0] }
  }

  @Test func `lights that appear after the start are followed, and so are their successors`() throws {
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    try #require(unsafe socketpair(AF_UNIX, kind, 0, &pair) == 0)
    let kernel = Descriptor(adopting: pair[1])
    let raw = pair[0]
    let lights = MachineLights(stage.makeBus(), root: scratch.path) { _, _ in
      NetlinkSocket.Endpoint(descriptor: Descriptor(adopting: raw), port: 1)
    }
    func announce(_ action: String, _ subsystem: String) {
      let bytes = Self.announcement(action, subsystem)
      _ = unsafe send(kernel.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
    var reports: [LevelReport] = []
    let services = LevelFollower.Services(
      sound: SoundServer(stage.loop), lights: lights, profiles: PowerProfiles(stage.makeBus()),
      locks: LockKeys(stage.loop))
    let follower = LevelFollower([.brightness, .keyboardLight], of: services, loop: stage.loop) {
      reports.append($0)
    }
    #expect(reports.isEmpty)
    func level(_ kind: LevelKind, _ device: String, _ percent: Int) -> LevelReport {
      let symbol = kind == .brightness ? "display-brightness" : "keyboard-brightness"
      let most = kind == .brightness ? 10 : 2
      return .told(
        Level(
          kind, of: device, symbol: symbol, .part(percent: percent, isMuted: false),
          stops: (1..<most).map { Double($0) / Double(most) }))
    }
    write("leds/a::kbd_backlight", ["max_brightness": "2", "brightness": "1"])
    announce("add", "leds")
    try stage.wait("the light of the keyboard") { reports == [level(.keyboardLight, "a::kbd_backlight", 50)] }
    write("leds/a::kbd_backlight", ["brightness": "2"])
    try stage.wait("its change") { reports.last == level(.keyboardLight, "a::kbd_backlight", 100) }
    write("backlight/one", ["type": "raw", "max_brightness": "10", "brightness": "5"])
    announce("add", "backlight")
    try stage.wait("the screen") { reports.last == level(.brightness, "one", 50) }
    // Another driver takes over.
    scratch.remove("backlight/one")
    write("backlight/two", ["type": "firmware", "max_brightness": "10", "brightness": "7"])
    announce("remove", "backlight")
    try stage.wait("the other one") { reports.last == level(.brightness, "two", 70) }
    #expect(reports.contains(.lost(.brightness)))
    follower.stop()
    let count = reports.count
    write("leds/a::kbd_backlight", ["brightness": "0"])
    scratch.remove("backlight/two")
    let bus = try stage.connect()
    for _ in 0..<3 { _ = try stage.answer(bus, .ofBus("GetId", expects: "s")) }
    #expect(reports.count == count)
  }

  @Test func `a sound server is looked for where its socket cannot be watched`() async {
    await #expect(processExitsWith: .success) {
      try await MainActor.run { try followSoundWithoutDescriptors() }
    }
  }
}

/// Follows the volume while the process can open no descriptor.
@MainActor private func followSoundWithoutDescriptors() throws {
  let loop = try EventLoop()
  let sound = SoundServer(loop, library: "/nowhere/libpulse.so", address: "unix:/nowhere/socket")
  let bus = MessageBus(BusAddress("unix:path=/nowhere/bus")!, loop: loop)
  let services = LevelFollower.Services(
    sound: sound, lights: MachineLights(bus), profiles: PowerProfiles(bus), locks: LockKeys(loop))
  forbidDescriptors()
  let follower = LevelFollower([.volume], of: services, loop: loop) { _ in }
  #expect(loop.wait { sound.failure == "/nowhere/libpulse.so cannot be loaded" })
  follower.stop()
}
