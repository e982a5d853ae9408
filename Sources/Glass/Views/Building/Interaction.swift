/// The views that pointer and keyboard are on, so that these can show it.
public struct Interaction: Equatable, Sendable {
  /// The view under the pointer; nil: none.
  public var hovered: ViewID?
  /// The view on which a button or a finger is held down; nil: none.
  public var pressed: ViewID?
  /// The view that has the keyboard; nil: none.
  public var focused: ViewID?

  /// Nobody does anything unless told otherwise.
  public init(hovered: ViewID? = nil, pressed: ViewID? = nil, focused: ViewID? = nil) {
    self.hovered = hovered
    self.pressed = pressed
    self.focused = focused
  }
}

/// The state of the input on one view, which decides its look.
public struct InteractionLook: Equatable, Sendable {
  public var isHovered = false
  public var isPressed = false
  public var isFocused = false
  public var isEnabled = true
}
