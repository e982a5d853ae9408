import Geometry
import Patterns

/// The options of a bar: the rows of `bar` and `[[bar]]`.
enum BarOptions {
  static let all: [Option<BarSettings>] = [
    option(
      "outputs", \.outputs, .array(.output, of: "patterns"), example: patterns("DP-*", "!DP-3"),
      """
      The outputs that have this bar, by name or by make, model and serial number; those with a ! have it not. \
      Empty: all.
      """),
    option("edge", \.edge, .name, example: .bottom, "The edge of each output on which the bar lies."),
    option(
      "height", \.height, .positive(upTo: 512), unit: logical, example: 40,
      "How high the bar is; at the left or right edge, how wide."),
    Option(
      "length", \.length, .positive(upTo: 16384), unit: logical, absent: "as far as the edge goes",
      example: 1200, "How long the bar is along its edge, in the middle of it."),
    option("margin_top", \.marginTop, .count(upTo: 4096), unit: logical, example: 8, "From the top edge."),
    option(
      "margin_right", \.marginRight, .count(upTo: 4096), unit: logical, example: 8, "From the right edge."),
    option(
      "margin_bottom", \.marginBottom, .count(upTo: 4096), unit: logical, example: 8, "From the bottom edge."
    ),
    option("margin_left", \.marginLeft, .count(upTo: 4096), unit: logical, example: 8, "From the left edge."),
    option(
      "corner_radius", \.cornerRadius, .count(upTo: 256), unit: logical, example: 12,
      "Of the bar's corners; 0 makes them square."),
    option(
      "spacing", \.spacing, .number(0...256), unit: "points", example: 0,
      "Room between two modules, besides their own padding."),
    option(
      "end_padding", \.endPadding, .number(0...256), unit: "points", example: 12,
      "Room between an end of the bar and its first module, which takes clicks for the module."),
    option(
      "pill_radius", \.pillRadius, .number(0...256), unit: "points", example: 12,
      "The radius of the corners of fills under modules; 0 makes them square."),
    option("exclusive", \.isExclusive, .boolean, example: false, "Whether windows keep clear of the bar."),
    option(
      "layer", \.layer, .name, example: .bottom,
      """
      Where the bar lies among windows: "bottom" below them, "top" above all but those in fullscreen, "overlay" \
      above these too, from which it slides away unless "hyaline bar show" asks for it then.
      """),
    option(
      "show_in", \.showIn, .name, example: .portrait,
      "On outputs of which shape the bar is shown; it fades when an output is turned."),
    option(
      "mode", \.mode, .name, example: .autoHide,
      """
      "auto-hide" shows the bar while the pointer is at its edge or over it, "hidden" when "hyaline bar" says so.
      """),
    option(
      "reveal_delay", \.revealDelay, .seconds, unit: "seconds", example: 0,
      "How long the pointer is at the edge before a hidden bar comes."),
    option(
      "hide_delay", \.hideDelay, .seconds, unit: "seconds", example: 2,
      "How long the bar stays after the pointer has left it, with auto-hide."),
    option(
      "material", \.material, .material, example: "systemThinMaterial",
      "The material of the glass: one of those in hyaline(5), or one of your own, see [materials.NAME]."),
    option(
      "font", \.font, .font(like: "Inter 11"), example: "DejaVu Sans Bold 10",
      "Family, style and size in points, as Pango writes them."),
    option(
      "start", \.start, .modules, example: [ModuleName(.text, "hello")],
      "The modules at the left end, or at the upper: names such as \"clock\", \"cpu\" or \"text.hello\"."
    ),
    option(
      "center", \.center, .modules, example: [.clock, ModuleName(.clock, "utc")], "The modules in the middle."
    ),
    option(
      "end", \.end, .modules, example: [ModuleName(.script, "load"), .clock],
      "The modules at the right end, or at the lower."),
  ]

  private static let logical = "logical pixels"

  private static func option<Value>(
    _ key: String, _ path: any WritableKeyPath<BarSettings, Value> & Sendable, _ kind: ValueKind<Value>,
    unit: String? = nil, example: Value, _ text: String
  ) -> Option<BarSettings> {
    Option(key, path, kind, of: BarSettings(), unit: unit, example: example, text)
  }

  private static func patterns(_ texts: String...) -> [OutputPattern] {
    texts.map { text in
      do throws(TextPattern.Mistake) {
        return try OutputPattern(text)
      } catch {
        preconditionFailure("example \(text): \(error.words)")
      }
    }
  }
}
