/// The state of the keyboard focus that a bar requests and gives back.
///
/// A compositor handles a request later than it is made, and events that it has sent before are still to come. A change
/// of focus therefore counts only once the compositor has answered that it has handled the latest request.
public struct KeyboardClaim: Equatable, Sendable {
  /// Whether the bar has the keyboard, by the events so far.
  public private(set) var hasKeyboard = false
  /// Whether the bar has asked for the keyboard, and not given it back since.
  public private(set) var isWanted = false
  /// The number of requests that the compositor has not answered.
  private var unanswered = 0
  /// Whether the bar has had the keyboard since the compositor has handled the latest request.
  private var wasGranted = false

  public init() {}

  /// Whether the compositor has handled the latest request, so that `hasKeyboard` is its result.
  public var isSettled: Bool { unanswered == 0 }
  /// Whether the bar has the keyboard that it has asked for.
  public var isHeld: Bool { isWanted && isSettled && hasKeyboard }
  /// Whether the bar has the keyboard, wants it, or waits for the compositor's answer, so that windows may lack the
  /// keyboard because of the bar.
  public var isUsed: Bool { isWanted || !isSettled || hasKeyboard }
  /// Whether the keyboard was taken from the bar, which still wants it.
  public var isLost: Bool { isWanted && isSettled && wasGranted && !hasKeyboard }

  /// Records whether the bar wants the keyboard; returns whether the caller has to send a request, and to call
  /// `answered` when the compositor has handled it.
  public mutating func want(_ isWanted: Bool) -> Bool {
    guard isWanted != self.isWanted else { return false }
    self.isWanted = isWanted
    wasGranted = false
    unanswered += 1
    return true
  }

  /// Records that the compositor has handled the earliest unanswered request, and sent the resulting events.
  public mutating func answered() {
    unanswered = max(0, unanswered - 1)
    if isHeld { wasGranted = true }
  }

  /// Records that the bar has gained or lost the keyboard. With `toPopup`, a popup of the bar may have taken it,
  /// which gives it back when it closes.
  public mutating func focusChanged(_ hasKeyboard: Bool, toPopup: Bool = false) {
    self.hasKeyboard = hasKeyboard
    if isHeld { wasGranted = true }
    if !hasKeyboard, toPopup { wasGranted = false }
  }
}
