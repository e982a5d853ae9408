/// The sizes of the box of a widget: those of the style sheet, or those that GTK's own theme gives to buttons.
struct ThemeBox {
  private let style: NodeStyle
  /// Whether the theme has sizes for the widget that the style sheet does not reset.
  private let isThemed: Bool
  /// Whether the widget is a button with a text alone, which is wider in the theme.
  private let isTextButton: Bool

  init(_ node: StyleNode, _ style: NodeStyle) {
    self.style = style
    isTextButton = node.classes.contains("text-button")
    isThemed = node.element == "button" && style.declarations["all"] == nil
  }

  func padding(_ side: String) -> Double {
    let standard = side == "top" || side == "bottom" ? 4.0 : isTextButton ? 16 : 9
    return max(style.boxLength("padding-\(side)") ?? (isThemed ? standard : 0), 0)
  }

  /// The width of the border, also of one that is not seen.
  func border(_ side: String) -> Double {
    let isSet = ["style", "width"].contains { style.declarations["border-\(side)-\($0)"] != nil }
    return isThemed && !isSet ? 1 : style.borderWidth(side)
  }

  /// The padding, the border and the margin at a side; a margin below 0 counts as 0.
  func room(_ side: String) -> Double {
    padding(side) + border(side) + max(style.boxLength("margin-\(side)") ?? 0, 0)
  }

  var minHeight: Double { style.boxLength("min-height") ?? (isThemed ? 24 : 0) }
  var minWidth: Double { style.boxLength("min-width") ?? (isThemed ? 16 : 0) }
}
