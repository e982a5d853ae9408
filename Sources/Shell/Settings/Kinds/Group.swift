import ModuleModel

/// The settings of a group of modules.
public struct GroupSettings: SourceSettings {
  /// The side of the modules that are always shown on which a drawer opens.
  public enum Direction: String, CaseIterable, Sendable {
    /// The first modules of the group are always shown, and the drawer opens behind them.
    case forward
    /// The last modules of the group are always shown, and the drawer opens in front of them.
    case back
  }

  public var modules: [ModuleName] = []
  /// Whether all modules but some are hidden until the group is opened.
  public var isDrawer = false
  /// Whether the drawer is open while the pointer is over the group.
  public var opensUnderPointer = false
  /// Whether the drawer is open at first.
  public var startsOpen = false
  public var direction = Direction.forward
  /// Whether an arrow beside the modules that are always shown opens the drawer; without it these modules do.
  public var hasArrow = true
  /// The number of modules that are shown while the drawer is closed.
  public var kept = 1
  /// Whether the modules are stacked across the bar.
  public var isStacked = false
  /// The distance between two modules, in points; nil: that of the bar, or none on a fill of the group.
  public var spacing: Double?

  /// The greatest number of groups that lie in one another.
  public static let mostDepth = 4

  public init() {}

  /// The places of the modules that are always shown, and those of the modules in the drawer.
  public var parts: (kept: Range<Int>, hidden: Range<Int>) {
    let count = min(max(kept, 1), modules.count)
    return direction == .forward
      ? (0..<count, count..<modules.count)
      : (modules.count - count..<modules.count, 0..<modules.count - count)
  }
}

extension ModuleKind {
  public static let group: ModuleKind = ModuleKind(
    "group", "Several modules as one, the module \"group.NAME\".",
    summary: KindSummary(fields: [], format: ""),
    source: GroupSettings(), needs: "modules", nameExample: "system",
    lookKeys: [
      "ink", "hidden", "priority", "pill", "fill", "fill_inset", "radius", "stroke_width", "stroke_color",
      "padding", "margin", "glass", "font", "min_width", "align",
    ],
    options: [
      Option(
        needed: "modules", \.modules, .groupModules, example: [.clock],
        "The modules of the group, in order; a group may contain other groups."),
      Option(
        "drawer", \.isDrawer, .boolean, example: true,
        "Whether all modules but those of keep are hidden until a click on the arrow beside them."),
      Option(
        "hover", \.opensUnderPointer, .boolean, example: true,
        "Whether the drawer also opens when the pointer comes over the group, and closes when it is over another module or leaves the bar."
      ),
      Option("open", \.startsOpen, .boolean, example: true, "Whether the drawer is open at first."),
      Option(
        "keep", \.kept, .positive(upTo: 64), example: 2,
        "The number of modules that are shown while the drawer is closed."),
      Option(
        "direction", \.direction, .name, example: .back,
        "Whether the first modules are kept and the drawer opens behind them, or the last ones and it opens in front of them."
      ),
      Option(
        "arrow", \.hasArrow, .boolean, example: false,
        "Whether the arrow is shown; without it a click on a module of keep that does nothing else opens the drawer."
      ),
      Option(
        "stack", \.isStacked, .boolean, example: true,
        "Whether the modules are stacked across the bar, each in an equal part of it."),
      Option(
        "spacing", \.spacing, .number(0...256), unit: "points", absent: "bar.spacing, or 0 on a fill",
        example: 0, "The distance between two modules of the group; a stack has none."),
    ])
}
