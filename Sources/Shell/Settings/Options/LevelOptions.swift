import DesktopModel
import Geometry

/// The options of the banner of levels: the rows of `levels`.
enum LevelOptions {
  static let all = own + ReliefOptions.edges.map { Option($0, at: \LevelSettings.relief) }

  private static let own: [Option<LevelSettings>] = [
    Option("enabled", \.isEnabled, .boolean, example: false, "Whether changes of levels are shown."),
    Option(
      "kinds", \.kinds, .array(.name, of: "kinds"), example: [.volume, .brightness],
      "The levels that are shown: volume, microphone, brightness, keyboard_light, caps_lock, power_profile. An empty array means all."
    ),
    Option(
      "timeout", \.timeout, .number(0.2...60), unit: "seconds", example: 2,
      "The time for which the banner stays after the last change."),
    Option(
      "output", \.output, .line("\"focused\", \"all\" or the name of an output"), example: "DP-1",
      "The output of the banner: \"focused\", \"all\", or the name of an output."),
    Option("anchor", \.anchor, .name, example: .top, "The place of the banner on its output."),
    Option(
      "margin", \.margin, .count(upTo: 4096), unit: logical, example: 24,
      "The distance of the banner from the edges of the output that it is at, or from panels there."),
    Option("width", \.width, .positive(upTo: 2048), unit: logical, example: 240, "The width of the banner."),
    Option(
      "layer", \.layer, .name, example: .top,
      "The layer of the banner: \"top\" is above all windows except those in fullscreen, \"overlay\" above these too."
    ),
    Option(
      "material", \.material, .material,
      absent: "that of the island that the banner grows out of, or \"\(LevelSettings.usualMaterial)\"",
      example: "systemThickMaterial", "The material of the glass, as for bar.material."),
    Option(
      "font", \.font, .font(like: "Inter 11"), example: "DejaVu Sans 11",
      "The font of the text, as for bar.font."),
  ]

  private static let logical = "logical pixels"
}
