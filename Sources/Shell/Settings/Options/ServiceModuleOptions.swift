import DesktopModel
import Patterns

/// The options of the modules that show services of the desktop: batteries, players, sound, the tray.
enum ServiceModuleOptions {
  static let battery: [Option<ModuleDraft>] = [
    Option(
      "device", \.battery.device, .line("the name of a battery"), absent: "all of the machine as one",
      example: "mouse",
      "The battery that is meant: what the kernel calls it, such as BAT0, its kind or its model, as the fields show them."
    ),
    Option(
      "warnings", \.battery.warnings, .array(.positive(upTo: 100), of: "charges"), of: ModuleDraft(.battery),
      unit: "percent", example: [15, 5],
      "Charges at which a notification warns, once each while the battery is not charged; then it is closed. Empty: none does."
    ),
  ]

  static let media: [Option<ModuleDraft>] = [
    Option(
      "player", \.media.player, .line("the name of a player"), absent: "the one that began to play last",
      example: "spotify", "The player that is meant, by the end of its name on the bus or as it calls itself."
    ),
    Option(
      "ignore", \.media.ignored, .array(.pattern, of: "patterns"), of: ModuleDraft(.media),
      example: [.example("firefox*")],
      "Players that are not shown unless they are named, by the ends of their names on the bus or as they call themselves."
    ),
  ]

  static let network: [Option<ModuleDraft>] = [
    Option(
      "interface", \.networkChoice.interface, .pattern, absent: "the one that carries the traffic",
      example: .example("wl*"),
      "The network interface that is meant, by the name that the kernel has for it; of several the one that is used."
    )
  ]

  static let tray: [Option<ModuleDraft>] = [
    Option(
      "order", \.tray.order, .array(.pattern, of: "patterns"), of: ModuleDraft(.tray),
      example: [.example("nm-applet"), .example("*discord*")],
      "Items by their name or title that come first, in this order."),
    Option(
      "hide", \.tray.hidden, .array(.pattern, of: "patterns"), of: ModuleDraft(.tray),
      example: [.example("blueman*")], "Items that are not shown."),
    Option(
      "show_passive", \.tray.showsPassive, .boolean, of: ModuleDraft(.tray), example: true,
      "Whether items are shown that say that they have nothing to say."),
    Option(
      "max_items", \.tray.mostItems, .positive(upTo: 1000), absent: "no limit", example: 5,
      "How many items are shown at most; a further item shows the others, too."),
    Option(
      "fold", \.tray.folded, .array(.pattern, of: "patterns"), of: ModuleDraft(.tray),
      example: [.example("*steam*")], "Items that are shown only once a further item was clicked."),
  ]

  /// The options of a module that shows how loud a device is.
  static func sound(_ kind: ModuleName.Kind, _ example: String) -> [Option<ModuleDraft>] {
    [
      Option(
        "device", \.sound.device, .line("the name of a device"), absent: "the one that programs use",
        example: example, "The device that is meant, by what the sound server calls it or by its field name."),
      Option(
        "step", \.sound.step, .number(0.1...50), of: ModuleDraft(kind), unit: "percent", example: 2,
        "By how much scrolling changes it at a time."),
      Option(
        "limit", \.sound.limit, .number(10...150), of: ModuleDraft(kind), unit: "percent", example: 120,
        "The loudest that the module makes it. What another program has made louder stays as it is."),
    ]
  }

  static let session: [Option<ModuleDraft>] = [
    Option(
      "actions", \.session.actions, .array(.name, of: "actions"), of: ModuleDraft(.session),
      example: [.lock, .suspend, .powerOff],
      "What is offered, in this order: lock, log_out, suspend, hibernate, restart, power_off."),
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
      "Programs by the names in the fields whose use is not shown, such as a filter that always records.")
  ]

  /// The options of a light.
  static func light(_ kind: ModuleName.Kind, _ example: String) -> [Option<ModuleDraft>] {
    [
      Option(
        "device", \.light.device, .line("the name of a device"), absent: "the one that fits best",
        example: example, "What the kernel calls the light that is meant."),
      Option(
        "step", \.light.step, .number(0.1...50), of: ModuleDraft(kind), unit: "percent", example: 2,
        "By how much scrolling changes it at a time."),
    ]
  }
}
