import Settings

/// Converts swaync's style sheet.
struct SwayncStyle {
  private let sheet: StyleSheet

  init(_ sheet: StyleSheet) { self.sheet = sheet }

  /// The widgets from the window to the one of a notification, which has an urgency.
  private static func notification(_ urgency: String) -> [StyleNode] {
    [
      StyleNode("window", classes: ["floating-notifications", "background"]),
      StyleNode("row", classes: ["notification-row"]),
      StyleNode("box", classes: ["notification-background"]),
      StyleNode("box", classes: ["notification", urgency]),
    ]
  }

  private func style(_ urgency: String, _ part: String? = nil) -> NodeStyle {
    let content = part.map {
      [StyleNode("box", classes: ["notification-content"]), StyleNode("label", classes: [$0])]
    }
    return sheet.style(of: Self.notification(urgency) + (content ?? []))
  }

  /// Sets what a style sheet can set of banners.
  func add(to draft: inout BannerDraft) {
    let banner = style("normal")
    addShape(banner, &draft)
    addFont(&draft)
    var everything: BannerRule? = BannerRule()
    addInk(style("normal", "body"), style("normal", "summary"), in: &everything, &draft)
    if let everything { draft.add(everything) }
    for urgency in ["low", "critical"] { addDifferences(urgency, from: banner, &draft) }
    addLosses(&draft)
  }

  private func addShape(_ banner: NodeStyle, _ draft: inout BannerDraft) {
    if let radius = banner.length("border-top-left-radius") ?? banner.length("border-radius") {
      draft.set(
        "corner_radius", to: [.number(radius)],
        from: option(banner, "border-top-left-radius", "border-radius"))
    }
    var none: BannerRule?
    // The box around a notification has the background in some styles.
    let outer = sheet.style(of: Array(Self.notification("normal").dropLast()))
    let isOuter = (banner.colour("background-color")?.w ?? 0) == 0 && outer.colour("background-color") != nil
    addBackground(isOuter ? outer : banner, in: &none, &draft)
    addBorder(banner, in: &none, &draft)
    addPadding(banner, &draft)
  }

  /// Sets the distance of the texts to the edges, which the box of a notification and the one in it have together.
  private func addPadding(_ banner: NodeStyle, _ draft: inout BannerDraft) {
    let inner = sheet.style(
      of: Self.notification("normal") + [StyleNode("box", classes: ["notification-content"])])
    let sides = ["top", "right", "bottom", "left"].map { "padding-\($0)" }
    let sources = sides.flatMap { side in [banner, inner].compactMap { option($0, side) } }
    guard let source = sources.first else { return }
    let sums = sides.map { side in
      [banner, inner].reduce(0) { $0 + Int(min(max($1.length(side) ?? 0, 0), 1000).rounded()) }
    }
    var none: BannerRule?
    let edges = MakoValue.Edges(top: sums[0], right: sums[1], bottom: sums[2], left: sums[3])
    draft.set(padding: edges, in: &none, from: source)
  }

  private func addBackground(_ style: NodeStyle, in rule: inout BannerRule?, _ draft: inout BannerDraft) {
    guard let colour = colour("background-color", of: style, &draft), colour.w > 0 else { return }
    guard case .string(let text) = SettingsValue.colour(colour).content else { return }
    let name = draft.material(text, for: rule.map(MakoStyle.purpose) ?? "")
    draft.set("material", in: &rule, to: [.string(name)], from: option(style, "background-color"))
  }

  private func addBorder(_ style: NodeStyle, in rule: inout BannerRule?, _ draft: inout BannerDraft) {
    let sides = ["top", "right", "bottom", "left"]
    let widths = sides.map { style.borderWidth($0) }
    guard let widest = widths.max(), widest > 0,
      let side = zip(sides, widths).first(where: { $0.1 == widest })?.0,
      let width = option(style, "border-\(side)-width"), let colour = style.colour("border-\(side)-color")
    else { return }
    if widths.contains(where: { $0 != widest }) {
      return draft.leaveOut(width, "a border is at all sides of a banner")
    }
    draft.set("border_width", in: &rule, to: [.number(widest)], from: width)
    draft.set("border_color", in: &rule, to: [.colour(colour)], from: option(style, "border-\(side)-color"))
  }

  private func addFont(_ draft: inout BannerDraft) {
    let body = style("normal", "body")
    guard let family = body.declaration("font-family") else { return }
    let families = body.fontFamilies.joined(separator: ", ")
    let size = Int(exactly: (body.fontSize * 10).rounded()).map { Double($0) / 10 } ?? 14
    let words = Int(exactly: size).map { "\($0)" } ?? "\(size)"
    draft.set("font", to: [.string("\(families) \(words)px")], from: option(family))
  }

  /// Sets the colour of the text, which is that of the body.
  private func addInk(
    _ body: NodeStyle, _ summary: NodeStyle, in rule: inout BannerRule?, _ draft: inout BannerDraft
  ) {
    let style = body.declaration("color") == nil ? summary : body
    guard let colour = colour("color", of: style, &draft) else { return }
    draft.set("ink", in: &rule, to: [.colour(colour)], from: option(style, "color"))
    if let other = summary.colour("color"), other != colour, let option = option(summary, "color") {
      draft.approximate(option, "summary and body have one colour")
    }
  }

  /// Makes a rule for what is different at an urgency.
  private func addDifferences(_ urgency: String, from normal: NodeStyle, _ draft: inout BannerDraft) {
    let style = style(urgency)
    var rule: BannerRule? = BannerRule()
    rule?.add(condition: "urgency", .string(urgency))
    if style.colour("background-color") != normal.colour("background-color") {
      addBackground(style, in: &rule, &draft)
    }
    let borders = ["top", "right", "bottom", "left"].flatMap { ["border-\($0)-width", "border-\($0)-color"] }
    if borders.contains(where: { style.declarations[$0]?.value != normal.declarations[$0]?.value }) {
      addBorder(style, in: &rule, &draft)
    }
    let (text, usual) = (self.style(urgency, "body"), self.style("normal", "body"))
    if let colour = text.colour("color"), colour != usual.colour("color") {
      draft.set("ink", in: &rule, to: [.colour(colour)], from: option(text, "color"))
    }
    if let option = option(style, "opacity"),
      style.declarations["opacity"]?.value != normal.declarations["opacity"]?.value
    {
      draft.leaveOut(option, "banners have the opacity of their material")
    }
    if let rule { draft.add(rule) }
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
    let foreign = sheet.rules.filter { $0.selectors.contains(where: { Self.isForeign($0) }) }
    if foreign.count > Self.mostForeign {
      let others = foreign.count - 1
      draft.leaveOut(
        "\(foreign[0].selectorText), and \(others) other rules: banners have no such parts with a look of their own",
        at: foreign[0].place)
    }
    for rule in sheet.rules {
      if rule.selectors.contains(where: { Self.isForeign($0) }) {
        guard foreign.count <= Self.mostForeign else { continue }
        draft.leaveOut(
          "\(rule.selectorText): banners have no such part with a look of its own", at: rule.place)
        continue
      }
      let isBox = rule.selectors.allSatisfy { !Self.boxes.isDisjoint(with: $0.subject.classes) }
      let lost = rule.declarations.filter { declaration in
        declaration.longhands.contains { longhand in
          let isPadding = isBox && longhand.property.hasPrefix("padding-")
          return !isPadding && !Self.properties.contains(longhand.property) && !Self.isNothing(longhand.value)
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
    ["color", "background-color", "font-family", "font-size", "opacity", "outline", "transition"]
      + ["top-left", "top-right", "bottom-left", "bottom-right"].map { "border-\($0)-radius" }
      + ["top", "right", "bottom", "left"].flatMap { side in
        ["width", "color", "style"].map { "border-\(side)-\($0)" }
      })
  /// The classes of the boxes whose paddings are that of a banner.
  private static let boxes: Set = ["notification", "notification-content"]
  private static let known: Set = [
    "notification", "notification-row", "notification-background", "summary", "body", "low", "normal",
    "critical", "floating-notifications", "background", "notification-content",
  ]

  private static func isForeign(_ element: String) -> Bool {
    !["box", "label", "row", "window"].contains(element)
  }

  private func option(_ style: NodeStyle, _ properties: String...) -> SourceOption? {
    properties.compactMap { style.declaration($0) }.first.map(option)
  }

  private func option(_ declaration: StyleSheet.Declaration) -> SourceOption {
    SourceOption(key: declaration.property, value: declaration.value, place: declaration.place)
  }
}
