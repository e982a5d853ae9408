import CSystemd
import DesktopModel

/// Appends arguments to a message.
///
/// A value that cannot be written, such as an array with elements of another type, is our
/// own error and traps.
@safe struct MessageWriter {
  private let native: OpaquePointer

  /// Appends to `message`, which outlives the writer.
  init(_ message: Message) {
    unsafe native = message.native
  }

  func append(_ values: [DBusValue]) {
    for value in values { append(value) }
  }

  private func append(_ value: DBusValue) {
    switch value {
    case .byte(let value): basic("y", value)
    case .boolean(let value): basic("b", Int32(value ? 1 : 0))
    case .int16(let value): basic("n", value)
    case .uint16(let value): basic("q", value)
    case .int32(let value): basic("i", value)
    case .uint32(let value): basic("u", value)
    case .int64(let value): basic("x", value)
    case .uint64(let value): basic("t", value)
    case .double(let value): basic("d", value)
    case .string(let value): text("s", value)
    case .objectPath(let value): text("o", value)
    case .signature(let value): text("g", value)
    case .variant(let inner): container("v", inner.type.description) { append(inner) }
    case .bytes(let bytes): byteArray(bytes)
    case .array(let element, let values): container("a", element.description) { append(values) }
    case .dictionary(let key, let value, let pairs):
      container("a", "{\(key)\(value)}") {
        for pair in pairs {
          container("e", "\(key)\(value)") {
            append(pair.key)
            append(pair.value)
          }
        }
      }
    case .structure(let members):
      container("r", members.map(\.type).signature) { append(members) }
    }
  }

  /// Appends a value of a basic type. The corresponding C function is `sd_bus_message_append_basic`.
  private func basic<Value>(_ code: Unicode.Scalar, _ value: Value) {
    let result = unsafe withUnsafePointer(to: value) {
      unsafe sd_bus_message_append_basic(native, CChar(code.value), $0)
    }
    precondition(result >= 0, "cannot append \(value) as \(code): error \(-result)")
  }

  private func text(_ code: Unicode.Scalar, _ text: String) {
    let sendable = Self.sendable(text)
    let result = unsafe sendable.withCString {
      unsafe sd_bus_message_append_basic(native, CChar(code.value), $0)
    }
    precondition(result >= 0, "cannot append \"\(text)\" as \(code): error \(-result)")
  }

  /// Returns the text with U+FFFD in place of what the library refuses: NUL, and the noncharacters U+FDD0 … U+FDEF and those
  /// whose last four digits are FFFE or FFFF.
  private static func sendable(_ text: String) -> String {
    // The UTF-8 of a noncharacter begins with 0xEF or a greater byte.
    guard text.utf8.contains(where: { $0 == 0 || $0 >= 0xEF }) else { return text }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map {
          $0 == "\0" || $0.properties.isNoncharacterCodePoint ? "\u{fffd}" : $0
        }))
  }

  /// Appends an array of bytes. The corresponding C function is `sd_bus_message_append_array`.
  private func byteArray(_ bytes: [UInt8]) {
    let result = unsafe bytes.withUnsafeBytes {
      unsafe sd_bus_message_append_array(native, Self.code("y"), $0.baseAddress, $0.count)
    }
    precondition(result >= 0, "cannot append \(bytes.count) bytes: error \(-result)")
  }

  private func container(_ code: Unicode.Scalar, _ contents: String, _ append: () -> Void) {
    let opened = unsafe sd_bus_message_open_container(native, Self.code(code), contents)
    precondition(opened >= 0, "cannot open a container of \(contents): error \(-opened)")
    append()
    let closed = unsafe sd_bus_message_close_container(native)
    precondition(closed >= 0, "cannot close a container of \(contents): error \(-closed)")
  }

  private static func code(_ code: Unicode.Scalar) -> CChar { CChar(code.value) }
}
