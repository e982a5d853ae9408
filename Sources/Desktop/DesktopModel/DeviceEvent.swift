/// A uevent of the kernel about a device: a header `ACTION@PATH` and pairs `KEY=value`, each ended by a zero byte.
public struct DeviceEvent: Equatable, Sendable {
  /// The kind of the event, such as `add`, `remove` or `change`.
  public var action: String
  /// The kernel's subsystem of the device, such as `backlight`.
  public var subsystem: String

  /// Reads a uevent; nil if it is truncated, is not the kernel's, or lacks the action or the subsystem.
  public init?(_ bytes: [UInt8]) {
    guard bytes.last == 0 else { return nil }
    let lines = bytes.split(separator: 0)
    // Messages of other programs, such as udev, begin with a binary header.
    guard let head = lines.first, let at = head.firstIndex(of: UInt8(ascii: "@")) else { return nil }
    var values: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let key = String(decoding: line[..<equals], as: UTF8.self)
      if values[key] == nil { values[key] = String(decoding: line[(equals + 1)...], as: UTF8.self) }
    }
    guard let action = values["ACTION"], let subsystem = values["SUBSYSTEM"],
      action.utf8.elementsEqual(head[..<at])
    else { return nil }
    (self.action, self.subsystem) = (action, subsystem)
  }

  /// Whether the device was added or removed.
  public var isArrivalOrEnd: Bool { action == "add" || action == "remove" }
}
