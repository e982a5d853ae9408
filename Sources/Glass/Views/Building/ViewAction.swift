public import Geometry

/// What is to be done when people do something with a view: a value of the program's own type.
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

  /// The action, if it is of this type.
  public func `as`<Action: ViewAction>(_ type: Action.Type) -> Action? { value as? Action }

  public static func == (left: ErasedAction, right: ErasedAction) -> Bool {
    AnyHashable(left.value) == AnyHashable(right.value)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(value))
  }
}

/// What people do with a view. How far something is scrolled or dragged is told beside the action, by the event.
public enum Gesture: Hashable, Sendable {
  /// A click or a touch.
  case tap(TapButton)
  case doubleTap
  /// A finger that stays.
  case longPress
  case scroll(ScrollDirection)
  case drag
  /// The pointer comes over the view, or leaves it.
  case hover
}

/// Which button of a pointer taps; a finger is the primary one.
public enum TapButton: Hashable, Sendable {
  case primary, secondary, middle
}

/// Along which axis something is scrolled.
public enum ScrollDirection: Hashable, Sendable {
  case vertical, horizontal
}

/// A key that does what a view would.
public enum KeyboardShortcut: Hashable, Sendable {
  /// Return, wherever the focus is.
  case defaultAction
  /// Escape.
  case cancelAction
  /// A key by the numbers of X11's `keysymdef.h`.
  case key(UInt32, KeyModifiers)
}
