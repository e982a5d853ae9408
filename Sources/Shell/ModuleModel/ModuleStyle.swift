public import Scenes
public import VisualEffects

/// The look of a module; nil fields are those of its kind, or of the look that a state changes.
public struct ModuleLook: Equatable, Sendable {
  public var format: FormatTemplate?
  /// The format on bars at the left or right edge while `format` is not toggled; nil: `format` is shown there too.
  public var sideFormat: FormatTemplate?
  /// The format that replaces `format` while it is toggled.
  public var alternate: FormatTemplate?
  /// The format where the bar has too little room; nil: the icon alone, or the time without its date.
  public var short: FormatTemplate?
  public var icons: IconChoice?
  /// The side of icons, in points.
  public var iconSize: Double?
  public var tooltip: FormatTemplate?
  public var ink: ModuleInk?
  public var isHidden: Bool?
  /// The most lines that line breaks in values of fields make; nil: they make none.
  public var lines: Int?
  /// Widths in points.
  public var minWidth, maxWidth: Double?
  /// Modules of a lower priority shrink and vanish first; nil: that of the kind.
  public var priority: Double?
  /// Whether the module has a background fill of its own.
  public var hasPill: Bool?
  /// The background fill; nil: that of `hasPill`.
  public var fill: ModuleFill?
  /// The opacity of the fill, of lines and of pictures in colours of their own, 0 … 1.
  public var opacity: Double?
  /// The shadow around the fill: its colour, and its radius and its distance downwards in points; without a colour there is none.
  public var shadowColour: SIMD4<Double>?
  public var shadowRadius, shadowOffset: Double?
  /// The distance from the long sides of the bar to the background fill, in points.
  public var fillInset: Double?
  /// The radii of the corners of the background fill, in points: top left, top right, bottom right and bottom left.
  public var radii: [Double]?
  /// A line along the edge of the background fill: its width in points, and its colour.
  public var strokeWidth: Double?
  public var strokeColour: SIMD4<Double>?
  /// A line under the module, at the edge of the bar that faces the middle of the screen: its width and the distance of its ends
  /// from those of the module, in points, and its colour; without a width there is none.
  public var underlineWidth, underlineInset: Double?
  public var underlineColour: SIMD4<Double>?
  /// The side at which that line is; nil: the inner edge of the bar.
  public var underlineEdge: UnderlineEdge?
  /// Whether the background fill is the accent, for the one item that the user is at.
  public var isCurrent: Bool?
  /// Whether the module draws attention when it comes into this look, by a fill or an outline that swells and fades.
  public var pulses: Bool?
  /// The distances from the sides of the module to its content, in points: two, before and after the content along the bar.
  public var padding: [Double]?
  /// The distances from the sides of each item to its content, in points: two, before and after it; nil: `padding`.
  public var itemPadding: [Double]?
  /// The distance between the items of a module, in points.
  public var itemSpacing: Double?
  /// The room before and after the module, outside its fill, in points; less than 0 brings it nearer to the next module.
  public var margins: [Double]?
  /// Whether the module lies on a sheet of glass of its own, or on none; nil: as `bar.glass` says.
  public var hasGlass: Bool?
  /// The font in Pango's syntax.
  public var font: String?
  /// Whether formats contain markup.
  public var isMarkup: Bool?
  /// The colours of the settings, which markup may name; those of the look that a state changes stay.
  public var colours: [String: SIMD4<Double>] = [:]
  /// Whether a text that is longer than its room scrolls through it.
  public var scrolls: Bool?
  /// The turn of texts on bars at the left or right edge; nil: each word is a level line.
  public var turn: StyledText.Turn?
  /// The module is at least as wide as with this text in place of its content; nil for no such minimum.
  public var widestText: String?
  /// The side of the content in a greater width; nil for the middle.
  public var side: ContentSide?
  /// Whether the module takes the free length of the bar.
  public var expands: Bool?
  /// The shape of the cursor over the module; nil: a hand if a click does something.
  public var cursor: ModuleCursor?
  /// The form of graphs; nil: a line.
  public var graphStyle: GraphStyle?
  /// The width of graphs, in points; nil: as their values need.
  public var graphWidth: Double?
  /// The length of a slider that sets the level, in points; nil: there is none.
  public var sliderLength: Double?

  public init() {}

  /// Replaces fields by those of `other` that are not nil.
  public mutating func override(by other: ModuleLook) {
    // A format that is meant for all bars takes the place of both.
    if let new = other.format { (format, sideFormat) = (new, other.sideFormat) }
    alternate = other.alternate ?? alternate
    short = other.short ?? short
    icons = other.icons ?? icons
    iconSize = other.iconSize ?? iconSize
    tooltip = other.tooltip ?? tooltip
    ink = other.ink ?? ink
    isHidden = other.isHidden ?? isHidden
    lines = other.lines ?? lines
    minWidth = other.minWidth ?? minWidth
    maxWidth = other.maxWidth ?? maxWidth
    priority = other.priority ?? priority
    hasPill = other.hasPill ?? hasPill
    isCurrent = other.isCurrent ?? isCurrent
    overrideFill(by: other)
    pulses = other.pulses ?? pulses
    padding = other.padding ?? padding
    itemPadding = other.itemPadding ?? itemPadding
    itemSpacing = other.itemSpacing ?? itemSpacing
    margins = other.margins ?? margins
    hasGlass = other.hasGlass ?? hasGlass
    font = other.font ?? font
    isMarkup = other.isMarkup ?? isMarkup
    widestText = other.widestText ?? widestText
    side = other.side ?? side
    expands = other.expands ?? expands
    cursor = other.cursor ?? cursor
    graphStyle = other.graphStyle ?? graphStyle
    graphWidth = other.graphWidth ?? graphWidth
    sliderLength = other.sliderLength ?? sliderLength
    scrolls = other.scrolls ?? scrolls
    turn = other.turn ?? turn
  }

  private mutating func overrideFill(by other: ModuleLook) {
    fill = other.fill ?? fill
    opacity = other.opacity ?? opacity
    shadowColour = other.shadowColour ?? shadowColour
    shadowRadius = other.shadowRadius ?? shadowRadius
    shadowOffset = other.shadowOffset ?? shadowOffset
    fillInset = other.fillInset ?? fillInset
    radii = other.radii ?? radii
    strokeWidth = other.strokeWidth ?? strokeWidth
    strokeColour = other.strokeColour ?? strokeColour
    underlineWidth = other.underlineWidth ?? underlineWidth
    underlineInset = other.underlineInset ?? underlineInset
    underlineColour = other.underlineColour ?? underlineColour
    underlineEdge = other.underlineEdge ?? underlineEdge
  }
}

extension ModuleLook {
  /// The format, or the alternate one if `isAlternate` and there is one.
  func format(isAlternate: Bool) -> FormatTemplate? { isAlternate ? alternate ?? format : format }

  /// The rank of a module of a kind where there is too little room.
  public func priority(in kind: KindSummary) -> Double { priority ?? kind.priority }

  /// The format where the bar has too little room; nil: there is no shorter one.
  func short(isAlternate: Bool) -> FormatTemplate? { short ?? format(isAlternate: isAlternate)?.shortened }
}

/// The side of its room at which the content of a module stands.
public enum ContentSide: String, CaseIterable, Sendable {
  case leading = "start"
  case center
  case trailing = "end"
}

/// The form of a graph.
public enum GraphStyle: String, CaseIterable, Sendable {
  case line, bars
}

/// The shape of the cursor over a module.
public enum ModuleCursor: String, CaseIterable, Sendable {
  case arrow = "default"
  case pointer, text
}

/// The side of a module at which its line is.
public enum UnderlineEdge: String, CaseIterable, Sendable {
  /// The edge of the bar that faces the middle of the screen, and the opposite one.
  case inner, outer
  /// The sides before and after the content.
  case start, end
}

/// The fill under a module.
public enum ModuleFill: Equatable, Sendable {
  /// One of the vibrant fills, which take their colour from the glass.
  case vibrant(VibrancyEffect.Style)
  case accent
  /// A colour: encoded sRGB and opacity, 0 … 1.
  case colour(SIMD4<Double>)
  /// Colours at equal distances, at least two, and the direction from the first to the last, in degrees clockwise from upwards.
  case gradient([SIMD4<Double>], angle: Double)
}

/// The ink of a module's text and icons.
public enum ModuleInk: Equatable, Sendable {
  case vibrant(VibrancyEffect.Style)
  /// A colour: encoded sRGB and opacity, 0 … 1.
  case colour(SIMD4<Double>)
}

/// The icons of a module: names of icons, or texts such as glyphs of an icon font.
public enum IconChoice: Equatable, Sendable {
  /// Icons by number: the first for the least value, the last for the greatest.
  case levels([String])
  /// Icons by text; `default` is for texts without one of their own.
  case names([String: String])

  /// The icon for these values; nil if there is none.
  func icon(_ kind: KindSummary, _ fields: [String: FieldValue]) -> String? {
    switch self {
    case .levels(let icons):
      return Self.icon(kind.levelField.flatMap { fields[$0]?.number }, among: icons)
    case .names(let icons):
      let key = kind.nameField.flatMap { fields[$0] }.map { FieldFormat().text($0) }
      return key.flatMap { icons[$0] } ?? icons["default"]
    }
  }

  /// The text that the icons do not have, which is shown in place of an icon; nil if they are no table.
  func text(_ kind: KindSummary, _ fields: [String: FieldValue]) -> String? {
    guard case .names = self else { return nil }
    return kind.nameField.flatMap { fields[$0] }.map { FieldFormat().text($0) }
  }

  /// The icon for a level, 0 … 100; nil if there is none.
  func icon(atLevel level: Double) -> String? {
    switch self {
    case .levels(let icons): Self.icon(level, among: icons)
    case .names(let icons): icons["default"]
    }
  }

  private static func icon(_ level: Double?, among icons: [String]) -> String? {
    guard !icons.isEmpty else { return nil }
    guard let level, level.isFinite else { return icons[0] }
    let place = min(max(level / 100, 0), 1) * Double(icons.count)
    return icons[min(icons.count - 1, Int(place.rounded(.down)))]
  }
}

/// A look that a module has while its conditions hold.
public struct ModuleState: Equatable, Sendable {
  public var name: String
  /// Conditions that must all hold; without any, the state holds while the source sets it by its name.
  public var conditions: [FieldCondition]
  public var look: ModuleLook

  public init(_ name: String, when conditions: [FieldCondition] = [], _ look: ModuleLook = ModuleLook()) {
    self.name = name
    self.conditions = conditions
    self.look = look
  }

  /// The names of the states of a module under the pointer and while it is pressed, which bars set.
  public static let (hover, pressed) = ("hover", "pressed")

  /// Whether a bar sets the state, by the pointer.
  public var isOfPointer: Bool { conditions.isEmpty && (name == Self.hover || name == Self.pressed) }

  func holds(in fields: [String: FieldValue], _ named: [String]) -> Bool {
    conditions.isEmpty ? named.contains(name) : conditions.allSatisfy { $0.holds(in: fields) }
  }
}

/// The settings of a module's style, which every kind has.
public struct ModuleStyle: Equatable, Sendable {
  public var look = ModuleLook()
  /// The states in the order of the file; of those that hold, the last takes precedence.
  public var states: [ModuleState] = []
  public var on: [ModuleGesture: ModuleAction] = [:]
  /// The entries of the module's menu, below those of its kind; empty: there are no others.
  public var menu: [MenuItem] = []
  /// The way in which scrolling over the module is counted.
  public var scrolling = ScrollRule()

  public init() {}

  /// Whether a format or a condition names a field.
  public func shows(_ field: String) -> Bool { showsAny { $0 == field } }

  /// Whether a format or a condition names a field whose name passes a test.
  public func showsAny(where isMeant: (String) -> Bool) -> Bool {
    let looks = [look] + states.map(\.look)
    let isShown = looks.flatMap { [$0.format, $0.alternate, $0.short, $0.tooltip] }.contains {
      $0?.showsAny(where: isMeant) == true
    }
    return isShown || states.contains { $0.conditions.contains { isMeant($0.field) } }
  }

  /// Whether a format shows the icon.
  public var showsIcon: Bool {
    ([look] + states.map(\.look)).contains {
      $0.format?.showsIcon == true || $0.alternate?.showsIcon == true || $0.short?.showsIcon == true
    }
  }

  /// The times that any of its formats shows, as in readings, without repetition.
  public var times: [String] {
    let looks = [look] + states.map(\.look)
    let formats = looks.flatMap { look in
      [
        look.format, look.sideFormat, look.alternate, look.short, look.short(isAlternate: false),
        look.short(isAlternate: true),
        look.tooltip,
      ]
    }
    let all = formats.compactMap(\.self).flatMap(\.times)
    return all.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
