import Geometry
import ModuleModel
import TextProcessing
import VisualEffects

/// The options of a bar: the rows of `bar` and `[[bar]]`.
enum BarOptions {
  static let all = own + relief.map { Option($0, at: \BarSettings.relief) }

  private static let relief =
    ReliefOptions.own(
      rim: "that of the material if the corners are round, else 0",
      shadow: "that of the material if the bar has a margin and round corners, else 0")
    + ReliefOptions.ownLight(absent: "that of the material")

  private static let own: [Option<BarSettings>] = [
    Option(
      "outputs", \.outputs, .array(.output, of: "patterns"),
      example: ["DP-*", "!DP-3"].map(NegatablePattern.example),
      """
      The outputs that have this bar, by name or by make, model and serial number; a pattern after a ! excludes outputs. \
      An empty array means all outputs.
      """),
    Option(
      "style", \.style, .name, example: .islands,
      """
      The look, which gives other defaults to height, margins, glass and radii: "edge" is one sheet that fills its edge, "floating" \
      one with round corners that is apart from it, and "islands" is a capsule for each zone.
      """),
    Option("edge", \.edge, .name, example: .bottom, "The edge of each output on which the bar lies."),
    Option(
      "height", \.thickness, .extent(upTo: 512, "auto"), unit: logical, example: .length(40),
      """
      The height of the bar, or its width at the left or right edge; "auto" is as much as its fonts and icons need.
      """),
    Option(
      "length", \.extent, .extent(upTo: 16384, "content"), unit: logical, absent: "as far as the edge goes",
      example: .length(1200),
      """
      The length of the bar, which lies in the middle of its edge; with "content" it is as long as its modules need, which \
      lie together.
      """),
    Option(
      "margin_top", \.marginTop, .count(upTo: 4096), unit: logical, example: 8,
      "The distance from the top edge of the output, or from another panel there."),
    Option(
      "margin_right", \.marginRight, .count(upTo: 4096), unit: logical, example: 8,
      "The distance from the right edge of the output, or from another panel there."),
    Option(
      "margin_bottom", \.marginBottom, .count(upTo: 4096), unit: logical, example: 8,
      "The distance from the bottom edge of the output, or from another panel there."),
    Option(
      "margin_left", \.marginLeft, .count(upTo: 4096), unit: logical, example: 8,
      "The distance from the left edge of the output, or from another panel there."),
    Option(
      "corner_radius", \.cornerRadius, .count(upTo: 256), unit: logical, example: 12,
      "The radius of the bar's corners; 0 makes them square."),
    Option(
      "glass", \.glass, .name, example: .zones,
      """
      The parts of the bar that lie on a sheet of glass of their own: "bar" is one sheet, "zones" and "modules" make islands of \
      the zones or of the modules and groups, and with "none" modules lie on no glass. Between islands nothing is drawn, and clicks \
      are for what is below.
      """),
    Option(
      "island_radius", \.islandRadius, .number(0...256), unit: "points", example: 16,
      "The radius of the corners of islands; 0 makes them square, half of the bar's height makes the ends round."
    ),
    Option(
      "island_padding", \.islandPadding, .number(0...256), unit: "points", example: 8,
      "The distance from the ends of an island to its modules, in addition to their own padding."),
    Option(
      "island_gap", \.islandGap, .number(0...256), unit: "points", example: 12,
      "The least distance between two islands."),
    Option(
      "merge", \.merge, .number(0...64), unit: "points", example: 12,
      """
      The distance below which two islands flow together into one; with 0 they never do. Islands are apart by "island_gap" \
      at least.
      """),
    Option(
      "zone_fill", \.zoneFill, .fill, absent: "none", example: .colour([0.12, 0.12, 0.18, 1]),
      """
      The fill under the modules of each zone, as MODULE.fill for a module, if the bar is one sheet as long as its edge; \
      pill_radius and end_padding apply to it.
      """),
    Option(
      "spacing", \.spacing, .number(0...256), unit: "points", example: 0,
      "The distance between two modules, in addition to their own padding."),
    Option(
      "end_padding", \.endPadding, .number(0...256), unit: "points", example: 12,
      "The distance from an end of the bar to its first module, which gets the clicks there."),
    Option(
      "pill_radius", \.pillRadius, .number(0...256), unit: "points",
      absent: "6, or more where the corners of the bar are rounder", example: 12,
      "The radius of the corners of fills under modules; 0 makes them square."),
    Option(
      "underline_width", \.underlineWidth, .number(0...32), unit: "points", example: 1,
      "The width of the line along one side of a bar that is one sheet, if it has an underline_color."),
    Option(
      "underline_color", \.underlineColour, .colour, absent: "none", example: [1, 1, 1, 64.0 / 255],
      "The colour of the line along one side of the bar."),
    Option(
      "underline_edge", \.underlineEdge, .name, example: .outer,
      """
      The side of the bar at which the line is: "inner" is the one that faces the middle of the screen, "outer" the opposite \
      one, "start" is the left or upper end and "end" the other one.
      """),
    Option(
      "exclusive", \.isExclusive, .boolean, example: false,
      "Whether the area of the bar is reserved, so that windows do not lie under it."),
    Option(
      "click_through", \.isClickThrough, .boolean, example: true,
      "Whether clicks on the bar are for what is below it."),
    Option(
      "layer", \.layer, .name, example: .bottom,
      """
      The layer of the bar: "background" and "bottom" are below windows, "top" is above all windows except those in \
      fullscreen, and "overlay" is above these too; there the bar is hidden while a window is in fullscreen, unless \
      "hyaline bar show" shows it.
      """),
    Option(
      "show_in", \.showIn, .name, example: .portrait,
      "The shape of the outputs on which the bar is shown; it fades when an output is rotated."),
    Option(
      "mode", \.mode, .name, example: .autoHide,
      """
      The bar is "docked", which shows it always, "auto-hide", which shows it while the pointer is at its edge or over it, \
      "dodge", which shows it also while no window overlaps it, \
      or "hidden" until "hyaline bar show".
      """),
    Option(
      "reveal_delay", \.revealDelay, .seconds, unit: "seconds", example: 0,
      "The time that the pointer has to stay at the edge before a hidden bar appears."),
    Option(
      "hide_delay", \.hideDelay, .seconds, unit: "seconds", example: 2,
      "The time for which a bar with auto-hide stays after the pointer has left it."),
    Option(
      "material", \.material, .material, example: "systemThinMaterial",
      "The material of the glass: one of those in hyaline(5), or one of your own, see [materials.NAME]."),
    Option(
      "ink", \.ink, .ink, absent: "that of the material",
      example: .colour([205.0 / 255, 214.0 / 255, 244.0 / 255, 1]),
      "The ink of texts and icons without one of their own: a level of vibrancy or a colour. Both are kept legible."
    ),
    Option(
      "font", \.font, .font(like: "Inter 11"), example: "DejaVu Sans Bold 10",
      "Family, style and size in points, as Pango writes them."),
    Option(
      "start", \.start, .modules, example: [ModuleName(.text, "hello")],
      """
      The modules at the left or upper end: names such as "clock", "cpu" or "text.hello". Modules without anything to show take \
      no room. Where "start", "center" or "end" is set, nothing is in those that are not, but a clock in "center".
      """
    ),
    Option(
      "center", \.center, .modules, example: [.clock, ModuleName(.clock, "utc")], "The modules in the middle."
    ),
    Option(
      "end", \.end, .modules, example: [ModuleName(.script, "load"), .clock],
      "The modules at the right or lower end."),
  ]

  /// The options of a state of a bar.
  static let state: [Option<BarState>] = [
    Option(
      needed: "when", \.conditions, .conditions(of: BarState.fields),
      example: exampleValue([try FieldCondition("windows", .number(0), fields: BarState.fields)]),
      """
      Conditions on the windows of the output, all of which have to hold: windows, app_id, title, maximized and fullscreen, \
      compared as the fields of modules are.
      """),
    Option(
      "material", \.material, .material, absent: asBar, example: "clearGlass", "The material of the glass."),
    Option(
      "glass", \.glass, .name, absent: asBar, example: .modules,
      "The parts of the bar that lie on a sheet of glass of their own."),
    Option(
      "ink", \.ink, .ink, absent: asBar, example: .vibrant(.secondaryLabel),
      "The ink of texts and icons without one of their own."),
    Option(
      "corner_radius", \.cornerRadius, .count(upTo: 256), unit: logical, absent: asBar, example: 0,
      "The radius of the bar's corners."),
    Option(
      "island_radius", \.islandRadius, .number(0...256), unit: "points", absent: asBar, example: 4,
      "The radius of the corners of islands."),
    margin("margin_top", \.marginTop), margin("margin_right", \.marginRight),
    margin("margin_bottom", \.marginBottom), margin("margin_left", \.marginLeft),
  ]

  private static let asBar = "that of the bar"

  private static func margin(
    _ key: String, _ path: any WritableKeyPath<BarState, Int?> & Sendable
  ) -> Option<BarState> {
    Option(
      key, path, .count(upTo: 4096), unit: logical, absent: asBar, example: 0,
      "The distance from the edge of the output, or from another panel there.")
  }

  /// The keys of the options that name modules.
  static let zones = ["start", "center", "end"]

  private static let logical = "logical pixels"
}
