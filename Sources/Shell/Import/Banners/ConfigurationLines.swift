/// The lines of a configuration file of another program, with their numbers.
struct ConfigurationLines {
  /// A line without its line break and without blanks at its ends.
  struct Line: Equatable {
    var text: Substring
    var place: SourcePlace
  }

  /// Most lines of a file; files of this kind have some hundred.
  static let most = 20_000

  let lines: [Line]

  /// Splits the contents of a file, which are UTF-8.
  ///
  /// - Parameter file: The name of the file for messages.
  init(_ bytes: [UInt8], file: String) throws(ImportError) {
    var lines: [Line] = []
    let rows = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard rows.count <= Self.most else {
      throw ImportError(
        .expected("at most \(Self.most) lines"), at: SourcePlace(file: file, line: 1, column: 1))
    }
    for (index, row) in rows.enumerated() {
      let place = SourcePlace(file: file, line: index + 1, column: 1)
      guard !row.contains(0) else {
        throw ImportError(.expected("a line without the character NUL"), at: place)
      }
      lines.append(Self.line(String(decoding: row, as: UTF8.self), place))
    }
    self.lines = lines
  }

  private static func line(_ text: String, _ place: SourcePlace) -> Line {
    let trimmed = text[...].withoutBlanks
    let before = text.unicodeScalars.distance(from: text.startIndex, to: trimmed.startIndex)
    return Line(
      text: trimmed, place: SourcePlace(file: place.file, line: place.line, column: before + 1))
  }
}

extension Substring {
  /// The text without spaces, tabs and carriage returns at its ends.
  var withoutBlanks: Substring {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" || scalar == "\r" }
    var scalars = unicodeScalars
    while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
    return Substring(scalars)
  }

  /// The texts before and after the first occurrence of a scalar; nil without one.
  func parted(at separator: Unicode.Scalar) -> (before: Substring, after: Substring)? {
    guard let index = unicodeScalars.firstIndex(of: separator) else { return nil }
    return (
      Substring(unicodeScalars[..<index]), Substring(unicodeScalars[unicodeScalars.index(after: index)...])
    )
  }
}

extension SourcePlace {
  /// The place of a part of the line whose text begins at this place.
  func of(_ part: Substring, in line: Substring) -> SourcePlace {
    var place = self
    place.column += line.unicodeScalars.distance(from: line.startIndex, to: part.startIndex)
    return place
  }
}
