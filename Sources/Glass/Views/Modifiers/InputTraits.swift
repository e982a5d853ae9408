import Geometry
import Scenes

/// The input that a view takes, and its description for assistive technology.
struct InputTraits: Sendable {
  /// The description for assistive technology.
  struct Accessibility: Sendable {
    var role: AccessibilityRole
    /// The label; nil: it is that of the texts inside.
    var label: String?
    var value: String?
  }

  var actions: [Gesture: ErasedAction] = [:]
  var cursor: CursorShape?
  var help: HelpText?
  /// Whether the tooltip stays although the view shows its words.
  var repeatsHelp = false
  var isFocusable = false
  var shortcuts: [KeyboardShortcut: ErasedAction] = [:]
  var accessibility: Accessibility?
  /// Whether the further views that a tap shows and hides are shown; nil: a tap does something else.
  var isExpanded: Bool?
  /// The corners of the region, in points.
  var corners = LogicalCorners.square
  /// The distance that the region reaches beyond the view, in points.
  var reach = 0.0

  /// Whether the view has a region of its own. A tooltip alone needs none.
  var hasRegion: Bool { !actions.isEmpty || cursor != nil || help != nil }

  /// The traits of a disabled view: it has no actions, but views below it cannot be clicked through it.
  var disabled: InputTraits {
    var traits = self
    traits.actions = [:]
    traits.shortcuts = [:]
    traits.isFocusable = false
    traits.cursor = hasRegion ? .default : nil
    return traits
  }

  /// The description for assistive technology: a view that can be tapped is a button unless it is described
  /// otherwise; nil: there is none.
  var accessible: Accessibility? {
    accessibility ?? (actions[.tap(.primary)] == nil ? nil : Accessibility(role: .button))
  }

  /// The states that assistive technology is told of.
  var states: Set<AccessibilityState> {
    isExpanded.map { $0 ? [.expandable, .expanded] : [.expandable] } ?? []
  }

  /// The actions that assistive technology can ask for, the usual one first.
  var orderedActions: [ErasedAction] {
    [Gesture.tap(.primary), .tap(.secondary), .doubleTap, .longPress].compactMap { actions[$0] }
  }
}

extension InputTraits.Accessibility {
  /// The accessibility node of a view that contains these nodes.
  func node(_ children: [AccessibilityNode], frame: PixelRect, actions: [ErasedAction]) -> AccessibilityNode {
    // A text field inside a text field that takes clicks is the same field.
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
