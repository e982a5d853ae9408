/// A file of groups of keys, `[Group]` and `Key=Value`, as the Desktop Entry Specification has them and GLib reads them.
///
/// Nothing in a file is an error: what is not understood is left out.
public struct KeyFile: Equatable, Sendable {
  private var groups: [Substring: [Substring: Substring]] = [:]

  public init(text: String) {
    var group: Substring = ""
    for line in text.split(whereSeparator: \.isNewline) {
      if line.first == "#" { continue }
      if line.first == "[" {
        group = line.dropFirst().prefix { $0 != "]" }
      } else if let equals = line.firstIndex(of: "=") {
        // No key stands twice in a group; where one does, the first counts.
        let key = Self.trimmed(line[..<equals])
        if groups[group]?[key] == nil {
          groups[group, default: [:]][key] = Self.trimmed(line[line.index(after: equals)...])
        }
      }
    }
  }

  /// The value of a key as written, without white space around it; nil: there is none.
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
