import ModuleModel
import Settings

/// A format of Waybar: text with fields in braces, as the library fmt has them.
struct WaybarFormat {
  /// A part of a format.
  enum Part: Equatable {
    case literal(String)
    /// A field, with the text behind its colon.
    case field(String, form: String)
  }

  var parts: [Part] = []

  /// Reads a format; a brace without its counterpart is a brace.
  init(_ text: String) {
    var literal = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      if character == "{" || character == "}", rest.first == character {
        rest.removeFirst()
        literal.append(character)
      } else if character == "{", let end = rest.firstIndex(of: "}") {
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = ""
        let inside = rest[..<end]
        rest = rest[end...].dropFirst()
        let name = inside.prefix { $0 != ":" }
        // The first value by its place is that of braces without a name.
        let field = name == "0" ? "" : name.trimmedSpace
        parts.append(.field(field, form: String(inside.dropFirst(name.count + 1))))
      } else {
        literal.append(character)
      }
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
  }

  /// Whether a text has markup of Pango: an element or a reference to a character.
  static func hasMarkup(_ text: String) -> Bool {
    if let open = text.firstIndex(of: "<"), text[open...].contains(">") { return true }
    var rest = text[...]
    while let sign = rest.firstIndex(of: "&") {
      rest = rest[sign...].dropFirst()
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "#" }
      if !name.isEmpty, rest.dropFirst(name.count).first == ";" { return true }
    }
    return false
  }

  /// A text without the elements of its markup, and with its references replaced by the characters.
  static func withoutMarkup(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      if character == "<", let end = rest.firstIndex(of: ">") {
        rest = rest[end...].dropFirst()
      } else if character == "&", let end = rest.firstIndex(of: ";"), let replaced = references[rest[..<end]]
      {
        result += replaced
        rest = rest[end...].dropFirst()
      } else {
        result.append(character)
      }
    }
    return result
  }

  private static let references: [Substring: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
  ]

  /// A text whose ampersands that begin no reference are references.
  static func escapingAmpersands(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      result.append(character)
      guard character == "&" else { continue }
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "#" }
      if name.isEmpty || rest.dropFirst(name.count).first != ";" { result += "amp;" }
    }
    return result
  }
}

/// The counterpart of a field of Waybar.
enum WaybarField {
  /// A field of ours, which the kind may lack in this version.
  case same(String)
  /// A field of ours with a form that is used where the format has none.
  case formed(String, String)
  /// A size of ours, written in a fixed unit without its name, as Waybar does.
  case size(String, unit: String)
  /// A size or a rate of ours, which Waybar writes with one digit behind the point and no space before the unit.
  case amount(String)
  /// A similar field; the sentence tells the difference.
  case near(String, String)
  /// Nothing; what is left out is not missed.
  case dropped
  /// Nothing; the sentence tells what takes its place.
  case lost(String)
}

extension WaybarField: ExpressibleByStringLiteral {
  init(stringLiteral name: String) { self = .same(name) }
}

/// Makes formats of Hyaline of those of Waybar.
struct FormatConverter {
  let kind: ModuleKind
  /// The counterparts of fields by their names; the field without a name is that of `{}`.
  let fields: [String: WaybarField]
  /// The names of the fields that were left out, each with a sentence.
  private(set) var lost: [(field: String, note: String)] = []
  /// The names of the fields that are only similar, each with a sentence.
  private(set) var near: [(field: String, note: String)] = []

  init(_ kind: ModuleKind, _ fields: [String: WaybarField]) { (self.kind, self.fields) = (kind, fields) }

  /// Converts a format.
  mutating func convert(_ text: String) -> String {
    if kind == .clock { return convertTime(text) }
    var result = ""
    var parts = WaybarFormat(text).parts[...]
    while let part = parts.popFirst() {
      switch part {
      case .literal(let literal): result += Self.escaped(literal)
      case .field(let name, let form):
        guard let field = converted(name, form) else {
          if result.hasSuffix("/") { result.removeLast() }
          if case .literal(let next)? = parts.first {
            let isFirst = result.isEmpty || result.last?.isNewline == true
            parts[parts.startIndex] = .literal(Self.rest(next, isFirst: isFirst))
          }
          continue
        }
        result += field
        if case .literal(let next)? = parts.first {
          parts[parts.startIndex] = .literal(withoutUnit(next, behind: name))
        }
      }
    }
    return result
  }

  /// A literal behind a field that is left out, without the sign that belongs to the field: a per cent sign, or what separates the
  /// field from the next one if it `isFirst` in its line.
  private static func rest(_ literal: String, isFirst: Bool) -> String {
    if literal.hasPrefix("%") { return String(literal.dropFirst()) }
    let text = literal.drop { $0 == " " }
    guard isFirst, let sign = text.first, ":-–—|•·,".contains(sign), text.dropFirst().first == " " else {
      return literal
    }
    return String(text.dropFirst().drop { $0 == " " })
  }

  private static func escaped(_ literal: String) -> String {
    literal.replacingAll("{", with: "{{").replacingAll("}", with: "}}")
  }

  /// A field in braces; nil: there is none.
  private mutating func converted(_ name: String, _ form: String) -> String? {
    // Braces around a space and the like are no field.
    guard let (rule, number) = rule(name) else {
      lost.append((name, "there is no such field"))
      return nil
    }
    switch rule {
    case .same(let own): return field(own + number, form, name)
    case .formed(let own, let standard): return field(own + number, form.isEmpty ? standard : form, name)
    case .size(let own, let unit): return size(own, form, unit)
    case .amount(let own): return amount(own, form, name)
    case .near(let own, let note):
      guard let field = field(own + number, form, name) else { return nil }
      near.append((name, note))
      return field
    case .dropped: return nil
    case .lost(let note):
      lost.append((name, note))
      return nil
    }
  }

  /// The rule for a field, and the number at the end of its name, such as that of a core.
  private func rule(_ name: String) -> (WaybarField, String)? {
    if let rule = fields[name] { return (rule, "") }
    let digits = String(name.reversed().prefix(while: \.isNumber).reversed())
    guard !digits.isEmpty, let rule = fields[name.dropLast(digits.count) + "N"] else { return nil }
    return (rule, digits)
  }

  private mutating func field(_ own: String, _ form: String, _ name: String) -> String? {
    if own == "icon" { return "{icon}" }
    let plain = String(own.reversed().drop(while: \.isNumber).reversed())
    let summary = kind.summary.namedFields.first { $0.name == own || $0.name == plain }
    guard let summary else {
      lost.append((name, "there is no such field"))
      return nil
    }
    let form = Self.form(form, summary)
    return form.isEmpty ? "{\(own)}" : "{\(own):\(form)}"
  }

  /// A field of a size in a unit, with two digits after the point unless a form has others.
  private func size(_ own: String, _ form: String, _ unit: String) -> String? {
    guard let summary = kind.summary.namedFields.first(where: { $0.name == own }) else { return nil }
    let form = Self.form(form, summary)
    // One digit is what a size in a unit has by itself.
    let digits = form.contains(".") ? "" : ".2"
    return "{\(own):\(form.droppingSuffix(".1"))\(digits)\(unit)}"
  }

  /// A field of a size or a rate with its unit.
  private mutating func amount(_ own: String, _ form: String, _ name: String) -> String? {
    field(own, form, name).map { field in
      field.droppingSuffix("}") + (field.has(":") ? "" : ":") + (field.has(".") ? "" : ".1") + "c}"
    }
  }

  /// The form of a field from that of the library fmt: `>3`, `02d` or `0.1f`.
  static func form(_ text: String, _ field: FieldSummary) -> String {
    var rest = text[...]
    var alignment = ""
    if let first = rest.first, "<>^".contains(first) {
      alignment = String(rest.removeFirst())
    } else if let second = rest.dropFirst().first, "<>^".contains(second) {
      alignment = String(second)
      rest = rest.dropFirst(2)
    }
    rest = rest.drop { "+- #L".contains($0) }
    let isNumber = field.type == .integer || field.type == .real
    let hasZero = isNumber && rest.hasPrefix("0") && alignment.isEmpty
    rest = rest.drop { $0 == "0" }
    let width = rest.prefix(while: \.isNumber)
    rest = rest.dropFirst(width.count)
    var precision = ""
    if rest.hasPrefix(".") {
      precision = String(rest.prefix(1) + rest.dropFirst().prefix(while: \.isNumber))
    }
    switch field.type {
    case .icons, .list, .time: return ""
    case .integer where field.unit == .none || field.unit == .percent || field.unit == .megahertz:
      precision = ""
    case .duration, .bool: precision = ""
    default: break
    }
    // A width of one and a zero without a width change nothing.
    let least = width.count == 1 && width == "1" ? "" : String(width)
    return (least.isEmpty ? "" : alignment + (hasZero ? "0" : "") + least)
      + (precision == "." ? "" : precision)
  }

  /// A literal without the unit that the field before it writes itself, and in the unit that the field has.
  private func withoutUnit(_ literal: String, behind name: String) -> String {
    if name == "frequency", kind == .network { return literal.replacingAll("GHz", with: "MHz") }
    let own: String
    switch fields[name] {
    case .same(let field), .formed(let field, _), .near(let field, _), .amount(let field): own = field
    default: return literal
    }
    guard let unit = kind.summary.namedFields.first(where: { $0.name == own })?.unit,
      unit == .bytes || unit == .bytesPerSecond || unit == .bitsPerSecond
    else { return literal }
    let text = literal.drop { $0 == " " }
    for unit in ["GiB", "GB", "Gi", "G", "MiB", "MB"] where text.hasPrefix(unit) {
      if text.dropFirst(unit.count).first?.isLetter != true { return String(text.dropFirst(unit.count)) }
    }
    return literal
  }

  // MARK: - Times

  /// Converts a format of a clock: that of strftime alone if there is nothing else, or fields of times.
  private mutating func convertTime(_ text: String) -> String {
    let parts = WaybarFormat(text).parts
    if parts.count == 1, case .field("", let form) = parts[0] {
      let format = Self.timeForm(form)
      if !WaybarFormat.hasMarkup(format), !format.contains("{"), format.contains("%") { return format }
    }
    var result = ""
    for part in parts {
      switch part {
      case .literal(let literal): result += Self.escaped(literal)
      case .field("", let form): result += Self.timeFields(Self.timeForm(form))
      case .field(let name, let form):
        if let field = converted(name, Self.timeForm(form)) { result += field }
      }
    }
    // A per cent sign before the first brace would make the whole a format of strftime.
    let isOpen = result.prefix { $0 != "{" }.contains("%")
    return isOpen ? Self.percentFirst(result) : result
  }

  /// A format whose text before the first field has a per cent sign, with a field for that sign.
  private static func percentFirst(_ text: String) -> String {
    let start = text.prefix { $0 != "{" }
    return start.replacingAll("%", with: "{time:%%}") + text.dropFirst(start.count)
  }

  private static func timeForm(_ form: String) -> String {
    let form = form.isEmpty ? "%H:%M" : form
    return form.hasPrefix("L") ? String(form.dropFirst()) : form
  }

  /// A format of strftime as fields, with the elements of markup and line breaks between them.
  private static func timeFields(_ format: String) -> String {
    var result = ""
    var piece = ""
    func close() {
      if piece.contains("%") { result += "{time:\(piece)}" } else { result += piece }
      piece = ""
    }
    var rest = format[...]
    while let character = rest.popFirst() {
      if character == "<", let end = rest.firstIndex(of: ">") {
        close()
        result += "<" + rest[...end]
        rest = rest[end...].dropFirst()
      } else if character.isNewline {
        close()
        result.append(character)
      } else {
        piece.append(character)
      }
    }
    close()
    return result
  }
}
