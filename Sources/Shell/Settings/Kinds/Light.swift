import ModuleModel
import VisualEffects

/// The settings of a light that can be dimmed.
public struct LightSettings: SourceSettings {
  /// Whether the light belongs to a keyboard and not to a screen.
  public var isKeyboard = false
  /// The kernel's name of the light; nil for the one that fits best.
  public var device: String?
  /// The size of one step of the light, in percent.
  public var step = 5.0
  /// The brightness below which the module does not dim the light, in percent; a screen stays at least as bright as 1 percent.
  public var least = 0.0
  /// The exponent of the brightness of the light as a function of that which is shown and set.
  public var curve = 1.0

  public init(isKeyboard: Bool = false) { self.isKeyboard = isKeyboard }
}

extension ModuleKind {
  public static let backlight = ModuleKind(
    "backlight", "The brightness of the screen.",
    summary: lightSummary(
      "{icon}", tooltip: "Brightness {percent}%", of: "the screen", device: "intel_backlight"),
    source: LightSettings(), formatExample: "{percent}%",
    options: lightOptions(example: "intel_backlight"))

  public static let keyboardLight = ModuleKind(
    "keyboard_light", "The brightness of the light of the keyboard.",
    summary: lightSummary(
      "{icon} {percent}%", tooltip: "Keyboard light {percent}%", of: "the keyboard",
      device: "tpacpi::kbd_backlight"),
    source: LightSettings(isKeyboard: true), formatExample: "{percent}%",
    options: lightOptions(example: "tpacpi::kbd_backlight"))

  /// The summary of a light that can be dimmed.
  private static func lightSummary(
    _ format: String, tooltip: String, of subject: String, device: String
  ) -> KindSummary {
    KindSummary(
      fields: [
        FieldSummary("percent", .integer, .percent, example: "60", "how bright \(subject) is"),
        FieldSummary("device", .text, example: device, "the name that the kernel has for it"),
      ], format: format, sideFormat: "{icon}", tooltip: tooltip, fitting: .whole,
      levelField: "percent", takesSlider: true, states: [.absent],
      actions: [
        .panel("a slider"),
        ActionSummary("brighter", "makes \(subject) brighter by step"),
        ActionSummary("darker", "makes it darker"),
      ],
      gestures: [.scrollUp: "brighter", .scrollDown: "darker"])
  }

  /// The options of a light.
  private static func lightOptions(example: String) -> [Option<LightSettings>] {
    [
      Option(
        "device", \.device, .line("the name of a device"), absent: "the one that fits best",
        example: example, "The name that the kernel has for the light."),
      Option(
        "step", \.step, .number(0.1...50), unit: "percent", example: 2,
        "The amount by which one notch of the wheel changes the brightness."),
      Option(
        "min", \.least, .number(0...100), unit: "percent", example: 5,
        "The brightness below which the module does not dim the light."),
      Option(
        "curve", \.curve, .number(1...5), example: 2.2,
        "The exponent by which the light follows the percentage: with 1 evenly, with more in finer steps where it is dark."
      ),
    ]
  }
}
