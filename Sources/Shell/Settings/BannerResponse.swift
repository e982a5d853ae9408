/// A gesture of the user on a banner.
public enum BannerGesture: String, CaseIterable, Sendable {
  /// A click with the left button beside all controls, or a touch.
  case left
  case middle, right, back
  case touchLong = "touch_long"
  /// The banner is pulled to the left or right.
  case swipe
}

/// The effect of a gesture on a banner.
public enum BannerResponse: Equatable, Sendable {
  /// An effect of the program itself.
  public enum BuiltIn: String, CaseIterable, Sendable {
    /// The default action is chosen; a notification without one is dismissed.
    case invoke = "default"
    case dismiss
    /// The notification is dismissed and removed from the history.
    case forget
    /// All notifications of the stack are dismissed.
    case dismissGroup = "dismiss_group"
    case dismissAll = "dismiss_all"
    case menu
    /// The first link of the body is opened, or else the first URL that the notification is about.
    case link
    /// The field for a reply is opened.
    case reply
    case nothing = "none"
  }

  case builtIn(BuiltIn)
  /// A program and its arguments, run with the notification in its environment.
  case command([String])

  /// The effects of gestures for which the settings have none.
  public static let usual: [BannerGesture: BannerResponse] = [
    .left: .builtIn(.invoke), .middle: .builtIn(.dismiss), .right: .builtIn(.menu), .back: .builtIn(.nothing),
    .touchLong: .builtIn(.menu), .swipe: .builtIn(.dismiss),
  ]
}
