/// The views that pointer and keyboard focus are on, which show that.
public struct Interaction: Equatable, Sendable {
  /// The view under the pointer; nil: none.
  public var hovered: ViewID?
  /// The view on which a button or a finger is held down; nil: none.
  public var pressed: ViewID?
  /// The view with keyboard focus; nil: none.
  public var focused: ViewID?

  /// Makes a state in which no view is hovered, pressed or focused by default.
  public init(hovered: ViewID? = nil, pressed: ViewID? = nil, focused: ViewID? = nil) {
    self.hovered = hovered
    self.pressed = pressed
    self.focused = focused
  }

  /// The state of the input on one view, which is that of no input unless the view is enabled.
  func look(of view: ViewID, isEnabled: Bool) -> InteractionLook {
    InteractionLook(
      isHovered: isEnabled && hovered == view, isPressed: isEnabled && pressed == view,
      isFocused: isEnabled && focused == view, isEnabled: isEnabled)
  }
}

/// The state of the input on one view, which decides its look.
public struct InteractionLook: Equatable, Sendable {
  public var isHovered = false
  public var isPressed = false
  public var isFocused = false
  public var isEnabled = true

  /// Whether the pointer, a finger or the keyboard is at the view.
  public var isUsed: Bool { isHovered || isPressed || isFocused }
}
