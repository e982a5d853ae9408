import DesktopModel
import Glibc
import Loop
import TestSupport
import Testing

@testable import DesktopServices

/// Locks, as keyboards tell whose events a test writes.
@Suite(.serialized)
struct LockKeysTests {
  let loop: EventLoop
  let scratch = ScratchDirectory()
  private let board = Switchboard()

  init() throws { loop = try EventLoop() }

  /// The keyboards that a test has connected, by the names of their devices.
  @MainActor private final class Switchboard {
    /// The end of a connection that stands for the kernel.
    private final class End {
      let socket: Descriptor

      init(_ raw: Int32) { socket = Descriptor(adopting: raw) }
    }

    private var ends: [String: End] = [:]
    private(set) var openings = 0

    /// Opens a device for the program, and keeps its other end.
    func open(_ path: String, _ lights: KeyboardLocks) -> LockKeys.Device? {
      var pair: [Int32] = [-1, -1]
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      guard unsafe socketpair(AF_UNIX, kind, 0, &pair) == 0 else { return nil }
      ends[name(path)] = End(pair[1])
      openings += 1
      return LockKeys.Device(descriptor: Descriptor(adopting: pair[0]), lights: lights)
    }

    /// Removes a keyboard.
    func remove(_ name: String) { ends[name] = nil }

    /// Whether the program has closed its end.
    func isClosed(_ name: String) -> Bool {
      var byte: UInt8 = 0
      return unsafe recv(ends[name]!.socket.raw, &byte, 1, 0) == 0
    }

    func isOpen(_ name: String) -> Bool { ends[name] != nil }

    func send(_ name: String, _ events: [[UInt8]], cut: Int = 0) {
      let bytes = Array(events.joined().dropLast(cut))
      let count = unsafe Glibc.send(ends[name]!.socket.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      precondition(count == bytes.count, "sent \(count) of \(bytes.count)")
    }

    private func name(_ path: String) -> String { String(path.split(separator: "/").last!) }
  }

  /// A `struct input_event` of linux/input.h.
  private static func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> [UInt8] {
    func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
      var little = value.littleEndian
      return unsafe withUnsafeBytes(of: &little) { unsafe Array($0) }
    }
    return [UInt8](repeating: 0, count: 2 * MemoryLayout<Int>.size) + bytes(type) + bytes(code) + bytes(value)
  }

  /// EV_LED and LED_CAPSL, and the end of a report.
  private static func light(_ isOn: Bool) -> [[UInt8]] { [event(0x11, 1, isOn ? 1 : 0), report] }
  private static let report = event(0, 0, 0)

  private func connect(_ name: String) { scratch.write("", to: name) }

  /// Locks of keyboards, of which that in `event3` has these lights on.
  private func keys(_ lights: KeyboardLocks = []) -> LockKeys {
    let board = board
    return LockKeys(loop, folder: scratch.path, lights: scratch.path) { path in
      path.hasSuffix("7") ? nil : board.open(path, path.hasSuffix("3") ? lights : [])
    }
  }

  /// Reports the locks after each change.
  private func observe(_ keys: LockKeys, _ report: @escaping (KeyboardLocks?) -> Void) -> Observation {
    keys.observe { [unowned keys] in report(keys.locks) }
  }

  private func wait(_ condition: () -> Bool) -> Bool { loop.wait(until: condition) }

  @Test func `the light of any keyboard tells, as long as the keyboard is there`() {
    connect("event0")
    connect("mouse0")
    // A device without such a light is left alone.
    connect("event7")
    var told: [KeyboardLocks?] = []
    let keys = keys()
    let observation = observe(keys) { told.append($0) }
    #expect(keys.locks == [] && told.isEmpty && !board.isOpen("mouse0"))
    board.send("event0", Self.light(true))
    #expect(wait { told == [.caps] })
    connect("event1")
    #expect(wait { board.isOpen("event1") })
    board.send("event1", Self.light(true))
    board.send("event0", Self.light(false))
    board.send("event1", [Self.event(0x11, 1, 0), Self.event(0x11, 1, 1), Self.report])
    // One of the two keyboards is still lit, until it is taken away.
    #expect(told == [.caps] && keys.locks == .caps)
    scratch.remove("event1")
    board.remove("event1")
    #expect(wait { told == [.caps, []] })
    scratch.remove("event0")
    board.remove("event0")
    #expect(wait { told == [.caps, [], nil] })
    observation.cancel()
  }

  @Test func `no device is opened while nobody observes, and each is closed after the last observer`() {
    connect("event3")
    let keys = keys(.num)
    loop.serveWhatIsReady()
    #expect(keys.locks == nil && !board.isOpen("event3"))
    let (one, other) = (observe(keys) { _ in }, observe(keys) { _ in })
    #expect(keys.locks == .num && board.openings == 1)
    one.cancel()
    #expect(keys.locks == .num)
    other.cancel()
    #expect(keys.locks == nil && board.isClosed("event3"))
    let again = observe(keys) { _ in }
    #expect(keys.locks == .num && board.openings == 2)
    again.cancel()
  }

  @Test func `a new device that may not be read is told of, for who reads lights`() {
    var told: [KeyboardLocks?] = []
    let keys = keys()
    let observation = observe(keys) { told.append($0) }
    connect("event7")
    #expect(wait { told == [nil] })
    observation.cancel()
  }

  @Test(
    arguments: [
      ([:], nil), (["input3::numlock": "1"], nil), (["input3::capslock": "0"], []),
      (["input3::capslock": "1", "input3::numlock": "0"], .caps),
      (["input3::capslock": "0", "input9::capslock": "255", "input9::scrolllock": "1"], [.caps, .scroll]),
      (["input3::capslock": "", "input3::numlock": "x", "a::kbd_backlight": "1"], []),
    ] as [([String: String], KeyboardLocks?)])
  func `lights are read from files that say how bright they are`(
    files: [String: String], locks: KeyboardLocks?
  ) {
    for (name, text) in files {
      scratch.makeDirectory(name)
      scratch.write(text + "\n", to: name + "/brightness")
    }
    #expect(keys().readLights() == locks)
  }

  @Test func `a keyboard that is lit at the start tells no change`() {
    connect("event3")
    var told: [KeyboardLocks?] = []
    let keys = keys([.caps, .num])
    let observation = observe(keys) { told.append($0) }
    #expect(keys.locks == [.caps, .num])
    board.send("event3", Self.light(true) + Self.light(false))
    #expect(wait { !told.isEmpty })
    #expect(told == [.num])
    observation.cancel()
  }

  @Test(
    arguments: [
      // Other lights and keys, and a code of Caps Lock in an event of another type.
      ([[0x11, 3, 1], [0x11, 4, 1], [1, 1, 1], [4, 1, 1], [0, 1, 1], [0, 2, 1]], nil),
      ([[0x11, 1, 1], [0x11, 0, 0]], .caps), ([[0x11, 1, 1], [0x11, 1, 0], [0x11, 1, 1]], .caps),
      ([[0x11, 1, 255]], .caps), ([[0x11, 1, -1]], .caps), ([[0x11, 1, 0]], nil),
      ([[0x11, 0, 1], [0x11, 2, 1]], [.num, .scroll]),
      ([[0x11, 0, 1], [0x11, 1, 1], [0x11, 0, 0]], .caps),
    ] as [([[Int]], KeyboardLocks?)])
  func `only events of the lights count, and the last of each`(events: [[Int]], told: KeyboardLocks?) {
    connect("event0")
    var changes: [KeyboardLocks?] = []
    let keys = keys()
    let observation = observe(keys) { changes.append($0) }
    let bytes = events.map {
      Self.event(UInt16($0[0]), UInt16($0[1]), Int32($0[2]))
    }
    board.send("event0", bytes + [Self.report])
    // A later change shows that all was read.
    if told == nil { board.send("event0", Self.light(true)) }
    #expect(wait { !changes.isEmpty })
    #expect(changes == [told ?? .caps])
    observation.cancel()
  }

  @Test func `an event that is cut off, and lost events of what is no device, are the end of the keyboard`() {
    connect("event0")
    var told: [KeyboardLocks?] = []
    let keys = keys()
    let observation = observe(keys) { told.append($0) }
    board.send("event0", Self.light(true), cut: 30)
    board.remove("event0")
    scratch.remove("event0")
    #expect(wait { told == [nil] })
    connect("event1")
    #expect(wait { told == [nil, []] })
    scratch.remove("event1")
    // After SYN_DROPPED the light is asked for, of which a socket knows nothing.
    board.send("event1", [Self.event(0, 3, 0)] + Self.light(true))
    #expect(wait { told == [nil, [], nil] })
    observation.cancel()
  }
}
