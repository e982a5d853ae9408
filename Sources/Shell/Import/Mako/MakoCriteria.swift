/// Reads the criteria of a section of mako's configuration: `[app-name="Mail Client" !expiring]`.
struct MakoCriteria {
  /// The fields with a value of two possible ones.
  private static let booleans: Set = ["actionable", "expiring", "grouped", "hidden"]
  private static let texts: Set = [
    "app-name", "app-icon", "summary", "body", "urgency", "category", "desktop-entry", "group-index",
    "output",
    "anchor", "mode",
  ]
  private static let expressions: Set = ["summary", "body"]

  private var token = String.UnicodeScalarView()
  private var isQuoted = false
  private var isEscaped = false
  private var criteria: [MakoFile.Criterion] = []

  /// Reads a line that begins and ends with a bracket.
  static func read(_ line: ConfigurationLines.Line) throws(ImportError) -> [MakoFile.Criterion] {
    var reader = MakoCriteria()
    var place = line.place
    place.column += 1
    var start = place
    for scalar in line.text.unicodeScalars.dropFirst().dropLast() {
      if scalar == " ", !reader.isQuoted, !reader.isEscaped {
        try reader.endToken(at: start)
        start.column = place.column + 1
      } else {
        reader.take(scalar)
      }
      place.column += 1
    }
    guard !reader.isQuoted, !reader.isEscaped else {
      throw ImportError(
        .expected("the end of a quotation or of an escape sequence before \"]\""), at: line.place)
    }
    try reader.endToken(at: start)
    return reader.criteria
  }

  private mutating func take(_ scalar: Unicode.Scalar) {
    if isEscaped {
      token.append(scalar)
      isEscaped = false
    } else if scalar == "\\" {
      isEscaped = true
    } else if scalar == "\"" {
      isQuoted.toggle()
    } else {
      token.append(scalar)
    }
  }

  private mutating func endToken(at place: SourcePlace) throws(ImportError) {
    let text = String(token)[...]
    token = String.UnicodeScalarView()
    if text.isEmpty { return }
    guard let (name, value) = text.parted(at: "=") else { return try addBoolean(text, at: place) }
    let isExpression = name.hasSuffix("~")
    let field = String(isExpression ? name.dropLast() : name)
    if Self.booleans.contains(field), !isExpression {
      guard let isTrue = MakoValue.boolean(String(value)) else {
        throw ImportError(.expected("\(field)=true or \(field)=false, got \"\(value)\""), at: place)
      }
      criteria.append(MakoFile.Criterion(field: field, value: "\(isTrue)", place: place))
      return
    }
    guard (isExpression ? Self.expressions : Self.texts).contains(field) else {
      throw ImportError(.expected("a criterion of mako, got \"\(name)\""), at: place)
    }
    criteria.append(
      MakoFile.Criterion(field: field, value: String(value), isExpression: isExpression, place: place))
  }

  /// Adds a field without a value, which is false if it begins with `!`.
  private mutating func addBoolean(_ text: Substring, at place: SourcePlace) throws(ImportError) {
    let field = String(text.hasPrefix("!") ? text.dropFirst() : text)
    guard Self.booleans.contains(field) else {
      throw ImportError(.expected("a criterion of mako that needs no value, got \"\(field)\""), at: place)
    }
    criteria.append(
      MakoFile.Criterion(field: field, value: text.hasPrefix("!") ? "false" : "true", place: place))
  }
}
