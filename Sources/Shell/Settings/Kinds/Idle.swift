import ModuleModel

/// The settings of the module `idle`.
public struct IdleSettings: SourceSettings {
  /// An action of logind that can be inhibited besides idling.
  public enum Inhibition: String, CaseIterable, Sendable {
    case sleep, shutdown
    /// Closing the lid has no effect.
    case lid
  }

  /// Seconds after which the session may become idle again; 0 for no limit.
  public var timeout = 0.0
  /// Whether the session is kept from becoming idle from the start of the module on.
  public var startsActive = false
  /// The times, in seconds, between which the action `next` changes; 0 for no limit.
  public var durations: [Double] = []
  /// The actions that logind does not perform while the session is kept from becoming idle.
  public var inhibitions: [Inhibition] = []

  public init() {}
}

extension ModuleKind {
  public static let idle = ModuleKind(
    "idle", "Whether the session may become idle.",
    summary: KindSummary(
      fields: [
        FieldSummary("state", .text, example: "awake", "awake while the session is kept from it, else auto"),
        FieldSummary("active", .bool, example: "yes", "whether the session is kept from becoming idle"),
        FieldSummary(
          "duration", .duration, example: "0:15", "the time of durations that was chosen, if one was"),
        FieldSummary("summary", .text, example: "The screen stays on", "this in words"),
      ], format: "{icon}", tooltip: "{summary}", nameField: "state",
      states: [.own("active") { $0.hasPill = true }],
      actions: [
        ActionSummary("toggle", "keeps the session from becoming idle, or lets it again"),
        ActionSummary(
          "next", "keeps the session from it for the next of durations, and lets it after the last"),
        ActionSummary("on", "keeps the session from becoming idle"),
        ActionSummary("off", "lets the session become idle again"),
      ], gestures: [.click: "toggle"]),
    source: IdleSettings(), formatExample: "{icon} {state}",
    options: [
      Option(
        "timeout", \.timeout, .seconds, unit: "seconds", example: 3600,
        "The time after which the session may become idle again by itself; with 0 it may not."),
      Option(
        "start_active", \.startsActive, .boolean, example: true,
        "Whether the session is kept from becoming idle from the start of the module."),
      Option(
        "durations", \.durations, .array(.seconds, of: "times"), unit: "seconds", example: [900, 3600, 0],
        "The times for which the action next keeps the session from becoming idle, one after another; 0 is no limit."
      ),
      Option(
        "inhibit", \.inhibitions, .array(.name, of: "kinds"), example: [.sleep, .lid],
        "What logind does not do either meanwhile: sleep, shutdown, or what it does when the lid is closed."),
    ])
}
