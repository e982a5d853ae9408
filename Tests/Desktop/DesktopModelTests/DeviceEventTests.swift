import DesktopModel
import Testing

struct DeviceEventTests {
  private static func bytes(_ lines: [String]) -> [UInt8] { lines.flatMap { Array($0.utf8) + [0] } }

  /// Uevents of Linux 6.18 for `ip tuntap add mode tap name tap7`, for `echo change > /sys/class/net/tap7/uevent`, and
  /// for the removal of the interface.
  private static let recorded: [([String], action: String, subsystem: String)] = [
    (
      [
        "add@/devices/virtual/net/tap7", "ACTION=add", "DEVPATH=/devices/virtual/net/tap7", "SUBSYSTEM=net",
        "INTERFACE=tap7", "IFINDEX=2", "SEQNUM=3053",
      ], "add", "net"
    ),
    (
      [
        "add@/devices/virtual/net/tap7/queues/rx-0", "ACTION=add",
        "DEVPATH=/devices/virtual/net/tap7/queues/rx-0", "SUBSYSTEM=queues", "SEQNUM=3054",
      ], "add", "queues"
    ),
    (
      [
        "change@/devices/virtual/net/tap7", "ACTION=change", "DEVPATH=/devices/virtual/net/tap7",
        "SUBSYSTEM=net", "SYNTH_UUID=0", "INTERFACE=tap7", "IFINDEX=2", "SEQNUM=3056",
      ], "change", "net"
    ),
    (
      [
        "remove@/devices/virtual/net/tap7", "ACTION=remove", "DEVPATH=/devices/virtual/net/tap7",
        "SUBSYSTEM=net", "INTERFACE=tap7", "IFINDEX=2", "SEQNUM=3059",
      ], "remove", "net"
    ),
  ]

  @Test(arguments: recorded)
  func `announcements of the kernel tell what has come or gone`(
    lines: [String], action: String, subsystem: String
  ) throws {
    let event = try #require(DeviceEvent(Self.bytes(lines)))
    #expect(event.action == action && event.subsystem == subsystem)
    #expect(event.isArrivalOrEnd == (action == "add" || action == "remove"))
  }

  @Test(arguments: recorded)
  func `an announcement that is cut off anywhere is none, or the same`(
    lines: [String], action: String, subsystem: String
  ) {
    let bytes = Self.bytes(lines)
    for count in 0..<bytes.count {
      guard let event = DeviceEvent(Array(bytes[..<count])) else { continue }
      #expect(event.action == action && event.subsystem == subsystem, "\(count) bytes")
    }
  }

  @Test(arguments: [
    [], ["add@/devices/x"], ["add@/devices/x", "ACTION=add"], ["add@/devices/x", "SUBSYSTEM=leds"],
    ["add@/devices/x", "ACTION=remove", "SUBSYSTEM=leds"], ["add", "ACTION=add", "SUBSYSTEM=leds"],
    ["add@/devices/x", "ACTION=add", "nonsense", "SUBSYSTEM=leds"], ["@", "=", "="],
    // The head of what udev sends to other programs.
    ["libudev", "\u{FE}\u{ED}\u{CA}\u{FE}", "ACTION=add", "SUBSYSTEM=leds"],
  ])
  func `what is no announcement of the kernel is none`(lines: [String]) {
    #expect(DeviceEvent(Self.bytes(lines)) == nil)
  }

  @Test func `the first of two values counts, and bytes that are no text do no harm`() {
    let twice = ["add@/x", "ACTION=add", "SUBSYSTEM=leds", "SUBSYSTEM=backlight"]
    #expect(DeviceEvent(Self.bytes(twice))?.subsystem == "leds")
    let wild = Self.bytes(["add@/x", "ACTION=add", "SUBSYSTEM=leds"]) + [0x4E, 0x3D, 0xFF, 0xC3, 0]
    #expect(DeviceEvent(wild)?.subsystem == "leds")
    #expect(DeviceEvent([0xFF, 0x40, 0]) == nil && DeviceEvent([0, 0, 0]) == nil)
  }
}
