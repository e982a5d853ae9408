public import Views

/// The parts of a banner that can be clicked.
public enum BannerAction: ViewAction {
  /// The banner itself: the default action of its notification, or none.
  case banner
  case close
  case action(key: String)
  case link(String)
  /// The button that opens the reply field, or the field itself.
  case reply
  case sendReply
  /// The line that expands or collapses the stack.
  case stack
  case menu(BannerMenuItem)

  /// Whether the part is drawn as a button, with a look for hovering and for pressing.
  var isButton: Bool {
    switch self {
    case .close, .action, .reply, .sendReply, .menu: true
    case .banner, .link, .stack: false
    }
  }
}

/// The entries of the menu of a banner.
public enum BannerMenuItem: CaseIterable, Hashable, Sendable {
  case close
  case closeAll
  /// Turns on "do not disturb" for an hour.
  case quiet

  var label: String {
    switch self {
    case .close: "Close"
    case .closeAll: "Close all"
    case .quiet: "Quiet for 1 h"
    }
  }
}
