import Glibc

/// The address of a message bus, as in the D-Bus Specification, "Server Addresses".
public nonisolated struct BusAddress: Hashable, Sendable {
  /// The alternatives in the order in which they are tried; at least one.
  public let alternatives: [String]

  /// Reads one or more addresses, separated by semicolons; nil if `text` holds none.
  public init?(_ text: String) {
    alternatives = text.split(separator: ";").map(String.init)
    if alternatives.isEmpty { return nil }
  }

  /// The path of the bus's socket; nil if it has none, or if there are alternatives.
  var socketPath: String? {
    guard alternatives.count == 1, alternatives[0].hasPrefix("unix:") else { return nil }
    let keys = alternatives[0].dropFirst("unix:".count).split(separator: ",")
    guard let path = keys.first(where: { $0.hasPrefix("path=") }) else { return nil }
    return Self.unescaped(path.dropFirst("path=".count))
  }

  /// The address of the session bus: DBUS_SESSION_BUS_ADDRESS or, if that is unset, `bus` in XDG_RUNTIME_DIR;
  /// nil if neither is set.
  public static func session(_ variable: (String) -> String?) -> BusAddress? {
    if let address = variable("DBUS_SESSION_BUS_ADDRESS").flatMap(BusAddress.init) { return address }
    guard let directory = variable("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else { return nil }
    return BusAddress("unix:path=\(escaped(directory))/bus")
  }

  /// The address of the system bus: DBUS_SYSTEM_BUS_ADDRESS or, if that is unset, the well-known socket.
  public static func system(_ variable: (String) -> String?) -> BusAddress {
    variable("DBUS_SYSTEM_BUS_ADDRESS").flatMap(BusAddress.init)
      ?? BusAddress(alternatives: ["unix:path=/run/dbus/system_bus_socket"])
  }

  private init(alternatives: [String]) {
    self.alternatives = alternatives
  }

  /// Writes the bytes that an address may not contain literally as %XX.
  static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
        UInt8(ascii: "."), UInt8(ascii: "\\"), UInt8(ascii: "*"):
        String(Unicode.Scalar(byte))
      default:
        "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
    }.joined()
  }

  /// Decodes %XX; nil if a percent sign lacks two hexadecimal digits or the result is not UTF-8.
  private static func unescaped(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(Substring(rest.prefix(2))), radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
