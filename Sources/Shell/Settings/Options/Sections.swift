extension Settings {
  /// The descriptions of all options by section, in the order of `defaultText`.
  public static let options: [SectionSummary] =
    [
      SectionSummary(path: "", example: "", text: "", options: GeneralOptions.top.map(\.summary)),
      SectionSummary(
        path: "colors", example: "colors",
        text: "Names for colours, which stand for them in all options that take a colour.",
        options: [GeneralOptions.colour]),
      SectionSummary(
        path: "accessibility", example: "accessibility", text: "Options for easier reading and less motion.",
        options: GeneralOptions.accessibility.map(\.summary)),
      SectionSummary(
        path: "legibility", example: "legibility", text: "The guaranteed contrast of text.",
        options: GeneralOptions.legibility.map(\.summary)),
      SectionSummary(
        path: "glass", example: "glass", text: "The strength of all glass.",
        options: GeneralOptions.glass.map(\.summary)),
      SectionSummary(
        path: "backdrop", example: "backdrop", text: "The backdrop: the picture behind the glass.",
        options: GeneralOptions.backdrop.map(\.summary)),
      SectionSummary(
        path: "bar", example: "bar", text: "The bar of each output; write [[bar]] for each of several bars.",
        options: BarOptions.all.map(\.summary)),
      SectionSummary(
        path: "bar.states.NAME", example: "bar.states.empty",
        text:
          "A look of the bar while its conditions hold; of several states that hold, the last has precedence.",
        options: BarOptions.state.map(\.summary)),
      SectionSummary(
        path: "notifications", example: "notifications", text: "The banners of notifications.",
        options: NotificationOptions.all.map(\.summary)),
      SectionSummary(
        path: "notifications.do_not_disturb", example: "notifications.do_not_disturb",
        text: "The times at which notifications are neither shown nor heard.",
        options: NotificationOptions.doNotDisturb.map(\.summary)),
      SectionSummary(
        path: "notifications.rules", example: "[notifications.rules]",
        text: "A rule for notifications; several rules are applied from the first to the last.",
        options: NotificationOptions.rule.map(\.summary)),
      SectionSummary(
        path: "levels", example: "levels",
        text:
          "The short banner that shows a level, such as the volume, when a key or another program has changed it.",
        options: LevelOptions.all.map(\.summary)),
      SectionSummary(
        path: "tooltip", example: "tooltip", text: "The tooltips of modules.",
        options: PopupOptions.all.map(\.summary)),
      SectionSummary(
        path: "menu", example: "menu", text: "The menus of modules, of the tray and of banners.",
        options: PopupOptions.all.map(\.summary)),
    ] + modules + [
      SectionSummary(
        path: "materials.NAME", example: "materials.mine",
        text: "A material of your own, for the options named material.",
        options: GeneralOptions.material.map(\.summary))
    ]

  /// The tables of modules; options of every module are in the first.
  private static let modules: [SectionSummary] =
    [
      SectionSummary(
        path: "MODULE", example: "cpu.all",
        text:
          "The options of every kind of module. MODULE is its name, such as \"cpu\" or \"text.hello\".",
        options: ModuleOptions.look(.cpu).map(\.summary)
          + ([ModuleOptions.menu(.cpu)] + ModuleOptions.scrolling).map(\.summary)),
      SectionSummary(
        path: "MODULE", example: "tray.all", text: "The options of every module that has items.",
        options: ModuleOptions.items.map(\.summary)),
      SectionSummary(
        path: "MODULE.states.NAME", example: "cpu.all.states.high",
        text:
          "A state, which overrides \"format\" and the options above while its conditions hold; the last one that holds has precedence.",
        options: [ModuleOptions.when(.cpu).summary]),
      SectionSummary(
        path: "MODULE.on", example: "cpu.all.on",
        text: "The actions of gestures: an action of the module, see hyaline(5), or a command as an array.",
        options: ModuleOptions.gestures(.cpu).map(\.summary)),
    ]
    + ModuleKind.all.filter { !$0.text.isEmpty }.map(section)

  private static func section(_ kind: ModuleKind) -> SectionSummary {
    let isNamed = kind.needs != nil
    return SectionSummary(
      path: isNamed ? "\(kind.name).NAME" : kind.name,
      example: isNamed ? "\(kind.name).\(kind.nameExample)" : kind.name, text: kind.text,
      options: ModuleOptions.module(kind).map(\.summary))
  }
}
