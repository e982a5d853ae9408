import ModuleModel

extension Settings {
  /// The descriptions of all options by section, in the order of `defaultText`.
  public static let options: [SectionSummary] =
    [
      SectionSummary("", GeneralOptions.top, of: Settings(), ""),
      SectionSummary(
        path: "colors", example: "colors",
        text: "Names for colours, which stand for them in all options that take a colour.",
        options: [GeneralOptions.colour]),
      SectionSummary(
        "accessibility", GeneralOptions.accessibility, of: AccessibilitySettings(),
        "Options for easier reading and less motion."),
      SectionSummary(
        "legibility", GeneralOptions.legibility, of: LegibilitySettings(), "The guaranteed contrast of text."),
      SectionSummary(
        "glass", GeneralOptions.glass, of: GlassSettings(),
        "The strength of all glass, and of its rim, its shadow and its light."),
      SectionSummary(
        "backdrop", GeneralOptions.backdrop, of: BackdropSettings(),
        "The backdrop: the picture behind the glass."),
      SectionSummary(
        "bar", BarOptions.all, of: BarSettings(),
        "The bar of each output; write [[bar]] for each of several bars."),
      SectionSummary(
        "bar.states.NAME", example: "bar.states.empty", BarOptions.state, of: BarState(""),
        "A look of the bar while its conditions hold; of several states that hold, the last has precedence."),
      SectionSummary(
        "notifications", NotificationOptions.all, of: NotificationSettings(),
        "The banners of notifications."),
      SectionSummary(
        "notifications.do_not_disturb", NotificationOptions.doNotDisturb, of: DoNotDisturbSettings(),
        "The times at which notifications are neither shown nor heard."),
      SectionSummary(
        "notifications.rules", example: "[notifications.rules]", NotificationOptions.rule,
        of: NotificationRule(),
        "A rule for notifications; several rules are applied from the first to the last."),
      SectionSummary(
        "levels", LevelOptions.all, of: LevelSettings(),
        "The short banner that shows a level, such as the volume, when a key or another program has changed it."
      ),
      SectionSummary("tooltip", PopupOptions.all, of: PopupSettings(), "The tooltips of modules."),
      SectionSummary(
        "menu", PopupOptions.all, of: PopupSettings(),
        "The menus of modules, of the tray and of banners."),
    ] + modules + [
      SectionSummary(
        "materials.NAME", example: "materials.mine", GeneralOptions.material, of: UserMaterial(),
        "A material of your own, for the options named material.")
    ]

  /// The tables of modules; options of every module are in the first.
  private static let modules: [SectionSummary] =
    [
      SectionSummary(
        path: "MODULE", example: "cpu.all",
        text:
          "The options of every kind of module. MODULE is its name, such as \"cpu\" or \"text.hello\".",
        options: ModuleOptions.look(.cpu).summaries(of: ModuleLook())
          + ([ModuleOptions.menu(.cpu)] + ModuleOptions.scrolling).summaries(of: ModuleStyle())),
      SectionSummary(
        "MODULE", example: "tray.all", ModuleOptions.items, of: ModuleLook(),
        "The options of every module that has items."),
      SectionSummary(
        "MODULE.states.NAME", example: "cpu.all.states.high", [ModuleOptions.when(.cpu)], of: ModuleState(""),
        "A state, which overrides \"format\" and the options above while its conditions hold; the last one that holds has precedence."
      ),
      SectionSummary(
        "MODULE.on", example: "cpu.all.on", ModuleOptions.gestures(.cpu), of: ModuleStyle(),
        "The actions of gestures: an action of the module, see hyaline(5), or a command as an array."),
    ]
    + ModuleKind.all.filter { !$0.text.isEmpty }.map(section)

  private static func section(_ kind: ModuleKind) -> SectionSummary {
    let isNamed = kind.needs != nil
    return SectionSummary(
      isNamed ? "\(kind.name).NAME" : kind.name, example: isNamed ? "\(kind.name).\(kind.nameExample)" : nil,
      ModuleOptions.module(kind), of: ModuleDraft(kind), kind.text)
  }
}

extension SectionSummary {
  /// Describes the section of a path and its options with the defaults of `section`. `example` is nil if no part of the path is a
  /// name of the user's choice.
  fileprivate init<Section>(
    _ path: String, example: String? = nil, _ options: [Option<Section>], of section: Section, _ text: String
  ) {
    self.init(path: path, example: example ?? path, text: text, options: options.summaries(of: section))
  }
}
