/// A position in a text in UTF-8, which moves forward, and the place of that position.
struct ByteCursor {
  let bytes: [UInt8]
  /// The path of the file that has the text.
  let file: String
  private(set) var position = 0
  /// The position that `line` and `column` describe; it follows `position`, so that finding all places takes one pass.
  private var marked = 0
  private var line = 1
  private var column = 1

  init(_ bytes: [UInt8], file: String) {
    (self.bytes, self.file) = (bytes, file)
  }

  var isAtEnd: Bool { position >= bytes.count }

  /// The byte at the position; nil at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The byte that is `distance` behind the position; nil beyond the end.
  func byte(after distance: Int) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  /// The place of the position.
  mutating func place() -> SourcePlace {
    while marked < position {
      let byte = bytes[marked]
      if byte == UInt8(ascii: "\n") {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      marked += 1
    }
    return SourcePlace(file: file, line: line, column: column)
  }

  mutating func advance(by count: Int = 1) { position = min(position + count, bytes.count) }

  /// Skips a text if it is at the position; returns whether it is.
  mutating func skip(_ text: StaticString) -> Bool {
    guard isAt(text) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  /// Whether a text is at the position.
  func isAt(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { unsafe bytes[position...].starts(with: $0) }
  }

  /// Skips spaces, tabs and line breaks.
  mutating func skipSpace() {
    while let byte = next, byte == 0x20 || 0x09...0x0D ~= byte { position += 1 }
  }

  /// Skips the bytes that satisfy a condition, and returns them.
  mutating func take(while isPart: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = position
    while let byte = next, isPart(byte) { position += 1 }
    return bytes[start..<position]
  }

  /// The error that another text is expected at the position.
  mutating func error(_ expected: String) -> ImportError { ImportError(.expected(expected), at: place()) }
}
