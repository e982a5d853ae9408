import ModuleModel
public import TextProcessing
import VisualEffects

/// The settings of a module that shows who uses cameras, microphones and the screen.
public struct PrivacySettings: SourceSettings {
  /// Programs whose use is not shown.
  public var ignored: [TextPattern] = []
}

extension ModuleKind {
  public static let privacy = ModuleKind(
    "privacy",
    "The programs that use a camera, a microphone, the picture of the screen or the place of the machine.",
    summary: KindSummary(
      fields: [
        FieldSummary("camera", .text, example: "Firefox", "the names of programs that use a camera"),
        FieldSummary("microphone", .text, example: "Firefox", "the names of those that use a microphone"),
        FieldSummary("screen", .text, example: "OBS Studio", "the names of those that receive the screen"),
        FieldSummary(
          "location", .bool, example: "no", "whether a program asks for the place of the machine"),
        FieldSummary(
          "applications", .text, example: "Firefox, OBS Studio", "the names of all of them"),
      ],
      itemFields: [
        FieldSummary("use", .text, example: "camera", "camera, microphone, screen or location"),
        FieldSummary("apps", .text, example: "Firefox", "the names of the programs that use it"),
        FieldSummary("summary", .text, example: "Camera: Firefox", "this in words"),
      ], format: "{icon}", tooltip: "{summary}", priority: 60, nameField: "use",
      states: [
        .absent, .own("camera") { $0.ink = .colour(SIMD4(48, 209, 88, 255) / 255) },
        .own("microphone") { $0.ink = .colour(SIMD4(255, 159, 10, 255) / 255) },
        .own("screen") { $0.ink = .colour(SIMD4(191, 90, 242, 255) / 255) },
        .own("location") { $0.ink = .colour(SIMD4(10, 132, 255, 255) / 255) },
      ]),
    source: PrivacySettings(), formatExample: "{icon} {apps}",
    options: [
      Option(
        "ignore", \.ignored, .array(.pattern, of: "patterns"), example: [.example("effect_input.*")],
        "Programs whose use is not shown, such as a filter that always records, by their names in the fields."
      )
    ])
}
