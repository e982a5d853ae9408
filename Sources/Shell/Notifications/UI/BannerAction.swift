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
  /// The button that copies a text.
  case copy(String)
  case sendReply
  /// The part that expands or collapses the stack.
  case stack
  /// The button that opens a menu of the further actions.
  case options

  /// Whether the part is drawn as a button, with a look for hovering and for pressing.
  var isButton: Bool {
    switch self {
    case .close, .action, .reply, .copy, .sendReply, .options: true
    case .banner, .link, .stack: false
    }
  }
}
