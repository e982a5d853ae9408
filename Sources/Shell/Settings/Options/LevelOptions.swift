import DesktopModel
import Geometry

/// The options of the banner of levels: the rows of `levels`.
enum LevelOptions {
  static let all: [Option<LevelSettings>] = [
    option("enabled", \.isEnabled, .boolean, example: false, "Whether changes of levels are shown at all."),
    option(
      "kinds", \.kinds, .array(.name, of: "kinds"), example: [.volume, .brightness],
      "Which levels: volume, microphone, brightness, keyboard_light, caps_lock, power_profile. Empty: all."),
    option(
      "timeout", \.timeout, .number(0.2...60), unit: "seconds", example: 2,
      "How long the banner stays after the last change."),
    option(
      "output", \.output, .line("\"focused\", \"all\" or the name of an output"), example: "DP-1",
      "On which output: \"focused\", \"all\", or one by its name."),
    option("anchor", \.anchor, .name, example: .top, "Where on an output the banner is."),
    option(
      "margin", \.margin, .count(upTo: 4096), unit: logical, example: 24,
      "The banner keeps this distance from the edges of the output that it is at, or from panels there."),
    option("width", \.width, .positive(upTo: 2048), unit: logical, example: 240, "How wide the banner is."),
    option(
      "layer", \.layer, .name, example: .top,
      "Where it lies among windows: \"top\" above all but those in fullscreen, \"overlay\" above these too."),
    option(
      "material", \.material, .material, example: "systemThickMaterial",
      "The material of the glass, as bar.material."),
    option(
      "font", \.font, .font(like: "Inter 11"), example: "DejaVu Sans 11",
      "The text of the banner is set in this font."),
  ]

  private static let logical = "logical pixels"

  private static func option<Value>(
    _ key: String, _ path: any WritableKeyPath<LevelSettings, Value> & Sendable, _ kind: ValueKind<Value>,
    unit: String? = nil, example: Value, _ text: String
  ) -> Option<LevelSettings> {
    Option(key, path, kind, of: LevelSettings(), unit: unit, example: example, text)
  }
}
