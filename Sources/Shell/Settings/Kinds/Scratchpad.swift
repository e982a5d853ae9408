import ModuleModel

/// The settings of the module `scratchpad`, which counts the windows in the scratchpad.
public struct ScratchpadSettings: SourceSettings {}

extension ModuleKind {
  public static let scratchpad = ModuleKind(
    "scratchpad", "The number of windows in the scratchpad.",
    summary: KindSummary(
      fields: [
        FieldSummary("count", .integer, example: "2", "how many windows are put away"),
        FieldSummary("titles", .text, example: "Music, notes.txt", "their titles"),
      ], format: "{icon} {count}", tooltip: "{titles}", fitting: .whole,
      states: [.absent, .own("empty") { $0.isHidden = true }],
      actions: [ActionSummary("show", "shows the next of them, or puts it away again")],
      gestures: [.click: "show"]),
    source: ScratchpadSettings(), formatExample: "{count}")
}
