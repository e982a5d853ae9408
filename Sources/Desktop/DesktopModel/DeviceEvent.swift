/// What the kernel announces of a device: a line with the action and the path, and a list of keys and values, each of which a
/// zero byte ends.
public struct DeviceEvent: Equatable, Sendable {
  /// What has happened, such as `add`, `remove` or `change`.
  public var action: String
  /// The kernel's class of such devices, such as `backlight`.
  public var subsystem: String

  /// Reads an announcement; nil: it is cut off, is not the kernel's, or lacks one of the two.
  public init?(_ bytes: [UInt8]) {
    guard bytes.last == 0 else { return nil }
    let lines = bytes.split(separator: 0)
    // Announcements of other programs have a binary head.
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

  /// Whether the device has come or gone.
  public var isArrivalOrEnd: Bool { action == "add" || action == "remove" }
}
