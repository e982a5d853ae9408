import CompositorSources
import DesktopModel
import Geometry
import Glibc
import Loop
import ModuleModel
import TestSupport
import Testing

@testable import DesktopServices
@testable import Modules
@testable import Settings

/// The locks of a keyboard on a machine whose files a test writes, without a compositor.
@Suite(.serialized)
struct KeyboardSourceTests {
  let clock = ManualClock()
  let loop: EventLoop
  let scratch = ScratchDirectory()

  init() throws {
    loop = try EventLoop(clock: clock)
    scratch.makeDirectory("input")
    scratch.makeDirectory("leds")
  }

  /// Writes how bright the light for a lock is.
  private func light(_ name: String, _ brightness: Int) {
    scratch.makeDirectory("leds/input3::\(name)")
    scratch.write("\(brightness)\n", to: "leds/input3::\(name)/brightness")
  }

  private func start(
    followsLocks: Bool = true, keys: LockKeys, _ deliver: @escaping (ModuleReading) -> Void
  ) -> KeyboardSource {
    var settings = KeyboardSettings()
    settings.followsLocks = followsLocks
    settings.interval = 2
    return KeyboardSource(
      settings: settings, compositor: Compositor(Compositor.Addresses(), loop: loop),
      names: SystemNames(loop: loop), keys: keys, loop: loop,
      outlet: ModuleOutlet(of: ModuleName(.keyboard), deliver: deliver))
  }

  private func lockKeys(_ open: @escaping LockKeys.Opening) -> LockKeys {
    LockKeys(loop, folder: scratch("input"), lights: scratch("leds"), open: open)
  }

  private func advance(by seconds: Int) {
    clock.advance(by: .seconds(seconds))
    loop.serveWhatIsReady()
  }

  @Test func `the layout has an icon beside it, but not on a bar at the left or right edge`() {
    let reading = ModuleReading(["short": .text("de")], icon: "input-keyboard-symbolic")
    let shown = ModuleSettings.defaults(of: .keyboard).style.shown(reading, ModuleKind.keyboard.summary)
    #expect(shown.icon == "input-keyboard-symbolic" && shown.text == "de")
    #expect(shown.sidePieces == Array(shown.pieces.suffix(1)))
  }

  @Test func `lights are read once per interval where no keyboard may be read`() {
    light("capslock", 0)
    light("numlock", 1)
    var readings: [ModuleReading] = []
    let source = start(keys: lockKeys { _ in nil }) { readings.append($0) }
    #expect(readings.map(\.states) == [["empty", "num"]])
    light("capslock", 1)
    advance(by: 1)
    #expect(readings.count == 1)
    advance(by: 2)
    #expect(readings.count == 2 && readings.last?.states == ["empty", "caps", "num"])
    #expect(readings.last?.fields["locks"] == .text("Caps Lock, Num Lock"))
    source.stop()
    light("capslock", 0)
    advance(by: 10)
    #expect(readings.count == 2)
  }

  @Test func `a light that comes later is found when the keyboard comes`() {
    var readings: [ModuleReading] = []
    let source = start(keys: lockKeys { _ in nil }) { readings.append($0) }
    light("capslock", 1)
    // Nothing is read without a light.
    clock.advance(by: .seconds(60))
    let isWoken = loop.runOnce(until: loop.now)
    #expect(readings.isEmpty && !isWoken)
    scratch.write("", to: "input/event3")
    #expect(loop.wait { readings.map(\.states) == [["empty", "caps"]] })
    source.stop()
  }

  @Test func `events of a keyboard are followed without a timer`() throws {
    light("capslock", 0)
    scratch.write("", to: "input/event0")
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    try #require(unsafe socketpair(AF_UNIX, kind, 0, &pair) == 0)
    let raw = pair[0]
    let kernel = Descriptor(adopting: pair[1])
    var readings: [ModuleReading] = []
    let keys = lockKeys { _ in LockKeys.Device(descriptor: Descriptor(adopting: raw), lights: .scroll) }
    let source = start(keys: keys) { readings.append($0) }
    #expect(readings.map(\.states) == [["empty", "scroll"]])
    light("capslock", 1)
    clock.advance(by: .seconds(60))
    let isWoken = loop.runOnce(until: loop.now)
    #expect(readings.count == 1 && !isWoken)
    // EV_LED, LED_CAPSL, on.
    let event =
      [UInt8](repeating: 0, count: 2 * MemoryLayout<Int>.size) + [0x11, 0, 1, 0, 1, 0, 0, 0]
    #expect(unsafe send(kernel.raw, event, event.count, Int32(MSG_NOSIGNAL)) == event.count)
    #expect(loop.wait { readings.last?.states == ["empty", "caps", "scroll"] })
    source.stop()
  }

  @Test func `nothing is opened or read if no lock is shown`() {
    light("capslock", 1)
    scratch.write("", to: "input/event0")
    var isOpened = false
    let keys = lockKeys { _ in
      isOpened = true
      return nil
    }
    var readings: [ModuleReading] = []
    let source = start(followsLocks: false, keys: keys) { readings.append($0) }
    clock.advance(by: .seconds(60))
    let isWoken = loop.runOnce(until: loop.now)
    #expect(!isOpened && readings.isEmpty && !isWoken)
    source.stop()
  }

  @Test(
    arguments: [
      ([], "", [], "input-keyboard-symbolic"), (.num, "Num Lock", ["num"], "input-keyboard-symbolic"),
      ([.caps, .scroll], "Caps Lock, Scroll Lock", ["caps", "scroll"], "caps-lock-symbolic"),
    ] as [(KeyboardLocks, String, [String], String)])
  func `locks are added to the layout`(locks: KeyboardLocks, words: String, states: [String], icon: String) {
    let layout = ModuleReading(["short": .text("de")], icon: "input-keyboard-symbolic", states: [])
    let reading = locks.reading(over: layout)
    #expect(reading.fields["short"] == .text("de") && reading.fields["locks"] == .text(words))
    #expect(reading.fields["caps"] == .bool(locks.contains(.caps)))
    #expect(reading.fields["num"] == .bool(locks.contains(.num)))
    #expect(reading.fields["scroll"] == .bool(locks.contains(.scroll)))
    #expect(reading.states == states && reading.icon?.description == icon)
    // Locks are shown where the compositor tells of no layouts.
    let alone = locks.reading(over: .failure("no layouts"))
    #expect(alone.failure == nil && alone.fields["locks"] == .text(words))
  }
}
