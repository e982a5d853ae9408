import Scenes
import TextProcessing

extension RichText {
  /// Reads a text with markup: the elements of `MarkupStyle` with their attributes, and the references of XML; nil if it is
  /// broken. What is unknown is left out and its content is kept.
  public init?(markup: String) {
    guard let parts = Self.parts(ofMarkup: Array(markup.utf8), ink: nil) else { return nil }
    self = if case .text(let text)? = parts.first { text } else { "" }
  }

  /// A part of a line that contains more than text.
  enum LinePart: Equatable {
    case text(RichText)
    /// A byte 0xFF, which stands for an object, as no text contains it.
    case object
  }

  /// The byte that stands for an object.
  static let objectByte: UInt8 = 0xFF

  /// Reads the UTF-8 of a line with markup; nil if it is broken. Elements go on over objects; `ink` is that of the line, of
  /// which an element may choose another opacity; `colours` are those of the settings.
  static func parts(
    ofMarkup bytes: [UInt8], ink: ModuleInk?, colours: [String: SIMD4<Double>] = [:]
  ) -> [LinePart]? {
    var reader = MarkupReader(bytes)
    var builder = RichTextBuilder(ink: ink)
    var open = [MarkupStyle()]
    do throws(MarkupMistake) {
      while let token = try reader.next() {
        switch token {
        case .text(let range): builder.append(bytes[range])
        case .scalar(let scalar): builder.append(Array(String(scalar).utf8)[...])
        case .start(let tag):
          if tag.isEmpty { continue }
          var style = open[open.count - 1]
          style.enter(reader.text(tag.name).lowercased())
          for attribute in tag.attributes {
            // A mistake in the output of a program must not take its text away.
            try? style.set(
              reader.text(attribute.name).lowercased(), to: reader.value(attribute), colours: colours)
          }
          open.append(style)
          builder.style = style
        case .end:
          open.removeLast()
          builder.style = open[open.count - 1]
        }
      }
    } catch {
      return nil
    }
    return builder.finish()
  }

  /// The parts of the UTF-8 of a line without markup.
  static func parts(ofPlain bytes: [UInt8]) -> [LinePart] {
    var builder = RichTextBuilder(ink: nil)
    builder.append(bytes[...])
    return builder.finish()
  }
}

/// Collects the parts of a line.
private struct RichTextBuilder {
  var style = MarkupStyle()
  /// The ink of the line.
  let ink: ModuleInk?
  private var parts: [RichText.LinePart] = []
  private var text = RichText("")
  private var length = 0

  /// The greatest number of parts with their own styles; what follows looks as the rest.
  private static let mostRuns = 64

  init(ink: ModuleInk?) {
    self.ink = ink
  }

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while let object = rest.firstIndex(of: RichText.objectByte) {
      appendText(rest[..<object])
      endText()
      parts.append(.object)
      rest = rest[(object + 1)...]
    }
    appendText(rest)
  }

  mutating func finish() -> [RichText.LinePart] {
    endText()
    return parts
  }

  private mutating func appendText(_ bytes: ArraySlice<UInt8>) {
    if bytes.isEmpty { return }
    let string = String(decoding: bytes, as: UTF8.self)
    let range = length..<length + string.utf8.count
    text.string += string
    length = range.upperBound
    if style.letters != StyledText.Style(), text.runs.count < Self.mostRuns {
      if let last = text.runs.last, last.range.upperBound == range.lowerBound, last.style == style.letters {
        text.runs[text.runs.count - 1].range = last.range.lowerBound..<range.upperBound
      } else {
        text.runs.append(StyledText.Run(range: range, style: style.letters))
      }
    }
    if let ink = style.shownInk(in: ink), text.inks.count < Self.mostRuns {
      if let last = text.inks.last, last.range.upperBound == range.lowerBound, last.ink == ink {
        text.inks[text.inks.count - 1].range = last.range.lowerBound..<range.upperBound
      } else {
        text.inks.append(RichText.InkRun(range: range, ink: ink))
      }
    }
  }

  private mutating func endText() {
    if length > 0 { parts.append(.text(text)) }
    (text, length) = (RichText(""), 0)
  }
}
