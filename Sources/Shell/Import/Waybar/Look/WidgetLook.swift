import Settings

/// The look of one widget, as far as Hyaline has something like it; lengths are in pixels.
struct WidgetLook: Equatable {
  /// A line at an edge.
  struct Line: Equatable {
    var width: Double
    var colour: SIMD4<Double>
  }

  /// Colours that pass into one another.
  struct Gradient: Equatable {
    var colours: [SIMD4<Double>]
    /// The direction from the first to the last, in degrees clockwise from upwards.
    var angle: Double
  }

  /// A shadow around the widget.
  struct Shadow: Equatable {
    var radius, offset: Double
    var colour: SIMD4<Double>
  }

  var ink: SIMD4<Double>?
  /// The gradient of the fill; nil: there is none that a module can have.
  var gradient: Gradient?
  /// The shadow; nil: there is none.
  var shadow: Shadow?
  /// The fill, or the mean of the first and the last colour of a gradient; nil: there is none, or it is transparent.
  var fill: SIMD4<Double>?
  /// The radii of the corners: top left, top right, bottom right, bottom left.
  var radii: [Double] = [0, 0, 0, 0]
  /// Top, right, bottom and left; nil: no rule sets them.
  var padding: [Double]?
  var margin: [Double] = [0, 0, 0, 0]
  /// The lines at the sides: top, right, bottom, left.
  var lines: [Line?] = [nil, nil, nil, nil]
  var font = LookFont()
  var minWidth: Double?
  var isHidden = false
  /// The opacity of all of the widget, 0 … 1, by which its ink, its fill, its gradient and its lines are multiplied already; its
  /// shadow is not.
  var opacity = 1.0
  /// Whether an animation goes on for ever, or several times.
  var pulses = false

  /// Whether there are the same lines at all sides.
  var isFramed: Bool { lines[0] != nil && lines.allSatisfy { $0 == lines[0] } }

  /// Makes the look of a widget, and of the text in it.
  init(_ box: NodeStyle, text: NodeStyle) {
    let opacity = min(box.declarations["opacity"].flatMap { Double(style: $0.value) } ?? 1, 1)
    ink = text.colour("color").map { Self.faded($0, opacity) }
    fill = box.colour("background-color").map { Self.faded($0, opacity) }
    let gradient = Self.gradient(box)
    if let first = gradient?.colours.first, let last = gradient?.colours.last {
      fill = Self.faded((first + last) / 2, opacity)
    }
    if let gradient, gradient.colours.count <= 8 {
      self.gradient = Gradient(
        colours: gradient.colours.map { Self.faded($0, opacity) }, angle: gradient.angle)
    }
    if let fill, fill.w <= 0.004 { (self.fill, self.gradient) = (nil, nil) }
    radii = BoxParts.corners.map { max(box.length("border-\($0)-radius") ?? 0, 0) }
    if BoxParts.sides.contains(where: { box.declarations["padding-\($0)"] != nil }) {
      padding = BoxParts.sides.map { max(box.boxLength("padding-\($0)") ?? 0, 0) }
    }
    margin = BoxParts.sides.map { box.boxLength("margin-\($0)") ?? 0 }
    lines = BoxParts.sides.map { side in
      let width = box.borderWidth(side)
      guard width > 0, let colour = box.colour("border-\(side)-color"), colour.w > 0.004 else { return nil }
      return Line(width: width, colour: Self.faded(colour, opacity))
    }
    self.opacity = opacity
    addShadow(box)
    font = LookFont(text)
    minWidth = box.boxLength("min-width").flatMap { $0 > 0 ? $0 : nil }
    isHidden = opacity <= 0.004 || text.fontSize <= 0.5
    pulses = Self.pulses(box)
  }

  /// A colour of the widget as it is without the opacity.
  private func unfaded(_ colour: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(colour.x, colour.y, colour.z, min(colour.w / max(opacity, 0.004), 1))
  }

  /// The look whose fill, gradient and lines are as they are without the opacity. The ink keeps it, since the opacity of a module
  /// is not that of its text.
  var solid: WidgetLook {
    guard opacity < 1 else { return self }
    var look = self
    look.fill = fill.map(unfaded)
    look.gradient?.colours = (gradient?.colours ?? []).map(unfaded)
    look.lines = lines.map { line in line.map { Line(width: $0.width, colour: unfaded($0.colour)) } }
    return look
  }

  private static func faded(_ colour: SIMD4<Double>, _ opacity: Double) -> SIMD4<Double> {
    SIMD4(colour.x, colour.y, colour.z, colour.w * max(opacity, 0))
  }

  /// The gradient of a style; nil: there is none.
  private static func gradient(_ style: NodeStyle) -> Gradient? {
    guard let value = style.declarations["background-image"]?.value, value.has("gradient("),
      let open = value.firstIndex(of: "(")
    else { return nil }
    let parts = value[open...].dropFirst().droppingSuffix(")").splitOutsideParentheses(at: ",").map(
      \.trimmedSpace)
    let colours = parts.compactMap { part in
      part.splitOutsideParentheses(at: " ").first.flatMap { style.sheetColour($0) }
    }
    guard colours.count > 1 else { return nil }
    return Gradient(colours: colours, angle: angle(parts[0]) ?? 180)
  }

  /// The angle of a direction such as `45deg` or `to right`; nil: the text is none.
  private static func angle(_ text: String) -> Double? {
    if text.hasSuffix("deg"), let degrees = Double(style: text.droppingSuffix("deg")) {
      let rest = degrees.truncatingRemainder(dividingBy: 360)
      return rest < 0 ? rest + 360 : rest
    }
    let words = Set(text.splitOutsideParentheses(at: " "))
    guard words.contains("to") else { return nil }
    let angles: [(Set<String>, Double)] = [
      (["top", "right"], 45), (["bottom", "right"], 135), (["bottom", "left"], 225), (["top", "left"], 315),
      (["top"], 0), (["right"], 90), (["bottom"], 180), (["left"], 270),
    ]
    return angles.first { $0.0.isSubset(of: words) }?.1
  }

  /// Adds the line that an inset shadow with an offset along one axis draws, or the shadow around the widget.
  private mutating func addShadow(_ style: NodeStyle) {
    guard let value = style.declarations["box-shadow"]?.value else { return }
    let words = value.splitOutsideParentheses(at: ",")[0].splitOutsideParentheses(at: " ").filter {
      !$0.isEmpty
    }
    let lengths = words.compactMap {
      NodeStyle.length($0, font: style.fontSize, root: NodeStyle.standardSize)
    }
    let colour = words.compactMap { style.sheetColour($0) }.first ?? style.colour("color")
    guard lengths.count >= 2, let colour, colour.w > 0.004 else { return }
    let (x, y) = (lengths[0], lengths[1])
    guard words.contains("inset") else {
      let radius = lengths.count > 2 ? lengths[2] : 0
      if radius > 0 || y != 0 {
        shadow = Shadow(radius: radius.clamped(to: 0...8), offset: y.clamped(to: -4...4), colour: colour)
      }
      return
    }
    let side = y < 0 ? 2 : y > 0 ? 0 : x < 0 ? 1 : x > 0 ? 3 : nil
    guard let side, lines[side] == nil else { return }
    lines[side] = Line(width: max(abs(x), abs(y)), colour: Self.faded(colour, opacity))
  }

  private static func pulses(_ style: NodeStyle) -> Bool {
    let short = style.text("animation") ?? ""
    if repeats(short) { return true }
    let name = style.text("animation-name") ?? (short.isEmpty || short == "none" ? nil : short)
    return name != nil && name != "none" && repeats(style.text("animation-iteration-count") ?? "")
  }

  /// Whether the value of an animation, or of its count, says that it goes on for ever or several times.
  static func repeats(_ value: String) -> Bool {
    value.splitOutsideParentheses(at: " ").contains { word in
      word.lowercased() == "infinite" || Double(word).map { $0 > 1 } ?? false
    }
  }
}

/// The font of a widget.
struct LookFont: Hashable {
  var families: [String] = []
  /// The size in pixels.
  var size = NodeStyle.standardSize
  /// The weight, 100 to 1000.
  var weight = 400
  var isItalic = false
  /// The features in Pango's syntax, such as `ss01` and `zero=0`.
  var features: [String] = []

  init() {}

  init(_ style: NodeStyle) {
    families = style.fontFamilies
    features = Self.features(style.text("font-feature-settings") ?? "")
    size = style.fontSize
    isItalic = ["italic", "oblique"].contains(style.text("font-style"))
    switch style.text("font-weight") {
    case "bold", "bolder": weight = 700
    case "lighter": weight = 300
    case let text?: weight = Int(text)?.clamped(to: 1...1000) ?? 400
    case nil: weight = 400
    }
  }

  /// The features of a value such as `"ss01", "zero" off`, which may be in quotation marks as a whole.
  private static func features(_ value: String) -> [String] {
    value.filter { $0 != "\"" && $0 != "'" }.split(separator: ",").compactMap { part in
      let words = part.split(separator: " ").map(String.init)
      guard let tag = words.first, tag.count == 4, tag.allSatisfy({ $0.isLetter || $0.isNumber }) else {
        return nil
      }
      switch words.dropFirst().first {
      case nil, "on", "1": return tag
      case "off": return tag + "=0"
      case let number?: return Int(number).map { "\(tag)=\($0)" }
      }
    }
  }

  private static let weights = [
    (100, "Thin"), (200, "Ultra-Light"), (300, "Light"), (400, ""), (500, "Medium"), (600, "Semi-Bold"),
    (700, "Bold"), (800, "Ultra-Bold"), (900, "Heavy"),
  ]

  /// The name of the font as Pango writes it, such as `Inter, sans-serif Bold 13px`.
  var name: String {
    let named = Self.weights.min { abs($0.0 - weight) < abs($1.0 - weight) }?.1 ?? ""
    // A hundredth of a pixel decides how wide some letters are, since each ends at a whole pixel.
    let size = SettingsValue.number((size.clamped(to: 1...300) * 1000).rounded() / 1000).tomlText + "px"
    let families = (families.isEmpty ? ["Inter"] : families).joined(separator: ", ")
    // A comma keeps words of a family from being taken for a style or a size.
    let end = families.last?.isNumber == true || families.hasSuffix(")") ? "," : ""
    let features = features.isEmpty ? "" : "#" + features.joined(separator: ",")
    return [families + end, isItalic ? "Italic" : "", named, size, features].filter { !$0.isEmpty }.joined(
      separator: " ")
  }
}
