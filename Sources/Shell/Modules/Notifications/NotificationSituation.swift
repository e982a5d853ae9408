public import ModuleModel

/// What a bar tells of notifications.
public nonisolated struct NotificationSituation: Equatable, Sendable {
  /// How many banners there are of open notifications, also of those that are kept back.
  public var open = 0
  /// How many banners went by themselves since somebody looked.
  public var missed = 0
  /// Notifications are kept back.
  public var isQuiet = false
  /// Why this program has none of them; nil: it has.
  public var absence: String?

  public init() {}

  /// The reading of a module.
  public var reading: ModuleReading {
    let state = absence != nil ? "absent" : isQuiet ? "quiet" : open + missed > 0 ? "unread" : "none"
    var states = state == "none" ? [] : [state]
    if state == "quiet", open + missed > 0 { states.append("unread") }
    let icon =
      switch state {
      case "quiet": "bell-disabled-symbolic"
      case "unread": "bell-unread-symbolic"
      default: "bell-symbolic"
      }
    return ModuleReading(
      [
        "count": .integer(open + missed), "open": .integer(open), "missed": .integer(missed),
        "state": .text(state), "do_not_disturb": .bool(isQuiet), "summary": .text(summary),
      ], icon: icon, states: states)
  }

  private var summary: String {
    if let absence { return absence }
    var words: [String] = []
    if open > 0 { words.append("\(open) open") }
    if missed > 0 { words.append("\(missed) missed") }
    if words.isEmpty { words.append("no notifications") }
    if isQuiet { words.append("do not disturb") }
    return words.joined(separator: ", ")
  }
}
