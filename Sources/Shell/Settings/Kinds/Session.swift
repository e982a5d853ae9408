public import DesktopModel
import ModuleModel
import VisualEffects

/// The settings of a module that locks, ends and interrupts the session.
public struct SessionSettings: SourceSettings {
  /// The actions that are offered, in this order.
  public var actions: [SessionAction] = [.lock, .logOut, .suspend, .restart, .powerOff]
  /// The seconds after which an action that ends programs is performed by itself while it is asked about; 0: it waits for ever.
  public var countdown = 60.0
  /// The commands that perform actions; logind performs the others.
  public var commands: [SessionAction: [String]] = [:]
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
      ]),
    source: SessionSettings(), formatExample: "{icon} Session",
    options: sessionOptions)

  /// The options of what locks, ends and interrupts the session.
  static var sessionOptions: [Option<SessionSettings>] {
    func command(_ action: SessionAction, _ example: [String], _ effect: String) -> Option<SessionSettings> {
      Option(
        action.rawValue, \.commands[action], .command, absent: "logind is asked to", example: example,
        "The command that \(effect).")
    }
    return [
      Option(
        "actions", \.actions, .array(.name, of: "actions"), example: [.lock, .suspend, .powerOff],
        "The actions in the panel, in this order: lock, log_out, suspend, hibernate, restart, power_off."),
      Option(
        "countdown", \.countdown, .seconds, unit: "seconds", example: 30,
        "The time after which log_out, restart and power_off are done by themselves while the panel asks about them; with 0 they never are."
      ),
      command(.lock, ["swaylock"], "locks the session"),
      command(.logOut, ["swaymsg", "exit"], "ends the session"),
      command(.suspend, ["systemctl", "suspend-then-hibernate"], "suspends the machine"),
      command(.hibernate, ["systemctl", "hybrid-sleep"], "hibernates the machine"),
      command(.restart, ["loginctl", "reboot"], "restarts the machine"),
      command(.powerOff, ["loginctl", "poweroff"], "powers the machine off"),
    ]
  }
}
