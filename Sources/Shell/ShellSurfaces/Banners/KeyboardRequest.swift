import Scenes

/// The keyboard interactivity that banners request from the compositor while an answer is typed.
///
/// Answers request the keyboard exclusively, and once they have it they allow other surfaces to take it by a click. sway 1.10 and
/// newer take the keyboard away when the exclusive request ends; there the request stays exclusive.
struct KeyboardRequest: Equatable {
  /// Whether other surfaces were allowed to take the keyboard, and nothing was pressed and the pointer has not left since.
  private var isJustShared = false
  private var staysExclusive = false

  /// Returns the interactivity to request after the keyboard has come or gone, while `current` is requested.
  mutating func follow(
    _ hasKeyboard: Bool, _ current: SurfacePlacement.Keyboard
  ) -> SurfacePlacement.Keyboard {
    guard hasKeyboard else {
      // Nobody can have clicked on another surface.
      if isJustShared { staysExclusive = true }
      defer { isJustShared = false }
      return isJustShared ? .always : current
    }
    if staysExclusive || current == .never { return current }
    isJustShared = current == .always
    return .onDemand
  }

  /// Records that a key, a button or a finger was pressed, or that the pointer has left: a later loss of the keyboard is the
  /// user's choice.
  mutating func inputCame() { isJustShared = false }
}
