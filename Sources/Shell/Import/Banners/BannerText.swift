/// Formats of other programs, such as `<b>%s</b>\n%b`.
struct BannerText {
  /// The format in the form of our own: fields in braces, line breaks as such. Words that have specifiers without a field alone are
  /// left out; nil: other words have them too, or nothing is left.
  private(set) var format: String?
  /// The specifiers that have no field.
  private(set) var unknown: [String] = []
  /// Whether the format is empty.
  let isEmpty: Bool

  /// The place of a specifier without a field.
  private static let gap: Character = "\u{FFFC}"

  /// - Parameters:
  ///   - fields: The names of fields by the letters behind the percent sign.
  ///   - others: The letters of specifiers that have no field; nil: all other letters are. What is neither stays as it is.
  init(_ text: String, fields: [Character: String], others: Set<Character>? = nil) {
    isEmpty = text.isEmpty
    var written = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "{": written += "{{"
      case "}": written += "}}"
      case "\\": written += Self.escaped(&rest)
      case "%":
        guard let letter = rest.popFirst() else { break }
        if letter == "%" {
          written += "%"
        } else if let field = fields[letter] {
          written += "{\(field)}"
        } else if others?.contains(letter) ?? true {
          unknown.append("%\(letter)")
          written.append(Self.gap)
        } else {
          written.append("%")
          rest = text[text.index(before: rest.startIndex)...]
        }
      default: written.append(character)
      }
    }
    format = unknown.isEmpty ? written : Self.withoutGaps(written)
  }

  private static func escaped(_ rest: inout Substring) -> String {
    switch rest.popFirst() {
    case "n": "\n"
    case let character?: String(character)
    case nil: "\\"
    }
  }

  /// A format without the words that have gaps; nil if such a word has a field, a tag, a letter or a digit besides, or if nothing else
  /// is left.
  private static func withoutGaps(_ text: String) -> String? {
    var lines: [String] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let words = line.split(separator: " ", omittingEmptySubsequences: false)
      let kept = words.filter { !$0.contains(gap) }
      for word in words where word.contains(gap) {
        guard !word.contains(where: { $0.isLetter || $0.isNumber || "{<".contains($0) }) else { return nil }
      }
      if !kept.isEmpty { lines.append(kept.joined(separator: " ")) }
    }
    let format = lines.joined(separator: "\n")
    return format.trimmedSpace.isEmpty ? nil : format
  }
}
