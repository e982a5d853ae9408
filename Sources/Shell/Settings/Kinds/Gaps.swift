import ModuleModel

/// The settings of separators and spacers, which read nothing.
public struct GapSettings: SourceSettings {
  /// The width, in points.
  public var width: Double
}

/// Lines and gaps vanish before the first module does, so that none is left at an end of a zone.
extension ModuleKind {
  public static let separator = ModuleKind(
    "separator", "",
    summary: KindSummary(fields: [], format: "", priority: -1),
    source: GapSettings(width: 1),
    lookKeys: ["ink", "hidden", "priority", "padding"])

  public static let spacer = ModuleKind(
    "spacer", "A gap between modules.",
    summary: KindSummary(fields: [], format: "", priority: -1),
    source: GapSettings(width: 12),
    lookKeys: ["hidden", "priority"],
    options: [
      Option("width", \.width, .number(0...4096), unit: "points", example: 24, "The width of the gap.")
    ])
}
