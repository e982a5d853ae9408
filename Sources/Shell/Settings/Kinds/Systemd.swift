import ModuleModel
import VisualEffects

/// The settings of the module `systemd`, which shows units that have failed.
public struct SystemdSettings: SourceSettings {}

extension ModuleKind {
  public static let systemd = ModuleKind(
    "systemd", "The number of failed units of systemd.",
    summary: KindSummary(
      fields: [
        FieldSummary("count", .integer, example: "2", "how many units have failed"),
        FieldSummary("system", .integer, example: "1", "how many of them are the system's"),
        FieldSummary("user", .integer, example: "1", "how many are the user's"),
        FieldSummary("summary", .text, example: "2 services have failed", "the number in words"),
      ], format: "{icon} {count}", tooltip: "{summary}",
      priority: 45, fitting: .whole,
      states: [.absent, .own("failed") { $0.ink = .colour(SIMD4(255, 69, 58, 255) / 255) }],
      actions: [.panel("the units that have failed, which can be started again")]),
    source: SystemdSettings(), formatExample: "{count} failed")
}
