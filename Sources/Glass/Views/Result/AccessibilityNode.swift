public import Geometry

/// What assistive technology is told of a view.
public struct AccessibilityNode: Equatable, Sendable {
  public var role: AccessibilityRole
  public var label: String
  /// What it says beside its name, as a slider its percentage; nil: nothing.
  public var value: String?
  /// What can be done with it.
  public var actions: [ErasedAction]
  /// Physical pixels of the surface, as far as it is seen.
  public var frame: PixelRect
  public var children: [AccessibilityNode]

  public init(
    role: AccessibilityRole, label: String, value: String? = nil, actions: [ErasedAction] = [],
    frame: PixelRect, children: [AccessibilityNode] = []
  ) {
    self.role = role
    self.label = label
    self.value = value
    self.actions = actions
    self.frame = frame
    self.children = children
  }
}

/// What a view is to people who do not see it.
public enum AccessibilityRole: Hashable, Sendable {
  case group, text, image, button, toggle, slider, textField, progress, link, alert, menu, menuItem
}
