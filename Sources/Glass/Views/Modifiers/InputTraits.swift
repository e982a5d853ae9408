import Geometry
import Scenes

/// What a view that takes input does for whom.
struct InputTraits: Sendable {
  /// What assistive technology is told of it.
  struct Accessibility: Sendable {
    var role: AccessibilityRole
    /// Nil: the texts inside.
    var label: String?
    var value: String?
  }

  var actions: [Gesture: ErasedAction] = [:]
  var cursor: CursorShape?
  var help: String?
  var isFocusable = false
  var shortcuts: [KeyboardShortcut: ErasedAction] = [:]
  var accessibility: Accessibility?
  /// Of the region, in points.
  var corners = LogicalCorners.square
  /// How far the region reaches beyond the view, in points.
  var reach = 0.0

  /// Whether a pointer does something there. A tooltip alone needs no region of its own.
  var hasRegion: Bool { !actions.isEmpty || cursor != nil }

  /// Of a view that is disabled: it keeps what is under it from being clicked, and does nothing.
  var disabled: InputTraits {
    var traits = self
    traits.actions = [:]
    traits.shortcuts = [:]
    traits.isFocusable = false
    traits.cursor = hasRegion ? .default : nil
    return traits
  }

  /// What can be tapped is a button unless it is said to be something else.
  var accessible: Accessibility? {
    accessibility ?? (actions[.tap(.primary)] == nil ? nil : Accessibility(role: .button))
  }

  /// What assistive technology can do, the usual first.
  var orderedActions: [ErasedAction] {
    [Gesture.tap(.primary), .tap(.secondary), .doubleTap, .longPress].compactMap { actions[$0] }
  }
}

extension InputTraits.Accessibility {
  /// The node of a view in which these are.
  func node(_ children: [AccessibilityNode], frame: PixelRect, actions: [ErasedAction]) -> AccessibilityNode {
    // A field that takes clicks is the field itself.
    let own: [AccessibilityRole] = role == .textField ? [.textField] : []
    let isPlain = children.allSatisfy {
      ([.text, .image] + own).contains($0.role) && $0.children.isEmpty
    }
    let words = children.map(\.label).filter { !$0.isEmpty }.joined(separator: " ")
    return AccessibilityNode(
      role: role, label: label ?? (isPlain ? words : ""), value: value, actions: actions, frame: frame,
      children: isPlain && role != .group ? [] : children)
  }
}
