/// The address of a piece that is played, such as `file:///home/a/Music/Our%20song.ogg`, as `xesam:url` tells it.
struct PieceAddress: Equatable {
  /// The name of its file, decoded and without folders; empty: the address tells none.
  let name: String

  /// Reads an address by RFC 3986, or a path.
  init(_ address: String) {
    let bytes = Array(address.utf8)
    if bytes.first == Self.slash {
      name = Self.text(Self.last(bytes[...]))
      return
    }
    guard let (scheme, rest) = Self.parts(bytes) else {
      name = ""
      return
    }
    if scheme == "file" {
      // Some players do not encode `?` and `#` in names of files, which begin a query or a fragment in other addresses.
      name = Self.text(Self.decoded(Self.last(Self.path(rest))))
    } else {
      let path = Self.path(rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
      let last = Self.text(Self.decoded(Self.last(path)))
      // A name without an extension is that of a page, a station or the like, and not of a file.
      name = Self.hasExtension(last) ? last : ""
    }
  }

  private static let slash = UInt8(ascii: "/")
  /// The names of files have 255 bytes at most.
  private static let mostScalars = 255

  /// The scheme in small letters, and what follows its two slashes; nil: there are none.
  private static func parts(_ bytes: [UInt8]) -> (scheme: String, rest: ArraySlice<UInt8>)? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[(colon + 1)...].starts(with: "//".utf8)
    else { return nil }
    return (String(decoding: bytes[..<colon], as: UTF8.self).lowercased(), bytes[(colon + 3)...])
  }

  /// The path of an address, which follows the name of the machine.
  private static func path(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> { rest.drop { $0 != slash } }

  private static func last(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    path.split(separator: slash).last ?? []
  }

  /// The bytes that percent signs with two hexadecimal digits stand for; other percent signs stand for themselves.
  private static func decoded(_ part: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var (rest, bytes) = (part, [UInt8]())
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2, let first = digit(digits[digits.startIndex]),
        let second = digit(digits[digits.startIndex + 1])
      {
        bytes.append(first << 4 | second)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes[...]
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }

  /// The text as it is shown; a name of dots and spaces is none.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let text = NetworkName.visible(String(decoding: bytes, as: UTF8.self), upTo: mostScalars)
    return text.allSatisfy { $0 == "." || $0.isWhitespace } ? "" : text
  }

  /// Whether a name ends with a point and a few letters and digits, and does not begin with that point.
  private static func hasExtension(_ name: String) -> Bool {
    guard let point = name.lastIndex(of: "."), point != name.startIndex else { return false }
    let rest = name[point...].dropFirst()
    return (1...5).contains(rest.count) && rest.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}
