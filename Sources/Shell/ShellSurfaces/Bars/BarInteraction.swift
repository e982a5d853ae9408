import BarUI
import Geometry
import Loop
import ModuleModel
import Scenes
import Settings
import ShellModel
import Views

/// The input of pointers, fingers and keys on one bar: what its modules show of it, and the effects that it has.
@MainActor final class BarInteraction {
  /// The extent to which an input changes what is shown.
  enum Change {
    /// Nothing looks different.
    case none
    /// The hand has moved on its module: only the light that follows it is elsewhere.
    case light
    /// The modules look different.
    case look
  }

  /// Called at each event of a pointer or a key, so that the bar settles in the phase `update`. Events of fingers do not
  /// call it: a bar settles when they begin or end its use, but not when they move.
  var onInput: (() -> Void)?
  /// Called after each event that may have changed the input, with `.none` if nothing has changed: the bar may have come
  /// into use or gone out of use.
  var onChange: ((Change) -> Void)?

  private(set) var input = BarInput()
  private unowned let bar: any ShellBar
  private unowned let host: any BarHost
  private let popups: BarPopups
  private let keyboard: BarKeyboard
  private let pointers: BarPointers
  private var hover = DrawerHover()
  /// The settings of the layout that is on the screen; nil before the first one.
  private var shown: BarSettings?
  /// Whether a layout has given the focus to another module, or taken it away, and the popups have not followed yet.
  private var isFocusNew = false
  private let place: SurfaceHost

  /// The popups, the keyboard and the pointers are those of `bar`, and `place` is that of its surface.
  init(
    _ bar: any ShellBar, _ popups: BarPopups, _ keyboard: BarKeyboard, _ pointers: BarPointers,
    at place: SurfaceHost, host: any BarHost
  ) {
    (self.bar, self.place, self.host) = (bar, place, host)
    (self.popups, self.keyboard, self.pointers) = (popups, keyboard, pointers)
    keyboard.onWalk = { [unowned self] fromEnd in change { $0.focusFirst(fromEnd: fromEnd) } }
    keyboard.onWalkEnded = { [unowned self] in change { $0.loseKeyboard() } }
  }

  /// Forgets all of the input, as the surface is gone; idempotent.
  func end() {
    pointers.barWentAway()
    keyboard.end()
    (input, shown) = (BarInput(), nil)
  }

  // MARK: - Events

  /// Handles the input on a surface of the bar.
  func listen(to surface: any ShellSurface) {
    surface.onPointer = { [unowned self] in follow($0) }
    surface.onTouch = { [unowned self] in follow($0) }
    surface.onKey = { [unowned self] in follow($0) }
  }

  private func follow(_ event: PointerEvent) {
    pointers.follow(event)
    onInput?()
    let event = input.onModule(event)
    if case .pressed = event.kind { popups.pressed(x: event.x, y: event.y) }
    take(from: .pointer) { $0.follow(event) }
    followHover()
    switchPanel(event)
    popups.follow(event, now: host.loop.now)
  }

  private func follow(_ event: TouchEvent) {
    pointers.follow(event)
    let event = input.onModule(event)
    if event.kind == .began { popups.pressed(x: event.x, y: event.y) }
    take(from: .pointer) { $0.follow(event, now: host.loop.now) }
  }

  private func follow(_ event: KeyEvent) {
    onInput?()
    popups.dismissTooltip()
    // Another bar of the output may have come or gone since the last layout.
    input.leadsOn = host.canWalkOn(from: bar)
    if popups.takesKeys { popups.follow(event) } else { take(from: .key) { $0.follow(event) } }
  }

  /// Handles the deadlines of the input.
  func deadlineReached(now: Instant) {
    if let due = input.nextDeadline, due <= now { take { $0.deadlineReached(now: now) } }
  }

  /// Applies an event to the input and performs the effects; `source` is the origin of the event.
  private func take(from source: UseSource = .command, _ event: (inout BarInput) -> [BarInput.Effect]) {
    // The bar learns of its use before an effect may hide it.
    for effect in change(event) { perform(effect, from: source) }
  }

  /// Changes the input, and calls `onChange` with what looks different.
  private func change<Result>(_ edit: (inout BarInput) -> Result) -> Result {
    let (before, hand) = (input.interaction, input.hand)
    let result = edit(&input)
    if input.interaction.focused != before.focused { popups.focusMoved(now: host.loop.now) }
    followCursor()
    onChange?(input.interaction != before ? .look : input.hand != hand ? .light : .none)
    return result
  }

  private func perform(_ effect: BarInput.Effect, from source: UseSource) {
    switch effect {
    case .use(let item, let gesture):
      // The motion of a pointer is no input on the strength of which a popup may take a grab.
      host.uses.perform(at: item, gesture, from: gesture.isPassive ? .command : source, on: bar)
    case .slide(let item, let part): host.uses.slide(at: item, to: part)
    case .menu(let item): host.uses.openMenu(at: item, from: source, on: bar)
    case .toggleDrawer(let group): host.toggleDrawer(of: group, on: bar.outputName)
    case .openSettings: host.openSettings()
    case .walkOn(let isBack):
      keyboard.leave()
      host.walkOn(from: bar, isBack: isBack)
    case .leaveKeyboard: keyboard.leave()
    }
  }

  // MARK: - Layouts

  /// Adopts the layout that is on the screen; returns whether the modules look different under the input, as when one
  /// has come under a resting pointer.
  func show(_ layout: LaidOutView, _ settings: BarSettings, scale: Double) -> Bool {
    shown = settings
    let before = input.interaction
    let isLevel = settings.edge.isLevel
    input.isRightToLeft = host.state.presentation.isRightToLeft && isLevel
    input.leadsOn = host.canWalkOn(from: bar)
    (input.scrollRules, input.motionModules) = host.state.settings.inputRules(on: settings)
    input.show(layout, scale: scale, endPadding: settings.sheetPadding, isLevel: isLevel)
    if let fromEnd = keyboard.walkFromEnd { input.focusFirst(fromEnd: fromEnd) }
    if input.interaction.focused != before.focused { isFocusNew = true }
    return input.interaction != before
  }

  /// Whether `followFocus` and `followCursor` have to be called in the phase `update`, since nothing may be requested in a layout.
  var needsUpdate: Bool { isFocusNew || place.surface.map { $0.cursor != input.cursor } ?? false }

  /// Gives the cursor the shape of what is under it, which a layout may have changed.
  func followCursor() {
    if let surface = place.surface, surface.cursor != input.cursor { surface.cursor = input.cursor }
  }

  /// Shows the tooltip of the module to which a layout has given the focus after a while.
  func followFocus(now: Instant) {
    guard isFocusNew else { return }
    isFocusNew = false
    popups.focusMoved(now: now)
  }

  // MARK: - Drawers and panels

  /// Opens the drawer that the pointer has come to. It stays open over the gaps between modules, and while something
  /// that the bar has opened is used. Fingers open no drawer in this way, since they open and close it by its handle.
  func followHover() {
    if popups.takesKeys || keyboard.isAwaited { return }
    guard pointers.includePointer else { return closeDrawers() }
    guard let action = input.pointed, let shown else { return }
    setDrawers(hover.follow(host.state.settings.openingGroups(action, on: shown)))
  }

  /// Closes the drawers that were opened for the pointer.
  func closeDrawers() { setDrawers(hover.follow([])) }

  private func setDrawers(_ changes: [DrawerHover.Change]) {
    for change in changes { host.setDrawer(of: change.group, isOpen: change.isOpen, on: bar.outputName) }
  }

  /// Opens the panel of the module that a pointer has come to while the panel of another module is open.
  private func switchPanel(_ event: PointerEvent) {
    guard event.kind == .moved || event.kind == .entered, input.interaction.pressed == nil,
      popups.isPanelOpen, !keyboard.isAwaited, let opener = popups.opener,
      case .use(let item)? = input.pointed, item.place != opener.place || item.zone != opener.zone,
      host.uses.opensPanel(at: item, on: bar)
    else { return }
    // The motion of a pointer is no input on the strength of which a popup may take a grab.
    host.uses.perform(at: item, .click, from: .command, on: bar)
  }
}
