import ModuleModel

/// The options of a table that have no effect because of other options of it. They are warnings, with which the settings are
/// in force.
enum Contradictions {
  /// Returns the options of a module's or a state's table; `look` is what is shown with it.
  static func mistakes(of look: ModuleLook, in table: SettingsValue) -> [ModuleCheck.Mistake] {
    guard let least = look.minWidth, let most = look.maxWidth, least > most else { return [] }
    // One message is enough if the table has both.
    let keys = ["min_width", "max_width"].filter { key in table.entries?.contains { $0.key == key } == true }
    return warnings(
      keys.prefix(1), in: table,
      "min_width is more than max_width, which is \(TomlText.number(most)) and has precedence")
  }

  /// Returns the options of a bar, whose states may give it other sheets of glass.
  static func mistakes(of bar: BarSettings, in table: SettingsValue) -> [ModuleCheck.Mistake] {
    let keys = ["zone_fill", "underline_color"]
    if bar.isAsLongAsContent { return warnings(keys, in: table, uselessWith("length", "content")) }
    guard bar.glass != .bar, bar.states.allSatisfy({ $0.glass != .bar }) else { return [] }
    return warnings(keys, in: table, uselessWith("glass", bar.glass.rawValue))
  }

  /// Returns the options of the backdrop.
  static func mistakes(of backdrop: BackdropSettings, in table: SettingsValue) -> [ModuleCheck.Mistake] {
    if [.auto, .wallpaper].contains(backdrop.source) { return [] }
    return warnings(["wallpaper"], in: table, uselessWith("source", backdrop.source.rawValue))
  }

  private static func uselessWith(_ key: String, _ value: String) -> String {
    "has no effect with \(key) = \(TomlText.string(value))"
  }

  /// Makes a warning at each of the keys that the table has.
  private static func warnings(_ keys: some Sequence<String>, in table: SettingsValue, _ words: String)
    -> [ModuleCheck.Mistake]
  {
    keys.compactMap { key in
      table.entries?.last { $0.key == key }.map {
        ModuleCheck.Mistake(key: key, value: $0.value, problem: .useless(words))
      }
    }
  }
}
