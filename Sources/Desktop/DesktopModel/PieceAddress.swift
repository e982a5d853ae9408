/// The URL of a track, such as `file:///home/a/Music/Our%20song.ogg`, from `xesam:url`.
struct PieceAddress: Equatable {
  /// The decoded file name without folders; empty if the URL has none.
  let name: String

  /// Reads a URL of RFC 3986, or an absolute path.
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
      // Some players do not encode `?` and `#` in file names, which begin a query or a fragment in other URLs.
      name = Self.text(Self.decoded(Self.last(Self.path(rest))))
    } else {
      let path = Self.path(rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
      let last = Self.text(Self.decoded(Self.last(path)))
      // A last component without an extension names a page, a station or the like, and no file.
      name = Self.hasExtension(last) ? last : ""
    }
  }

  private static let slash = UInt8(ascii: "/")
  /// File names have at most 255 bytes.
  private static let mostScalars = 255

  /// The scheme in lower case, and the part after `://`; nil if there is no scheme.
  private static func parts(_ bytes: [UInt8]) -> (scheme: String, rest: ArraySlice<UInt8>)? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[(colon + 1)...].starts(with: "//".utf8)
    else { return nil }
    return (String(decoding: bytes[..<colon], as: UTF8.self).lowercased(), bytes[(colon + 3)...])
  }

  /// The path of a URL, which follows the host.
  private static func path(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> { rest.drop { $0 != slash } }

  private static func last(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    path.split(separator: slash).last ?? []
  }

  /// Decodes percent-encoding; a percent sign without two hexadecimal digits stays as it is.
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

  /// The text as it is shown; empty if it consists of dots and spaces.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let text = NetworkName.visible(String(decoding: bytes, as: UTF8.self), upTo: mostScalars)
    return text.allSatisfy { $0 == "." || $0.isWhitespace } ? "" : text
  }

  /// Whether a name ends with a dot and one to five letters or digits, and does not begin with that dot.
  private static func hasExtension(_ name: String) -> Bool {
    guard let point = name.lastIndex(of: "."), point != name.startIndex else { return false }
    let rest = name[point...].dropFirst()
    return (1...5).contains(rest.count) && rest.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}
