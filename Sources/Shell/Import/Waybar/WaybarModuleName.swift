import Settings

/// The name of a module of Waybar, such as `battery#dock` or `custom/logo`.
struct WaybarModuleName: Hashable {
  /// The whole name.
  let text: String
  /// The part before `#`.
  let kind: String
  /// The part behind `#`; nil: there is none.
  let suffix: String?

  init(_ text: String) {
    self.text = text
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    kind = String(parts[0])
    suffix = parts.count > 1 ? String(parts[1]) : nil
  }

  /// The name behind `custom/` or `group/`; nil for other modules.
  func own(_ prefix: String) -> String? { kind.droppingPrefix(prefix) }

  /// The identifier in style sheets.
  var id: String {
    if let name = own("custom/") { return "custom-" + name }
    if let name = own("group/") { return name }
    if kind.hasSuffix("/slider") { return kind.replacingAll("/", with: "-") }
    return kind.split(separator: "/").last.map(String.init) ?? kind
  }

  /// The classes in style sheets that the name gives.
  var classes: Set<String> { suffix.map { [$0] } ?? [] }
}
