import Settings

/// Makes settings of banners of a configuration of dunst.
struct DunstImport {
  private let file: DunstFile
  private let global: DunstFile.Section
  /// The options of each urgency: those of its section, and of rules that are for it alone and before all others.
  private var urgencies: [String: DunstFile.Section] = [:]
  /// The names of those rules.
  private var early: Set<String> = []
  private var draft = BannerDraft(program: "dunst")

  /// The sections that are no rules.
  static let special: Set = [
    "global", "experimental", "shortcuts", "frame", "urgency_low", "urgency_normal", "urgency_critical",
  ]
  static let urgencies = ["low", "normal", "critical"]

  /// Makes the settings and the account of a configuration; `hasFiles` tells whether a folder has files.
  static func draft(of file: DunstFile, hasFiles: (_ folder: String) -> Bool = { _ in false }) -> BannerDraft
  {
    var maker = DunstImport(file)
    maker.makeGeneral()
    maker.makeIcons(hasFiles)
    maker.makeUrgencies()
    let isExpression = expressions.contains { maker.global.boolean($0) == true }
    for section in file.sections where !special.contains(section.name) && !maker.early.contains(section.name)
    {
      DunstRuleImport.add(section, to: &maker.draft, hasExpressions: isExpression)
    }
    maker.makeRest()
    return maker.draft
  }

  private init(_ file: DunstFile) {
    self.file = file
    let start = SourcePlace(file: file.sections.first?.place.file ?? "dunstrc", line: 1, column: 1)
    global = file.section("global") ?? DunstFile.Section(name: "global", options: [], place: start)
    for urgency in Self.urgencies {
      urgencies[urgency] = DunstFile.Section(name: "urgency_\(urgency)", options: [], place: start)
    }
    var isEarly = true
    for section in file.sections {
      if let urgency = Self.urgencies.first(where: { "urgency_\($0)" == section.name }) {
        urgencies[urgency]?.options += section.options
      } else if !Self.special.contains(section.name) {
        let urgency = section.option("msg_urgency")?.value ?? ""
        isEarly = isEarly && Self.urgencies.contains(urgency) && DunstRuleImport.isForUrgency(section)
        if isEarly {
          early.insert(section.name)
          urgencies[urgency]?.options += section.options
        }
      }
    }
  }

  // MARK: - Options of all banners

  private mutating func makeGeneral() {
    makePlace()
    makeSize()
    makeOrder()
    draft.set("corner_radius", to: 0)
    draft.set("font", to: "Monospace 8")
    draft.set("border_width", to: 3)
    if global.option("format") == nil { draft.setUsualFormat() }
    draft.setPlainLook()
    draft.set("close_button", to: false)
    makeLineHeight()
    makeIconAlignment()
    if hasFrame { draft.set("border_color", to: "#888888") }
    for option in global.inForce {
      if Self.expressions.contains(option.key) || isInTheme && Self.folderKeys.contains(option.key) {
        draft.carry(option)
      } else if !Self.placed.contains(option.key) {
        DunstOption.set(option, &draft)
      }
    }
    for (name, usual) in DunstOption.usualClicks {
      DunstOption.setButton(name, usual, from: global.option(name), &draft)
    }
  }

  /// The options that make conditions regular expressions in place of globs, in several versions.
  private static let expressions: Set = ["enable_posix_regex", "enable_regex", "enable_pcre_regex"]
  /// The options of the section `global` that other functions convert.
  private static let placed: Set = [
    "origin", "offset", "follow", "monitor", "layer", "geometry", "width", "height", "padding", "line_height",
    "notification_limit", "gap_size", "separator_height", "background", "foreground", "frame_color",
    "timeout", "highlight", "sort", "mouse_left_click", "mouse_middle_click", "mouse_right_click",
    "min_icon_size", "max_icon_size", "text_icon_padding", "vertical_alignment",
  ]

  /// Lets banners show icons by their names if dunst finds them: in the folders of icons, or in those of a theme if an option says so.
  private mutating func makeIcons(_ hasFiles: (_ folder: String) -> Bool) {
    let option = global.option("icon_path") ?? global.option("icon_folders")
    let folders = (option?.value ?? Self.iconFolders).split(separator: ":").map(String.init)
    guard !isInTheme, global.option("icon_position")?.value != "off", !folders.contains(where: hasFiles)
    else { return }
    draft.set("icons", to: "pictures")
    draft.approximate(
      option?.key ?? "icons",
      "dunst finds icons by name only with enable_recursive_icon_lookup; icons = true shows those of the theme",
      at: option?.place ?? global.place)
  }

  /// Whether dunst looks icons up in a theme, and not in folders.
  private var isInTheme: Bool { global.boolean("enable_recursive_icon_lookup") == true }

  /// The options that name folders of icons.
  private static let folderKeys: Set = ["icon_path", "icon_folders"]
  /// The folders of icons without an option.
  private static let iconFolders =
    "/usr/share/icons/gnome/16x16/status/:/usr/share/icons/gnome/16x16/devices/"

  private mutating func makePlace() {
    let geometry = global.option("geometry").flatMap { DunstValue.Geometry($0.value) }
    let origin = global.option("origin")
    let old = geometry.map { ($0.isAtBottom ? "bottom" : "top") + ($0.isAtRight ? "-right" : "-left") }
    draft.set("anchor", to: .string(MakoStyle.anchor(origin?.value ?? old ?? "top-right")), from: origin)
    makeOutput()
    var place = geometry.map { [$0.x, $0.y] } ?? [10, 50]
    if let numbers = global.numbers("offset"), numbers.count == 2 {
      place = numbers
      draft.carry(global.option("offset"))
    } else {
      draft.leaveOut(global.option("offset"), "expected two numbers")
    }
    draft.set("margin_horizontal", to: .number(Double(place[0].magnitude)))
    draft.set("margin_vertical", to: .number(Double(place[1].magnitude)))
    let layer = global.option("layer")
    draft.set("layer", to: .string(layer?.value ?? "overlay"), from: layer)
    draft.set("critical_layer", to: .string(layer?.value ?? "overlay"))
  }

  private mutating func makeOutput() {
    let (follow, monitor) = (global.option("follow"), global.option("monitor"))
    draft.carry(follow)
    guard let monitor else { return draft.set("output", to: "focused") }
    if let follow, follow.value != "none" {
      draft.carry(monitor)
    } else if Int(monitor.value) == nil {
      draft.set("output", to: .string(monitor.value), from: monitor)
    } else {
      draft.approximate(monitor, "outputs have names; banners are on the focused one")
    }
  }

  private mutating func makeSize() {
    let geometry = global.option("geometry")
    let old = geometry.flatMap { DunstValue.Geometry($0.value) }
    let oldWidth = old?.width.flatMap { $0 > 0 ? $0 : nil }
    makeWidth(oldWidth ?? 300)
    let limit = global.option("notification_limit")
    let count = limit.flatMap { Int($0.value) } ?? old?.count ?? 20
    draft.set(
      "max_shown", to: .number(count == 0 ? 20 : count), from: limit,
      but: count == 0 ? "at most 20 banners are shown" : nil)
    makeGap()
    makeHeight()
    if old == nil {
      draft.leaveOut(geometry, "expected WIDTHxHEIGHT and a place, such as 300x5-30+20")
    } else if old?.width != nil, oldWidth == nil {
      draft.approximate(geometry, "banners have a fixed width")
    } else {
      draft.carry(geometry)
    }
  }

  /// The width of the line around a banner, which is in neither the width nor the padding in dunst.
  private var frame: Double { Double((global.number("frame_width") ?? 3).clamped(to: 0...16)) }

  /// Sets the width, to which dunst adds that of the frame three times: once to the text, and again at each side.
  private mutating func makeWidth(_ standard: Int) {
    guard let option = global.option("width") else {
      return draft.set("width", to: .number(Double(standard) + 3 * frame))
    }
    let numbers = DunstValue.numbers(option.value) ?? []
    guard let greatest = numbers.last, numbers.count <= 2 else {
      return draft.leaveOut(option, "expected a width or two")
    }
    draft.set("width", to: .number(Double(greatest) + 3 * frame), from: option)
    guard numbers[0] < greatest else { return }
    draft.set("min_width", to: .number(max(Double(numbers[0]) + 3 * frame, 1)))
  }

  /// Sets the order of banners: dunst shows the oldest first, and sorts by urgency unless it is told not to.
  private mutating func makeOrder() {
    let option = global.option("sort")
    switch option?.value {
    case "urgency_ascending":
      draft.set("order", to: "newest-bottom", from: option, but: "the oldest banner is the first")
    case "update":
      let isAtBottom = global.option("origin")?.value.hasPrefix("bottom") ?? false
      draft.set("order", to: isAtBottom ? "newest-bottom" : "newest-top", from: option)
    case "id": draft.set("order", to: "newest-bottom", from: option)
    default:
      let isSorted = global.boolean("sort") ?? true
      draft.set("order", to: isSorted ? "urgency" : "newest-bottom", from: option)
    }
  }

  private mutating func makeGap() {
    let (gap, separator) = (global.option("gap_size"), global.option("separator_height"))
    if let size = global.number("gap_size"), size > 0 {
      draft.set("gap", to: .number(size), from: gap)
      return draft.approximate(separator, "there is no line between banners")
    }
    // Banners lie over the frame of the one above, which is the line between both, and at least as wide as one frame.
    let height = Double(global.number("separator_height") ?? 2)
    draft.set(
      "gap", to: .number(max(height - 2 * frame, -frame)), from: separator ?? gap,
      but: frame > 0
        ? "the line between banners is made of their frames"
        : "this is the distance of banners, without a line")
  }

  private mutating func makeHeight() {
    let height = global.numbers("height")?.last ?? 300
    let padding = global.number("padding") ?? 8
    let lines = BannerHeight.bodyLines(
      height: height.clamped(to: 0...10_000), padding: 2 * padding.clamped(to: 0...1000),
      font: global.option("font")?.value ?? "Monospace 8",
      lineGap: (global.number("line_height") ?? 0).clamped(to: 0...100))
    draft.set(
      "body_lines", to: .number(lines), from: global.option("height"), but: BannerHeight.words(lines))
    let sides = global.number("horizontal_padding") ?? 8
    makePadding(padding, sides)
    makeIconSizes(padding, sides)
  }

  /// Sets the distance of texts from one another to that which dunst adds between all lines.
  private mutating func makeLineHeight() {
    guard let option = global.option("line_height") else { return }
    guard let height = global.number("line_height") else {
      return draft.leaveOut(option, "expected a number")
    }
    draft.set(
      "text_spacing", to: .number(max(height, 0)), from: option,
      but: height == 0 ? nil : "lines of one text have the distance of the font")
  }

  /// Sets the place of icons beside higher texts. Texts beside a higher icon are in the middle in any case.
  private mutating func makeIconAlignment() {
    guard let option = global.option("vertical_alignment") else {
      return draft.set("icon_align", to: "center")
    }
    guard ["top", "center", "bottom"].contains(option.value) else {
      return draft.leaveOut(option, "expected top, center or bottom")
    }
    draft.set(
      "icon_align", to: .string(option.value), from: option,
      but: option.value == "center" ? nil : "texts beside a higher icon are in the middle")
  }

  /// Sets the distances of texts to the edges. Banners that are as wide as their texts have half a frame more at each side, since dunst
  /// adds one to the text.
  private mutating func makePadding(_ padding: Int, _ sides: Int) {
    let widths = global.numbers("width") ?? []
    let hasOwnWidths = widths.count == 2 && widths[0] < widths[1]
    let edges = [Double(padding) + frame, Double(sides) + (hasOwnWidths ? 1.5 : 1) * frame]
    draft.set("padding", to: .pair(edges), from: global.option("padding"))
  }

  /// Sets the sizes of icons, and their distance to the texts, which is that to the edges unless an option says otherwise.
  private mutating func makeIconSizes(_ padding: Int, _ sides: Int) {
    for (name, key, usual) in [("max_icon_size", "icon_size", 128), ("min_icon_size", "min_icon_size", 32)] {
      if let option = global.option(name) {
        DunstOption.setIconBound(option, &draft)
      } else {
        draft.set(key, to: .number(usual))
      }
    }
    let option = global.option("text_icon_padding")
    if let own = global.number("text_icon_padding"), own > 0 {
      draft.set("icon_gap", to: .number(own), from: option)
    } else {
      let isAbove = global.option("icon_position")?.value == "top"
      draft.set("icon_gap", to: .number(isAbove ? padding : sides))
      draft.carry(option)
    }
  }

  // MARK: - Urgencies

  /// An option of the section of an urgency, or else of the section `global`.
  private func option(_ key: String, _ urgency: String) -> SourceOption? {
    urgencies[urgency]?.option(key) ?? global.option(key)
  }

  /// The colours of notifications of an urgency.
  private struct Look {
    var background: String
    var ink: String
    var frame: String
    var highlight: SourceOption?
  }

  private mutating func look(of urgency: String) -> Look {
    let backgrounds = ["low": "#222222", "critical": "#900000"]
    return Look(
      background: colour("background", urgency, backgrounds[urgency] ?? "#285577"),
      ink: colour("foreground", urgency, urgency == "low" ? "#888888" : "#FFFFFF"),
      frame: colour("frame_color", urgency, urgency == "critical" ? "#FF0000" : "#888888"),
      highlight: option("highlight", urgency))
  }

  /// Gives all banners the look of normal urgency, and makes rules for what is different at the others.
  private mutating func makeUrgencies() {
    makeTimeouts()
    let normal = look(of: "normal")
    draft.set(material: normal.background)
    if hasFrame { draft.set("border_color", to: .string(normal.frame)) }
    if let option = normal.highlight { DunstOption.setHighlight(option, &draft) }
    draft.set("ink", to: .string(normal.ink))
    for urgency in Self.urgencies {
      draft.rule = BannerRule(urgency: urgency)
      if urgency != "normal" { setDifferences(of: urgency, from: normal) }
      setRest(of: urgency)
      draft.endRule()
    }
  }

  /// Whether banners have a frame: without one its standard colours mean nothing.
  private var hasFrame: Bool {
    let sections = [global] + Self.urgencies.compactMap { urgencies[$0] }
    let isColoured = sections.contains { $0.option("frame_color") != nil }
    return isColoured || global.number("frame_width") != 0
  }

  private mutating func setDifferences(of urgency: String, from normal: Look) {
    let look = look(of: urgency)
    if look.background != normal.background { draft.set(material: look.background) }
    if look.ink != normal.ink { draft.set("ink", to: .string(look.ink)) }
    if hasFrame, look.frame != normal.frame { draft.set("border_color", to: .string(look.frame)) }
    if let option = look.highlight, option != normal.highlight { DunstOption.setHighlight(option, &draft) }
  }

  private mutating func makeTimeouts() {
    for urgency in Self.urgencies {
      let option = option("timeout", urgency)
      let seconds = option.flatMap { DunstValue.seconds($0.value) }
      // A negative duration means dunst's default.
      let standard = urgency == "critical" ? 0.0 : 10
      draft.set("timeout_\(urgency)", to: .number(seconds.flatMap { $0 < 0 ? nil : $0 } ?? standard))
      if seconds == nil {
        draft.leaveOut(option, "expected a duration such as 10s")
      } else {
        draft.carry(option)
      }
    }
  }

  private mutating func colour(_ key: String, _ urgency: String, _ standard: String) -> String {
    guard let option = option(key, urgency) else { return standard }
    guard let colour = DunstValue.colour(option.value) else {
      draft.leaveOut(option, "expected a colour such as #303030")
      return standard
    }
    draft.carry(option)
    return colour
  }

  /// Sets what the section of an urgency has besides colours and a timeout.
  private mutating func setRest(of urgency: String) {
    for option in urgencies[urgency]?.inForce ?? [] {
      switch option.key {
      case "background", "foreground", "frame_color", "timeout", "highlight": break
      case "msg_urgency": draft.carry(option)
      default: DunstOption.set(option, &draft)
      }
    }
  }

  // MARK: - The rest of the file

  private mutating func makeRest() {
    for option in file.section("experimental")?.inForce ?? [] { DunstOption.settle(option, &draft) }
    if let keys = file.section("shortcuts")?.inForce, let first = keys.first {
      draft.leaveOut(
        "\(keys.map(\.words).joined(separator: ", ")): keys are bound by the compositor, "
          + "to \"hyaline notifications\"", at: first.place)
    }
    for option in file.section("frame")?.inForce ?? [] {
      draft.leaveOut(option, "the section \"frame\" is that of old versions")
    }
    for section in file.sections {
      for option in section.options where option.value.isEmpty && option.key != "format" {
        draft.warn(
          "\(option.key) has no value: dunst takes what follows a # as a comment, unless it is in quotes",
          at: option.place)
      }
    }
    for section in file.sections { draft.warn(ofReplaced: section.options) }
    for problem in file.problems {
      draft.warn("dunst ignores this line: \(problem.words)", at: problem.place)
    }
  }
}
