import BarUI
import Scenes
import Settings

/// The keyboard of one bar, which the bar has while one of its popups or the walk from module to module needs it.
///
/// A popup waits until the compositor has answered the request for the keyboard: where a popup has a grab, compositors
/// leave the keyboard where it is.
@MainActor final class BarKeyboard {
  /// A popup that waits for the compositor's answer to the request for the keyboard.
  struct AwaitedPopup {
    var popup: ModulePopup
    var item: BarItem
    /// The origin of the request for the popup.
    var source: UseSource
  }

  /// Called after the popup that has waited was opened, when none waits any more.
  var onOpened: (() -> Void)?
  /// Called when the keys begin to go to the modules, or do so again; `fromEnd`: beginning with the last one.
  var onWalk: ((_ fromEnd: Bool) -> Void)?
  /// Called when keys go to no module any more.
  var onWalkEnded: (() -> Void)?
  /// Called when something else has taken the keyboard, so that `settle` has to be called in the phase `update`.
  var onLost: (() -> Void)?

  private let popups: BarPopups
  private unowned let host: any BarHost
  private let place: SurfaceHost
  private var claim = KeyboardClaim() {
    didSet { if claim.isUsed != oldValue.isUsed { host.barStatusChanged() } }
  }
  private var awaited: AwaitedPopup?
  /// Whether keys are to go from module to module.
  private var isWalked = false
  /// Whether the walk begins with the last module.
  private var walksFromEnd = false

  /// `popups` are those of the bar, and `place` is that of its surface.
  init(popups: BarPopups, at place: SurfaceHost, host: any BarHost) {
    (self.popups, self.place, self.host) = (popups, place, host)
  }

  /// Whether the bar has the keyboard, by the events so far.
  var isThere: Bool { claim.hasKeyboard }
  /// Whether the bar or a popup of it has the keyboard, or is about to take it or to give it back.
  var isUsed: Bool { claim.isUsed }
  /// Whether something needs the keyboard: a popup, one that waits for it, or the walk.
  var isNeeded: Bool { popups.takesKeys || isWalked || awaited != nil }
  /// Whether a popup waits for the keyboard.
  var isAwaited: Bool { awaited != nil }
  /// Whether the walk whose keys go to the modules at the moment has begun with the last one; nil: they go to none.
  var walkFromEnd: Bool? { isWalked && claim.isHeld && !popups.takesKeys ? walksFromEnd : nil }

  // MARK: - The surface

  /// Forgets all that the keyboard was needed for, as the surface is gone; idempotent.
  func end() { (awaited, claim, isWalked) = (nil, KeyboardClaim(), false) }

  /// Records that the surface has got the keyboard, or has lost it.
  func focusChanged(_ hasKeyboard: Bool) {
    let hadKeyboard = claim.hasKeyboard
    // A popup with a grab may get the keyboard in place of the bar; the compositor closes it when the grab ends.
    claim.focusChanged(hasKeyboard, toPopup: popups.takesKeys && !popups.isUngrabbed)
    if claim.isSettled, hasKeyboard != hadKeyboard { follow() }
  }

  /// Asks for the keyboard if it is needed, or gives it back if it is not.
  func request() {
    guard let surface = place.surface, claim.want(isNeeded) else { return }
    surface.placement.keyboard = claim.isWanted ? .always : .never
    surface.afterPlacement { [weak self, weak surface] in
      if let self, place.surface === surface { answered() }
    }
  }

  /// Closes a popup without a grab and ends the walk if something else has taken the keyboard.
  ///
  /// The bar calls this function in the phase `update`, since compositors may take the keyboard and give it back at
  /// once.
  func settle() {
    guard claim.isLost else { return }
    endWalk()
    if popups.isUngrabbed { popups.closeOpened() }
    request()
  }

  /// The compositor has handled what was requested last, or something that was requested before.
  private func answered() {
    claim.answered()
    guard claim.isSettled else { return }
    openAwaited()
    follow()
  }

  /// Continues or ends the walk depending on whether the bar has the keyboard, and reports its loss.
  private func follow() {
    continueWalk()
    if !claim.hasKeyboard, !claim.isWanted { endWalk() }
    if claim.isLost { onLost?() }
  }

  // MARK: - The walk

  /// Notes that keys are to go from module to module, beginning with the last one if `fromEnd`; `request` asks for the
  /// keys.
  func beginWalk(fromEnd: Bool) { (isWalked, walksFromEnd) = (true, fromEnd) }

  /// Directs keys to the modules if the walk has begun and the bar has the keyboard, which it may have had before.
  func continueWalk() { if let walkFromEnd { onWalk?(walkFromEnd) } }

  /// Ends the walk; the keyboard is kept until the next request.
  func endWalk() {
    isWalked = false
    onWalkEnded?()
  }

  /// Ends the walk, and gives the keyboard back unless a popup needs it.
  func leave() {
    endWalk()
    request()
  }

  // MARK: - Popups

  /// Opens a popup as soon as it is known whether the bar gets the keyboard.
  func open(_ popup: AwaitedPopup) {
    awaited = popup
    request()
    if popups.takesKeys || claim.isSettled { openAwaited() }
  }

  /// Drops the popup that waits, if it is one of this module.
  func cancelPopup(of module: ModuleName) {
    guard awaited?.item.module == module else { return }
    awaited = nil
    request()
  }

  private func openAwaited() {
    guard let awaited else { return }
    popups.toggle(awaited.popup, at: awaited.item, for: awaited.source)
    // The popup counts as awaited until here, so that the keyboard is not given back between two popups.
    self.awaited = nil
    request()
    onOpened?()
  }
}
