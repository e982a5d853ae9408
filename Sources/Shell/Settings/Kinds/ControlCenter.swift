import ModuleModel
import VisualEffects

/// The settings of the module `control_center`.
public struct ControlCenterSettings: SourceSettings {
  /// The parts of the panel, in this order; nil: all of them.
  public var parts: [Part]?
  /// The command that makes programs dark; nil: GNOME's setting is changed by `gsettings`.
  public var dark: [String]?
  /// The command that makes programs light; nil: GNOME's setting is changed by `gsettings`.
  public var light: [String]?
  /// The buttons of the session, and the commands behind them.
  public var session = SessionSettings()

  /// A part of the panel.
  public enum Part: String, CaseIterable, Sendable {
    case wifi, bluetooth
    case doNotDisturb = "do_not_disturb"
    case powerProfile = "power_profile"
    case idle
    case darkMode = "dark_mode"
    case volume, microphone, brightness
    case media, battery, session
  }
}

extension ModuleKind {
  public static let controlCenter = ModuleKind(
    "control_center", "A button whose panel has the controls of the machine that are used most.",
    summary: KindSummary(
      fields: [], format: "{icon}", tooltip: "Control center", priority: 50,
      actions: [.panel("the parts that the machine has")]),
    source: ControlCenterSettings(), formatExample: "{icon} Controls",
    options: [
      Option(
        "parts", \.parts, .array(.name, of: "parts"), absent: "all of them",
        example: [.wifi, .bluetooth, .volume, .brightness, .session],
        "The parts of the panel, in this order: wifi, bluetooth, do_not_disturb, power_profile, idle, dark_mode, volume, microphone, brightness, media, battery, session."
      ),
      Option(
        "dark", \.dark, .command, absent: "none",
        example: ["plasma-apply-colorscheme", "BreezeDark"],
        """
        The command of the tile dark_mode that makes programs dark. Without one GNOME's setting, which most programs follow, is \
        changed.
        """),
      Option(
        "light", \.light, .command, absent: "none",
        example: ["plasma-apply-colorscheme", "BreezeLight"],
        """
        The command of the tile dark_mode that makes programs light. Without one GNOME's setting, which most programs follow, is \
        changed.
        """),
    ] + sessionOptions.map { Option($0, at: \ControlCenterSettings.session) })
}
