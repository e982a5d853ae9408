import ModuleModel

/// The options of the modules that show the machine itself, what the user gives them, or other modules.
enum PlainModuleOptions {
  static let clock: [Option<ModuleDraft>] = [
    Option(
      "timezones", \.clock.zones, .array(.zone, of: "time zones"), of: ModuleDraft(.clock),
      example: ["Europe/Berlin", "Asia/Tokyo"],
      "The zones that scrolling goes through, the first of them at the start. Empty: the system's alone."),
    Option(
      "week_numbers", \.clock.hasWeekNumbers, .boolean, of: ModuleDraft(.clock), example: false,
      "Whether the calendar has a column with the numbers of the weeks."),
  ]

  static let text: [Option<ModuleDraft>] = [
    Option(
      needed: "text", \.text.text, .line("a text", isEmptyAllowed: true), example: "Hyaline", "What is shown."
    )
  ]

  static let script: [Option<ModuleDraft>] = [
    Option(
      needed: "command", \.script.command, .command, example: ["sh", "-c", "cut -d' ' -f1 /proc/loadavg"],
      "The program and its arguments. No shell is involved unless you name one."),
    Option(
      "interval", \.script.interval, .seconds, of: ModuleDraft(.script), unit: "seconds", example: 60,
      "This time passes between starts of the command; 0: it runs once. The time is ignored if continuous."),
    Option(
      "continuous", \.script.isContinuous, .boolean, of: ModuleDraft(.script), example: true,
      "Whether the command goes on, each line of its output taking the place of the last."),
    Option(
      "json", \.script.isJSON, .boolean, of: ModuleDraft(.script), example: true,
      """
      Whether a line is an object of JSON with text, alt, tooltip, class and percentage, as Waybar reads it. Else the first \
      three lines are text, tooltip and class, unless continuous.
      """
    ),
    Option(
      "text_markup", \.script.writesMarkup, .boolean, of: ModuleDraft(.script), example: true,
      """
      Whether text and tooltip, as the command writes them, hold markup such as <span color="red">, as those of Waybar's \
      custom modules do. Broken markup is shown as it is written.
      """),
    Option(
      "i3bar", \.script.speaksI3bar, .boolean, of: ModuleDraft(.script), example: true,
      "Whether the command goes on and speaks the protocol of i3bar, as i3blocks and i3status-rust do."),
    Option(
      "exec_if", \.script.condition, .command, absent: "the command always runs",
      example: ["test", "-e", "/proc/loadavg"],
      "A command that runs before; where it fails, the module is hidden and the command does not run."),
    Option(
      "exec_on_event", \.script.followsCommands, .boolean, of: ModuleDraft(.script), example: false,
      "Whether the command runs again when a command that a gesture on the module has started ends; not if it goes on by itself."
    ),
    Option(
      "signal", \.script.signal, .positive(upTo: 30), absent: "none", example: 8,
      "The number n of the signal SIGRTMIN+n to hyaline that runs the command again at once."),
  ]

  static let disk: [Option<ModuleDraft>] = [
    Option(
      "path", \.diskPath, .path("a path"), of: ModuleDraft(.disk), example: "/home",
      "A path on the file system that is meant.")
  ]

  static let temperature: [Option<ModuleDraft>] = [
    Option(
      "sensor", \.sensor, .line("the name of a sensor"), absent: "that of the processor",
      example: "coretemp Package id 0",
      "The name of the sensor, as the field of that name shows it, or its beginning.")
  ]

  static let rates: [Option<ModuleDraft>] = [
    Option(
      "interface", \.interface, .pattern, absent: "all but the loopback", example: .example("wl*"),
      "The interfaces whose traffic is counted together, by the names that the kernel has for them.")
  ]

  static let image: [Option<ModuleDraft>] = [
    Option(
      "path", \.image.path, .path("the path of a picture"), absent: "that which the command prints",
      example: "~/Pictures/logo.png",
      "The picture, which is read again when the file changes. A leading ~ is the home directory."),
    Option(
      "command", \.image.command, .command, absent: "none", example: ["cover-path"],
      "A program that prints the path of the picture in its first line."),
    Option(
      "interval", \.image.interval, .seconds, of: ModuleDraft(.image), unit: "seconds", example: 10,
      "This time passes from one start of the command to the next; with 0 it runs once."),
    Option(
      "exec_on_event", \.image.followsCommands, .boolean, of: ModuleDraft(.image), example: false,
      "Whether the command runs again when a command that a gesture on the module has started ends."),
    Option(
      "signal", \.image.signal, .positive(upTo: 30), absent: "none", example: 8,
      "The number n of the signal SIGRTMIN+n to hyaline that runs the command again, or has the picture read again."
    ),
    Option(
      "size", \.image.size, .number(1...256), of: ModuleDraft(.image), unit: "points", example: 24,
      "The longest side of the picture."),
  ]

  static let spacer: [Option<ModuleDraft>] = [
    Option(
      "width", \.width, .number(0...4096), of: ModuleDraft(.spacer), unit: "points", example: 24,
      "How much room is kept free.")
  ]

  static let group: [Option<ModuleDraft>] = [
    Option(
      needed: "modules", \.group.modules, .groupModules, example: [.clock],
      "The modules of the group, in order; no other group."),
    Option(
      "drawer", \.group.isDrawer, .boolean, of: ModuleDraft(.group), example: true,
      "Whether all but the first are hidden until a click on the arrow beside them."),
    Option(
      "hover", \.group.opensUnderPointer, .boolean, of: ModuleDraft(.group), example: true,
      "Whether the drawer opens under the pointer, and closes when that is over another module or leaves the bar."
    ),
  ]
}
