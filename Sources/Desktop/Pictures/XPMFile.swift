import Geometry
import Scenes

/// A picture of the format XPM, in which some older programs have their icons: a piece of C, whose strings are the
/// header, the colours and the rows.
///
/// The only library for it, libXpm, needs all of X11.
nonisolated struct XPMFile {
  private var size = PixelSize(width: 0, height: 0)
  /// The number of characters of a pixel, and the number of colours.
  private var (characters, count) = (0, 0)
  private var strings: Strings

  /// Reads the header.
  init(_ bytes: [UInt8]) throws(PictureError.Reason) {
    strings = Strings(bytes: bytes)
    let numbers = (strings.next() ?? []).split { $0 <= 0x20 }.map { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count >= 4, let width = numbers[0], let height = numbers[1], let count = numbers[2],
      let characters = numbers[3], (1...1_000_000).contains(width), (1...1_000_000).contains(height),
      (1...1_000_000).contains(count), (1...7).contains(characters)
    else { throw .damaged("its header is damaged") }
    size = PixelSize(width: width, height: height)
    (self.count, self.characters) = (count, characters)
  }

  /// Decodes the picture.
  func decode(fit: PictureFit) throws(PictureError.Reason) -> Bitmap {
    let target = try fit.size(of: size)
    var strings = strings
    var colours: [Int: UInt32] = [:]
    for _ in 0..<count {
      guard let line = strings.next(), line.count >= characters else { throw Self.endsEarly }
      colours[key(line.prefix(characters))] = Self.colour(line.dropFirst(characters))
    }
    var bitmap = Bitmap(size: size)
    var to = 0
    for _ in 0..<size.height {
      guard let line = strings.next(), line.count >= size.width * characters else { throw Self.endsEarly }
      for x in 0..<size.width {
        let from = line.startIndex + x * characters
        let colour = colours[key(line[from..<from + characters])] ?? 0
        for channel in 0..<4 {
          bitmap.bytes[to + channel] = UInt8(truncatingIfNeeded: colour >> (24 - channel * 8))
        }
        to += 4
      }
    }
    return try FormatLibraries.reduce(bitmap, to: target)
  }

  private static let endsEarly = PictureError.Reason.damaged("the file ends too early")

  private func key(_ characters: ArraySlice<UInt8>) -> Int { characters.reduce(0) { $0 << 8 | Int($1) } }

  /// The colour for screens with colours, with the bytes R G B A from the highest on; one that is unknown is black.
  private static func colour(_ line: ArraySlice<UInt8>) -> UInt32 {
    let words = line.split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
    // Values may have several words, as in "dark green".
    var values: [String: String] = [:]
    var key: String?
    for word in words {
      if ["c", "g", "g4", "m", "s"].contains(word), key == nil || values[key ?? ""] != nil {
        key = word
      } else if let key {
        values[key, default: ""] += word.lowercased()
      }
    }
    guard let name = values["c"] ?? values["g"] ?? values["g4"] ?? values["m"] else { return 0xFF }
    return name == "none" ? 0 : (hexadecimal(name) ?? named(name) ?? 0) << 8 | 0xFF
  }

  /// A colour such as `#fff`, `#ffffff` or `#ffffffffffff`.
  private static func hexadecimal(_ text: String) -> UInt32? {
    let digits = Array(text.utf8.dropFirst())
    guard text.hasPrefix("#"), !digits.isEmpty, digits.count % 3 == 0, digits.count <= 12 else { return nil }
    let count = digits.count / 3
    var colour: UInt32 = 0
    for channel in 0..<3 {
      let part = digits[channel * count..<(channel + 1) * count]
      guard let value = UInt32(String(decoding: part, as: UTF8.self), radix: 16) else { return nil }
      colour = colour << 8 | value * 255 / ((1 << (4 * UInt32(count))) - 1)
    }
    return colour
  }

  /// The colours that icons name; X11 knows hundreds more.
  private static func named(_ name: String) -> UInt32? {
    for grey in ["gray", "grey"] where name.hasPrefix(grey) {
      if let percent = UInt32(name.dropFirst(4)), percent <= 100 {
        return (percent * 255 + 50) / 100 * 0x10101
      }
    }
    return names[name]
  }

  private static let names: [String: UInt32] = [
    "black": 0, "white": 0xFFFFFF, "red": 0xFF0000, "green": 0x00FF00, "blue": 0x0000FF, "yellow": 0xFFFF00,
    "cyan": 0x00FFFF, "magenta": 0xFF00FF, "gray": 0xBEBEBE, "grey": 0xBEBEBE, "lightgray": 0xD3D3D3,
    "lightgrey": 0xD3D3D3, "darkgray": 0xA9A9A9, "darkgrey": 0xA9A9A9, "dimgray": 0x696969,
    "dimgrey": 0x696969, "orange": 0xFFA500, "brown": 0xA52A2A, "purple": 0xA020F0, "pink": 0xFFC0CB,
    "navy": 0x000080, "darkgreen": 0x006400, "darkblue": 0x00008B, "darkred": 0x8B0000, "gold": 0xFFD700,
  ]

  /// The strings of a piece of C, without comments.
  private struct Strings {
    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The contents of the next string; nil at the end of the file.
    mutating func next() -> ArraySlice<UInt8>? {
      while position < bytes.count {
        if bytes[position...].starts(with: "/*".utf8) {
          position += 2
          while position < bytes.count, !bytes[position...].starts(with: "*/".utf8) { position += 1 }
          position += 2
        } else if bytes[position] == UInt8(ascii: "\"") {
          let start = position + 1
          guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\"")) else { return nil }
          position = end + 1
          return bytes[start..<end]
        } else {
          position += 1
        }
      }
      return nil
    }
  }
}
