import ModuleModel
import VisualEffects

/// The settings of the module `power_profile`.
public struct PowerProfileSettings: SourceSettings {}

extension ModuleKind {
  public static let powerProfile = ModuleKind(
    "power_profile", "The power profile of the machine.",
    summary: KindSummary(
      fields: [
        FieldSummary("profile", .text, example: "balanced", "power-saver, balanced or performance"),
        FieldSummary("name", .text, example: "Balanced", "its name for people"),
        FieldSummary(
          "degraded", .text, example: "lap-detected",
          "why the machine is slower than performance promises; else nothing"),
      ], format: "{icon} {name}", sideFormat: "{icon}", tooltip: "Power mode: {name}",
      nameField: "profile",
      states: [.absent],
      plainStates: ["power-saver", "balanced", "performance", "degraded"],
      actions: [
        .panel("the profiles that there are"),
        ActionSummary("next", "uses the next profile"),
        ActionSummary("power_saver", "saves power"),
        ActionSummary("balanced", "uses power as it is needed"),
        ActionSummary("performance", "is as fast as can be"),
      ], gestures: [.right: "next"]),
    source: PowerProfileSettings(), formatExample: "{profile}")
}
