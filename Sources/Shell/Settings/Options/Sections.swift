extension Settings {
  /// The descriptions of all options by section, in the order of `defaultText`.
  public static let options: [SectionSummary] =
    [
      SectionSummary(path: "", example: "", text: "", options: GeneralOptions.top.map(\.summary)),
      SectionSummary(
        path: "accessibility", example: "accessibility", text: "Options for easier reading and less motion.",
        options: GeneralOptions.accessibility.map(\.summary)),
      SectionSummary(
        path: "legibility", example: "legibility", text: "The guaranteed contrast of text.",
        options: GeneralOptions.legibility.map(\.summary)),
      SectionSummary(
        path: "backdrop", example: "backdrop", text: "The backdrop: the picture behind the glass.",
        options: GeneralOptions.backdrop.map(\.summary)),
      SectionSummary(
        path: "bar", example: "bar", text: "The bar of each output; write [[bar]] for each of several bars.",
        options: BarOptions.all.map(\.summary)),
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
        options: ModuleOptions.look(.cpu).map(\.summary) + [ModuleOptions.menu(.cpu).summary]),
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
    + [
      section(
        .clock, "The time. [clock.NAME] is a further clock; all kinds of modules without a name allow that."),
      section(.text, "A constant text, the module \"text.NAME\"."),
      section(.script, "The output of a command, the module \"script.NAME\"."),
      section(.cpu, "The use of the processor."), section(.memory, "The use of memory."),
      section(.disk, "The use of a file system."),
      section(.load, "The number of processes that run or wait."),
      section(.temperature, "The temperature that a sensor measures."),
      section(.rates, "The rates at which the network receives and sends."),
      section(.workspaces, "The workspaces of the output."),
      section(.window, "The active window of the output."),
      section(.taskbar, "The windows of the output."),
      section(.mode, "The binding mode of the compositor, unless it is the default one."),
      section(.scratchpad, "The number of windows in the scratchpad."),
      section(.keyboard, "The layout of the keyboard, and its locks such as Caps Lock."),
      section(.idle, "Whether the session may become idle."),
      section(.bell, "The number of notifications, and whether do not disturb is on."),
      section(.battery, "A battery of the machine, or of a device such as a mouse."),
      section(.media, "The track that a player plays."), section(.backlight, "The brightness of the screen."),
      section(.audio, "The volume of the device that plays."),
      section(.microphone, "The volume of the microphone, and whether a program records."),
      section(.keyboardLight, "The brightness of the light of the keyboard."),
      section(.powerProfile, "The power profile of the machine."),
      section(.privacy, "The programs that use a camera, a microphone or the picture of the screen."),
      section(.systemd, "The number of failed units of systemd."),
      section(.session, "A button whose panel locks, ends or suspends the session."),
      section(.tray, "The items that programs put into the tray."),
      section(.network, "The network connection."),
      section(.bluetooth, "Bluetooth, and the devices that are connected by it."),
      section(.image, "A picture, the module \"image.NAME\"."),
      section(.spacer, "A gap between modules."),
      section(.group, "Several modules as one, the module \"group.NAME\"."),
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
