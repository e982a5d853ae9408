import ModuleModel
import VisualEffects

extension OptionTable {
  /// The options of a module of a kind that are not those of every module.
  static func module(_ kind: ModuleName.Kind) -> [Option<ModuleDraft>] {
    switch kind {
    case .clock: [format(.clock, "%H:%M:%S", clockText)] + clock
    case .text: [format(.text, "» {text} «", formatText)] + text
    case .script: [format(.script, "{icon} {text}", formatText)] + script
    case .cpu: [format(.cpu, "{history} {percent:>3}%", formatText), interval(.cpu)]
    case .memory: [format(.memory, "{used} / {total}", formatText), interval(.memory)]
    case .disk: [format(.disk, "{free} free", formatText), interval(.disk)] + disk
    case .load: [format(.load, "{load1:.1} {load5:.1}", formatText), interval(.load)]
    case .temperature:
      [format(.temperature, "{fahrenheit:.0} °F", formatText), interval(.temperature)] + temperature
    case .rates: [format(.rates, "{down:.1}", formatText), interval(.rates)] + rates
    case .workspaces: [format(.workspaces, "{name} {titles}", formatText)] + workspaces
    case .window: [format(.window, "{icon} {title}", formatText)] + window
    case .taskbar: [format(.taskbar, "{icon}", formatText)] + taskbar
    case .mode: [format(.mode, "» {mode}", formatText)]
    case .scratchpad: [format(.scratchpad, "{count}", formatText)]
    case .idle: [format(.idle, "{icon} {state}", formatText)]
    case .bell: [format(.bell, "{icon} {count}", formatText)]
    case .keyboard: [format(.keyboard, "{layout}", formatText)]
    case .battery: [format(.battery, "{icon} {percent}%  {remaining}", formatText)] + battery
    case .media: [format(.media, "{icon} {title:.30}", formatText)] + media
    case .backlight: [format(.backlight, "{percent}%", formatText)] + light(.backlight, "intel_backlight")
    case .keyboardLight:
      [format(.keyboardLight, "{percent}%", formatText)] + light(.keyboardLight, "tpacpi::kbd_backlight")
    case .audio: [format(.audio, "{icon} {name:.20}", formatText)] + sound(.audio, "alsa_output.usb")
    case .microphone:
      [format(.microphone, "{icon} {app:.20}", formatText)] + sound(.microphone, "alsa_input.usb")
    case .tray: [format(.tray, "{icon} {title}", formatText)] + tray
    case .network: [format(.network, "{icon} {name:.20} ↓ {down}", formatText), interval(.network)]
    case .session: [format(.session, "{icon} Session", formatText)] + session
    case .bluetooth: [format(.bluetooth, "{icon} {name:.20}", formatText)]
    case .systemd: [format(.systemd, "{count} failed", formatText)]
    case .powerProfile: [format(.powerProfile, "{profile}", formatText)]
    case .image: image
    case .separator: []
    case .spacer: spacer
    case .group: group
    }
  }

  private static let formatText = "What is shown: fields in braces, \"{{\" for a brace."
  private static let clockText =
    "What is shown, as strftime(3) takes it, or with fields in braces such as \"{time:%H:%M} {zone}\"."

  private static func format(_ kind: ModuleName.Kind, _ example: String, _ text: String) -> Option<
    ModuleDraft
  > {
    guard let template = try? FormatTemplate(settings: example, of: kind) else {
      preconditionFailure("example of \(kind): \(example)")
    }
    return Option("format", \.format, .format(kind), of: ModuleDraft(kind), example: template, text)
  }

  private static func interval(_ kind: ModuleName.Kind) -> Option<ModuleDraft> {
    Option(
      "interval", \.interval, .interval, of: ModuleDraft(kind), unit: "seconds", example: 5,
      "From one reading to the next.")
  }

  private static let clock: [Option<ModuleDraft>] = [
    Option(
      "timezones", \.clock.zones, .array(.zone, of: "time zones"), of: ModuleDraft(.clock),
      example: ["Europe/Berlin", "Asia/Tokyo"],
      "The zones that scrolling goes through, the first of them at the start. Empty: the system's alone.")
  ]

  private static let text: [Option<ModuleDraft>] = [
    Option(
      needed: "text", \.text.text, .line("a text", isEmptyAllowed: true), example: "Hyaline", "What is shown."
    )
  ]

  private static let script: [Option<ModuleDraft>] = [
    Option(
      needed: "command", \.script.command, .command, example: ["sh", "-c", "cut -d' ' -f1 /proc/loadavg"],
      "The program and its arguments. No shell is involved unless you name one."),
    Option(
      "interval", \.script.interval, .seconds, of: ModuleDraft(.script), unit: "seconds", example: 60,
      "From one start to the next; 0: the command runs once. Without meaning if continuous."),
    Option(
      "continuous", \.script.isContinuous, .boolean, of: ModuleDraft(.script), example: true,
      "Whether the command goes on, each line of its output taking the place of the last."),
    Option(
      "json", \.script.isJSON, .boolean, of: ModuleDraft(.script), example: true,
      "Whether a line is an object of JSON with text, alt, tooltip, class and percentage, as Waybar reads it."
    ),
    Option(
      "i3bar", \.script.speaksI3bar, .boolean, of: ModuleDraft(.script), example: true,
      "Whether the command goes on and speaks the protocol of i3bar, as i3blocks and i3status-rust do."),
    Option(
      "exec_if", \.script.condition, .command, absent: "the command always runs",
      example: ["test", "-e", "/proc/loadavg"],
      "A command that runs before; where it fails, the module is hidden and the command does not run."),
    Option(
      "signal", \.script.signal, .positive(upTo: 28), absent: "none", example: 8,
      "The number n of the signal SIGRTMIN+n to hyaline that runs the command again at once."),
  ]

  private static let disk: [Option<ModuleDraft>] = [
    Option(
      "path", \.diskPath, .path("a path"), of: ModuleDraft(.disk), example: "/home",
      "A path on the file system that is meant.")
  ]

  private static let temperature: [Option<ModuleDraft>] = [
    Option(
      "sensor", \.sensor, .line("the name of a sensor"), absent: "that of the processor",
      example: "coretemp Package id 0",
      "The name of the sensor, as the field of that name shows it, or its beginning.")
  ]

  private static let rates: [Option<ModuleDraft>] = [
    Option(
      "interface", \.interface, .line("the name of a network interface"), absent: "all but the loopback",
      example: "wlan0", "The interface that is meant.")
  ]

  private static let image: [Option<ModuleDraft>] = [
    Option(
      "path", \.image.path, .path("the path of a picture"), absent: "that which the command prints",
      example: "~/Pictures/logo.png",
      "The picture, which is read again when the file changes. A leading ~ is the home directory."),
    Option(
      "command", \.image.command, .command, absent: "none", example: ["cover-path"],
      "A program that prints the path of the picture in its first line."),
    Option(
      "interval", \.image.interval, .seconds, of: ModuleDraft(.image), unit: "seconds", example: 10,
      "From one start of the command to the next; 0: it runs once."),
    Option(
      "size", \.image.size, .number(1...256), of: ModuleDraft(.image), unit: "points", example: 24,
      "The longest side of the picture."),
  ]

  private static let spacer: [Option<ModuleDraft>] = [
    Option(
      "width", \.width, .number(0...4096), of: ModuleDraft(.spacer), unit: "points", example: 24,
      "How much room is kept free.")
  ]

  private static let group: [Option<ModuleDraft>] = [
    Option(
      needed: "modules", \.group.modules, .groupModules, example: [.clock],
      "The modules of the group, in order; no other group."),
    Option(
      "drawer", \.group.isDrawer, .boolean, of: ModuleDraft(.group), example: true,
      "Whether all but the first are hidden until a click on the arrow beside them."),
  ]
}

extension OptionTable {
  /// The options of every module but its format.
  static func look(_ kind: ModuleName.Kind) -> [Option<ModuleLook>] {
    [
      Option(
        "format_alt", \.alternate, .format(kind), absent: "none", example: example("{percent}", kind),
        "A format that a click toggles, unless the click does something else."),
      Option(
        "icons", \.icons, .icons, absent: "those of the module",
        example: .levels(["cpu-low-symbolic", "cpu-high-symbolic"]),
        """
        The icon of the field icon. An array has the names of icons by level, from the lowest to the highest; a table \
        has them by text, with "default" for all others. Names that are none of an icon are shown as text.
        """),
      Option(
        "tooltip", \.tooltip, .tooltip(kind), absent: "that of the module",
        example: example("{percent}%", kind),
        "A format for what is said while the pointer rests on the module; empty: nothing."),
      Option(
        "ink", \.ink, .ink, absent: "that of the bar", example: .vibrant(.secondaryLabel),
        "What the module is drawn with: a level of vibrancy or a colour. It stays legible either way."),
      Option(
        "hidden", \.isHidden, .boolean, absent: "false", example: true, "Whether the module is not shown."),
      Option(
        "min_width", \.minWidth, .number(0...16384), unit: "points", absent: "as its content", example: 48,
        "How wide the content is at least, so that what stands beside it stays in its place."),
      Option(
        "max_width", \.maxWidth, .number(8...16384), unit: "points", absent: "as its content", example: 120,
        "How wide the content is at most; longer texts end in an ellipsis."),
      Option(
        "priority", \.priority, .number(-1000...1000), absent: "0", example: 2,
        "Where there is not enough room, modules of a lower priority shrink and vanish first."),
      Option(
        "pill", \.hasPill, .boolean, absent: "false", example: true, "Whether it lies on a fill of its own."),
      Option(
        "padding", \.padding, .number(0...256), unit: "points", absent: "8", example: 4,
        "Room between the sides of the module and its content."),
      Option(
        "font", \.font, .font(like: "Inter 11"), absent: "that of the bar", example: "Inter Bold 10",
        "Family, style and size in points, as Pango writes them."),
      Option(
        "markup", \.isMarkup, .boolean, absent: "false", example: true,
        "Whether the format holds markup: <b>, <i> and <u>. What fields bring is always shown as it is."),
    ]
  }

  /// All options of a module's table.
  static func table(_ kind: ModuleName.Kind) -> [Option<ModuleDraft>] {
    module(kind) + look(kind).map { Option($0, at: \.style.look) } + [Option(menu(kind), at: \.style)]
  }

  /// The menu of a module.
  static func menu(_ kind: ModuleName.Kind) -> Option<ModuleStyle> {
    Option(
      "menu", \.menu, .menu(kind), of: ModuleStyle(),
      example: [MenuItem("_Terminal", .action(.command(["foot"]))), .separator],
      """
      Entries of a menu, which a click with the right button opens, and one with the left button where that does nothing \
      else.
      """)
  }

  /// All options of a state.
  static func state(_ kind: ModuleName.Kind) -> [Option<ModuleState>] {
    let format = Option(
      "format", \ModuleLook.format, .format(kind), absent: "that of the module",
      example: example("{percent}", kind),
      "What is shown in this state.")
    return [when(kind)] + ([format] + look(kind)).map { Option($0, at: \.look) }
  }

  /// The conditions of a state.
  static func when(_ kind: ModuleName.Kind) -> Option<ModuleState> {
    Option(
      "when", \.conditions, .conditions(kind), of: ModuleState(""),
      example: (try? FieldCondition("percent", .text(">= 90"), fields: KindSummary.percents)).map { [$0] }
        ?? [],
      """
      Conditions on fields, all of which have to hold: comparisons of numbers, texts, true or false. Without any, the \
      state is one that the module itself names.
      """)
  }

  /// What gestures do.
  static func gestures(_ kind: ModuleName.Kind) -> [Option<ModuleStyle>] {
    ModuleGesture.allCases.map { gesture in
      Option(
        gesture.rawValue, \ModuleStyle[gesture], .action(kind), absent: "as the module does by itself",
        example: gesture == .click ? .builtIn(ActionSummary.refresh) : .command(["gnome-system-monitor"]),
        gesture.text)
    }
  }

  private static func example(_ text: String, _ kind: ModuleName.Kind) -> FormatTemplate {
    // Kinds without the field have their examples in the manual only.
    (try? FormatTemplate(text, fields: KindSummary.percents)) ?? ModuleDraft(kind).format
  }
}

extension KindSummary {
  /// For examples, a field that many kinds have.
  fileprivate static let percents = [
    FieldSummary("percent", .integer, .percent, example: "12", "a part of the whole")
  ]
}

extension ModuleStyle {
  /// What a gesture does.
  fileprivate subscript(gesture: ModuleGesture) -> ModuleAction? {
    get { on[gesture] }
    set { on[gesture] = newValue }
  }
}

extension ModuleGesture {
  /// For the reader of a manual.
  fileprivate var text: String {
    switch self {
    case .click: "A click with the left button, or a touch."
    case .middle: "A click with the middle button."
    case .right: "A click with the right button."
    case .double: "Two clicks in a short time, after the action of the first."
    case .scrollUp: "A notch of the wheel upwards, or as much with two fingers."
    case .scrollDown: "The same downwards."
    case .scrollLeft: "The same to the left."
    case .scrollRight: "The same to the right."
    case .touchLong: "A finger that stays."
    }
  }
}
