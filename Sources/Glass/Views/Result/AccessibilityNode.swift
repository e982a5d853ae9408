public import Geometry

/// The description of a view for assistive technology.
public struct AccessibilityNode: Equatable, Sendable {
  public var role: AccessibilityRole
  public var label: String
  /// The value beside the label, such as the percentage of a slider; nil: the view has none.
  public var value: String?
  public var states: Set<AccessibilityState> = []
  /// The actions of the view, the usual one first.
  public var actions: [ErasedAction] = []
  /// The part of the view that is seen, in physical pixels of the surface.
  public var frame: PixelRect
  public var children: [AccessibilityNode] = []
}

/// The kind of a view, for assistive technology.
public enum AccessibilityRole: Hashable, Sendable {
  case group, text, image, button, toggle, slider, textField, progress, link, alert, menu, menuItem
}

/// A state of a view, for assistive technology, with the name that AT-SPI has for it.
public enum AccessibilityState: Hashable, Sendable {
  /// A tap on the view shows or hides further views.
  case expandable
  /// The views that a tap hides are shown; only a view with the state `expandable` has this one.
  case expanded
}
