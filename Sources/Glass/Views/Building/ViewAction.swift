public import Geometry

/// An action that input on a view asks for: a value of the program's own type.
///
/// Views take any such type, so that trees need no type parameter, and return it erased; a program gets its
/// own type back by `ErasedAction.as`. A method of the program on `View` that takes its type allows
/// `.onTap(.close)`.
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

/// A gesture of the user on a view. The act that follows from it has the distance of scrolling or dragging.
public enum Gesture: Hashable, Sendable {
  /// The user clicks or touches the view.
  case tap(TapButton)
  case doubleTap, tripleTap
  /// The primary button or a finger that went down on the view is lifted, anywhere.
  case release
  /// A finger stays on the view.
  case longPress
  case scroll(ScrollDirection)
  case drag
  /// The pointer enters the view, or leaves it.
  case hover
}

/// The button of a pointer that taps; a finger counts as the primary one.
public enum TapButton: CaseIterable, Hashable, Sendable {
  case primary, secondary, middle, back, forward
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
