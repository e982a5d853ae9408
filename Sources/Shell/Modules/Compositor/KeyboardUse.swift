import Loop

/// Whether a bar or one of its popups has the keyboard, so that no window has it.
final class KeyboardUse {
  /// Whether bars have the keyboard; set before the compositor follows their wish.
  var isByBars = false {
    didSet { if isByBars != oldValue { observers.tell() } }
  }
  private let observers = Observers()

  /// Calls `handler` after changes, until the observation is cancelled or released.
  func observe(_ handler: @escaping () -> Void) -> Observation { observers.add(handler) }
}
