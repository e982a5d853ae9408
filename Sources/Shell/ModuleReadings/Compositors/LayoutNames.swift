import TextProcessing

/// The short names of keyboard layouts, from the list of rules in libxkbcommon's data (`evdev.lst`).
public struct LayoutNames: Equatable, Sendable {
  private var codes: [String: String] = [:]

  /// Reads a list; lines that are not understood are ignored.
  ///
  /// A line of the section `! layout` has a code and a name; a line of `! variant` has a variant, the code of its layout with a
  /// colon, and a name. Names may contain character references of XML, such as `Czech (with &lt;\|&gt; key)`.
  public init(rules: String) {
    var section: Substring = ""
    for line in rules.split(separator: "\n") {
      if line.first == "!" {
        section = line.dropFirst().drop { $0 == " " }
        continue
      }
      let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
      guard words.count == 2 else { continue }
      let rest = words[1].drop { $0 == " " }
      switch section {
      case "layout": add(String(rest), String(words[0]))
      case "variant":
        guard let colon = rest.firstIndex(of: ":") else { continue }
        add(String(rest[rest.index(after: colon)...].drop { $0 == " " }), String(rest[..<colon]))
      default: continue
      }
    }
  }

  /// The code of a layout by its name, such as `de` for `German`; nil if it is unknown.
  public func code(of name: String) -> String? { codes[name] }

  private mutating func add(_ text: String, _ code: String) {
    let isPlain = !text.utf8.contains(UInt8(ascii: "&"))
    let name = isPlain ? text : CharacterReference.decoded(Array(text.utf8)[...])
    if codes[name] == nil { codes[name] = code }
  }
}
