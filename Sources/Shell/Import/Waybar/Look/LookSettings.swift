import Settings

/// Options of the look of a module, in the order in which they are written.
struct LookSettings {
  /// An option of the look.
  private struct Entry {
    var key: String
    var value: SettingsValue
    /// Whether the bar or the module has the value without the option.
    var isStandard: Bool
  }

  private var all: [Entry] = []

  /// The look of the bar that modules need not repeat.
  struct Surroundings {
    var ink: SIMD4<Double>?
    /// The fills of the bar itself, which a module that has the same does not show.
    var fills: [SIMD4<Double>]
    var font: LookFont
    var radius: Double
    /// The sides whose lines become the line at the edge that faces the middle of the screen, the nearest first, by their places in
    /// `BoxParts.sides`.
    var underlines: [Int]
    /// The sides before and after a module, by their places in `BoxParts.sides`.
    var ends = [3, 1]
    /// Whether each module is an island, whose distances the bar has.
    var hasIslands = false
    /// The usual margins before and after islands, which the distances of the bar have.
    var usualMargins = [0.0, 0]
    /// Whether modules lie on a colour that is not that of the glass.
    var isOnColour = false
    /// The distance between the long sides of the bar and the fill of a module without margins.
    var inset = 0.0
  }

  /// The options that are not as they would be without the look.
  var entries: SettingsPairs {
    all.filter { !$0.isStandard }.map { (key: $0.key, value: $0.value) }
  }

  /// The value of an option, also if it is as it would be without the look; nil: the look does not tell it.
  func anyValue(_ key: String) -> SettingsValue? { all.first { $0.key == key }?.value }

  private mutating func set(_ key: String, _ value: SettingsValue, isStandard: Bool = false) {
    all.append(Entry(key: key, value: value, isStandard: isStandard))
  }

  private mutating func set(
    _ key: String, _ number: Double, upTo most: Double = 256, isStandard: Bool = false
  ) {
    set(key, .number(number.clamped(to: 0...most)), isStandard: isStandard)
  }

  /// Makes the options of a look beside those of the bar.
  init(_ look: WidgetLook, in bar: Surroundings) {
    set("hidden", .boolean(look.isHidden), isStandard: !look.isHidden)
    if look.isHidden { return }
    set("opacity", .number(look.opacity), isStandard: look.opacity == 1)
    let look = look.solid
    let fill = look.fill.flatMap { fill in
      look.gradient == nil && bar.fills.contains { Self.isHidden(fill, on: $0, bar) }
        ? nil : LegibleInk.flattened(fill, over: bar.hasIslands ? nil : bar.fills.first)
    }
    // Texts on a colour are black or white without an ink of their own.
    if let ink = look.ink ?? bar.ink {
      let legible = LegibleInk.adjusted(ink, on: look.gradient?.colours ?? fill.map { [$0] } ?? [])
      set("ink", .colour(legible), isStandard: ink == bar.ink && fill == nil && !bar.isOnColour)
    }
    set("fill", Self.fill(fill, look.gradient), isStandard: fill == nil)
    if fill != nil {
      if let shadow = look.shadow {
        set("shadow_color", .colour(shadow.colour))
        set("shadow_radius", .number(shadow.radius))
        set("shadow_offset", .number(shadow.offset))
      }
      let sides = [0, 1, 2, 3].filter { !bar.ends.contains($0) }
      let inset = sides.reduce(0) { $0 + max(look.margin[$1], 0) } / 2 + bar.inset
      set("radius", Self.radius(look.radii), isStandard: look.radii.allSatisfy { $0 == bar.radius })
      set("fill_inset", inset)
    }
    setLines(look, hasFill: fill != nil, bar)
    set("font", .string(look.font.name), isStandard: look.font == bar.font)
    set("padding", .pair(bar.ends.map { (look.padding?[$0] ?? 0).clamped(to: 0...256) }))
    let margins = zip(bar.ends, bar.usualMargins).map { look.margin[$0] - $1 }
    set("margin", .pair(margins.map { $0.clamped(to: -256...1024) }), isStandard: margins == [0, 0])
    set("min_width", look.minWidth ?? 0, upTo: 16384, isStandard: look.minWidth == nil)
    set("glass", .boolean(false), isStandard: !bar.hasIslands || look.fill != nil)
    set("pulse", .boolean(look.pulses), isStandard: !look.pulses)
  }

  /// The value of a fill; without a colour it is transparent.
  private static func fill(_ colour: SIMD4<Double>?, _ gradient: WidgetLook.Gradient?) -> SettingsValue {
    guard let colour else { return .string("#00000000") }
    guard let gradient else { return .colour(colour) }
    return .array(gradient.colours.map { .colour($0) } + [.number(gradient.angle)])
  }

  /// The opacity from which on a bar hides a fill of its own colour.
  private static let opaque = 0.9

  /// Whether a fill of a module is not seen: it is that of its island, or of a bar that it cannot make more opaque.
  private static func isHidden(
    _ fill: SIMD4<Double>, on ground: SIMD4<Double>, _ bar: Surroundings
  ) -> Bool {
    guard (fill.x, fill.y, fill.z) == (ground.x, ground.y, ground.z) else { return false }
    return bar.hasIslands || ground.w >= opaque
  }

  private static func radius(_ radii: [Double]) -> SettingsValue {
    let limited = radii.map { min($0, 256) }
    return Set(limited).count == 1 ? .number(limited[0]) : .numbers(limited)
  }

  /// Sets a stroke for lines at all sides, and an underline for one at the edge that faces the middle of the screen.
  private mutating func setLines(_ look: WidgetLook, hasFill: Bool, _ bar: Surroundings) {
    let lines = look.lines
    let isFrame = look.isFramed
    if let line = lines[0], isFrame {
      set("stroke_width", line.width, upTo: 32)
      set("stroke_color", .colour(line.colour))
      if !hasFill {
        set("radius", Self.radius(look.radii), isStandard: look.radii.allSatisfy { $0 == bar.radius })
      }
    } else {
      set("stroke_width", 0, isStandard: true)
    }
    if !isFrame, let side = Self.lineSide(look, bar), let line = lines[side] {
      set("underline_width", line.width, upTo: 32)
      set("underline_color", .colour(line.colour))
      set("underline_edge", .string(Self.edge(side, bar)), isStandard: side == bar.underlines[0])
      set("underline_inset", 0)
    } else {
      set("underline_width", 0, isStandard: true)
    }
  }

  /// The side whose line is shown: one along the bar before one across it; nil: there is no line.
  private static func lineSide(_ look: WidgetLook, _ bar: Surroundings) -> Int? {
    (bar.underlines + bar.ends).first { look.lines[$0] != nil }
  }

  /// The name of a side of a module or of the bar.
  static func edge(_ side: Int, _ bar: Surroundings) -> String {
    let names = [bar.underlines[0]: "inner", bar.underlines[1]: "outer", bar.ends[0]: "start"]
    return names[side] ?? "end"
  }

  /// The options that make the look of a state of another look.
  func differences(from base: LookSettings) -> SettingsPairs {
    all.filter { entry in
      let other = base.all.first { $0.key == entry.key }
      guard let other else { return !entry.isStandard }
      return other.value != entry.value || other.isStandard && !entry.isStandard
    }.map { (key: $0.key, value: $0.value) }
  }
}
