/// A format of the settings such as `{icon} {percent:.1}%`: text with fields in braces.
///
/// `{{` and `}}` are literal braces. A field of type time takes a format of strftime(3) after its colon.
public struct FormatTemplate: Equatable, Sendable {
  /// A part of a format.
  public enum Part: Equatable, Sendable {
    case literal(String)
    /// A field, with the format of its value.
    case field(String, FieldFormat)
    /// The moment that a field holds, in a format of strftime(3).
    case time(String, format: String)
    /// The icon of the module.
    case icon
  }

  /// The format as it was written.
  public let source: String
  public let parts: [Part]

  /// The longest format that is read, in Unicode scalars.
  static let longest = 4096
  /// The format of a field of type time that has no format of its own.
  static let standardTime = "%H:%M"

  /// Reads a format that may contain these fields and the icon.
  public init(_ source: String, fields: [FieldSummary]) throws(FormatMistake) {
    self.source = source
    var parser = FormatParser(Array(source.unicodeScalars), fields: fields)
    parts = try parser.parts()
  }

  /// Makes a template of parts.
  init(source: String, parts: [Part]) { (self.source, self.parts) = (source, parts) }

  /// Makes a template of the field alone.
  public init(field: String) { self.init(source: "{\(field)}", parts: [.field(field, FieldFormat())]) }

  /// Makes a template that is a format of strftime(3) for one field as a whole.
  public init(time field: String, format: String) {
    source = format
    parts = [.time(field, format: format)]
  }

  /// Whether it names a field.
  public func shows(_ field: String) -> Bool { showsAny { $0 == field } }

  /// Whether it names a field whose name passes a test.
  public func showsAny(where isMeant: (String) -> Bool) -> Bool {
    parts.contains { if case .field(let name, _) = $0 { isMeant(name) } else { false } }
  }

  /// Whether it has the icon.
  public var showsIcon: Bool { parts.contains(.icon) }

  /// The plain text of a format without icons, times and markup.
  public func text(_ fields: [String: FieldValue]) -> String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .literal(let literal): text += literal
      case .field(let name, let format): text += fields[name].map { format.text($0) } ?? ""
      case .time, .icon: break
      }
    }
  }

  /// The names of the times that the format shows, as in readings: `time:%H:%M`.
  public var times: [String] {
    parts.compactMap { part in
      if case .time(let field, let format) = part { "\(field):\(format)" } else { nil }
    }
  }
}

/// A mistake in a format.
public struct FormatMistake: Error, Equatable, Sendable {
  public enum Problem: Equatable, Sendable {
    /// A brace is not closed.
    case unclosed
    /// A closing brace has no opening one.
    case stray
    case emptyName
    case unknownField(String)
    /// The text after the colon does not suit the type of the field.
    case wrongForm(String, FieldType)
    case tooLong
    /// A tag or the end of an element is wrong; the text describes it.
    case brokenMarkup(String)
    /// There is no such element or attribute; `what` is which of the two, `known` are those that there are.
    case unknownMarkup(String, what: String, known: [String])
    /// An attribute does not take its value; `known` are names that it takes.
    case wrongAttribute(String, value: String, expected: String, known: [String])
  }

  public var problem: Problem
  /// The place of the mistake in the format, in Unicode scalars from 1.
  public var column: Int

  public init(_ problem: Problem, column: Int) {
    self.problem = problem
    self.column = column
  }

  /// The mistake in words, without its place.
  public var words: String {
    switch problem {
    case .unclosed: "a brace that is not closed; write {{ for a brace"
    case .stray: "a closing brace without an opening one; write }} for a brace"
    case .emptyName: "braces without the name of a field"
    case .unknownField(let name): "unknown field \"\(name.prefix(60))\""
    case .wrongForm(let form, let type):
      "\":\(form.prefix(60))\" does not suit the type \(type.rawValue); expected \(Self.expected(type))"
    case .brokenMarkup(let words): words
    case .unknownMarkup(let name, let what, let known):
      "unknown \(what) \"\(name.prefix(60))\" (there are \(known.joined(separator: ", ")))"
    case .wrongAttribute(let name, _, let expected, _): "\(name): expected \(expected)"
    case .tooLong: "a format of more than \(FormatTemplate.longest) characters"
    }
  }

  private static func expected(_ type: FieldType) -> String {
    switch type {
    case .integer, .real: "such as \":.1\", \":>4\" or \":03\""
    case .time: "a format of strftime(3)"
    case .duration: "such as \":>8\", or \"%H h %M\" with %d, %H, %M and %S"
    case .text, .bool: "such as \":>8\" or \":.20\""
    case .list, .icons: "nothing behind the name"
    }
  }
}

/// Reads the parts of a format.
private struct FormatParser {
  private let scalars: [Unicode.Scalar]
  private let fields: [FieldSummary]
  private var place = 0
  private var literal = String.UnicodeScalarView()
  private var found: [FormatTemplate.Part] = []

  init(_ scalars: [Unicode.Scalar], fields: [FieldSummary]) {
    self.scalars = scalars
    self.fields = fields
  }

  mutating func parts() throws(FormatMistake) -> [FormatTemplate.Part] {
    guard scalars.count <= FormatTemplate.longest else { throw FormatMistake(.tooLong, column: 1) }
    while place < scalars.count {
      let scalar = scalars[place]
      let isDoubled = place + 1 < scalars.count && scalars[place + 1] == scalar
      switch scalar {
      case "{", "}":
        if isDoubled {
          literal.append(scalar)
          place += 2
        } else if scalar == "{" {
          endLiteral()
          try field()
        } else {
          throw FormatMistake(.stray, column: place + 1)
        }
      default:
        literal.append(scalar)
        place += 1
      }
    }
    endLiteral()
    return found
  }

  private mutating func endLiteral() {
    if !literal.isEmpty { found.append(.literal(String(literal))) }
    literal = String.UnicodeScalarView()
  }

  private mutating func field() throws(FormatMistake) {
    let start = place
    guard let end = scalars[start...].firstIndex(of: "}") else {
      throw FormatMistake(.unclosed, column: start + 1)
    }
    place = end + 1
    let inside = scalars[(start + 1)..<end]
    let colon = inside.firstIndex(of: ":")
    let name = text(inside[..<(colon ?? end)])
    guard !name.isEmpty else { throw FormatMistake(.emptyName, column: start + 1) }
    let form = colon.map { text(inside[($0 + 1)...]) }
    if name == "icon", form == nil {
      found.append(.icon)
      return
    }
    guard let field = fields.first(where: { $0.describes(name) }) else {
      throw FormatMistake(.unknownField(name), column: start + 2)
    }
    if field.type == .time {
      let format = form ?? FormatTemplate.standardTime
      guard !format.isEmpty else { throw FormatMistake(.wrongForm("", .time), column: (colon ?? end) + 2) }
      found.append(.time(name, format: format))
    } else if let form {
      guard field.type != .list, field.type != .icons,
        let format = FieldFormat(form[...], type: field.type, unit: field.unit)
      else {
        throw FormatMistake(.wrongForm(form, field.type), column: (colon ?? end) + 2)
      }
      found.append(.field(name, format))
    } else {
      found.append(.field(name, FieldFormat()))
    }
  }

  private func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}
