import ModuleModel
import Settings

/// Converts the options that all modules of Waybar have, and those of their kinds.
enum WaybarModuleConverter {
  /// Options that change nothing in Hyaline.
  private static let harmless: Set = [
    "interval", "max-length", "min-length", "rotate", "align", "justify", "expand", "tooltip", "markup",
    "escape", "name", "cursor",
  ]

  /// The kinds that are boxes with items in Waybar, whose texts do not turn.
  private static let boxes: Set<ModuleKind> = [.workspaces, .taskbar, .tray, .group, .privacy, .image]

  /// Converts all options of a module.
  static func convert(_ kind: WaybarKind, _ module: inout ModuleConversion) {
    module.fields = kind.fields
    module.isMarkup = hasMarkup(module)
    if !kind.ownsFormat {
      format(kind, &module)
      if module.kind == .window { WaybarKind.rewriteWhole(&module) }
      WaybarIcons.convert(&module)
    }
    WaybarStates.convert(kind, &module)
    finish(kind.hasInterval, &module)
    kind.convert(&module)
    reportRest(&module)
  }

  /// Converts the tooltip, the interval, actions and widths.
  static func finish(_ hasInterval: Bool, _ module: inout ModuleConversion) {
    tooltip(&module)
    interval(hasInterval, &module)
    WaybarActions.convert(&module)
    widths(&module)
    if module.isMarkup { module.set("markup", true) }
  }

  /// Whether a format, an icon or a tooltip of a module has markup; a tooltip with a calendar is shown without it.
  static func hasMarkup(_ module: ModuleConversion) -> Bool {
    module.source.members.contains { member in
      if member.name == "format-icons" { return hasMarkup(in: member.value) }
      guard let text = member.value.string else { return false }
      let isTooltip = member.name.hasPrefix("tooltip-format") && !text.has("{calendar}")
      let isFormat = member.name.hasPrefix("format") && !member.name.hasPrefix("format-calendar")
      return (isFormat || isTooltip) && WaybarFormat.hasMarkup(text)
    }
  }

  /// Whether a text, or one of an array or a table, has markup.
  private static func hasMarkup(in value: SourceValue) -> Bool {
    switch value.content {
    case .string(let text): WaybarFormat.hasMarkup(text)
    case .array(let elements): elements.contains(where: hasMarkup)
    case .object(let members): members.contains { hasMarkup(in: $0.value) }
    default: false
    }
  }

  private static func format(_ kind: WaybarKind, _ module: inout ModuleConversion) {
    guard !module.kind.summary.format.isEmpty, !kind.format.isEmpty || module.source["format"] != nil
    else { return }
    let text = WaybarKind.named(module.string("format") ?? kind.format, module)
    // An empty format of a workspace is a dot that only the style sheet draws.
    if text.isEmpty, module.kind == .workspaces {
      module.approximate("format", "a workspace without text is a dot")
      module.set("format", "●", from: "format")
    } else {
      module.setFormat(text)
    }
  }

  private static func tooltip(_ module: inout ModuleConversion) {
    let isOff = module.boolean("tooltip") == false
    let text = module.string("tooltip-format")
    if isOff {
      module.set("tooltip", "", from: "tooltip")
    } else if let text {
      let format = module.tooltip(text, from: "tooltip-format")
      // A tooltip that only had the calendar is what the calendar of the clock is for.
      if !format.isEmpty || text.isEmpty { module.set("tooltip", .string(format), from: "tooltip-format") }
    }
  }

  private static func interval(_ hasInterval: Bool, _ module: inout ModuleConversion) {
    guard let member = module.take("interval"), hasInterval else { return }
    if let seconds = member.value.number {
      let isImage = module.kind == .image
      guard seconds > 0 || isImage else { return }
      module.set("interval", .number(isImage ? seconds : seconds.clamped(to: 0.5...86400)), from: "interval")
    } else if member.value.string == "once" {
      module.set("interval", module.kind == .image ? 0 : 86400, from: "interval")
    }
  }

  /// The greatest width of a module, in pixels.
  private static let greatestWidth = 16384.0

  /// Converts widths in characters and angles.
  private static func widths(_ module: inout ModuleConversion) {
    if let most = module.number("max-length"), !limitField(Int(most), &module) {
      setWidth("max_width", of: most, atLeast: 8, from: "max-length", &module)
    }
    if let least = module.number("min-length"), least > 0 {
      setWidth("min_width", of: least, atLeast: 0, from: "min-length", &module)
    }
    if let side = module.number("align") {
      module.set("align", side < 0.34 ? "start" : side > 0.66 ? "end" : "center", from: "align")
    }
    if let side = module.string("justify"), module.value("align") == nil {
      let own = ["left": "start", "right": "end", "center": "center"][side]
      if let own { module.set("align", .string(own), from: "justify") }
    }
    if let angle = module.number("rotate"), angle != 0, !boxes.contains(module.kind) {
      // Waybar turns texts anticlockwise.
      let turned = (360 - angle).truncatingRemainder(dividingBy: 360)
      if module.isVertical, turned == 90 || turned == 270 {
        module.set("rotate", .number(turned), from: "rotate")
      } else {
        module.approximate("rotate", "texts are upright, and modules are arranged to fit a narrow bar")
      }
    }
    module.set("expand", ifTrue: "expand")
  }

  private static func setWidth(
    _ own: String, of characters: Double, atLeast least: Double, from key: String,
    _ module: inout ModuleConversion
  ) {
    module.approximate(key, "the width is that of so many characters on the average")
    let width = (characters * module.characterWidth).rounded().clamped(to: least...greatestWidth)
    module.set(own, .number(width), from: key)
  }

  /// Limits the one text of a format to so many characters; returns whether the format has one field that is a text.
  private static func limitField(_ most: Int, _ module: inout ModuleConversion) -> Bool {
    guard 1...200 ~= most, let format = module.value("format")?.string,
      module.kind == .window || module.kind == .mode
    else { return false }
    let name = module.kind == .window ? "title" : "mode"
    guard format.has("{\(name)}"), format.filter({ $0 == "{" }).count == 1 else { return false }
    let limited = format.replacingAll("{\(name)}", with: "{\(name):.\(most)}")
    module.set("format", .string(limited), from: "max-length")
    if module.kind == .window { module.set("max_width", .number(greatestWidth), from: "max-length") }
    return true
  }

  /// Tells of the options that nothing has converted.
  static func reportRest(_ module: inout ModuleConversion) {
    if let size = module.number("icon-size"), 4...256 ~= size,
      SettingsDraft.hasOption(module.path + ["icon_size"])
    {
      module.set("icon_size", .number(size), from: "icon-size")
    }
    for member in module.leftOver where !harmless.contains(member.name) && !WaybarOptions.isIdle(member) {
      if WaybarOptions.has(member.name) {
        module.leaveOut(member.name, WaybarOptions.loss)
      } else {
        module.warn("\"\(member.name)\": \(WaybarOptions.mistake)", at: member.place)
      }
    }
  }
}
