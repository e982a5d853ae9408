import Localization
import TextProcessing

/// Writes formats with the values of a reading.
struct FormatWriter {
  /// The icon of a module or an item.
  enum Icon {
    case picture(ShownIcon)
    /// A text that is shown as it is, without markup.
    case text(String)
    /// A text of the settings. It is read as markup if the formats of the module are markup and the text is well formed.
    case chosenText(String)

    /// Makes the icon that the settings name: the name of an icon, an absolute path, or a text that is shown as it is. A
    /// text that may be a name is shown where there is no icon of that name.
    init(chosen icon: String) {
      if icon.hasPrefix("/") {
        self = .picture(ShownIcon(ModuleIcon(icon)))
      } else {
        self = Self.mayBeName(icon) ? .picture(ShownIcon(ModuleIcon(icon), orText: icon)) : .chosenText(icon)
      }
    }

    /// Makes an icon of a field.
    init(_ icon: FieldIcon) {
      switch icon {
      case .chosen(let icon): self.init(chosen: icon)
      case .named(let icon): self = .picture(ShownIcon(icon))
      }
    }

    /// Whether a text has several letters, digits and signs that occur in names of icons, and nothing else.
    private static func mayBeName(_ text: String) -> Bool {
      text.utf8.count > 1
        && text.utf8.allSatisfy {
          switch $0 {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
          case UInt8(ascii: "0")...UInt8(ascii: "9"): true
          default: "-._+".utf8.contains($0)
          }
        }
    }
  }

  private let fields: [String: FieldValue]
  private let icon: Icon?
  /// Whether formats are markup themselves.
  private let formatIsMarkup: Bool
  /// Whether what is written is markup, in which values without markup are escaped.
  private var writesMarkup: Bool
  /// The ink of the text; nil: that of the bar.
  private let ink: ModuleInk?
  /// The colours of the settings, which markup may name.
  var colours: [String: SIMD4<Double>] = [:]
  /// Whether line breaks of values stay, as in tooltips; on the bar they are spaces.
  var keepsLines = false
  /// Whether a time at the start begins with a capital, as a sentence does; many languages write the names of days small.
  var capitalizesTime = false
  /// The number of lines to which those of a module's texts are limited, while line breaks of values stay; nil: they do not.
  var mostLines: Int?

  init(fields: [String: FieldValue], icon: Icon?, formatIsMarkup: Bool, ink: ModuleInk?) {
    self.fields = fields
    self.icon = icon
    self.formatIsMarkup = formatIsMarkup
    self.ink = ink
    writesMarkup = formatIsMarkup || fields.values.contains { if case .markup = $0 { true } else { false } }
  }

  /// The text of a tooltip, without pictures and without line breaks at its end.
  func tooltip(_ template: FormatTemplate?) -> RichText {
    var writer = self
    (writer.keepsLines, writer.capitalizesTime) = (true, true)
    let text = writer.parts(template).reduce(into: RichText("")) { whole, part in
      if case .text(let text) = part { whole.append(text) }
    }
    let kept = text.string.reversed().drop(while: \.isNewline).reversed()
    return text.part(0..<String(kept).utf8.count)
  }

  /// The parts of a module's line.
  func pieces(_ template: FormatTemplate?) -> [ShownModule.Piece] {
    guard let mostLines else { return Self.spaced(parts(template)) }
    var writer = self
    writer.keepsLines = true
    return Self.spaced(
      writer.parts(template).map { piece in
        if case .text(let text) = piece { .text(text.limited(toLines: mostLines)) } else { piece }
      })
  }

  /// The pieces of a format. Elements of its markup continue across icons and graphs; broken markup is shown as it is.
  func parts(_ template: FormatTemplate?) -> [ShownModule.Piece] {
    var line = Line()
    var former: FormatTemplate.Part?
    for part in template?.parts ?? [] {
      defer { former = part }
      switch part {
      case .literal(var text):
        // The per cent sign belongs to a number that is missing.
        if case .field(let name, _) = former, fields[name] == nil, text.hasPrefix("%") { text.removeFirst() }
        line.text += (formatIsMarkup || !writesMarkup ? text : escaped(text)).utf8
      case .time(let field, let format):
        // The text around the numbers of a time is a part of the format, its line breaks included.
        let written = fields["\(field):\(format)"].map { FieldFormat().text($0) } ?? ""
        var time = format.utf8.contains(UInt8(ascii: "\n")) ? written : inLine(written)
        if capitalizesTime, former == nil { time = time.capitalizedSentence }
        line.text += (formatIsMarkup || !writesMarkup ? time : escaped(time)).utf8
      case .icon: if let icon { write(icon, to: &line) }
      case .field(let name, let format): write(name, format, to: &line)
      }
    }
    let read =
      writesMarkup
      ? RichText.parts(ofMarkup: line.text, ink: ink, colours: colours) : RichText.parts(ofPlain: line.text)
    guard let read else {
      var plain = self
      plain.writesMarkup = false
      return plain.parts(template)
    }
    var rest = line.objects[...]
    return read.compactMap { part in
      switch part {
      case .text(let text): .text(text)
      case .object: rest.popFirst()
      }
    }
  }

  /// A line that is being written: its text, in which a byte stands for each object.
  private struct Line {
    var text: [UInt8] = []
    private(set) var objects: [ShownModule.Piece] = []

    mutating func add(_ object: ShownModule.Piece) {
      text.append(RichText.objectByte)
      objects.append(object)
    }
  }

  private func write(_ name: String, _ format: FieldFormat, to line: inout Line) {
    switch fields[name] {
    case .list(let values): line.add(.graph(values))
    case .icons(let icons):
      for (place, icon) in icons.enumerated() {
        if place > 0 { line.add(.gap) }
        write(Icon(icon), to: &line)
      }
    default: line.text += value(name, format).utf8
    }
  }

  private func write(_ icon: Icon, to line: inout Line) {
    switch icon {
    case .picture(let icon): line.add(.icon(icon))
    case .text(let text): line.text += escaped(text).utf8
    case .chosenText(let text):
      let isWhole = formatIsMarkup && writesMarkup && RichText(markup: text) != nil
      line.text += (isWhole ? text : escaped(text)).utf8
    }
  }

  /// Returns the value of a field, which cannot change the direction of what is beside it.
  private func value(_ name: String, _ format: FieldFormat) -> String {
    guard let value = fields[name] else { return "" }
    // The markup of a part of a text would be incomplete.
    if writesMarkup, case .markup(let markup, _) = value, format == FieldFormat(),
      RichText(markup: markup) != nil
    {
      return inLine(markup).withWrittenDirections.withOwnDirections
    }
    return escaped(inLine(format.text(value)).withOwnDirections)
  }

  private func inLine(_ text: String) -> String {
    if keepsLines || !text.utf8.contains(UInt8(ascii: "\n")) { return text }
    return String(text.map { $0.isNewline ? " " : $0 })
  }

  private func escaped(_ text: String) -> String {
    // A field may be the value of an attribute.
    writesMarkup ? text.escapedForMarkup(inAttribute: true) : text
  }

  /// Replaces spaces between texts and other parts by gaps of one width, and removes those at
  /// the ends of the line.
  private static func spaced(_ pieces: [ShownModule.Piece]) -> [ShownModule.Piece] {
    guard pieces.contains(where: { if case .text = $0 { false } else { true } }) else { return pieces }
    var result: [ShownModule.Piece] = []
    func addGap() { if !result.isEmpty, result.last != .gap { result.append(.gap) } }
    for piece in pieces {
      guard case .text(let text) = piece else {
        result.append(piece)
        continue
      }
      if text.string.first == " " { addGap() }
      let rest = text.trimmed
      if !rest.string.isEmpty {
        result.append(.text(rest))
        if text.string.last == " " { addGap() }
      }
    }
    if result.last == .gap { result.removeLast() }
    return result
  }
}

extension String {
  /// The markup with controls of direction in place of references to them.
  fileprivate var withWrittenDirections: String {
    guard utf8.contains(UInt8(ascii: "&")) else { return self }
    let bytes = Array(utf8)
    var (result, at) = ([UInt8](), 0)
    while at < bytes.count {
      let reference = bytes[at] == UInt8(ascii: "&") ? CharacterReference.read(bytes, at) : nil
      let end = reference?.1 ?? at + 1
      switch reference?.0.value ?? 0 {
      case 0x202A...0x202E, 0x2066...0x2069: result += Array(CharacterReference.decoded(bytes[at..<end]).utf8)
      default: result += bytes[at..<end]
      }
      at = end
    }
    return String(decoding: result, as: UTF8.self)
  }
}
