public import BarUI
public import Geometry
import LiveGlass
import Loop
public import ModuleModel
import Scenes
public import Settings
public import ShellModel
import Views

/// One bar of the settings on one output: its surface while the bar is visible, and the logic that shows and hides it.
@MainActor public final class Bar {
  public let output: any ShellOutput
  /// The index of the bar's settings among those of all bars.
  public let index: Int
  /// The surface; nil while the bar is hidden, and after the compositor has closed it.
  public var surface: (any ShellSurface)? { place.surface }
  private unowned let host: any BarHost
  private var presence: BarPresence
  private let place: SurfaceHost
  private let drawing: BarDrawing
  private let pointers: BarPointers
  private var use = BarUse()
  /// Whether the last layout showed the bar at its place, to which it slides from the edge.
  private var isInPlace = false
  private let popups: BarPopups
  private let necks: IslandNecks
  private let keyboard: BarKeyboard
  private lazy var interaction = BarInteraction(
    self, popups, keyboard, pointers, at: place, host: host)
  private var region = BarRegion()
  private var isCovered = false
  private let frame = BarFrame()
  private lazy var animation = BarAnimation { [unowned self] in
    presence.isMoving(at: $0) || frame.isMoving(at: $0) || drawing.isMoving(at: $0)
  } onEnd: { [unowned self] in
    frame.finish(on: surface, now: host.loop.now)
    // `settle` closes the surface of a bar that has faded or slid out.
    mark?.set()
  }
  private var length = BarLength()
  /// When a text that scrolls is at another place than in the last frame; nil: nothing scrolls, or that frame is not
  /// drawn yet. A bar whose frames the compositor does not want, as while its output is off, is not woken up.
  private var scrollDue: Instant?
  /// The settings that the surface shows.
  private var shown: BarSettings
  /// The registration for changes of what the bar shows.
  private var contentObservation: Observation?
  /// The registration with the event loop by which `settle` is called in the phase `update`.
  private var mark: Mark?

  /// Creates a bar that is not shown before `arrange`.
  public init(_ index: Int, on output: any ShellOutput, host: any BarHost) {
    self.index = index
    self.output = output
    self.host = host
    let state = host.state
    shown = state.bar(index, on: output.name)
    presence = BarPresence(shown, isPortrait: output.isPortrait)
    presence.reducesMotion = state.presentation.reducesMotion
    place = SurfaceHost(
      state.settings.effect(named: shown.material), state, loop: host.loop, sharing: output.look, rank: .bar)
    drawing = BarDrawing(on: output, place.look, host: host)
    (pointers, popups) = (BarPointers(on: output, loop: host.loop), BarPopups(on: output, host: host))
    (keyboard, necks) = (BarKeyboard(popups: popups, at: place, host: host), IslandNecks(host.loop))
    necks.onChange = { [weak self] in self?.surface?.setNeedsDisplay() }
    place.look.onChange = { [weak self] in self?.redraw() }
    place.onChange = { [unowned self] in self.host.barStatusChanged() }
    place.onBackgroundChanged = { [unowned self] in self.host.backgroundChanged(behind: self) }
    place.onClosed = { [unowned self] in
      forgetSurface()
      mark?.set()
    }
    pointers.onStripUsed = { [unowned self] in
      followUse()
      mark?.deadline = nextDeadline
    }
    connectPopups()
    connectInteraction()
    contentObservation = host.contentChanges.add { [unowned self] in redraw() }
    mark = host.loop.register("bar on \(output.name)", for: .update) { [unowned self] in
      settle(now: self.host.loop.now)
    }
  }

  isolated deinit { mark?.cancel() }

  private var settings: BarSettings { host.state.bar(index, on: output.name) }

  /// When the bar has something to do; nil: never.
  public var nextDeadline: Instant? {
    [
      presence.nextDeadline, place.nextDeadline, interaction.input.nextDeadline,
      popups.nextDeadline(now: host.loop.now), pointers.nextDeadline,
      scrollDue, use.isAwaited && isAtRest(now: host.loop.now) ? host.loop.now : nil,
    ]
    .compactMap(\.self).min()
  }

  /// Adapts the bar to the settings and to its output, either of which may have changed.
  public func arrange(now: Instant) {
    place.adopt(host.state.settings.effect(named: settings.material), host.state)
    presence.reducesMotion = host.state.presentation.reducesMotion
    presence.update(.settingsChanged(settings), now: now)
    presence.update(.outputTurned(isPortrait: output.isPortrait), now: now)
    followWindows(now: now)
    pointers.dropStrip()
    moveFrame(now: now)
    // Nobody sees a popup below a lock screen, which may ask a question and act by itself after a time.
    if host.state.isLocked == true { popups.closeAll() }
    popups.adopt(shown)
    followDrawers()
    surface?.setNeedsDisplay()
    settle(now: now)
  }

  /// Shows, moves or hides the bar, and handles those deadlines of its input and its popups that have passed at `now`.
  private func settle(now: Instant) {
    defer { mark?.deadline = nextDeadline }
    if let due = presence.nextDeadline, due <= now { presence.update(.deadlineReached, now: now) }
    interaction.deadlineReached(now: now)
    if length.isNew { followWindows(now: now) }
    if let due = scrollDue, due <= now {
      scrollDue = nil
      surface?.setNeedsDisplay()
    }
    keyboard.settle()
    region.fit(surface)
    interaction.followCursor()
    interaction.followFocus(now: now)
    popups.closeOrphan(shown)
    popups.settle(now: now)
    let mayOpen = place.allowsOpening(at: now)
    let isMapped = presence.isMapped(at: now)
    if isMapped, surface == nil, mayOpen { open() }
    if !isMapped, surface != nil {
      popups.closeAll()
      place.close()
      forgetSurface()
    }
    followEdge()
    if use.isAwaited, isAtRest(now: now) { for body in use.takeHandlers() { body() } }
    followUse()
    interaction.followHover()
    animation.follow(surface, now: now)
  }

  /// Performs a command of `hyaline bar`.
  public func obey(_ command: BarPresence.Command, now: Instant) {
    presence.update(.command(command), now: now)
    settle(now: now)
  }

  /// Shows the bar for a time, whatever its mode is.
  public func peek(for time: Duration, now: Instant) {
    presence.update(.peek(time), now: now)
    settle(now: now)
  }

  /// Hides the bar if a window overlaps it now, or shows it again, if its mode is that.
  public func dodge(now: Instant) {
    followWindows(now: now)
    mark?.set()
  }

  private func followWindows(now: Instant) {
    let frames = host.state.windowFrames[output.name] ?? []
    let isOverlapped = length.compare(settings, with: frames, on: output)
    presence.update(.windowsOverlap(isOverlapped), now: now)
  }

  /// A window in fullscreen covers the output, or does not.
  public func follow(isCovered: Bool, now: Instant) {
    guard isCovered != self.isCovered else { return }
    self.isCovered = isCovered
    presence.update(.windowCovers(isCovered), now: now)
    mark?.set()
  }

  /// Draws the bar and the popup of a module anew; called when the content of the bar has changed.
  private func redraw() {
    surface?.setNeedsDisplay()
    followDrawers()
    refreshPopups()
  }

  /// Draws the popup of a module anew; called when nothing but the content of popups has changed.
  public func refreshPopups() {
    popups.refresh()
    if popups.takesKeys { mark?.set() }
  }

  /// Closes the bar, its popups and its strip for good; idempotent.
  public func close() {
    mark?.cancel()
    contentObservation?.cancel()
    popups.closeAll()
    place.close()
    forgetSurface()
    pointers.dropStrip()
    interaction.closeDrawers()
  }

  // MARK: - Motion

  /// Whether changes of the content are animated.
  private var mayAnimate: Bool { surface?.isShown == true && !presence.reducesMotion }

  /// Starts to slide drawers that were opened or closed, and items that modules have folded away or show again.
  private func followDrawers() {
    let (all, bar) = (host.state.settings, settings)
    let shown = all.groups(of: bar) + all.shownModules(of: bar)
    let open = host.state.unfolded(on: output.name).intersection(shown)
    if drawing.follow(openDrawers: open, isAnimated: mayAnimate) { mark?.set() }
  }

  private var placement: SurfacePlacement {
    SurfacePlacement(settings) { output.snapped($0, slack: 2) }
  }

  /// The distances by which the surface of the bar with these settings extends beyond the bar, in logical pixels.
  private func outset(of bar: BarSettings) -> SurfacePlacement.Margins {
    bar.outset { output.snapped($0, slack: 2) }
  }

  /// Moves the bar to the place that the settings give.
  private func moveFrame(now: Instant) {
    let former = shown
    shown = settings
    guard let surface else { return }
    let outsets = (former: outset(of: former), new: outset(of: shown))
    let isMoved = frame.move(
      surface, to: placement, outsets, scale: output.scale, isInstant: presence.reducesMotion, now: now)
    if !isMoved {
      changeEdge(surface, from: former)
    }
  }

  /// Fades the bar out at the former edge while it fades in at the new one: a bar cannot slide from edge to edge.
  private func changeEdge(_ surface: any ShellSurface, from former: BarSettings) {
    (surface.placement.exclusiveZone, surface.placement.keyboard) = (-1, .never)
    place.close(showing: drawing.contents(former, outset: outset(of: former)), fading: FrameMotion.timing)
    forgetSurface()
    open(fading: true)
  }

  // MARK: - The surface

  private func open(fading: Bool = false) {
    shown = settings
    let made = place.open(placement, on: output, opacity: fading ? 0 : 1) { [unowned self] in scene($0) }
    if fading { made.fade(to: 1, FrameMotion.timing, reducesMotion: false, completion: nil) }
    interaction.listen(to: made)
    made.onKeyboardFocus = { [unowned self] hasKeyboard in keyboard.focusChanged(hasKeyboard) }
    made.afterPlacement { [weak self] in self?.host.barShown() }
  }

  private func scene(_ layout: LiveSurface.Layout) -> Scene {
    var shown = laidOut(layout)
    let looksDifferent = interaction.show(shown, self.shown, scale: layout.scale)
    // Popups and cursor follow in the next iteration, since nothing may be requested during a layout.
    if interaction.needsUpdate { mark?.setForNextIteration() }
    // A module that has come under a resting pointer is drawn as one under the pointer.
    if looksDifferent { shown = laidOut(layout) }
    isInPlace = presence.reach(at: layout.now) == 1
    // The surface takes the region in the next iteration, since a layout changes no surface.
    if region.follow(shown, of: self.shown, scale: layout.scale) { mark?.setForNextIteration() }
    if length.follow(shown, of: self.shown, scale: layout.scale) { mark?.setForNextIteration() }
    scrollDue = shown.untilMotion.map { layout.now + $0 }
    popups.layoutChanged(shown)
    mark?.deadline = nextDeadline
    let scene = drawing.scene(
      of: shown, scale: layout.scale, under: interaction.input.hand, isAnimated: mayAnimate, at: layout.now)
    if animation.drew(isUnfinished: drawing.isMoving(at: layout.now)) { mark?.setForNextIteration() }
    return surface.map { necks.joined(to: scene, at: self.shown.edge, in: $0.frame) } ?? scene
  }

  private func laidOut(_ layout: LiveSurface.Layout) -> LaidOutView {
    let frame = surface.flatMap { place(in: $0, at: layout.now, of: layout.size) }
    var view = drawing.view(of: shown, at: frame, layout)
    (view.alpha, view.reach) = (presence.alpha(at: layout.now), presence.reach(at: layout.now))
    view.interaction = interaction.input.interaction
    view.context.opener = popups.opener
    return drawing.laidOut(view, isAnimated: mayAnimate, now: layout.now)
  }

  /// The frame of the bar in its surface of a size, in physical pixels; nil: the bar fills it.
  private func place(in surface: any ShellSurface, at now: Instant, of size: PixelSize) -> PixelRect? {
    if let moved = frame.place(in: surface.frame, at: now) { return moved }
    let outset = outset(of: shown)
    return outset == SurfacePlacement.Margins() ? nil : outset.inner(PixelRect(size), scale: output.scale)
  }

  /// The frame of the bar on its output, in physical pixels; nil: the bar has no surface.
  public var shownFrame: PixelRect? {
    surface.map { surface in
      surface.frame.isEmpty ? surface.frame : outset(of: shown).inner(surface.frame, scale: output.scale)
    }
  }

  private func forgetSurface() {
    popups.closeAll()
    interaction.end()
    _ = use.takeHandlers()
    animation.forget()
    frame.forget()
    (scrollDue, isInPlace, region) = (nil, false, BarRegion())
  }

  // MARK: - Modules

  /// The visible content of the bar, with modules that become longer or shorter at the places that they will have; nil while the bar
  /// is not on the screen.
  public var report: BarReport? {
    guard let surface, surface.isShown, interaction.input.layout != nil, let layout = drawing.resting else {
      return nil
    }
    var report = BarReport(
      output: output.name, layout: layout, frame: surface.frame,
      bar: outset(of: shown).inner(PixelRect(surface.frame.size), scale: output.scale), scale: output.scale,
      state: host.state,
      pictures: drawing.shownPictures)
    report.focused = keyboard.isThere ? interaction.input.focused : nil
    return report
  }

  /// The part of an island with the first module of a kind; nil: the bar is not on the screen at that edge, or has no such module on
  /// an island.
  public func island(of kind: ModuleKind, at edge: OutputEdge) -> ModuleIsland? {
    guard shown.edge == edge, let surface, surface.isShown, interaction.input.layout != nil,
      let layout = drawing.resting, let module = layout.frame(of: kind),
      let island = layout.island(around: module, on: shown)
    else { return nil }
    let frame = island.offset(x: surface.frame.x, y: surface.frame.y)
    return ModuleIsland(
      frame: LogicalRect(frame, scale: output.scale), material: shown.material, necks: necks)
  }

  /// Whether the bar is on the screen, or would be if it were used.
  public var canBeShown: Bool {
    output.isOn && presence.canBeShown && (surface != nil || place.allowsOpening(at: host.loop.now))
  }

  /// Gives the keyboard to the modules, to the first of them or with `fromEnd` to the last, until Escape or a click
  /// elsewhere. A hidden bar is shown for that time.
  public func focus(fromEnd: Bool = false) {
    keyboard.beginWalk(fromEnd: fromEnd)
    show()
    keyboard.request()
    keyboard.continueWalk()
  }

  /// Calls `body` once the bar is shown and has stopped sliding, or at once if it has already; a hidden bar is shown
  /// first.
  public func whenShown(_ body: @escaping () -> Void) {
    if isAtRest(now: host.loop.now) { return body() }
    use.whenShown(body)
    show()
    surface?.afterPlacement { [weak self] in self?.mark?.set() }
  }

  private func isAtRest(now: Instant) -> Bool {
    surface?.isShown == true && isInPlace && presence.reach(at: now) == 1
  }

  /// Shows a hidden bar for the keyboard or for the handlers that wait.
  private func show() {
    followUse()
    if surface == nil { settle(now: host.loop.now) }
  }

  /// Returns the contact of a gesture with a module or an item: at the pointer or the finger if that is on it, else in
  /// its middle.
  public func contact(_ gesture: ModuleGesture, with module: ModuleName, item: String?, at place: BarItem?)
    -> ModuleContact
  {
    let none = ModuleContact(gesture, on: output.name)
    guard let surface, output.scale > 0 else { return none }
    return interaction.input.contact(
      gesture, with: module, item: item, at: place,
      on: (output.name, scale: output.scale, surface: surface.frame)) ?? none
  }

  /// Returns the first place at which the bar shows a module, or an item of it; nil if the bar shows it nowhere.
  public func place(of module: ModuleName, item: String? = nil) -> BarItem? {
    interaction.input.layout?.identities.lazy.compactMap { $0.key.value as? BarItem }
      .first { $0.module == module && $0.item == item }
  }

  /// Opens the popup of a module, or closes it if it is open.
  ///
  /// The bar takes the keyboard first. A popup that a hand or a key has asked for takes a grab, which compositors allow
  /// for such an event only; beside other popups, presses are watched for.
  public func toggle(_ popup: ModulePopup, at item: BarItem, for source: UseSource = .command) {
    guard let surface, surface.isShown else { return }
    keyboard.open(BarKeyboard.AwaitedPopup(popup: popup, item: item, source: source))
  }

  /// Opens the submenus that lead to an entry of the menu that is open on the bar.
  public func leadMenu(to entry: Int) { popups.lead(to: entry) }

  /// Closes what a module has opened, as its source ends: another source would know nothing of what is open.
  public func closePopup(of module: ModuleName) {
    keyboard.cancelPopup(of: module)
    popups.closeOpened(by: module)
  }

  /// The frame of the panel or the calendar that is open, in logical pixels of the output; nil: none is.
  public var panelFrame: LogicalRect? { popups.panelFrame }

  /// The popups of the bar, the uppermost last.
  public var popupReports: [PopupReport] { popups.reports }
  /// The module whose tooltip is shown, or will be if the pointer stays over it; nil: there is none.
  public var explainedModule: ModuleName? { popups.explained }
  /// Whether the bar or a popup of it has the keyboard, or is about to take it or to give it back.
  public var usesKeyboard: Bool { keyboard.isUsed }
  /// The module, or the item of one, that has opened a popup that is not a tooltip; nil: none has.
  public var popupOpener: BarItem? { popups.opener }
  /// Whether a popup was asked for that is not open yet, as the keyboard has not come.
  public var isPopupAwaited: Bool { keyboard.isAwaited }

  private var popupParent: PopupParent? {
    guard let surface, surface.isShown else { return nil }
    var parent = PopupParent(surface, of: shown, on: output, host: host)
    parent.restingCalendar = { [unowned self] in host.uses.restingCalendar(at: $0, on: self) }
    parent.onChange = { [weak self] in self?.mark?.set() }
    parent.necks = necks
    return parent
  }

  private func popupClosed(wasDismissed: Bool) {
    // A user who clicks elsewhere wants to type there.
    if wasDismissed { keyboard.endWalk() }
    keyboard.request()
    followPopups()
    mark?.set()
  }

  /// Adapts the bar to a popup that has opened or closed: the bar stays on the screen while one is open.
  private func followPopups() {
    followUse()
    // The module that has opened the popup looks selected.
    surface?.setNeedsDisplay()
  }

  // MARK: - Input

  private func connectPopups() {
    popups.parent = { [unowned self] in popupParent }
    popups.input = { [unowned self] in interaction.input }
    popups.onClosed = { [unowned self] in popupClosed(wasDismissed: $0) }
    popups.onPressElsewhere = { [unowned self] in keyboard.endWalk() }
    keyboard.onOpened = { [unowned self] in followPopups() }
    keyboard.onLost = { [unowned self] in mark?.set() }
  }

  private func connectInteraction() {
    interaction.onChange = { [unowned self] change in
      switch change {
      case .look: redraw()
      case .light: if mayAnimate { surface?.setNeedsDisplay() }
      case .none: break
      }
      followUse()
      mark?.deadline = nextDeadline
    }
    interaction.onInput = { [unowned self] in mark?.set() }
  }

  /// Lets a bar that is used stay on the screen.
  private func followUse() {
    let events = use.follow(arePointersThere: pointers.areThere, isKeyboardNeeded: keyboard.isNeeded)
    for event in events { presence.update(event, now: host.loop.now) }
    if !events.isEmpty { mark?.set() }
  }

  private func followEdge() {
    pointers.wait(at: presence.waitsAtEdge && output.isOn ? settings.edge : nil)
  }
}

extension LaidOutView {
  /// Returns the frame of the first module of a kind; nil: the layout shows none.
  fileprivate func frame(of kind: ModuleKind) -> PixelRect? {
    let first = identities.first { identity in
      (identity.key.value as? BarItem).map { $0.item == nil && $0.module.kind == kind } == true
    }
    return first?.frame
  }
}
