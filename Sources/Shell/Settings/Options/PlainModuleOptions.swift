import ModuleModel

/// The options of the modules that show the machine itself, what the user gives them, or other modules.
enum PlainModuleOptions {
  static let clock: [Option<ModuleDraft>] = [
    Option(
      "timezones", \.clock.zones, .array(.zone, of: "time zones"), of: ModuleDraft(.clock),
      example: ["Europe/Berlin", "Asia/Tokyo"],
      "The time zones between which scrolling changes, beginning with the first; if the array is empty, the system's is shown."
    ),
    Option(
      "week_numbers", \.clock.hasWeekNumbers, .boolean, of: ModuleDraft(.clock), example: false,
      "Whether the calendar has a column with the numbers of the weeks."),
  ]

  static let text: [Option<ModuleDraft>] = [
    Option(
      needed: "text", \.text.text, .line("a text", isEmptyAllowed: true), example: "Hyaline", "The text."
    )
  ]

  static let script: [Option<ModuleDraft>] = [
    Option(
      needed: "command", \.script.command, .command, example: ["sh", "-c", "cut -d' ' -f1 /proc/loadavg"],
      "The program and its arguments. No shell is involved unless you name one."),
    Option(
      "interval", \.script.interval, .seconds, of: ModuleDraft(.script), unit: "seconds", example: 60,
      "The time from one start of the command to the next; with 0 it runs once. The option has no effect if continuous is true."
    ),
    Option(
      "continuous", \.script.isContinuous, .boolean, of: ModuleDraft(.script), example: true,
      "Whether the command keeps running, and each line of its output replaces the last one."),
    Option(
      "json", \.script.isJSON, .boolean, of: ModuleDraft(.script), example: true,
      """
      Whether a line is a JSON object with text, alt, tooltip, class and percentage, as for Waybar. Otherwise the first \
      three lines are text, tooltip and class, unless the command is continuous.
      """
    ),
    Option(
      "text_markup", \.script.writesMarkup, .boolean, of: ModuleDraft(.script), example: true,
      """
      Whether text and tooltip, as the command writes them, contain markup such as <span color="red">; those of Waybar's \
      custom modules always do. Broken markup is shown as it is written.
      """),
    Option(
      "i3bar", \.script.speaksI3bar, .boolean, of: ModuleDraft(.script), example: true,
      "Whether the command keeps running and uses the protocol of i3bar, as i3blocks and i3status-rust do."),
    Option(
      "exec_if", \.script.condition, .command, absent: "the command always runs",
      example: ["test", "-e", "/proc/loadavg"],
      "A command that runs before; if it fails, the module is hidden and the command does not run."),
    Option(
      "exec_on_event", \.script.followsCommands, .boolean, of: ModuleDraft(.script), example: false,
      "Whether the command runs again when a command that a gesture on the module has started ends; it does not if it is continuous."
    ),
    Option(
      "signal", \.script.signal, .positive(upTo: 30), absent: "none", example: 8,
      "The number n of the signal SIGRTMIN+n to hyaline that runs the command again at once."),
  ]

  static let disk: [Option<ModuleDraft>] = [
    Option(
      "path", \.diskPath, .path("a path"), of: ModuleDraft(.disk), example: "/home",
      "A path on the file system.")
  ]

  static let temperature: [Option<ModuleDraft>] = [
    Option(
      "sensor", \.sensor, .line("the name of a sensor"), absent: "that of the processor",
      example: "coretemp Package id 0",
      "The name of the sensor, as the field sensor shows it, or the beginning of the name.")
  ]

  static let rates: [Option<ModuleDraft>] = [
    Option(
      "interface", \.interface, .pattern, absent: "all but the loopback", example: .example("wl*"),
      "The network interfaces whose traffic is counted together, by their names in the kernel.")
  ]

  static let image: [Option<ModuleDraft>] = [
    Option(
      "path", \.image.path, .path("the path of a picture"), absent: "that which the command prints",
      example: "~/Pictures/logo.png",
      "The path of the picture, which is read again when the file changes. A leading ~ is the home directory."
    ),
    Option(
      "command", \.image.command, .command, absent: "none", example: ["cover-path"],
      "A program that prints the path of the picture in its first line."),
    Option(
      "interval", \.image.interval, .seconds, of: ModuleDraft(.image), unit: "seconds", example: 10,
      "The time from one start of the command to the next; with 0 it runs once."),
    Option(
      "exec_on_event", \.image.followsCommands, .boolean, of: ModuleDraft(.image), example: false,
      "Whether the command runs again when a command that a gesture on the module has started ends."),
    Option(
      "signal", \.image.signal, .positive(upTo: 30), absent: "none", example: 8,
      "The number n of the signal SIGRTMIN+n to hyaline that runs the command again, or has the picture read again."
    ),
    Option(
      "size", \.image.size, .number(1...256), of: ModuleDraft(.image), unit: "points", example: 24,
      "The length of the longer side of the picture."),
  ]

  static let spacer: [Option<ModuleDraft>] = [
    Option(
      "width", \.width, .number(0...4096), of: ModuleDraft(.spacer), unit: "points", example: 24,
      "The width of the gap.")
  ]

  static let group: [Option<ModuleDraft>] = [
    Option(
      needed: "modules", \.group.modules, .groupModules, example: [.clock],
      "The modules of the group, in order; a group cannot contain a group."),
    Option(
      "drawer", \.group.isDrawer, .boolean, of: ModuleDraft(.group), example: true,
      "Whether all modules but the first are hidden until a click on the arrow beside them."),
    Option(
      "hover", \.group.opensUnderPointer, .boolean, of: ModuleDraft(.group), example: true,
      "Whether the drawer also opens when the pointer comes over the group, and closes when it is over another module or leaves the bar."
    ),
  ]
}
