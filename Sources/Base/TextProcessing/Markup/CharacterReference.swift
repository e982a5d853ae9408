/// Character references of XML.
public enum CharacterReference {
  private static let named: [(name: String, scalar: Unicode.Scalar)] = [
    ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("nbsp", "\u{A0}"),
  ]
  /// Most bytes of a reference: those of `&#x10FFFF;` with a few zeros.
  private static let longest = 16

  /// Reads the reference at `start`: the character and the offset after it; nil if the ampersand is literal.
  public static func read(_ text: [UInt8], _ start: Int) -> (Unicode.Scalar, Int)? {
    let name = text[(start + 1)...].prefix(longest)
    guard let end = name.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let body = name[..<end]
    if let found = named.first(where: { body.elementsEqual($0.name.utf8) }) { return (found.scalar, end + 1) }
    guard body.first == UInt8(ascii: "#") else { return nil }
    let isHex = body.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let digits = String(decoding: body.dropFirst(isHex ? 2 : 1), as: UTF8.self)
    guard digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let value = UInt32(digits, radix: isHex ? 16 : 10), let scalar = Unicode.Scalar(value), isText(scalar)
    else { return nil }
    return (scalar, end + 1)
  }

  /// Decodes the references in an attribute's value.
  public static func decoded(_ text: ArraySlice<UInt8>) -> String {
    let bytes = Array(text)
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var result: [UInt8] = []
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "&"), let (scalar, end) = read(bytes, at) {
        result += Array(String(scalar).utf8)
        at = end
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether XML allows a character in a document.
  private static func isText(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\t" || scalar == "\n" || scalar == "\r"
      || scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value)
        && scalar.value & 0xFFFE != 0xFFFE
  }
}
