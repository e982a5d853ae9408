import ModuleModel
import VisualEffects

/// The settings of the module `control_center`.
public struct ControlCenterSettings: SourceSettings {
  /// The parts of the panel, in this order; nil: all of them.
  public var parts: [Part]?
  /// The buttons of the session, and the commands behind them.
  public var session = SessionSettings()

  public init() {}

  /// A part of the panel.
  public enum Part: String, CaseIterable, Sendable {
    case wifi, bluetooth
    case doNotDisturb = "do_not_disturb"
    case powerProfile = "power_profile"
    case idle
    case volume, microphone, brightness
    case media, battery, session
  }
}

extension ModuleKind {
  public static let controlCenter = ModuleKind(
    "control_center", "A button whose panel has the controls of the machine that are used most.",
    summary: KindSummary(
      fields: [], format: "{icon}", tooltip: "Control center", priority: 50,
      actions: [.panel("the parts that the machine has")],
      gestures: [.click: ActionSummary.panel]),
    source: ControlCenterSettings(), formatExample: "{icon} Controls",
    options: {
      [
        Option(
          "parts", \.parts, .array(.name, of: "parts"), absent: "all of them",
          example: [.wifi, .bluetooth, .volume, .brightness, .session],
          "The parts of the panel, in this order: wifi, bluetooth, do_not_disturb, power_profile, idle, volume, microphone, brightness, media, battery, session."
        )
      ] + sessionOptions.map { Option($0, at: \ControlCenterSettings.session) }
    })
}
