public import Geometry

/// An action that is to be done when people do something with a view: a value of the program's own type.
///
/// Views take any such type, so that trees need no type parameter, and give it back erased; a program with one type asks
/// for that by `ErasedAction.as`. A method of its own on `View` that takes its type lets it write `.onTap(.close)`.
public protocol ViewAction: Hashable, Sendable {}

/// An action of any type.
public struct ErasedAction: Hashable, Sendable {
  public let value: any ViewAction

  public init(_ value: any ViewAction) {
    self.value = value
  }

  /// The action as a value of this type; nil: it is of another type.
  public func `as`<Action: ViewAction>(_ type: Action.Type) -> Action? { value as? Action }

  public static func == (left: ErasedAction, right: ErasedAction) -> Bool {
    AnyHashable(left.value) == AnyHashable(right.value)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(value))
  }
}

/// A gesture that people make on a view. The act that follows from it tells how far they scroll or drag.
public enum Gesture: Hashable, Sendable {
  /// Somebody clicks or touches the view.
  case tap(TapButton)
  case doubleTap
  /// A finger stays on the view.
  case longPress
  case scroll(ScrollDirection)
  case drag
  /// The pointer comes over the view, or leaves it.
  case hover
}

/// The button of a pointer that taps; a finger counts as the primary one.
public enum TapButton: Hashable, Sendable {
  case primary, secondary, middle
}

/// The axis of scrolling.
public enum ScrollDirection: Hashable, Sendable {
  case vertical, horizontal
}

/// A key that does what a tap on a view would do.
public enum KeyboardShortcut: Hashable, Sendable {
  /// The key Return, wherever the focus is.
  case defaultAction
  /// The key Escape, wherever the focus is.
  case cancelAction
  /// A key with modifiers, as X11's `keysymdef.h` numbers it.
  case key(UInt32, KeyModifiers)
}
