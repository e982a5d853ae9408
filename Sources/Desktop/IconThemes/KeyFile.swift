/// A file with groups of keys, `[Group]` and `Key=Value`, as in the Desktop Entry Specification and GLib.
///
/// No content is an error: lines that are not understood are ignored.
public struct KeyFile: Equatable, Sendable {
  private var groups: [Substring: [Substring: Substring]] = [:]

  public init(text: String) {
    var group: Substring = ""
    for line in text.split(whereSeparator: \.isNewline) {
      if line.first == "#" { continue }
      if line.first == "[" {
        group = line.dropFirst().prefix { $0 != "]" }
      } else if let equals = line.firstIndex(of: "=") {
        // A key must occur once in a group; if it is repeated, the first counts.
        let key = Self.trimmed(line[..<equals])
        if groups[group]?[key] == nil {
          groups[group, default: [:]][key] = Self.trimmed(line[line.index(after: equals)...])
        }
      }
    }
  }

  /// The value of a key as written, without white space around it; nil if there is none.
  public func value(_ key: String, in group: String) -> Substring? {
    groups[Substring(group)]?[Substring(key)]
  }

  /// `text` without white space around it.
  static func trimmed(_ text: Substring) -> Substring {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return text[first...last]
  }
}
