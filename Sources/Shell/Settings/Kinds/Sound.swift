import ModuleModel
public import TextProcessing
import VisualEffects

/// The settings of a module that shows how loud a device is.
public struct SoundSettings: SourceSettings {
  /// Whether the device records and does not play.
  public var isInput = false
  /// The name or the label of the device at the sound server; nil for the default device.
  public var device: String?
  /// The size of one step of the volume, in percent.
  public var step = 5.0
  /// The maximum volume that the module sets, in percent.
  public var limit = 100.0
  /// Patterns of the names of devices that are left out, by their names at the sound server or for people.
  public var ignored: [TextPattern] = []

  public init(isInput: Bool = false) { self.isInput = isInput }
}

extension ModuleKind {
  public static let audio = ModuleKind(
    "audio", "The volume of the device that plays.",
    summary: soundSummary(
      "the device that plays", "programs that play through it",
      states: [.absent, .own("muted") { $0.ink = .vibrant(.secondaryLabel) }],
      plainStates: ["in_use", "bluetooth", "source_muted"],
      furtherFields: [
        FieldSummary("source", .text, example: "60%", "how loud the microphone is, or that it is muted"),
        FieldSummary(
          "source_percent", .integer, .percent, example: "60", "how loud the microphone is, as a number"),
        FieldSummary("source_muted", .bool, example: "no", "whether the microphone is muted"),
      ]),
    source: SoundSettings(), formatExample: "{icon} {name:.20}",
    options: soundOptions(example: "alsa_output.usb"))

  public static let microphone = ModuleKind(
    "microphone", "The volume of the microphone, and whether a program records.",
    summary: soundSummary(
      "the microphone", "programs that record",
      states: [
        .absent, .own("muted") { $0.ink = .vibrant(.secondaryLabel) },
        .own("in_use") { $0.ink = .colour(SIMD4(255, 159, 10, 255) / 255) },
      ], plainStates: ["bluetooth"]),
    source: SoundSettings(isInput: true), formatExample: "{icon} {app:.20}",
    options: soundOptions(example: "alsa_input.usb"))

  /// The summary of a module that shows how loud a device is.
  private static func soundSummary(
    _ subject: String, _ programs: String, states: [ModuleState], plainStates: [String],
    furtherFields: [FieldSummary] = []
  ) -> KindSummary {
    KindSummary(
      fields: [
        FieldSummary("percent", .integer, .percent, example: "40", "how loud \(subject) is"),
        FieldSummary("state", .text, example: "idle", "muted, in_use while there are \(programs), or idle"),
        FieldSummary("muted", .bool, example: "no", "whether it is muted"),
        FieldSummary("name", .text, example: "Built-in Audio", "the description of the device"),
        FieldSummary("port", .text, example: "Headphones", "its plug in use; else nothing"),
        FieldSummary(
          "place", .text, example: "headphones",
          "speaker, headphones, headset, screen, microphone, line, webcam or other"),
        FieldSummary("device", .text, example: "alsa_output.usb", "its name in the sound server"),
        FieldSummary("bluetooth", .bool, example: "no", "whether it is connected by Bluetooth"),
        FieldSummary("apps", .integer, example: "1", "how many \(programs) there are"),
        FieldSummary("app", .text, example: "Firefox", "their names, separated by commas"),
        FieldSummary("summary", .text, example: "Built-in Audio · Headphones · 40%", "all this in words"),
      ] + furtherFields, format: "{icon}", sideFormat: "{icon}", tooltip: "{summary}", priority: 50,
      fitting: .whole,
      levelField: "percent", takesSlider: true,
      nameField: "state",
      states: states, plainStates: plainStates,
      actions: [
        ActionSummary(ActionSummary.panel, "opens a mixer, or closes it"),
        ActionSummary("mute", "mutes it, or has it heard again"),
        ActionSummary("louder", "makes it louder by step, up to limit"),
        ActionSummary("softer", "makes it less loud"),
        ActionSummary("next", "has programs use the next device"),
      ],
      gestures: [
        .middle: "mute", .right: "mute", .scrollUp: "louder",
        .scrollDown: "softer",
      ])
  }

  /// The options of a module that shows how loud a device is.
  private static func soundOptions(example: String) -> [Option<SoundSettings>] {
    [
      Option(
        "device", \.device, .line("the name of a device"), absent: "the one that programs use",
        example: example, "The device, by its name in the sound server or by its field name."),
      Option(
        "step", \.step, .number(0.1...50), unit: "percent", example: 2,
        "The amount by which one notch of the wheel changes the volume."),
      Option(
        "limit", \.limit, .number(10...150), unit: "percent", example: 120,
        "The greatest volume that the module sets; a greater one that another program has set is kept."),
      Option(
        "ignore", \.ignored, .array(.pattern, of: "patterns"), example: [.example("*HDMI*")],
        "Devices that are left out, by patterns of their names in the sound server or of their field name."),
    ]
  }
}
