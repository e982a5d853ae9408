import Settings

/// The look of tooltips and menus.
enum PopupLook {
  /// The widgets of a popup: the popup itself, and the one that has its text.
  private static let popups: [(table: String, box: [StyleNode], text: [StyleNode])] = [
    (
      "tooltip", [StyleNode("tooltip", classes: ["background"])],
      [StyleNode("box", classes: ["horizontal"]), StyleNode("label")]
    ),
    (
      "menu", [StyleNode("window", id: "waybar"), StyleNode("box", id: "tray"), StyleNode("menu")],
      [StyleNode("menuitem"), StyleNode("label")]
    ),
  ]

  /// Writes the looks of the popups that a style sheet has rules for.
  static func write(_ sheet: StyleSheet, into draft: inout SettingsDraft) {
    for (table, box, text) in popups where hasRules(sheet, for: table) {
      let own = sheet.style(of: box)
      let look = WidgetLook(own, text: sheet.style(of: box + text))
      if let fill = look.fill {
        let name = "waybar-" + table
        let shade = BarMaterial.isDark(fill) ? "Dark" : "Light"
        draft.set(["materials", name, "base"], .string("systemUltraThinMaterial" + shade))
        draft.set(["materials", name, "tint"], .colour(fill))
        draft.set([table, "material"], .string(name))
      }
      if look.font != LookFont() { draft.set([table, "font"], .string(look.font.name)) }
      if let ink = look.ink { draft.set([table, "ink"], .colour(ink)) }
      // The corners are square unless a rule says otherwise, and so are popups with a fill alone.
      if look.fill != nil || look.radii.contains(where: { $0 > 0 }) {
        draft.set([table, "corner_radius"], .number(min(look.radii.max() ?? 0, 64)))
      }
      let line = look.lines.compactMap { $0 }.first
      draft.set([table, "border_width"], .number(min(line?.width ?? 0, 16)))
      if let line { draft.set([table, "border_color"], .colour(line.colour)) }
    }
  }

  private static func hasRules(_ sheet: StyleSheet, for element: String) -> Bool {
    sheet.rules.contains { rule in
      rule.selectors.contains { $0.compounds.contains { $0.element == element } }
    }
  }
}
