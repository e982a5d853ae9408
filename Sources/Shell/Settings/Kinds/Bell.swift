import ModuleModel
import VisualEffects

/// The settings of the module `bell`, which counts notifications.
public struct BellSettings: SourceSettings {}

extension ModuleKind {
  public static let bell = ModuleKind(
    "bell", "The number of notifications, and whether do not disturb is on.",
    summary: KindSummary(
      fields: [
        FieldSummary("count", .integer, example: "3", "open and missed together"),
        FieldSummary("open", .integer, example: "2", "how many are open, also of those kept back"),
        FieldSummary(
          "missed", .integer, example: "1", "how many went by themselves since they were looked at"),
        FieldSummary("state", .text, example: "unread", "none, unread, quiet or absent"),
        FieldSummary("do_not_disturb", .bool, example: "no", "whether notifications are kept back"),
        FieldSummary("summary", .text, example: "2 open · 1 missed", "all of it in words"),
      ], format: "{icon}", tooltip: "{summary}", priority: 50, fitting: .whole, nameField: "state",
      states: [.own("absent") { $0.ink = .vibrant(.tertiaryLabel) }], plainStates: ["unread", "quiet"],
      actions: [
        .panel("all notifications, and do not disturb"),
        ActionSummary("do_not_disturb", "keeps notifications back, or shows them again"),
        ActionSummary("dismiss_all", "dismisses all notifications, and counts none as missed any more"),
        ActionSummary("restore", "shows the newest notification of the past again"),
      ],
      gestures: [
        .middle: "restore", .right: ActionSummary.menu,
        .touchLong: ActionSummary.menu,
      ]),
    source: BellSettings(), formatExample: "{icon} {count}")
}
