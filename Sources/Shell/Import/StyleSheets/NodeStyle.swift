/// The style of one widget: the declarations that hold for it, and what it inherits.
public struct NodeStyle: Sendable {
  /// The size of GTK's text where no style sheet sets one, in pixels: the 11 points that the settings of the desktop have at first.
  public static let standardSize = 44.0 / 3

  /// The declarations that hold for the widget itself, by property.
  public let declarations: [String: StyleSheet.Declaration]
  /// The declarations of the properties that widgets inherit.
  private let inherited: [String: StyleSheet.Declaration]
  /// The size of the text in pixels.
  public let fontSize: Double
  private let sheet: StyleSheet

  private static let inheritedProperties = [
    "color", "font-family", "font-size", "font-style", "font-weight", "font-feature-settings",
  ]

  /// Makes the style of the last widget of a path from the window; `rootSize` is the size of text that `rem` means.
  init(_ sheet: StyleSheet, _ path: [StyleNode], rootSize: Double = standardSize) {
    var inherited: [String: StyleSheet.Declaration] = [:]
    var own: [String: StyleSheet.Declaration] = [:]
    var size = rootSize
    for end in path.indices {
      own = sheet.declarations(for: Array(path[...end]))
      if let declaration = own["font-size"] {
        size = Self.size(declaration.value, parent: size, root: rootSize) ?? size
      }
      for property in Self.inheritedProperties {
        if let declaration = own[property], !["inherit", "unset"].contains(declaration.value) {
          inherited[property] = declaration
        }
      }
    }
    (self.sheet, self.inherited, declarations, fontSize) = (sheet, inherited, own, size)
  }

  /// The declaration of a property of the widget, inherited or its own; nil: there is none.
  public func declaration(_ property: String) -> StyleSheet.Declaration? {
    inherited[property] ?? declarations[property]
  }

  /// The value of a property in lower case.
  public func text(_ property: String) -> String? { declaration(property)?.value.lowercased() }

  /// The colour of a property; nil: it has none, or its value is not understood.
  public func colour(_ property: String) -> SIMD4<Double>? {
    guard let value = declaration(property)?.value else { return nil }
    if value.lowercased() == "currentcolor" { return property == "color" ? nil : colour("color") }
    return sheet.colour(value)
  }

  /// The colour of an expression in the style sheet.
  func sheetColour(_ expression: String) -> SIMD4<Double>? {
    expression.lowercased() == "currentcolor" ? colour("color") : sheet.colour(expression)
  }

  /// A length in pixels; nil: the property has none, or its value is not understood.
  public func length(_ property: String) -> Double? {
    declarations[property].flatMap { Self.length($0.value, font: fontSize, root: Self.standardSize) }
  }

  /// A length of a box in pixels; nil: the property has none, or its value is not understood.
  ///
  /// GTK 3 drops the fractions of paddings, margins, borders and least sizes.
  public func boxLength(_ property: String) -> Double? { length(property)?.rounded(.towardZero) }

  /// The width of the border at a side, in pixels; 0 if there is none.
  public func borderWidth(_ side: String) -> Double {
    guard let style = text("border-\(side)-style"), style != "none", style != "hidden" else { return 0 }
    return max(boxLength("border-\(side)-width") ?? 0, 0)
  }

  /// The families of the font in order, without quotation marks; none if no rule sets them.
  var fontFamilies: [String] {
    guard let value = declaration("font-family")?.value else { return [] }
    return value.splitOutsideParentheses(at: ",").map { family in
      family.trimmedSpace.filter { $0 != "\"" && $0 != "'" }
    }.filter { !$0.isEmpty }
  }

  private static func size(_ text: String, parent: Double, root: Double) -> Double? {
    let names = [
      "xx-small": 0.58, "x-small": 0.69, "small": 0.83, "medium": 1, "large": 1.2, "x-large": 1.44,
      "xx-large": 1.73,
    ]
    let text = text.lowercased()
    if let factor = names[text] { return standardSize * factor }
    if text == "smaller" || text == "larger" { return parent * (text == "larger" ? 1.2 : 1 / 1.2) }
    if text.hasSuffix("%") { return Double(text.dropLast()).map { parent * $0 / 100 } }
    return length(text, font: parent, root: root)
  }

  /// A length such as `12px`, `9.5pt`, `1.2em`, `1rem` or `0` in pixels; a number without a unit counts pixels.
  static func length(_ text: String, font: Double, root: Double) -> Double? {
    let text = text.trimmedSpace.lowercased()
    let number = text.prefix { $0.isNumber || "+-.".contains($0) }
    guard let value = Double(number.hasPrefix(".") ? "0" + number : String(number)), value.isFinite else {
      return nil
    }
    switch text.dropFirst(number.count) {
    case "", "px": return value
    case "pt": return value * 4 / 3
    case "em": return value * font
    case "rem": return value * root
    case "ex": return value * font / 2
    case "in": return value * 96
    case "cm": return value * 96 / 2.54
    case "mm": return value * 96 / 25.4
    case "pc": return value * 16
    default: return nil
    }
  }
}

extension StyleSheet {
  /// The style of the last widget of a path from the window to it.
  public func style(of path: [StyleNode]) -> NodeStyle { NodeStyle(self, path) }
}
