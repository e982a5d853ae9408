import DesktopModel
import Patterns

/// The options of the modules that show services of the desktop: batteries, players, sound, the tray.
enum ServiceModuleOptions {
  static let battery: [Option<ModuleDraft>] = [
    Option(
      "device", \.battery.device, .line("the name of a battery"), absent: "all of the machine as one",
      example: "mouse",
      "The battery, by the name that the kernel has for it, such as BAT0, or by its kind or model, as the fields show them."
    ),
    Option(
      "warnings", \.battery.warnings, .array(.positive(upTo: 100), of: "charges"), of: ModuleDraft(.battery),
      unit: "percent", example: [15, 5],
      "Charges at which a notification is shown, once each while the battery is not charged, and closed when it is charged. If the array is empty, none is shown."
    ),
  ]

  static let media: [Option<ModuleDraft>] = [
    Option(
      "player", \.media.player, .line("the name of a player"), absent: "the one that began to play last",
      example: "spotify", "The player, by the end of its name on the bus or by its own name."
    ),
    Option(
      "ignore", \.media.ignored, .array(.pattern, of: "patterns"), of: ModuleDraft(.media),
      example: [.example("firefox*")],
      "Players that are not shown unless player names them, by patterns of the ends of their names on the bus or of their own names."
    ),
  ]

  static let network: [Option<ModuleDraft>] = [
    Option(
      "interface", \.networkChoice.interface, .pattern, absent: "the one that carries the traffic",
      example: .example("wl*"),
      "The network interface, by the name that the kernel has for it; if several match, the one that is used."
    )
  ]

  static let tray: [Option<ModuleDraft>] = [
    Option(
      "order", \.tray.order, .array(.pattern, of: "patterns"), of: ModuleDraft(.tray),
      example: [.example("nm-applet"), .example("*discord*")],
      "The items that come first, in this order, by patterns of their names or titles."),
    Option(
      "hide", \.tray.hidden, .array(.pattern, of: "patterns"), of: ModuleDraft(.tray),
      example: [.example("blueman*")], "Items that are not shown."),
    Option(
      "show_passive", \.tray.showsPassive, .boolean, of: ModuleDraft(.tray), example: true,
      "Whether items with the status passive are shown."),
    Option(
      "max_items", \.tray.mostItems, .positive(upTo: 1000), absent: "no limit", example: 5,
      "The number of items that are shown at most; the others are folded away."),
    Option(
      "fold", \.tray.folded, .array(.pattern, of: "patterns"), of: ModuleDraft(.tray),
      example: [.example("*steam*")],
      "Items that are folded away: they are shown after a click on a further item."),
  ]

  /// The options of a module that shows how loud a device is.
  static func sound(_ kind: ModuleName.Kind, _ example: String) -> [Option<ModuleDraft>] {
    [
      Option(
        "device", \.sound.device, .line("the name of a device"), absent: "the one that programs use",
        example: example, "The device, by its name in the sound server or by its field name."),
      Option(
        "step", \.sound.step, .number(0.1...50), of: ModuleDraft(kind), unit: "percent", example: 2,
        "The amount by which one notch of the wheel changes the volume."),
      Option(
        "limit", \.sound.limit, .number(10...150), of: ModuleDraft(kind), unit: "percent", example: 120,
        "The greatest volume that the module sets; a greater one that another program has set is kept."),
    ]
  }

  static let session: [Option<ModuleDraft>] = [
    Option(
      "actions", \.session.actions, .array(.name, of: "actions"), of: ModuleDraft(.session),
      example: [.lock, .suspend, .powerOff],
      "The actions in the panel, in this order: lock, log_out, suspend, hibernate, restart, power_off."),
    Option(
      "lock", \.session.lock, .command, absent: "logind is asked to", example: ["swaylock"],
      "The command that locks the session."),
    Option(
      "log_out", \.session.logOut, .command, absent: "logind is asked to", example: ["swaymsg", "exit"],
      "The command that ends the session."),
    Option(
      "suspend", \.session.suspend, .command, absent: "logind is asked to",
      example: ["systemctl", "suspend-then-hibernate"], "The command that suspends the machine."),
    Option(
      "hibernate", \.session.hibernate, .command, absent: "logind is asked to",
      example: ["systemctl", "hybrid-sleep"], "The command that hibernates the machine."),
    Option(
      "restart", \.session.restart, .command, absent: "logind is asked to", example: ["loginctl", "reboot"],
      "The command that restarts the machine."),
    Option(
      "power_off", \.session.powerOff, .command, absent: "logind is asked to",
      example: ["loginctl", "poweroff"], "The command that powers the machine off."),
  ]

  static let privacy: [Option<ModuleDraft>] = [
    Option(
      "ignore", \.privacy.ignored, .array(.pattern, of: "patterns"), of: ModuleDraft(.privacy),
      example: [.example("effect_input.*")],
      "Programs whose use is not shown, such as a filter that always records, by their names in the fields.")
  ]

  /// The options of a light.
  static func light(_ kind: ModuleName.Kind, _ example: String) -> [Option<ModuleDraft>] {
    [
      Option(
        "device", \.light.device, .line("the name of a device"), absent: "the one that fits best",
        example: example, "The name that the kernel has for the light."),
      Option(
        "step", \.light.step, .number(0.1...50), of: ModuleDraft(kind), unit: "percent", example: 2,
        "The amount by which one notch of the wheel changes the brightness."),
    ]
  }
}
