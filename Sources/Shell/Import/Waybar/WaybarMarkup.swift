import ModuleModel

/// A text with markup of Pango, without the attributes that formats of Hyaline do not take.
struct WaybarMarkup {
  private(set) var text = ""
  /// The names of the attributes that were left out, each once.
  private(set) var lost: [String] = []

  init(_ source: String) {
    var rest = source[...]
    while let character = rest.popFirst() {
      text.append(character)
      guard character == "<", rest.hasPrefix("span"), let end = rest.firstIndex(of: ">") else { continue }
      text += kept(rest[..<end])
      rest = rest[end...]
    }
  }

  /// The inside of a tag with the attributes that there are; a value with a field in it is not known yet and stays.
  private mutating func kept(_ tag: Substring) -> String {
    // Attributes may stand on lines of their own.
    let words = String(tag.map { $0.isWhitespace ? " " : $0 })[...].splitOutsideParentheses(at: " ")
    return words.filter { word in
      if word.isEmpty { return false }
      guard let (name, value) = word[...].parted(at: "="), !value.contains("{") else { return true }
      if FormatTemplate.takes(markup: String(name), value.filter { $0 != "\"" && $0 != "'" }) { return true }
      if !lost.contains(String(name)) { lost.append(String(name)) }
      return false
    }.joined(separator: " ")
  }
}
