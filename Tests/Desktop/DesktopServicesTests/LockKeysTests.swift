import Glibc
import Loop
import TestSupport
import Testing

@testable import DesktopServices

/// Caps Lock, as keyboards tell whose events a test writes.
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

    /// Opens a device for the program, and keeps its other end.
    func open(_ path: String, isOn: Bool) -> LockKeys.Device? {
      var pair: [Int32] = [-1, -1]
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
      guard unsafe socketpair(AF_UNIX, kind, 0, &pair) == 0 else { return nil }
      ends[name(path)] = End(pair[1])
      return LockKeys.Device(descriptor: Descriptor(adopting: pair[0]), isOn: isOn)
    }

    /// Takes a keyboard away.
    func remove(_ name: String) { ends[name] = nil }

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

  private func keys(isOn: Set<String> = [], _ onChange: @escaping (Bool?) -> Void) -> LockKeys {
    let board = board
    return LockKeys(loop, folder: scratch.path) { path in
      let isLit = isOn.contains { path.hasSuffix("/" + $0) }
      return path.hasSuffix("7") ? nil : board.open(path, isOn: isLit)
    } onChange: {
      onChange($0)
    }
  }

  private func wait(_ condition: () -> Bool) -> Bool { loop.wait(until: condition) }

  @Test func `the light of any keyboard tells, as long as the keyboard is there`() {
    connect("event0")
    connect("mouse0")
    // A device without such a light is left alone.
    connect("event7")
    var told: [Bool?] = []
    let keys = keys { told.append($0) }
    #expect(keys.isCapsLockOn == false && told.isEmpty && !board.isOpen("mouse0"))
    board.send("event0", Self.light(true))
    #expect(wait { told == [true] })
    connect("event1")
    #expect(wait { board.isOpen("event1") })
    board.send("event1", Self.light(true))
    board.send("event0", Self.light(false))
    board.send("event1", [Self.event(0x11, 1, 0), Self.event(0x11, 1, 1), Self.report])
    // One of the two keyboards is still lit, until it is taken away.
    #expect(told == [true] && keys.isCapsLockOn == true)
    scratch.remove("event1")
    board.remove("event1")
    #expect(wait { told == [true, false] })
    scratch.remove("event0")
    board.remove("event0")
    #expect(wait { told == [true, false, nil] })
    keys.close()
  }

  @Test func `a keyboard that is lit at the start tells no change`() {
    connect("event3")
    var told: [Bool?] = []
    let keys = keys(isOn: ["event3"]) { told.append($0) }
    #expect(keys.isCapsLockOn == true)
    board.send("event3", Self.light(true) + Self.light(false))
    #expect(wait { !told.isEmpty })
    #expect(told == [false])
    keys.close()
  }

  @Test(arguments: [
    // Other lights and keys, and a code of Caps Lock in an event of another type.
    ([[0x11, 0, 1], [0x11, 2, 1], [1, 1, 1], [4, 1, 1], [0, 1, 1], [0, 2, 1]], nil as Bool?),
    ([[0x11, 1, 1], [0x11, 0, 0]], true), ([[0x11, 1, 1], [0x11, 1, 0], [0x11, 1, 1]], true),
    ([[0x11, 1, 255]], true), ([[0x11, 1, -1]], true), ([[0x11, 1, 0]], nil),
  ])
  func `only events of the light count, and the last of them`(events: [[Int]], told: Bool?) {
    connect("event0")
    var changes: [Bool?] = []
    let keys = keys { changes.append($0) }
    let bytes = events.map {
      Self.event(UInt16($0[0]), UInt16($0[1]), Int32($0[2]))
    }
    board.send("event0", bytes + [Self.report])
    // A later change shows that all was read.
    if told == nil { board.send("event0", Self.light(true)) }
    #expect(wait { !changes.isEmpty })
    #expect(changes == [true])
    keys.close()
  }

  @Test func `an event that is cut off, and lost events of what is no device, are the end of the keyboard`() {
    connect("event0")
    var told: [Bool?] = []
    let keys = keys { told.append($0) }
    board.send("event0", Self.light(true), cut: 30)
    board.remove("event0")
    scratch.remove("event0")
    #expect(wait { told == [nil] })
    connect("event1")
    #expect(wait { told == [nil, false] })
    scratch.remove("event1")
    // After SYN_DROPPED the light is asked for, of which a socket knows nothing.
    board.send("event1", [Self.event(0, 3, 0)] + Self.light(true))
    #expect(wait { told == [nil, false, nil] })
    keys.close()
  }
}
