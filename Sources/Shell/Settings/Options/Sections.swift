extension Settings {
  /// The descriptions of all options by section, in the order of `defaultText`.
  public static let options: [SectionSummary] =
    [
      SectionSummary(path: "", example: "", text: "", options: GeneralOptions.top.map(\.summary)),
      SectionSummary(
        path: "accessibility", example: "accessibility", text: "What eases seeing.",
        options: GeneralOptions.accessibility.map(\.summary)),
      SectionSummary(
        path: "legibility", example: "legibility", text: "What text is guaranteed.",
        options: GeneralOptions.legibility.map(\.summary)),
      SectionSummary(
        path: "backdrop", example: "backdrop", text: "What is behind the glass.",
        options: GeneralOptions.backdrop.map(\.summary)),
      SectionSummary(
        path: "bar", example: "bar", text: "The bar of each output; for several write [[bar]].",
        options: BarOptions.all.map(\.summary)),
      SectionSummary(
        path: "notifications", example: "notifications", text: "The banners of notifications.",
        options: NotificationOptions.all.map(\.summary)),
      SectionSummary(
        path: "notifications.do_not_disturb", example: "notifications.do_not_disturb",
        text: "When notifications are kept back.", options: NotificationOptions.doNotDisturb.map(\.summary)),
      SectionSummary(
        path: "notifications.rules", example: "[notifications.rules]",
        text: "A rule; there may be many, applied from the first to the last.",
        options: NotificationOptions.rule.map(\.summary)),
      SectionSummary(
        path: "levels", example: "levels",
        text:
          "The short banner that shows a level, such as the volume, when a key or another program has changed it.",
        options: LevelOptions.all.map(\.summary)),
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
          "What every module has, whatever its kind. MODULE is its name, such as \"cpu\" or \"text.hello\".",
        options: ModuleOptions.look(.cpu).map(\.summary) + [ModuleOptions.menu(.cpu).summary]),
      SectionSummary(
        path: "MODULE.states.NAME", example: "cpu.all.states.high",
        text:
          "How it looks while conditions hold: any of the options above and \"format\". The last that holds wins.",
        options: [ModuleOptions.when(.cpu).summary]),
      SectionSummary(
        path: "MODULE.on", example: "cpu.all.on",
        text: "What gestures do: an action of the module, see hyaline(5), or a command as an array.",
        options: ModuleOptions.gestures(.cpu).map(\.summary)),
    ]
    + [
      section(
        .clock, "The module \"clock\"; [clock.NAME] is a further one, as with every kind without a name."),
      section(.text, "A text that stays, the module \"text.NAME\"."),
      section(.script, "What a command prints, the module \"script.NAME\"."),
      section(.cpu, "How busy the processor is."), section(.memory, "How much memory is in use."),
      section(.disk, "How full a file system is."), section(.load, "How many processes wait."),
      section(.temperature, "What a sensor measures."),
      section(.rates, "What the network sends and receives."),
      section(.workspaces, "The workspaces, each an item."),
      section(.window, "The window in front."),
      section(.taskbar, "All windows, each an item."),
      section(.mode, "The mode in which keys are bound, unless it is the usual one."),
      section(.scratchpad, "How many windows are put away."),
      section(.keyboard, "The layout of the keyboard, and its locks."),
      section(.idle, "Whether the session may become idle."),
      section(.bell, "How many notifications there are, and whether they are kept back."),
      section(.battery, "A battery of the machine or of something connected to it."),
      section(.media, "What is played."), section(.backlight, "How bright the screen is."),
      section(.audio, "How loud what is played is."),
      section(.microphone, "How loud what is recorded is, and whether a program records."),
      section(.keyboardLight, "How bright the light of the keyboard is."),
      section(.powerProfile, "The power profile of the machine."),
      section(.privacy, "Which programs use a camera, a microphone or the picture of the screen."),
      section(.systemd, "How many units of systemd have failed."),
      section(.session, "Locks, ends and interrupts the session."),
      section(.tray, "The items of the tray, each an item."),
      section(.network, "The network connection."),
      section(.bluetooth, "Bluetooth and what is connected by it."),
      section(.image, "A picture, the module \"image.NAME\"."),
      section(.spacer, "Room between modules."),
      section(.group, "Modules in one, the module \"group.NAME\"."),
    ]

  private static func section(_ kind: ModuleName.Kind, _ text: String) -> SectionSummary {
    let examples: [ModuleName.Kind: String] = [
      .text: "hello", .script: "load", .image: "logo", .group: "system",
    ]
    let isNamed = kind.needs != nil
    return SectionSummary(
      path: isNamed ? "\(kind.rawValue).NAME" : kind.rawValue,
      example: isNamed ? "\(kind.rawValue).\(examples[kind] ?? "one")" : kind.rawValue, text: text,
      options: ModuleOptions.module(kind).map(\.summary))
  }
}
