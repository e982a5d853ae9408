import GlassModel
import VisualEffects

/// All options: decoding, the default file and the check of the manual are made from them.
enum OptionTable {
  static let top: [Option<Settings>] = [
    Option(
      "appearance", \.appearance, .name, of: Settings(), example: .light,
      """
      Dark glass with white text, or light glass with black text; "system" follows the desktop's preference, \
      "backdrop" what is behind the glass.
      """),
    Option(
      "renderer", \.renderer, .name, of: Settings(), example: .cpu,
      """
      What draws: "gles" is OpenGL ES, "cpu" the program itself, which loads no graphics driver. "auto" draws by \
      OpenGL ES where there is a GPU, and by the CPU elsewhere.
      """),
  ]

  static let accessibility: [Option<AccessibilitySettings>] = [
    Option(
      "reduce_transparency", \.reduceTransparency, .name, of: AccessibilitySettings(), example: .on,
      """
      Opaque glass of one colour, which looks at nothing behind it; "auto" where the desktop asks for high \
      contrast.
      """),
    Option(
      "increase_contrast", \.increaseContrast, .name, of: AccessibilitySettings(), example: .on,
      "A contrast of text of at least 7; \"auto\" where the desktop asks for high contrast."),
    Option(
      "reduce_motion", \.reduceMotion, .name, of: AccessibilitySettings(), example: .on,
      "Changes without animation; \"auto\" where the desktop asks for it."),
  ]

  static let legibility: [Option<LegibilitySettings>] = [
    Option(
      "contrast", \.contrast, .contrast, of: LegibilitySettings(), example: 7,
      """
      The contrast, as WCAG 2 measures it, that text has at least over anything that is behind the glass; 0: \
      none is guaranteed, and the material stays pure.
      """)
  ]

  static let backdrop: [Option<BackdropSettings>] = [
    Option(
      "source", \.source, .name, of: BackdropSettings(), example: .live,
      """
      How the glass knows what is behind it: "live" looks at what is really there, "compositor" leaves \
      the blur to the compositor, "wallpaper" takes the picture named below, "solid" one colour. "auto" takes the best that works.
      """),
    Option(
      "wallpaper", \.wallpaper, .path("the path of a picture"), absent: "no picture",
      example: "~/Pictures/fjord.jpg",
      """
      A PNG or JPEG picture, for source = "wallpaper", or for "auto" where live is not possible. \
      A leading ~ is the home directory.
      """),
    Option(
      "placement", \.placement, .name, of: BackdropSettings(), example: .fit,
      "How the wallpaper lies on an output; the same as in the program that shows it."),
    Option(
      "max_rate", \.maxRate, .positive(upTo: 1000), unit: "captures per second",
      absent: "by kind of renderer and power source", example: 30,
      "How often at most the glass looks at what is behind it."),
  ]

  static let material: [Option<UserMaterial>] = [
    Option(
      "base", \.base, .style, of: UserMaterial(), example: .systemThinMaterial,
      "The material that this one starts from."),
    Option(
      "blur", \.overrides.blurRadius, .number(0...135), unit: "points", absent: ofBase, example: 20,
      "Standard deviation of the Gaussian blur."),
    Option(
      "saturation", \.overrides.saturation, .number(0...10), absent: ofBase, example: 1.5,
      "How far colours are driven from grey: 0 is grey, 1 leaves them."),
    Option(
      "brightness", \.overrides.brightness, .number(-1...1), absent: ofBase, example: 0.1,
      "Added to every channel."),
    Option(
      "luminance_amount", \.overrides.luminanceAmount, .number(0...1), absent: ofBase, example: 0.75,
      "How far a colour is mixed towards the grey that luminance_curve gives for it."),
    Option(
      "luminance_curve", \.overrides.luminanceCurve, .fourNumbers(-4...4), absent: ofBase,
      example: [0.16, 0.26, 0.1, 0.1],
      "Control values of the cubic Bezier curve from the luminance of a colour, 0 to 1, to a grey."),
    Option(
      "tint", \.overrides.fill, .colour, absent: ofBase, example: [1, 1, 1, 64.0 / 255],
      "A colour laid over the result; without AA it is opaque and hides what is behind."),
    Option(
      "ink", \.overrides.ink, .colour, absent: ofBase, example: [0, 0, 0, 179.0 / 255],
      "The colour of text; only the material legible has one, others take it from the backdrop."),
    Option(
      "border_width", \.overrides.borderWidth, .number(0...16), unit: "points", absent: ofBase, example: 1,
      "A line along the inside of the edge; 0 is none, which is what all but the material legible have."),
    Option(
      "border_color", \.overrides.borderColour, .colour, absent: ofBase, example: [1, 1, 1, 64.0 / 255],
      "The colour of that line."),
  ]

  private static let ofBase = "that of the base"
}

extension Settings {
  /// The descriptions of all options by section, in the order of `defaultText`.
  public static let options: [SectionSummary] =
    [
      SectionSummary(path: "", example: "", text: "", options: OptionTable.top.map(\.summary)),
      SectionSummary(
        path: "accessibility", example: "accessibility", text: "What eases seeing.",
        options: OptionTable.accessibility.map(\.summary)),
      SectionSummary(
        path: "legibility", example: "legibility", text: "What text is guaranteed.",
        options: OptionTable.legibility.map(\.summary)),
      SectionSummary(
        path: "backdrop", example: "backdrop", text: "What is behind the glass.",
        options: OptionTable.backdrop.map(\.summary)),
      SectionSummary(
        path: "bar", example: "bar", text: "The bar of each output; for several write [[bar]].",
        options: OptionTable.bar.map(\.summary)),
      SectionSummary(
        path: "notifications", example: "notifications", text: "The banners of notifications.",
        options: OptionTable.notifications.map(\.summary)),
      SectionSummary(
        path: "notifications.do_not_disturb", example: "notifications.do_not_disturb",
        text: "When notifications are kept back.", options: OptionTable.doNotDisturb.map(\.summary)),
      SectionSummary(
        path: "notifications.rules", example: "[notifications.rules]",
        text: "A rule; there may be many, applied from the first to the last.",
        options: OptionTable.notificationRule.map(\.summary)),
    ] + modules + [
      SectionSummary(
        path: "materials.NAME", example: "materials.mine",
        text: "A material of your own, for the options named material.",
        options: OptionTable.material.map(\.summary))
    ]

  /// The tables of modules; options of every module are in the first.
  private static let modules: [SectionSummary] =
    [
      SectionSummary(
        path: "MODULE", example: "cpu.all",
        text:
          "What every module has, whatever its kind. MODULE is its name, such as \"cpu\" or \"text.hello\".",
        options: OptionTable.look(.cpu).map(\.summary) + [OptionTable.menu(.cpu).summary]),
      SectionSummary(
        path: "MODULE.states.NAME", example: "cpu.all.states.high",
        text:
          "How it looks while conditions hold: any of the options above and \"format\". The last that holds wins.",
        options: [OptionTable.when(.cpu).summary]),
      SectionSummary(
        path: "MODULE.on", example: "cpu.all.on",
        text: "What gestures do: an action of the module, see hyaline(5), or a command as an array.",
        options: OptionTable.gestures(.cpu).map(\.summary)),
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
      section(.keyboard, "The layout of the keyboard."),
      section(.idle, "Whether the session may become idle."),
      section(.bell, "How many notifications there are, and whether they are kept back."),
      section(.battery, "A battery of the machine or of something connected to it."),
      section(.media, "What is played."), section(.backlight, "How bright the screen is."),
      section(.audio, "How loud what is played is."),
      section(.microphone, "How loud what is recorded is, and whether a program records."),
      section(.keyboardLight, "How bright the light of the keyboard is."),
      section(.powerProfile, "The power profile of the machine."),
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
      options: OptionTable.module(kind).map(\.summary))
  }
}
