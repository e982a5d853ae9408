/// Finds the ends of strings, values and lines in TOML that a parser has accepted.
nonisolated struct TomlScanner {
  /// A part of an array or of an inline table, without the space around it.
  struct Member {
    var range: Range<Int>
    /// The place of the value: the start of the range in an array, and behind the equals sign in a table.
    var value: Int
  }

  let bytes: [UInt8]

  /// The byte at an index; nil at the end.
  func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  /// The index behind the line break that ends the line of `index`.
  func endOfLine(_ index: Int) -> Int {
    bytes[index...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
  }

  /// The first index from `index` on that is neither a space nor a tab.
  func skippingSpace(_ index: Int) -> Int {
    bytes[index...].firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } ?? bytes.count
  }

  /// The index behind the string that begins at `start`.
  func endOfString(_ start: Int) -> Int {
    let quote = bytes[start]
    let isLong = byte(start + 1) == quote && byte(start + 2) == quote
    var index = start + (isLong ? 3 : 1)
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        index += 2
      } else if bytes[index] != quote {
        index += 1
      } else if !isLong {
        return index + 1
      } else if byte(index + 1) == quote, byte(index + 2) == quote {
        index += 3
        // The string may end in one or two quotes of its own.
        while byte(index) == quote { index += 1 }
        return index
      } else {
        index += 1
      }
    }
    return bytes.count
  }

  /// The index behind the value that begins at `start`.
  func endOfValue(_ start: Int) -> Int {
    switch byte(start) {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return endOfString(start)
    case UInt8(ascii: "["), UInt8(ascii: "{"): return endOfBrackets(start)
    default:
      var end = bytes[start...].firstIndex { ",]}#\r\n".utf8.contains($0) } ?? bytes.count
      while end > start, bytes[end - 1] == UInt8(ascii: " ") || bytes[end - 1] == UInt8(ascii: "\t") {
        end -= 1
      }
      return end
    }
  }

  private func endOfBrackets(_ start: Int) -> Int {
    var (index, depth) = (start, 0)
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        index = endOfString(index)
        continue
      case UInt8(ascii: "#"):
        index = endOfLine(index)
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return index + 1 }
      default: break
      }
      index += 1
    }
    return bytes.count
  }

  /// The index of the equals sign behind the key that begins at `start`; nil if there is none in the line.
  func equalsSign(_ start: Int) -> Int? {
    var index = start
    while let byte = byte(index), byte != UInt8(ascii: "\n") {
      if byte == UInt8(ascii: "=") { return index }
      index = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") ? endOfString(index) : index + 1
    }
    return nil
  }

  /// The parts of the array or inline table whose bracket is at `start`.
  func members(_ start: Int) -> [Member] {
    var members: [Member] = []
    var index = start + 1
    while let byte = byte(index), byte != UInt8(ascii: "]"), byte != UInt8(ascii: "}") {
      if byte == UInt8(ascii: "#") {
        index = endOfLine(index)
      } else if ", \t\r\n".utf8.contains(byte) {
        index += 1
      } else {
        var value = index
        if bytes[start] == UInt8(ascii: "{") {
          guard let equals = equalsSign(index) else { return members }
          value = skippingSpace(equals + 1)
        }
        let end = max(endOfValue(value), index + 1)
        members.append(Member(range: index..<end, value: value))
        index = end
      }
    }
    return members
  }
}
