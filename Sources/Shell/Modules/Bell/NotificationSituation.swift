import Localization
public import ModuleModel
public import Settings

/// The state of notifications that bars show.
public nonisolated struct NotificationSituation: Equatable, Sendable {
  /// The number of open notifications with banners, including those that are held back.
  public var open = 0
  /// The number of banners that expired since the user last looked.
  public var missed = 0
  /// The number of those among them that can be shown again.
  public var restorable = 0
  /// Whether new notifications show no banners.
  public var isQuiet = false
  /// The moment at which do not disturb ends by itself, in seconds since 1970; nil: the user has set no time.
  public var quietEnd: Int64?
  /// The state of the parts of each program of which a rule turns something off.
  public var turnedOff: [[NotifyingProgram.Switch]] = []
  /// The reason why this program shows no notifications; nil: it does.
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
      ], icon: ModuleIcon(icon), states: states)
  }

  private var summary: String {
    if let absence { return absence }
    var words: [String] = []
    if open > 0 {
      words.append(
        localized("\(open) open", plural: "\(open) open", count: open))
    }
    if missed > 0 {
      words.append(
        localized("\(missed) missed", plural: "\(missed) missed", count: missed))
    }
    if words.isEmpty { words.append(localized("No notifications")) }
    if isQuiet { words.append(localized("Do Not Disturb")) }
    return words.localizedLine()
  }
}
