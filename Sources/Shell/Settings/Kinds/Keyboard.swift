import ModuleModel

/// The settings of the module `keyboard`.
public struct KeyboardSettings: ReadsAtIntervals {
  /// Whether the module shows which locks are on.
  public var followsLocks = false
  /// Seconds between two readings of lights whose changes are not told.
  public var interval = 1.0
}

extension ModuleKind {
  /// The fields for the locks of the keyboard, which are followed only if one of them is shown.
  private static let lockFields = [
    FieldSummary("locks", .text, example: "Caps Lock, Num Lock", "the locks that are on"),
    FieldSummary("caps", .bool, example: "yes", "whether Caps Lock is on"),
    FieldSummary("num", .bool, example: "no", "whether Num Lock is on"),
    FieldSummary("scroll", .bool, example: "no", "whether Scroll Lock is on"),
  ]

  public static let keyboard = ModuleKind(
    "keyboard", "The layout of the keyboard, and its locks such as Caps Lock.",
    summary: KindSummary(
      fields: [
        FieldSummary("layout", .text, example: "German", "the name of the layout in use"),
        FieldSummary(
          "short", .text, example: "de", "its short name, as in the configuration of the keyboard"),
        FieldSummary("count", .integer, example: "2", "how many layouts there are"),
      ] + lockFields, format: "{icon} {short}", sideFormat: "{short}", tooltip: "{layout}",
      nameField: "short",
      plainStates: ["empty", "caps", "num", "scroll"],
      actions: [
        ActionSummary("next", "switches to the next layout"),
        ActionSummary("previous", "switches to the one before"),
      ], gestures: [.click: "next", .scrollUp: "previous", .scrollDown: "next"]),
    source: KeyboardSettings(), formatExample: "{layout}",
    options: [.interval],
    adapt: { settings, style in
      let fields = lockFields.map(\.name)
      settings.followsLocks =
        fields.contains { style.shows($0) }
        || style.states.contains { $0.conditions.isEmpty && fields.contains($0.name) }
    })
}
