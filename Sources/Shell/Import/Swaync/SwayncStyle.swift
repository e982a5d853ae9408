import Settings

/// Converts swaync's style sheet, behind which swaync has one of its own for all that it leaves open.
struct SwayncStyle {
  private let sheet: StyleSheet
  private let usual: StyleSheet
  private let measure: TextMeasure

  /// Makes the look of a style sheet; nil: there is none beside swaync's own.
  init(_ sheet: StyleSheet?, _ measure: @escaping TextMeasure) {
    self.measure = measure
    self.sheet = SwayncUsualStyle.resolved(sheet ?? StyleSheet())
    usual = SwayncUsualStyle.sheet(SwayncUsualStyle.variables(of: self.sheet))
  }

  /// The widgets from the window to the one of a notification, which has an urgency.
  private static func notification(_ urgency: String) -> [StyleNode] {
    [
      StyleNode("window", classes: ["floating-notifications", "background"]),
      StyleNode("row", classes: ["notification-row"]),
      StyleNode("box", classes: ["notification-background"]),
      StyleNode("box", classes: ["notification", urgency]),
    ]
  }

  /// The widgets in that of a notification to the one of its texts.
  private static let contents = [
    StyleNode("box", classes: ["notification-default-action"]),
    StyleNode("box", classes: ["notification-content"]), StyleNode("box"),
    StyleNode("box", classes: ["text-box"]),
  ]

  private static func path(_ urgency: String, _ part: String? = nil) -> [StyleNode] {
    notification(urgency) + (part.map { contents + [StyleNode("label", classes: [$0])] } ?? [])
  }

  private func style(_ urgency: String, _ part: String? = nil) -> NodeStyle {
    sheet.style(of: Self.path(urgency, part))
  }

  /// A value of the last widget of a path, of the style sheet before swaync's own.
  private func value<Value>(_ path: [StyleNode], _ read: (NodeStyle) -> Value?) -> Value? {
    read(sheet.style(of: path)) ?? read(usual.style(of: path))
  }

  /// The width of the border of the last widget of a path at a side, in pixels.
  private func border(_ path: [StyleNode], _ side: String) -> Double {
    let kind = value(path) { $0.text("border-\(side)-style") } ?? "none"
    guard kind != "none", kind != "hidden" else { return 0 }
    return max(value(path) { $0.boxLength("border-\(side)-width") } ?? 0, 0)
  }

  /// The lengths of a property at the four sides of the last widget of a path, in pixels.
  private func edges(_ path: [StyleNode], _ property: String) -> [Double] {
    BoxParts.sides.map { side in
      (value(path) { $0.length("\(property)-\(side)") } ?? 0).clamped(to: 0...1000).rounded()
    }
  }

  /// The distances around a notification in its window: top, right, bottom, left, in pixels.
  var outside: [Double] {
    let path = Self.notification("normal")
    return (1...3).reduce([0, 0, 0, 0]) { sums, end in
      let part = Array(path[...end])
      let own = end < 3 ? edges(part, "padding") : [0, 0, 0, 0]
      return zip(zip(sums, edges(part, "margin")), own).map { $0.0 + $0.1 + $1 }
    }
  }

  /// The distances between the edges of a notification and its texts: top, right, bottom, left, in pixels.
  private func inside(_ urgency: String) -> [Double] {
    let path = Self.path(urgency, "body")
    return (3..<path.count - 1).reduce(BoxParts.sides.map { border(Self.notification(urgency), $0) }) {
      sums, end in
      let part = Array(path[...end])
      let own = end > 3 ? edges(part, "margin") : [0, 0, 0, 0]
      return zip(zip(sums, edges(part, "padding")), own).map { $0.0 + $0.1 + $1 }
    }
  }

  /// Sets what a style sheet can set of banners.
  func add(to draft: inout BannerDraft) {
    addShape(&draft)
    addFont(&draft)
    addLines(&draft)
    addIcons(&draft)
    addInk(style("normal", "body"), style("normal", "summary"), &draft)
    for urgency in ["low", "critical"] { addDifferences(urgency, from: style("normal"), &draft) }
    addLosses(&draft)
  }

  private func addShape(_ draft: inout BannerDraft) {
    let (banner, path) = (style("normal"), Self.notification("normal"))
    let radius = value(path) { $0.length("border-top-left-radius") } ?? 0
    draft.set("corner_radius", to: .number(radius), from: option(banner, "border-top-left-radius"))
    addBackground(background("normal"), &draft)
    addBorder("normal", &draft)
    addPadding("normal", &draft)
  }

  /// The style with the background: that of the box around a notification in some style sheets.
  private func background(_ urgency: String) -> NodeStyle {
    let path = Self.notification(urgency)
    let (own, outer) = (sheet.style(of: path), sheet.style(of: Array(path.dropLast())))
    if (own.colour("background-color")?.w ?? 0) == 0, outer.colour("background-color")?.w ?? 0 > 0 {
      return outer
    }
    return own.declarations["background-color"] == nil ? usual.style(of: path) : own
  }

  /// Sets the distance of the texts to the edges, which the boxes of a notification have together.
  private func addPadding(_ urgency: String, _ draft: inout BannerDraft) {
    let sums = inside(urgency).map { Int($0) }
    let path = Self.path(urgency, "body")
    let sources = (3..<path.count - 1).flatMap { end in
      BoxParts.sides.compactMap { option(sheet.style(of: Array(path[...end])), "padding-\($0)") }
    }
    let edges = MakoValue.Edges(top: sums[0], right: sums[1], bottom: sums[2], left: sums[3])
    draft.set(
      padding: edges, excess: max(-lineDifference, 0), from: draft.rule == nil ? sources.first : nil)
  }

  /// Sets the distance between the summary and the body to the height by which their lines are higher in swaync.
  private func addLines(_ draft: inout BannerDraft) {
    let difference = lineDifference
    if difference > 0 { draft.set("text_spacing", to: .number(difference)) }
  }

  /// The height of a line of the summary and one of the body in swaync, less that which they have here, in pixels; 0: it is not known.
  ///
  /// A line of the body is 1.4 times as high as its font by the style sheet of libadwaita, and one of the summary as high as the font
  /// has it. Here the parts of a line above and below its base are whole pixels each.
  private var lineDifference: Double {
    let (body, summary) = (font("body"), font("summary"))
    guard let ours = height(body), let other = height(summary), let own = naturalHeight(summary),
      let bodyOwn = lineHeight(of: body) ?? naturalHeight(body)
    else { return 0 }
    return own.rounded(.up) + bodyOwn.rounded(.up) - ours - other
  }

  /// The height of lines of the body by a style sheet, in pixels; nil: it is that of the font.
  private func lineHeight(of font: LookFont) -> Double? {
    let style = style("normal", "body")
    guard let text = style.declarations["line-height"]?.value.trimmedSpace else { return 1.4 * font.size }
    if let factor = Double(style: text) { return factor * font.size }
    if text.hasSuffix("%") { return Double(style: text.dropLast()).map { $0 / 100 * font.size } }
    return style.length("line-height")
  }

  /// The height of a line here, in pixels.
  private func height(_ font: LookFont) -> Double? { measure("Ag", font.name)?.height }

  /// The height of a line by the font, which a size shows of which a pixel matters less.
  private func naturalHeight(_ font: LookFont) -> Double? {
    var large = font
    let factor = max((240 / max(font.size, 1)).rounded(.down), 1)
    large.size = font.size * factor
    // Both parts of the line are rounded up, by half a pixel on average.
    return height(large).map { ($0 - (factor > 1 ? 1 : 0)) / factor }
  }

  /// Sets the room around icons, and their distance to the texts.
  private func addIcons(_ draft: inout BannerDraft) {
    let path =
      Self.notification("normal") + Self.contents.prefix(3)
      + [StyleNode("overlay"), StyleNode("image", classes: ["image"])]
    let room = zip(edges(path, "margin"), edges(path, "padding")).map { $0 + $1 }
    // Icons get back what was taken from the padding for the sake of texts.
    let padding = inside("normal")[0] + inside("normal")[2]
    let taken = (padding / 2).rounded() - (max(padding - max(-lineDifference, 0), 0) / 2).rounded()
    let vertical = ((room[0] + room[2]) / 2).rounded(.up) + taken
    draft.set("icon_margin", to: .pair([vertical, room[3]]))
    draft.set("icon_gap", to: .number(room[1]))
  }

  private func addBackground(_ style: NodeStyle, opacity: Double = 1, _ draft: inout BannerDraft) {
    let isGradient = style.declarations["background-image"]?.value.has("gradient(") == true
    let mean = isGradient ? WidgetLook(style, text: style).solid.fill : nil
    guard var colour = mean ?? colour("background-color", of: style, &draft), colour.w > 0 else { return }
    colour.w *= opacity
    draft.set(material: colour.hexadecimal, from: userOption(style, "background-color"))
  }

  private func addBorder(_ urgency: String, opacity: Double = 1, _ draft: inout BannerDraft) {
    let (path, style) = (Self.notification(urgency), style(urgency))
    let widths = BoxParts.sides.map { border(path, $0) }
    guard let widest = widths.max(),
      let side = zip(BoxParts.sides, widths).first(where: { $0.1 == widest })?.0
    else { return }
    let width = option(style, "border-\(side)-width")
    if widths.contains(where: { $0 != widest }) {
      draft.leaveOut(width, "a border is at all sides of a banner")
      return draft.set("border_width", to: 0)
    }
    if draft.rule != nil, widths == BoxParts.sides.map({ border(Self.notification("normal"), $0) }) {
      draft.carry(width)
    } else {
      draft.set("border_width", to: .number(widest), from: width)
    }
    guard widest > 0, var colour = value(path, { $0.colour("border-\(side)-color") }) else { return }
    colour.w *= opacity
    draft.set("border_color", to: .colour(colour), from: option(style, "border-\(side)-color"))
  }

  /// The font of a text of a notification, of which a style sheet may have parts.
  private func font(_ part: String) -> LookFont {
    let path = Self.path("normal", part)
    let (own, other) = (sheet.style(of: path), usual.style(of: path))
    var font = LookFont(own)
    if own.declarations["font-size"] == nil { font.size = other.fontSize }
    if own.declarations["font-weight"] == nil { font.weight = LookFont(other).weight }
    if font.families.isEmpty { font.families = ["Sans"] }
    return font
  }

  /// Sets the font, which is that of the body, and the size and the colour of the summary beside it.
  private func addFont(_ draft: inout BannerDraft) {
    let (body, summary) = (font("body"), font("summary"))
    let family = style("normal", "body").declaration("font-family")
    draft.set("font", to: .string(body.name), from: family.map(option))
    var attributes = ""
    let share = (summary.size / max(body.size, 1) * 100).rounded()
    if share != 100, 50...400 ~= share { attributes += " size=\"\(Int(share))%\"" }
    let own = style("normal", "summary")
    if let colour = own.colour("color"), colour != style("normal", "body").colour("color"), colour.w == 1,
      style("normal", "body").declaration("color") != nil
    {
      attributes += " color=\"\(colour.hexadecimal)\""
      draft.carry(userOption(own, "color"))
    }
    let text = summary.weight < 600 ? "{summary}" : "<b>{summary}</b>"
    draft.carry(userOption(own, "font-weight"))
    let format = attributes.isEmpty ? text : "<span\(attributes)>\(text)</span>"
    draft.set("format", to: .string(format + "\n{body}"))
  }

  /// Sets the colour of the text, which is that of the body.
  private func addInk(_ body: NodeStyle, _ summary: NodeStyle, _ draft: inout BannerDraft) {
    var style = body.declaration("color") == nil ? summary : body
    if style.declaration("color") == nil { style = usual.style(of: Self.path("normal", "body")) }
    guard let colour = colour("color", of: style, &draft) else { return }
    draft.set("ink", to: .colour(colour), from: userOption(style, "color"))
    if let other = summary.colour("color"), other != colour, other.w < 1 {
      draft.approximate(option(summary, "color"), "summary and body have one colour")
    }
  }

  /// Makes a rule for what is different at an urgency.
  private func addDifferences(_ urgency: String, from normal: NodeStyle, _ draft: inout BannerDraft) {
    let style = style(urgency)
    draft.rule = BannerRule(urgency: urgency)
    let opacity = (Self.opacity(style) / max(Self.opacity(normal), 0.01)).clamped(to: 0...1)
    if style.colour("background-color") != normal.colour("background-color") || opacity != 1 {
      addBackground(background(urgency), opacity: opacity, &draft)
    }
    let borders = BoxParts.sides.flatMap { ["border-\($0)-width", "border-\($0)-color"] }
    let differs = borders.contains { style.declarations[$0]?.value != normal.declarations[$0]?.value }
    if opacity != 1 || differs { addBorder(urgency, opacity: opacity, &draft) }
    if inside(urgency) != inside("normal") { addPadding(urgency, &draft) }
    let (text, usual) = (self.style(urgency, "body"), self.style("normal", "body"))
    if var colour = text.colour("color"), colour != usual.colour("color") || opacity != 1 {
      let isOwn = colour != usual.colour("color")
      colour.w *= opacity
      draft.set("ink", to: .colour(colour), from: isOwn ? option(text, "color") : nil)
    }
    if opacity != 1 {
      draft.approximate(
        option(style, "opacity"), "glass is seen through the fill, and icons are opaque")
    }
    draft.endRule()
  }

  /// The opacity of a widget, 0 … 1.
  private static func opacity(_ style: NodeStyle) -> Double {
    (style.declarations["opacity"].flatMap { Double(style: $0.value) } ?? 1).clamped(to: 0...1)
  }

  /// The colour of a property; nil if there is none, or after it was reported that it is not known.
  private func colour(
    _ property: String, of style: NodeStyle, _ draft: inout BannerDraft
  ) -> SIMD4<Double>? {
    if let colour = style.colour(property) { return colour }
    guard let declaration = style.declaration(property), !Self.isNothing(declaration.value) else {
      return nil
    }
    draft.leaveOut(option(declaration), "the style sheet has no such colour")
    return nil
  }

  // MARK: - Losses

  /// The greatest number of rules for other widgets that are named in a line each.
  private static let mostForeign = 8

  /// Names rules for widgets that banners do not have, and properties that they do not have, in a line for each rule. Many rules
  /// for other widgets, as a style sheet of the whole notification centre has, are one line.
  private func addLosses(_ draft: inout BannerDraft) {
    let foreign = sheet.rules.filter { rule in
      !SwayncUsualStyle.isKnown(rule) && rule.selectors.contains(where: { Self.isForeign($0) })
    }
    if foreign.count > Self.mostForeign {
      let others = foreign.count - 1
      draft.leaveOut(
        "\(foreign[0].selectorText), and \(others) other rules: banners have no such parts with a look of their own",
        at: foreign[0].place)
    }
    for rule in sheet.rules where !SwayncUsualStyle.isKnown(rule) {
      if rule.selectors.contains(where: { Self.isForeign($0) }) {
        guard foreign.count <= Self.mostForeign else { continue }
        draft.leaveOut(
          "\(rule.selectorText): banners have no such part with a look of its own", at: rule.place)
        continue
      }
      let isBox = rule.selectors.allSatisfy { !Self.boxes.isDisjoint(with: $0.subject.classes) }
      let isIcon = rule.selectors.allSatisfy { $0.subject.classes.contains("image") }
      let lost = rule.declarations.filter { declaration in
        declaration.longhands.contains { longhand in
          let isRoom =
            isBox && (longhand.property.hasPrefix("padding-") || longhand.property.hasPrefix("margin-"))
          let isKnown = isRoom || !isIcon && Self.properties.contains(longhand.property)
          return !isKnown && !Self.isNothing(longhand.value)
        }
      }
      if !lost.isEmpty {
        let names = lost.map(\.property).joined(separator: ", ")
        draft.leaveOut("\(rule.selectorText): banners have no such look (\(names))", at: rule.place)
      }
    }
  }

  /// Whether a selector is for a widget, or a state of one, that banners do not have.
  private static func isForeign(_ selector: StyleSelector) -> Bool {
    !known.isSuperset(of: selector.subject.classes)
      || selector.subject.element.map { isForeign($0) } == true || !selector.subject.states.isEmpty
  }

  /// Whether a value means that there is nothing, or what would be there without it.
  private static func isNothing(_ value: String) -> Bool {
    ["none", "0", "0px", "0s", "unset", "initial", "inherit", "transparent", "normal", "currentcolor"]
      .contains(value.lowercased())
  }

  /// The properties that are carried over or accounted for.
  private static let properties: Set = Set(
    [
      "color", "background-color", "font-family", "font-size", "font-weight", "line-height", "opacity",
      "outline", "transition",
    ] + BoxParts.corners.map { "border-\($0)-radius" }
      + BoxParts.sides.flatMap { side in ["width", "color", "style"].map { "border-\(side)-\($0)" } })
  /// The classes of the boxes whose paddings are that of a banner.
  private static let boxes: Set = [
    "notification", "notification-content", "notification-default-action", "notification-background",
    "notification-row", "text-box", "image",
  ]
  private static let known: Set = [
    "notification", "notification-row", "notification-background", "summary", "body", "low", "normal",
    "critical", "floating-notifications", "background", "notification-content", "notification-default-action",
    "text-box", "image",
  ]

  private static func isForeign(_ element: String) -> Bool {
    !["box", "image", "label", "overlay", "row", "window"].contains(element)
  }

  private func option(_ style: NodeStyle, _ property: String) -> SourceOption? {
    style.declaration(property).map(option)
  }

  /// The option of a property that is not in swaync's own style sheet.
  private func userOption(_ style: NodeStyle, _ property: String) -> SourceOption? {
    option(style, property).flatMap { $0.place.file == SwayncUsualStyle.file ? nil : $0 }
  }

  private func option(_ declaration: StyleSheet.Declaration) -> SourceOption {
    SourceOption(key: declaration.property, value: declaration.value, place: declaration.place)
  }
}
