import Scenes

/// The lines of a format with markup, with the values of its fields.
public struct FormattedLines: Equatable, Sendable {
  /// A line of the format; the values of its fields may have line breaks.
  public struct Line: Equatable, Sendable {
    public var text: RichText
    /// The offset in the UTF-8 of the text at which the value of the marked field begins; nil: the line does not have it.
    public var markedStart: Int?
  }

  /// The lines without those that have fields and of which nothing is to be seen.
  public let lines: [Line]

  /// A control character that neither formats nor values contain, in place of the line breaks of the format.
  private static let lineBreak: Character = "\u{1E}"

  /// Writes a format; `marked` is the name of a field whose place is returned, `colours` are those of the settings, which
  /// markup may name.
  public init(
    _ template: FormatTemplate, _ fields: [String: FieldValue], marking marked: String,
    colours: [String: SIMD4<Double>] = [:]
  ) {
    let parts = template.parts.map { part in
      if case .literal(let text) = part { FormatTemplate.Part.literal(Self.marked(text)) } else { part }
    }
    let format = FormatTemplate(source: template.source, parts: parts)
    let whole = Self.writer(fields, colours).text(format)
    var start: Int?
    if template.shows(marked), fields[marked] != nil {
      // A field with a graph is a part of its own.
      let split = Self.writer(fields.merging([marked: .list([])]) { $1 }, colours)
      start = split.lengthOfFirstText(format)
    }
    let haveFields = Self.linesWithFields(parts)
    var lines: [Line] = []
    var place = 0
    for (index, text) in whole.split(at: Self.lineBreak).enumerated() {
      let range = place...place + text.string.utf8.count
      place = range.upperBound + 1
      let isBlank = text.string.allSatisfy(\.isWhitespace)
      if isBlank, haveFields.contains(index) { continue }
      lines.append(
        Line(text: text, markedStart: start.flatMap { range.contains($0) ? $0 - range.lowerBound : nil }))
    }
    self.lines = lines
  }

  private static func writer(
    _ fields: [String: FieldValue], _ colours: [String: SIMD4<Double>]
  ) -> FormatWriter {
    var writer = FormatWriter(fields: fields, icon: nil, formatIsMarkup: true, ink: nil)
    writer.keepsLines = true
    writer.colours = colours
    return writer
  }

  private static func marked(_ text: String) -> String {
    String(text.map { $0.isNewline ? lineBreak : $0 })
  }

  /// The lines that have fields, counted from 0.
  private static func linesWithFields(_ parts: [FormatTemplate.Part]) -> Set<Int> {
    var (lines, line): (Set<Int>, Int) = ([], 0)
    for part in parts {
      switch part {
      case .literal(let text): line += text.count { $0 == lineBreak }
      case .field, .time, .icon: lines.insert(line)
      }
    }
    return lines
  }
}

extension FormatWriter {
  /// The text of a format without pictures.
  fileprivate func text(_ template: FormatTemplate) -> RichText {
    var whole = RichText("")
    for case .text(let text) in parts(template) { whole.append(text) }
    return whole
  }

  /// The length in UTF-8 of the text before the first picture or graph.
  fileprivate func lengthOfFirstText(_ template: FormatTemplate) -> Int {
    var length = 0
    for part in parts(template) {
      guard case .text(let text) = part else { break }
      length += text.string.utf8.count
    }
    return length
  }
}
