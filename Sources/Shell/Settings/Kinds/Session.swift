public import DesktopModel
import ModuleModel
import VisualEffects

/// The settings of a module that locks, ends and interrupts the session.
public struct SessionSettings: SourceSettings {
  /// The actions that are offered, in this order.
  public var actions: [SessionAction] = [.lock, .logOut, .suspend, .restart, .powerOff]
  /// The commands that perform the actions; nil if logind performs them.
  public var lock: [String]?
  public var logOut: [String]?
  public var suspend: [String]?
  public var hibernate: [String]?
  public var restart: [String]?
  public var powerOff: [String]?

  public init() {}

  /// The command for an action; nil: logind does it.
  public func command(of action: SessionAction) -> [String]? {
    switch action {
    case .lock: lock
    case .logOut: logOut
    case .suspend: suspend
    case .hibernate: hibernate
    case .restart: restart
    case .powerOff: powerOff
    }
  }
}

extension ModuleKind {
  public static let session = ModuleKind(
    "session", "A button whose panel locks, ends or suspends the session.",
    summary: KindSummary(
      fields: [], format: "{icon}", tooltip: "Session", priority: 50,
      actions: [
        .panel("what locks, ends or interrupts the session"),
        ActionSummary("lock", "locks the session"),
        ActionSummary("log_out", "ends the session, once that was confirmed in the panel"),
        ActionSummary("suspend", "suspends the machine, once that was confirmed"),
        ActionSummary("hibernate", "hibernates it, once that was confirmed"),
        ActionSummary("restart", "restarts it, once that was confirmed"),
        ActionSummary("power_off", "powers it off, once that was confirmed"),
      ], gestures: [.click: ActionSummary.panel]),
    source: SessionSettings(), formatExample: "{icon} Session",
    options: sessionOptions)

  /// The options of what locks, ends and interrupts the session.
  static var sessionOptions: [Option<SessionSettings>] {
    [
      Option(
        "actions", \.actions, .array(.name, of: "actions"), example: [.lock, .suspend, .powerOff],
        "The actions in the panel, in this order: lock, log_out, suspend, hibernate, restart, power_off."),
      Option(
        "lock", \.lock, .command, absent: "logind is asked to", example: ["swaylock"],
        "The command that locks the session."),
      Option(
        "log_out", \.logOut, .command, absent: "logind is asked to", example: ["swaymsg", "exit"],
        "The command that ends the session."),
      Option(
        "suspend", \.suspend, .command, absent: "logind is asked to",
        example: ["systemctl", "suspend-then-hibernate"], "The command that suspends the machine."),
      Option(
        "hibernate", \.hibernate, .command, absent: "logind is asked to",
        example: ["systemctl", "hybrid-sleep"], "The command that hibernates the machine."),
      Option(
        "restart", \.restart, .command, absent: "logind is asked to", example: ["loginctl", "reboot"],
        "The command that restarts the machine."),
      Option(
        "power_off", \.powerOff, .command, absent: "logind is asked to",
        example: ["loginctl", "poweroff"], "The command that powers the machine off."),
    ]
  }
}
