import DesktopModel

/// Makes values of the bus of bytes.
struct ValueSource: ByteSource {
  /// The number of bytes that are used, so that a run is short; longer inputs would show nothing more.
  private static let most = 512

  let bytes: [UInt8]
  var at = 0
  /// The number of letters that may still be repeated thousands of times: one text of two such letters is longer than
  /// any limit, and everything that is made of it takes milliseconds.
  private var longLettersLeft = 2

  init(bytes: [UInt8]) {
    self.bytes = Array(bytes.prefix(Self.most))
  }

  /// Small ones mostly, and those at the ends of the type.
  mutating func int32() -> Int32 {
    switch byte() % 8 {
    case 0: .max - Int32(byte())
    case 1: .min + Int32(byte())
    case 2: -Int32(byte())
    case 3: Int32(byte()) << 8 | Int32(byte())
    default: Int32(byte() % 32)
    }
  }

  /// A text of a few letters, some of which come thousands of times.
  mutating func text() -> String {
    let letters: [Unicode.Scalar] = [
      "_", "<", ">", "&", ";", "\n", "a", "b", "/", "\u{301}", "\u{202E}", "\u{200D}",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<byte() % 16 {
      let choice = byte()
      let scalar = letters[Int(choice) % letters.count]
      let isLong = choice > 250 && longLettersLeft > 0
      if isLong { longLettersLeft -= 1 }
      let count = isLong ? 5000 : 1
      text.append(contentsOf: repeatElement(scalar, count: count))
    }
    return String(text)
  }

  mutating func data() -> [UInt8] {
    [UInt8](repeating: byte(), count: byte() % 4 == 0 ? Int(byte()) * 16 : Int(byte()))
  }

  /// A value of any type, nested a few times at most.
  mutating func value(_ depth: Int = 0) -> DBusValue {
    switch byte() % (depth > 3 ? 8 : 13) {
    case 0: return .boolean(byte() & 1 == 1)
    case 1: return .int32(int32())
    case 2: return .uint32(UInt32(bitPattern: int32()))
    case 3: return .double(Double(bitPattern: UInt64(byte()) << 56))
    case 4: return .string(text())
    case 5: return .bytes(data())
    case 6: return .objectPath("/" + text())
    case 7: return .int64(Int64(int32()) << 32)
    case 8: return .strings((0..<byte() % 8).map { _ in text() })
    case 9: return .variant(value(depth + 1))
    case 10: return .structure((0..<byte() % 5).map { _ in value(depth + 1) })
    case 11: return .array(.variant, (0..<byte() % 5).map { _ in .variant(value(depth + 1)) })
    default:
      let pairs = (0..<byte() % 4).map { _ in
        DBusValue.Pair(.string(text()), .variant(value(depth + 1)))
      }
      return .dictionary(key: .string, value: .variant, pairs)
    }
  }

  /// Properties with some of these names, most of which have values that `usual` returns, and others any.
  mutating func properties(
    _ names: [String], usual: (_ name: String, _ source: inout ValueSource) -> DBusValue
  ) -> DBusValue {
    let pairs = (0..<byte() % 8).map { _ in
      let name = names[Int(byte()) % names.count]
      return DBusValue.Pair(
        .string(name), .variant(byte() % 4 == 0 ? value() : usual(name, &self)))
    }
    return .dictionary(key: .string, value: .variant, pairs)
  }
}
