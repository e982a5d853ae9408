import ModuleModel

/// The settings of the module `mode`, which shows the active binding mode.
public struct ModeSettings: SourceSettings {}

extension ModuleKind {
  public static let mode = ModuleKind(
    "mode", "The binding mode of the compositor, unless it is the default one.",
    summary: KindSummary(
      fields: [
        FieldSummary("mode", .text, example: "resize", "the binding mode, or nothing in the usual one")
      ],
      format: "{mode}", priority: 60, states: [.absent], plainStates: ["active"],
      actions: [ActionSummary("leave", "binds keys as usual again")],
      gestures: [.click: "leave"]),
    source: ModeSettings(), formatExample: "» {mode}")
}
