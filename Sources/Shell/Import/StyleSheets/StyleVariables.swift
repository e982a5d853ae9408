/// The custom properties of a style sheet of GTK 4, which values name as `var(--name)`.
struct StyleVariables {
  /// The most variables whose values name one another.
  private static let deepest = 64
  /// The most characters of a value.
  private static let longest = 4096

  /// The values by their names, without names of other variables.
  private var values: [String: String] = [:]
  /// The values that are not resolved yet.
  private var waiting: [String: String]

  /// Makes variables of their values by their names in lower case.
  init(_ values: [String: String]) {
    waiting = values
    for name in values.keys.sorted() { _ = value(name, depth: 0) }
  }

  /// A value with those of the variables in it; a name without a value and without another one behind a comma stays.
  func resolved(_ value: String) -> String { Self.replaced(value) { values[$0] } }

  /// Resolves a variable once, after those that its value names; of variables in a circle one has no value.
  private mutating func value(_ name: String, depth: Int) -> String? {
    if depth < Self.deepest, let text = waiting.removeValue(forKey: name) {
      let resolved = Self.replaced(text) { value($0, depth: depth + 1) }
      values[name] = resolved
    }
    return values[name]
  }

  private static func replaced(_ text: String, depth: Int = 0, _ value: (String) -> String?) -> String {
    guard depth < deepest, text.has("var(") else { return text }
    var result = ""
    var rest = text[...]
    while !rest.isEmpty, result.utf8.count < longest {
      guard rest.hasPrefix("var("), let inside = inside(rest.dropFirst(3)) else {
        result.append(rest.removeFirst())
        continue
      }
      let whole = rest.prefix(inside.count + 5)
      let parts = inside.splitOutsideParentheses(at: ",")
      let name = parts[0].trimmedSpace.lowercased()
      let other = parts.count > 1 ? parts.dropFirst().joined(separator: ",").trimmedSpace : nil
      result += value(name) ?? other.map { replaced($0, depth: depth + 1, value) } ?? String(whole)
      rest = rest.dropFirst(whole.count)
    }
    return result
  }

  /// The text between the parenthesis that a text begins with and its counterpart; nil: there is none.
  private static func inside(_ text: Substring) -> Substring? {
    var depth = 0
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return text[..<index].dropFirst() }
    }
    return nil
  }
}
