/// Formats of other programs, such as `<b>%s</b>\n%b`.
struct BannerText {
  /// The format in the form of our own: fields in braces, line breaks as such.
  private(set) var format = ""
  /// The specifiers that have no field.
  private(set) var unknown: [String] = []
  /// Whether the format is empty.
  let isEmpty: Bool

  /// - Parameter fields: The names of fields by the letters behind the percent sign.
  init(_ text: String, fields: [Character: String]) {
    isEmpty = text.isEmpty
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "{": format += "{{"
      case "}": format += "}}"
      case "\\": format += Self.escaped(&rest)
      case "%":
        guard let letter = rest.popFirst() else { break }
        if letter == "%" {
          format += "%"
        } else if let field = fields[letter] {
          format += "{\(field)}"
        } else {
          unknown.append("%\(letter)")
        }
      default: format.append(character)
      }
    }
  }

  private static func escaped(_ rest: inout Substring) -> String {
    switch rest.popFirst() {
    case "n": "\n"
    case let character?: String(character)
    case nil: "\\"
    }
  }

  /// Whether banners have this content without a format: the summary, and the body below it.
  var isUsual: Bool {
    unknown.isEmpty
      && Self.withoutTags(format).split(whereSeparator: \.isNewline).map { $0.trimmedSpace } == [
        "{summary}", "{body}",
      ]
  }

  private static func withoutTags(_ text: String) -> String {
    var result = ""
    var isTag = false
    for character in text {
      if character == "<" { isTag = true }
      if !isTag { result.append(character) }
      if character == ">" { isTag = false }
    }
    return result
  }
}
