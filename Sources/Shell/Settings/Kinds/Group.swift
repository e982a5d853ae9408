import ModuleModel

/// The settings of a group of modules.
public struct GroupSettings: SourceSettings {
  public var modules: [ModuleName] = []
  /// Whether all modules but the first are hidden until the group is opened.
  public var isDrawer = false
  /// Whether the drawer is open while the pointer is over the group.
  public var opensUnderPointer = false

  public init() {}
}

extension ModuleKind {
  public static let group: ModuleKind = ModuleKind(
    "group", "Several modules as one, the module \"group.NAME\".",
    summary: KindSummary(fields: [], format: ""),
    source: GroupSettings(), needs: "modules", nameExample: "system",
    lookKeys: ["ink", "hidden", "priority", "pill", "padding", "font"],
    options: {
      [
        Option(
          needed: "modules", \.modules, .groupModules, example: [.clock],
          "The modules of the group, in order; a group cannot contain a group."),
        Option(
          "drawer", \.isDrawer, .boolean, of: GroupSettings(), example: true,
          "Whether all modules but the first are hidden until a click on the arrow beside them."),
        Option(
          "hover", \.opensUnderPointer, .boolean, of: GroupSettings(), example: true,
          "Whether the drawer also opens when the pointer comes over the group, and closes when it is over another module or leaves the bar."
        ),
      ]
    })
}
