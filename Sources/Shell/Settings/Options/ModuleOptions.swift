import ModuleModel
import Scenes
import VisualEffects

/// The options of modules: those that all kinds have, and the table of each kind.
enum ModuleOptions {
  /// The options of a module of a kind that are not those of every module.
  static func module(_ kind: ModuleKind) -> [Option<ModuleDraft>] {
    let slider = kind.summary.takesSlider ? [Option(slider, at: \ModuleDraft.style.look)] : []
    return (kind.formatExample.map { [format(kind, $0)] } ?? []) + kind.options() + slider
  }

  private static let slider = Option(
    "slider", \ModuleLook.sliderLength, .number(24...1024), unit: "points", absent: "none", example: 80,
    "The length of a slider behind the text, which is dragged and scrolled; on bars at the left or right edge it is upright."
  )

  private static let formatText = "The text of the module, with fields in braces and \"{{\" for a brace."
  private static let timeFormatText =
    "The format of strftime(3), or one with fields in braces such as \"{time:%H:%M} {zone}\"."

  private static func format(_ kind: ModuleKind, _ example: String) -> Option<ModuleDraft> {
    Option(
      "format", \.format, .format(kind),
      example: exampleValue(try FormatTemplate(settings: example, of: kind)),
      kind.takesTimeFormats ? timeFormatText : formatText)
  }

  /// The options of every module but its format; of those, a kind that shows nothing of its own has a few.
  static func look(_ kind: ModuleKind) -> [Option<ModuleLook>] {
    let all = every(kind) + (kind.summary.itemFields.isEmpty ? [] : items)
    return kind.lookKeys.map { keys in all.filter { keys.contains($0.key) } } ?? all
  }

  private static func every(_ kind: ModuleKind) -> [Option<ModuleLook>] { content(kind) + ground + room }

  /// The options of what a module shows, and of the room that it may take.
  private static func content(_ kind: ModuleKind) -> [Option<ModuleLook>] {
    [
      Option(
        "format_alt", \.alternate, .format(kind), absent: "none", example: example("{percent}", kind),
        "The format that a click toggles, unless the click has another action."),
      Option(
        "format_short", \.short, .format(kind), absent: "the icon alone, or a time without its date",
        example: example("{percent}", kind),
        "The format where the bar has too little room for all modules, if it is shorter."),
      Option(
        "icons", \.icons, .icons, absent: "those of the module",
        example: .levels(["cpu-low-symbolic", "cpu-high-symbolic"]),
        """
        The icon of the field icon. An array has the names of icons by level, from the lowest to the highest; a table \
        has them by text, with "default" for all others. Names that are not those of icons are shown as text.
        """),
      Option(
        "icon_size", \.iconSize, .number(4...256), unit: "points", absent: "16", example: 20,
        "The height and the width of icons."),
      Option(
        "tooltip", \.tooltip, .tooltip(kind), absent: "that of the module",
        example: example("{percent}%", kind),
        """
        The format of the tooltip, which is shown while the pointer rests on the module and may have several lines; an \
        empty one turns it off.
        """),
      Option(
        "ink", \.ink, .ink, absent: "that of the bar", example: .vibrant(.secondaryLabel),
        "The ink of the module: a level of vibrancy or a colour. Both are kept legible."),
      Option(
        "hidden", \.isHidden, .boolean, absent: "false", example: true, "Whether the module is not shown."),
      Option(
        "lines", \.lines, .positive(upTo: 8), absent: "1", example: 2,
        """
        The most lines that line breaks in the values of fields make, as a script may write them. Lines are as small as the bar needs \
        them.
        """),
      Option(
        "min_width", \.minWidth, .number(0...16384), unit: "points", absent: "as its content", example: 48,
        "The least width of the content, so that modules beside it keep their places."),
      Option(
        "max_width", \.maxWidth, .number(8...16384), unit: "points", absent: "as its content", example: 120,
        "The greatest width of the content; longer texts end in an ellipsis."),
      Option(
        "align", \.side, .name, absent: "center", example: .trailing,
        "The place of the content in a width that is greater than it needs, as min_width gives it."),
      Option(
        "expand", \.expands, .boolean, absent: "false", example: true,
        "Whether the module takes the free length of a bar at the top or bottom."),
      Option(
        "cursor", \.cursor, .name, absent: "a hand if a click does something", example: .arrow,
        "The shape of the cursor over the module."),
      Option(
        "marquee", \.scrolls, .boolean, absent: "false", example: true,
        """
        Whether a text that is longer than its room scrolls through it, unless motion is reduced or the bar is at the left or \
        right edge; otherwise it ends in an ellipsis.
        """),
      Option(
        "graph_style", \.graphStyle, .name, absent: "line", example: .bars,
        "The form of graphs, which fields that are lists are: a line over an area, or bars."),
      Option(
        "graph_width", \.graphWidth, .number(8...1024), unit: "points", absent: "48", example: 80,
        "The width of graphs; bars show as many of the last values as there is room for."),
      Option(
        "priority", \.priority, .number(-1000...1000), absent: "that of its kind",
        example: 70,
        "The rank of the module: if there is not enough room, modules of a lower priority shrink and vanish first."
      ),
    ]
  }

  /// The options of the fill under a module and of its lines.
  private static let ground: [Option<ModuleLook>] = [
    Option(
      "pill", \.hasPill, .boolean, absent: "false", example: true,
      "Whether the module lies on a fill of its own."),
    Option(
      "fill", \.fill, .moduleFill, absent: "that of pill", example: .colour([0.19, 0.22, 0.27, 1]),
      """
      The fill under the module: "fill", "secondaryFill" or "tertiaryFill", which take their colour from the glass, \
      "accent", a colour, or colours that pass into one another, with the angle of their direction as in CSS. Texts on a colour are black or white unless they have an ink, and the colour is changed as far \
      as they need to be read.
      """),
    Option(
      "opacity", \.opacity, .number(0...1), absent: "1", example: 0.5,
      """
      The opacity of the fill, of its lines and its shadow, and of pictures in colours of their own. Texts are kept legible: below \
      0.75 those without an ink are a secondaryLabel.
      """),
    Option(
      "shadow_color", \.shadowColour, .colour, absent: "none", example: [0, 0, 0, 128.0 / 255],
      "The colour of a shadow around the fill."),
    Option(
      "shadow_radius", \.shadowRadius, .number(0...8), unit: "points",
      absent: "4 if there is a shadow_color", example: 6, "The distance over which the shadow fades out."),
    Option(
      "shadow_offset", \.shadowOffset, .number(-4...4), unit: "points",
      absent: "1 if there is a shadow_color", example: 2, "The distance of the shadow downwards."),
    Option(
      "fill_inset", \.fillInset, .number(0...256), unit: "points", absent: "4", example: 2,
      "The distance between the fill and the long sides of the bar."),
    Option(
      "radius", \.radii, .radii, unit: "points", absent: "pill_radius of the bar", example: [8, 8, 8, 8],
      "The radius of the fill's corners, or an array of those top left, top right, bottom right and bottom left."
    ),
    Option(
      "stroke_width", \.strokeWidth, .number(0...32), unit: "points",
      absent: "1 if there is a stroke_color",
      example: 2, "The width of a line along the edge of the fill."),
    Option(
      "stroke_color", \.strokeColour, .colour, absent: "none", example: [1, 1, 1, 64.0 / 255],
      "The colour of that line."),
    Option(
      "underline_width", \.underlineWidth, .number(0...32), unit: "points",
      absent: "2 if there is an underline_color", example: 3,
      "The width of a line at the edge of the bar that faces the middle of the screen."),
    Option(
      "underline_color", \.underlineColour, .colour, absent: "the accent", example: [1, 1, 1, 1],
      "The colour of that line."),
    Option(
      "underline_edge", \.underlineEdge, .name, absent: "inner", example: .outer,
      """
      The side of the module at which the line is: "inner" is the edge of the bar that faces the middle of the screen, "outer" \
      the opposite one, "start" is before the content and "end" after it.
      """),
    Option(
      "underline_inset", \.underlineInset, .number(0...256), unit: "points", absent: "8", example: 0,
      "The distance of the line's ends from the sides of the module."),
  ]

  /// The options of the distances within and around a module, and of its text.
  private static let room: [Option<ModuleLook>] = [
    Option(
      "padding", \.padding, .ends(0...256), unit: "points", absent: "8", example: [4, 10],
      "The distance between the sides of the module and its content; an array has that before it and that after it."
    ),
    Option(
      "margin", \.margins, .ends(-256...1024), unit: "points", absent: "0", example: [0, 12],
      """
      The room before and after the module, outside its fill, in addition to the spacing of the bar, which less than 0 \
      takes away from; an array has that before it and that after it.
      """),
    Option(
      "glass", \.hasGlass, .boolean, absent: "as bar.glass says", example: false,
      """
      Whether the module, or the group with all of its members, is an island or lies on no glass, unless bar.glass is "bar". \
      Below texts without glass there is black or white, as much as they need to be read.
      """),
    Option(
      "pulse", \.pulses, .boolean, absent: "false", example: true,
      """
      Whether the module draws attention when it comes into this look: its fill and the line around it, or an outline if it has \
      neither, fade and return three times. With reduced motion they do not.
      """),
    Option(
      "rotate", \.turn, .turn, absent: "not turned", example: .clockwise,
      """
      The angle in degrees, clockwise, by which the text is turned on bars at the left or right edge: with 90 it runs downwards, \
      with 270 upwards. It is as long as on other bars then.
      """),
    Option(
      "font", \.font, .font(like: "Inter 11"), absent: "that of the bar", example: "Inter Bold 10",
      "Family, style and size in points, as Pango writes them."),
    Option(
      "markup", \.isMarkup, .boolean, absent: "false", example: true,
      """
      Whether formats, tooltips and texts among the icons contain markup as Pango's: <b>, <span color="red" size="small"> and others, see \
      hyaline(5). Markup in the values of fields is shown as text, except those of scripts with text_markup, of i3bar, \
      and of binding modes whose names are markup.
      """),
  ]

  /// The options of modules that have items.
  static let items: [Option<ModuleLook>] = [
    Option(
      "item_spacing", \.itemSpacing, .number(0...256), unit: "points", absent: "2", example: 6,
      "The distance between two items of the module, in addition to their own padding."),
    Option(
      "item_padding", \.itemPadding, .ends(0...256), unit: "points", absent: "as padding", example: [4, 6],
      "The distance between the sides of an item and its content; an array has that before it and that after it."
    ),
  ]

  /// All options of a module's table.
  static func table(_ kind: ModuleKind) -> [Option<ModuleDraft>] { tables[kind]!.module }

  /// All options of a state.
  static func state(_ kind: ModuleKind) -> [Option<ModuleState>] { tables[kind]!.state }

  /// The tables of options by kinds, which every settings file is read by.
  private static let tables = Dictionary(
    uniqueKeysWithValues: ModuleKind.all.map { ($0, (module: makeTable($0), state: makeState($0))) })

  private static func makeTable(_ kind: ModuleKind) -> [Option<ModuleDraft>] {
    let menus: [Option<ModuleDraft>] =
      kind.lookKeys == nil ? ([menu(kind)] + scrolling).map { Option($0, at: \.style) } : []
    return module(kind) + look(kind).map { Option($0, at: \.style.look) } + menus
  }

  /// The menu of a module.
  static func menu(_ kind: ModuleKind) -> Option<ModuleStyle> {
    Option(
      "menu", \.menu, .menu(kind), example: [MenuItem("_Terminal", .action(.command(["foot"]))), .separator],
      """
      The entries of a menu, which a click with the right button opens, and one with the left button if that has no other \
      action.
      """)
  }

  /// The options that decide how scrolling is counted.
  static let scrolling: [Option<ModuleStyle>] = [
    Option(
      "scroll_threshold", \.scrolling.threshold, .number(1...1000), unit: "points", example: 40,
      "The distance of two fingers that counts as a notch of the wheel."),
    Option(
      "scroll_reverse", \.scrolling.reversal, .name, example: .touchpad,
      "The devices whose direction of scrolling is reversed."),
  ]

  private static func makeState(_ kind: ModuleKind) -> [Option<ModuleState>] {
    let format = Option(
      "format", \ModuleLook.format, .format(kind), absent: "that of the module",
      example: example("{percent}", kind),
      "The text of the module in this state.")
    // The sheets of a bar do not depend on what modules show.
    let look = look(kind).filter { $0.key != "glass" }
    return [when(kind)] + ([format] + look).map { Option($0, at: \.look) }
  }

  /// The conditions of a state.
  static func when(_ kind: ModuleKind) -> Option<ModuleState> {
    Option(
      "when", \.conditions, .conditions(kind),
      example: exampleValue([try FieldCondition("percent", .text(">= 90"), fields: KindSummary.percents)]),
      """
      Conditions on fields, all of which have to hold: comparisons of numbers, texts, true or false. Without conditions, \
      the state is the one of this name that the module itself sets.
      """)
  }

  /// Returns the options that assign actions to gestures.
  static func gestures(_ kind: ModuleKind) -> [Option<ModuleStyle>] {
    ModuleGesture.allCases.map { gesture in
      Option(
        gesture.rawValue, \ModuleStyle[gesture], gesture == .update ? .commandAlone : .action(kind),
        absent: gesture == .update ? "nothing" : "as the module does by itself",
        example: gesture == .click ? .builtIn(ActionSummary.refresh) : .command(["gnome-system-monitor"]),
        gesture.text)
    }
  }

  private static func example(_ text: String, _ kind: ModuleKind) -> FormatTemplate {
    // Kinds without the field have their examples in the manual only.
    (try? FormatTemplate(text, fields: KindSummary.percents)) ?? ModuleDraft(kind).format
  }
}

extension KindSummary {
  /// The field `percent`, which many kinds have; it appears in the examples of the manual.
  fileprivate static let percents = [
    FieldSummary("percent", .integer, .percent, example: "12", "a part of the whole")
  ]
}

extension ModuleStyle {
  /// The action of a gesture; nil if the settings give none.
  fileprivate subscript(gesture: ModuleGesture) -> ModuleAction? {
    get { on[gesture] }
    set { on[gesture] = newValue }
  }
}

extension ModuleGesture {
  /// The description of the gesture in the manual.
  fileprivate var text: String {
    switch self {
    case .click: "A click with the left button, or a touch."
    case .middle: "A click with the middle button."
    case .right: "A click with the right button."
    case .back: "A click with the button at the side of a mouse that goes back in browsers."
    case .forward: "A click with the button at the side of a mouse that goes forward in browsers."
    case .double: "Two clicks in a short time, after the action of the first."
    case .triple: "Three clicks in a short time, after the actions of the first two."
    case .release: "The left button or a finger that went down on the module is lifted, wherever it is then."
    case .scrollUp: "A notch of the wheel upwards, or as much scrolling with two fingers."
    case .scrollDown: "Scrolling downwards."
    case .scrollLeft: "Scrolling to the left."
    case .scrollRight: "Scrolling to the right."
    case .touchLong: "A long touch."
    case .enter: "The pointer comes over the module."
    case .leave: "The pointer leaves the module."
    case .update: "The module shows something else than before; it takes a command alone."
    }
  }
}
