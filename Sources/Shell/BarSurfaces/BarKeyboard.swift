import BarUI
import Scenes
import Settings

/// The keyboard of one bar, which the bar has while one of its popups or the walk from module to module needs it.
///
/// A popup waits until the compositor has answered the request for the keyboard: where a popup has a grab, compositors leave
/// the keyboard where it is.
@MainActor final class BarKeyboard<Output: BarOutput> {
  /// A popup that waits for the keyboard to be opened.
  struct AwaitedPopup {
    var popup: ModulePopup
    var item: BarItem
    /// What has asked for the popup.
    var source: Bar<Output>.Source
  }

  /// Called when the popup that has waited is to be opened.
  var onOpen: ((AwaitedPopup) -> Void)?
  /// Called after `onOpen`, when no popup waits any more.
  var onOpened: (() -> Void)?
  /// Called when the keys begin to go to the modules, or do so again; `fromEnd`: beginning with the last one.
  var onWalk: ((_ fromEnd: Bool) -> Void)?
  /// Called when keys go to no module any more.
  var onWalkEnded: (() -> Void)?
  /// Called when something else has taken the keyboard, so that `settle` has to be called in the phase `update`.
  var onLost: (() -> Void)?
  /// Called when `isUsed` has changed.
  var onUseChanged: (() -> Void)?

  private let popups: BarPopups
  private var surface: Output.Surface?
  private var claim = KeyboardClaim() {
    didSet { if claim.isUsed != oldValue.isUsed { onUseChanged?() } }
  }
  private var awaited: AwaitedPopup?
  /// Whether keys are to go from module to module.
  private var isWalked = false
  /// Whether the walk begins with the last module.
  private var walksFromEnd = false

  /// `popups` are those of the bar.
  init(popups: BarPopups) { self.popups = popups }

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

  /// Takes the surface of the bar.
  func begin(on surface: Output.Surface) { self.surface = surface }

  /// Forgets the surface, and with it all that the keyboard was needed for; idempotent.
  func end() { (surface, awaited, claim, isWalked) = (nil, nil, KeyboardClaim(), false) }

  /// Takes that the keyboard has come to the surface, or has gone.
  func focusChanged(_ hasKeyboard: Bool) {
    let hadKeyboard = claim.hasKeyboard
    // A popup with a grab may take the keyboard with it, and the compositor tells when that is to go.
    claim.focusChanged(hasKeyboard, toPopup: popups.takesKeys && !popups.isUngrabbed)
    if claim.isSettled, hasKeyboard != hadKeyboard { follow() }
  }

  /// Asks for the keyboard if it is needed, or gives it back if it is not.
  func request() {
    guard let surface, claim.want(isNeeded) else { return }
    surface.placement.keyboard = claim.isWanted ? .always : .never
    surface.afterPlacement { [weak self, weak surface] in
      if let self, self.surface === surface { answered() }
    }
  }

  /// Gives up what something else has taken the keyboard from: a popup without a grab, and the walk.
  ///
  /// That is done in the phase `update`, since compositors may take the keyboard and give it back at once.
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

  /// Does what follows from whether the bar has the keyboard.
  private func follow() {
    continueWalk()
    if !claim.hasKeyboard, !claim.isWanted { endWalk() }
    if claim.isLost { onLost?() }
  }

  // MARK: - The walk

  /// Notes that keys are to go from module to module, beginning with the last one if `fromEnd`; `request` asks for the keys.
  func beginWalk(fromEnd: Bool) { (isWalked, walksFromEnd) = (true, fromEnd) }

  /// Has keys go to the modules if they can, as where the bar has the keyboard already.
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

  /// Has a popup opened as soon as it is known whether the keyboard comes.
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
    onOpen?(awaited)
    // Until now, so that the keyboard is not given back between two popups.
    self.awaited = nil
    request()
    onOpened?()
  }
}
