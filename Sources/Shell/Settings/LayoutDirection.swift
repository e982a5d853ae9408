/// The direction in which the bar and what modules open are laid out.
public enum LayoutDirection: String, CaseIterable, Sendable {
  /// The direction of the language of the user's locale.
  case auto
  case leftToRight = "left_to_right"
  case rightToLeft = "right_to_left"

  /// Whether the first thing is at the right, for a user with a locale such as `ar_EG.UTF-8`.
  public func isRightToLeft(locale: String) -> Bool {
    switch self {
    case .auto: Self.isWrittenFromTheRight(locale)
    case .leftToRight: false
    case .rightToLeft: true
    }
  }

  /// The name of the locale of messages, by variables of the environment; empty for none.
  public static func locale(variable: (_ name: String) -> String?) -> String {
    ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty } ?? ""
  }

  /// Whether the script of a locale, `language_TERRITORY.charset@modifier`, runs from right to left.
  private static func isWrittenFromTheRight(_ locale: String) -> Bool {
    let parts = locale.split(separator: "@", maxSplits: 1)
    if parts.count > 1 {
      let script = parts[1].lowercased()
      if script == "arabic" { return true }
      if otherScripts.contains(script) { return false }
    }
    let name = parts.first?.prefix { $0 != "." } ?? ""
    let words = name.split { $0 == "_" || $0 == "-" }
    if words.contains(where: { $0.lowercased() == "arab" || $0.lowercased() == "hebr" }) { return true }
    return words.first.map { languages.contains($0.lowercased()) } == true
      || territories.contains(String(name))
  }

  /// Languages that are usually written in a script from right to left.
  private static let languages: Set<String> = [
    "ar", "arc", "ary", "arz", "bal", "bgn", "ckb", "dv", "fa", "glk", "he", "iw", "ji", "khw", "ks", "lrc",
    "mzn",
    "nqo", "pnb", "prs", "ps", "rhg", "sd", "syr", "ug", "ur", "yi",
  ]
  /// Languages that are written from right to left in one territory.
  private static let territories: Set<String> = ["az_IR", "ku_IQ", "ku_IR", "pa_PK", "tk_IR", "uz_AF"]
  /// Modifiers of locales of those languages in another script.
  private static let otherScripts: Set<String> = ["latin", "cyrillic", "devanagari"]
}
