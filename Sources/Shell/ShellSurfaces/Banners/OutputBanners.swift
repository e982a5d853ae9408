import Geometry
import LiveGlass
import Loop
import Notifications
import Scenes
import Settings
import ShellModel
import VisualEffects

/// The banners of one output: opens a surface while there are any, shows them on it and performs what people do there.
final class OutputBanners {
  let output: any ShellOutput
  /// The place of the banners; nil: that of the settings.
  let anchor: NotificationSettings.Anchor?
  /// The surface; nil while there is nothing to show, and after the compositor has closed it.
  var surface: (any ShellSurface)? { place.surface }
  private unowned let host: Banners
  private let place: SurfaceHost
  private let room: BannerRoom
  private var shown = ShownBanners()
  private var input = BannerInput()
  /// The fills of buttons that the pointer has come to, or has left.
  private var fades = BannerButtonFades()
  private var isCovered = false
  /// Whether the banners are hidden until panels are closed that leave no room for them.
  private(set) var isWaiting = false
  private var keyboard = KeyboardRequest()
  private let menus: BannerMenus
  /// The consequences of layouts for scenes, which the next update handles: nothing is reported, moved or closed while
  /// scenes are made.
  private var waiting = Consequences()
  /// The banners have come to rest, and it is to be seen which of them is under the pointer.
  private var hasRested = false
  /// When the cursor of the answer's field appears or vanishes; nil: never.
  private var nextBlink: Instant?
  /// When a scene was made last.
  private var drawn: Instant?

  private struct Consequences {
    /// The effects of banners that went while the user was using them.
    var effects: [BannerInput.Effect] = []
    /// The composition that was shown last, and its scale; nil: banners only kept their places on a surface of another size.
    var shown: (composition: BannerComposer.Composition, scale: Double)?
  }

  init(on output: any ShellOutput, at anchor: NotificationSettings.Anchor?, host: Banners) {
    self.output = output
    self.anchor = anchor
    self.host = host
    room = BannerRoom(on: output, at: anchor, host.state)
    place = SurfaceHost(
      host.state.settings.bannerEffect, host.state, loop: host.loop, sharing: output.look, rank: .banners)
    menus = BannerMenus(on: output, host: host)
    menus.onClosed = { [unowned self] in perform(input.interaction.menuClosed($0)) }
    menus.onChosen = { [unowned self] in perform(input.choose($1, of: $0, on: stage)) }
    place.look.onChange = { [unowned self] in self.host.bannersChanged() }
    place.onChange = { [unowned self] in self.host.deadlinesChanged() }
    place.onClosed = { [unowned self] in close() }
  }

  /// When `update` has something to do; nil: never.
  var nextDeadline: Instant? {
    [place.nextDeadline, nextBlink, room.height.deadline, input.interaction.nextDeadline].compactMap(\.self)
      .min()
  }

  /// When the words for an age change that is on the screen, in seconds since 1970; nil: none is.
  var nextAge: Int64? { shown.nextAge }

  /// The identifiers of the banners on the screen.
  var shownBanners: Set<BannerID> { Set(shown.banners.keys) }

  /// The banner that is used in a way; nil: none is.
  func banner(of use: BannerInteraction.Use) -> BannerID? { input.interaction.banner(of: use) }

  /// Whether it matters if a window in fullscreen covers the output.
  var needsFullscreen: Bool { surface != nil && placement.raisesBanners }

  /// A window in fullscreen hides all that is not on the overlay, or does not any more.
  func cover(_ isCovered: Bool) {
    guard isCovered != self.isCovered else { return }
    self.isCovered = isCovered
    host.bannersChanged()
  }

  /// Gives way to open panels and levels on the output, whose frames are in its logical pixels.
  func avoid(_ panels: [LogicalRect]) {
    if room.avoid(panels) { host.bannersChanged() }
  }

  /// Fits everything to settings and output, which may be other ones.
  func arrange(now: Instant) {
    place.adopt(host.state.settings.bannerEffect, host.state)
    fit(now: now)
    update(now: now)
  }

  /// Shows what there is to show now.
  func update(now: Instant) {
    performRest()
    perform(input.timePassed(on: stage))
    guard place.allowsOpening(at: now) else { return }
    if room.hasOtherWidth { fit(now: now) }
    room.leavePanelsFree(surface)
    isWaiting = findsNoRoom(now: now)
    guard let surface else {
      if hasBanners { open(now: now) }
      return
    }
    // A banner that leaves slowly would be visible above the lock, and behind it there are no frames to move in.
    if !hasBanners, isLocked || !surface.isShown { return close() }
    if surface.isShown, let metrics = shown.metrics {
      guard refresh(surface, on: metrics, now: now) else { return setNextBlink(nil) }
    } else {
      // The scene is laid out when the size of the surface is known; nothing is due before that.
      shown.invalidate()
      setNextBlink(nil)
      room.height.deadlineReached(now: now)
    }
    surface.setNeedsDisplay()
    follow(surface, now: now)
  }

  /// Removes everything from the screen; idempotent.
  func close() {
    // A popup has to go before its parent.
    menus.close()
    place.close()
    room.close()
    shown = ShownBanners()
    setNextBlink(nil)
    hasRested = false
    perform(takeConsequences().effects)
    perform(input.end(now: now))
  }

  // MARK: - What there is to show

  private var now: Instant { host.loop.now }
  private var presentation: Presentation { host.state.presentation }
  private var isLocked: Bool { host.state.isLocked == true }
  private var hasBanners: Bool { !isWaiting && !arrangement(onlyRaised: false).banners.isEmpty }

  private var placement: BannerPlacement { room.placement }

  /// The banners to arrange; none while they wait.
  private var arrangement: Arrangement { isWaiting ? .empty : wantedArrangement }

  /// The banners to arrange where there is room. If only banners on the overlay can be visible, the others stay hidden in their
  /// places, unless there are some on the overlay.
  private var wantedArrangement: Arrangement {
    if isCovered, placement.raisesBanners {
      let raised = arrangement(onlyRaised: true)
      if !raised.banners.isEmpty { return raised }
    }
    return arrangement(onlyRaised: false)
  }

  private func arrangement(onlyRaised: Bool) -> Arrangement {
    host.store.arrangement(on: output.name, at: anchor, onlyRaised: onlyRaised)
  }

  /// Whether the open panels leave no room for the first of the banners that there are.
  private func findsNoRoom(now: Instant) -> Bool {
    placement.isCramped && room.isTooLow(for: compose(wantedArrangement, scale: output.scale, now: now))
  }

  private func composer(scale: Double, now: Instant) -> BannerComposer {
    BannerComposer(
      state: host.state, look: place.look, placement: placement,
      pictures: BannerPictureFill(
        pictures: host.pictures, output: output.name, scale: scale,
        width: host.state.settings.notifications.width, style: host.state.settings.notifications.style),
      measurer: output.measurer, scale: scale, now: now, time: host.time)
  }

  private func compose(
    _ arrangement: Arrangement, scale: Double, now: Instant
  ) -> BannerComposer.Composition {
    composer(scale: scale, now: now).compose(arrangement, in: room.areaHeight, input: input) {
      // Callers are answered by way of the loop: scenes are made in a phase in which nothing else may mark an update.
      host.loop.yieldPoint()
    }
  }

  // MARK: - The surface

  private func open(now: Instant) {
    shown = ShownBanners()
    let new = compose(arrangement, scale: output.scale, now: now)
    // The area is measured first, so that it is known when the surface has a size. With motion, the first frame maps the measuring
    // surface.
    room.open(for: new, staysOnScreen: presentation.reducesMotion) { [unowned self] in
      // The first scene is laid out for the height of the new area anyway.
      if surface?.isShown == true || room.hasOtherWidth { self.host.bannersChanged() }
    }
    let opened = place.open(room.surface, on: output) { [unowned self] in scene($0) }
    listen(to: opened)
    if !presentation.reducesMotion { animate() }
  }

  /// Fits the place of the banners to settings, output and area, and lays them out anew if it is another one.
  private func fit(now: Instant) {
    guard room.follow(host.state, surface) else { return }
    shown.invalidate()
    guard let surface else { return }
    room.height.replace(0)
    grow(surface, for: compose(arrangement, scale: output.scale, now: now), scale: output.scale, now: now)
  }

  private func listen(to surface: any ShellSurface) {
    surface.onBackgroundKnown = { [unowned self] in
      if room.height.backgroundKnown() { host.bannersChanged() }
    }
    surface.onPointer = { [unowned self] event in
      switch event.kind {
      case .left, .pressed: keyboard.inputCame()
      case .entered, .moved, .released, .scrolled: break
      }
      perform(input.take(event, on: stage))
    }
    surface.onTouch = { [unowned self] event in
      keyboard.inputCame()
      perform(input.take(event, on: stage))
      // A long touch may have begun or ended.
      host.deadlinesChanged()
    }
    surface.onKey = { [unowned self] key in
      keyboard.inputCame()
      if menus.isOpen { return menus.follow(key) }
      perform(input.take(key, on: stage))
    }
    surface.onKeyboardFocus = { [unowned self] hasKeyboard in
      if let current = self.surface?.placement.keyboard {
        self.surface?.placement.keyboard = keyboard.follow(hasKeyboard, current)
      }
      perform(input.interaction.focus(hasKeyboard))
    }
  }

  /// Makes the scene for a layout; what else follows from the layout is done with the next update.
  private func scene(_ layout: LiveSurface.Layout) -> Scene {
    let metrics = ShownBanners.Metrics(size: layout.size, scale: layout.scale)
    if shown.metrics != metrics {
      room.leavePanelsFree(surface)
      layOut(on: metrics, now: layout.now)
      host.deadlinesChanged()
    }
    drawn = layout.now
    let scene = Scene(size: layout.size, nodes: shown.column.nodes(at: layout.now))
    let isLit = surface?.isShown == true && !presentation.reducesMotion
    // While banners move, a fill that fades would stay behind.
    return fades.scene(
      scene, with: buttons, under: input.hand(on: shown.column, at: layout.now), scale: layout.scale,
      isLit: isLit, isFading: isLit && !shown.column.isMoving(at: layout.now), now: layout.now)
  }

  /// Lays the banners out on a surface of another size.
  private func layOut(on metrics: ShownBanners.Metrics, now: Instant) {
    let isShown = surface?.isShown == true
    if isShown, room.height.isGrowing, shown.metrics?.scale == metrics.scale {
      // A new banner waits until the pixels behind it are known.
      shown.keepPlaces(on: metrics, placement, now: now)
    } else {
      let new = compose(arrangement, scale: metrics.scale, now: now)
      // The first banners come in; what is fitted to another size is there at once.
      waiting.effects += show(
        new, on: metrics, now: now, reducesMotion: isShown || presentation.reducesMotion)
      waiting.shown = (new, metrics.scale)
    }
  }

  private func takeConsequences() -> Consequences {
    defer { waiting = Consequences() }
    return waiting
  }

  /// Handles the consequences of the sizes that the surface has had since the last call.
  func settleLayouts(now: Instant) {
    let taken = takeConsequences()
    perform(taken.effects)
    guard let (new, scale) = taken.shown else { return }
    settle(now: now)
    guard let surface else { return }
    raise(surface, for: new)
    // The last banner was closed while the surface waited for another size, with which it is gone at once.
    if shown.column.isEmpty, surface.isShown { return close() }
    if room.height.requested > room.areaHeight { room.height.replace(room.neededHeight(new, scale: scale)) }
    grow(surface, for: new, scale: scale, now: now)
  }

  /// Shows what there is on a surface that is on the screen, if there is room for it; otherwise all stays as it is, but
  /// for what a lock hides.
  private func refresh(_ surface: any ShellSurface, on metrics: ShownBanners.Metrics, now: Instant) -> Bool {
    let arrangement = arrangement
    if isLocked, shown.hide(allBut: Set(arrangement.banners.map(\.id))) {
      perform(input.keep(shown.column.keys, shown.banners, now: now))
      surface.placement.inputRegion = shown.inputRegion
      surface.setNeedsDisplay()
    }
    let new = compose(arrangement, scale: metrics.scale, now: now)
    raise(surface, for: new)
    let hasRoom = room.height.hasRoom(
      for: room.neededHeight(new, scale: metrics.scale), in: room.areaHeight,
      isMoving: shown.column.isMoving(at: now),
      isWatched: surface.isShown && output.isShownLive, now: now)
    applyHeight(to: surface)
    guard hasRoom else { return false }
    perform(show(new, on: metrics, now: now, reducesMotion: presentation.reducesMotion || isLocked))
    settle(now: now)
    return true
  }

  private func grow(
    _ surface: any ShellSurface, for new: BannerComposer.Composition, scale: Double, now: Instant
  ) {
    room.height.grow(
      to: room.neededHeight(new, scale: scale), isWatched: surface.isShown && output.isShownLive, now: now)
    // Nothing is captured anew for a surface that stays as it is.
    if !applyHeight(to: surface) { _ = room.height.backgroundKnown() }
  }

  /// Asks for the height and the layer that are wanted; returns whether that is something else than before.
  @discardableResult
  private func applyHeight(to surface: any ShellSurface) -> Bool {
    host.deadlinesChanged()
    return room.apply(to: surface)
  }

  /// Lifts the surface to the layer that its banners need, or lowers it.
  private func raise(_ surface: any ShellSurface, for new: BannerComposer.Composition) {
    if room.takeLayer(for: new.banners) { applyHeight(to: surface) }
  }

  /// Shows a composition on the surface; returns the effects of banners that went while the user was using them.
  private func show(
    _ new: BannerComposer.Composition, on metrics: ShownBanners.Metrics, now: Instant, reducesMotion: Bool
  ) -> [BannerInput.Effect] {
    shown.show(new, on: metrics, placement, now: now, reducesMotion: reducesMotion)
    input.interaction.gestures.scale = metrics.scale
    input.interaction.gestures.width = Double(placement.columnWidth(scale: metrics.scale))
    let effects = input.keep(shown.column.keys, shown.banners, now: now)
    // A banner that was swept away may have come again at once, with the same number.
    let pulled = input.interaction.gestures.pulled
    shown.column.releaseAll(but: pulled, now: now, reducesMotion: reducesMotion)
    return effects
  }

  /// Adapts drafts, the cursor of the answer's field, that of the pointer and the surface's input to the banners that are shown.
  private func settle(now: Instant) {
    restoreDraft()
    setNextBlink(input.interaction.reply?.nextBlink(after: now))
    surface?.placement.inputRegion = shown.inputRegion
    input.updateCursor(on: stage)
    adoptCursor()
  }

  /// Puts what was typed back into a field that is shown again.
  private func restoreDraft() {
    guard !isLocked else { return }
    for banner in shown.banners.values
    where banner.notification.reply != nil && input.interaction.takesDraft(of: banner.id) {
      guard let draft = host.takeDraft(of: banner.id) else { continue }
      return perform(input.interaction.restore(draft))
    }
  }

  private func setNextBlink(_ deadline: Instant?) {
    guard deadline != nextBlink else { return }
    nextBlink = deadline
    host.deadlinesChanged()
  }

  // MARK: - Motion

  /// Moves what moves, and takes the surface away when there is nothing left on it.
  private func follow(_ surface: any ShellSurface, now: Instant) {
    if shown.column.isMoving(at: now) || isFading(on: surface, at: now) {
      animate()
    } else if shown.column.isEmpty, surface.isShown {
      close()
    }
  }

  private func animate() {
    surface?.animate { [unowned self] now in
      // The surface is on the screen, where the area is asked for by a surface that is, too.
      room.stayOnScreen()
      let isMoving = shown.begin(now: now)
      return isMoving || surface.map { isFading(on: $0, at: now) } == true
    } completion: { [weak self] in
      self?.rested()
    }
  }

  /// Whether the fills of buttons fade, or will with the next frame.
  private func isFading(on surface: any ShellSurface, at now: Instant) -> Bool {
    fades.isMoving(at: now)
      || surface.isShown && !presentation.reducesMotion && !shown.column.isEmpty && !fades.show(buttons)
  }

  private var buttons: BannerButtonFades.Uses { .init(on: shown.banners.keys, input.interaction) }

  /// Requests the next update, in which banners that waited for rest get their room.
  private func rested() {
    _ = room.height.rested()
    hasRested = true
    host.bannersChanged()
  }

  // MARK: - What people do

  private var stage: BannerInput.Stage {
    BannerInput.Stage(
      column: shown.column, banners: shown.banners,
      origin: surface.map { ($0.frame.x, $0.frame.y) } ?? (0, 0), drawn: drawn, now: now)
  }

  /// Performs the actions that waited for the end of motion.
  private func performRest() {
    guard hasRested else { return }
    hasRested = false
    // A banner that needs more room than the last of the others had gets a surface of its own.
    if shown.column.isEmpty { return close() }
    perform(input.pointAgain(on: stage))
  }

  private func perform(_ effects: [BannerInput.Effect]) {
    adoptCursor()
    for effect in effects { perform(effect) }
  }

  private func adoptCursor() {
    if let surface, surface.cursor != input.cursor { surface.cursor = input.cursor }
  }

  private func perform(_ effect: BannerInput.Effect) {
    switch effect {
    case .happen(let event): host.happen(event, on: surface)
    case .open(let link): host.open(link, on: surface)
    case .pull(let key, let distance):
      shown.column.pull(key, by: distance)
      animate()
    case .release(let key):
      shown.column.release(key, now: now, reducesMotion: presentation.reducesMotion)
      animate()
    case .needKeyboard(let isNeeded): surface?.placement.keyboard = isNeeded ? .always : .never
    case .offerKeyboard: surface?.placement.keyboard = .onDemand
    case .saveDraft(let draft): host.saveDraft(draft)
    case .copy(let text): host.clipboard.copy(text)
    case .paste:
      host.clipboard.paste { [weak self] text in
        guard let self, let text else { return }
        perform(input.interaction.paste(text, now: now))
      }
    case .placeCursor(let x, let extending): placeCursor(x: x, extending: extending)
    case .openMenu(let menu, let point): open(menu, at: point)
    case .closeMenu: menus.close()
    case .quietForAnHour: host.happen(.doNotDisturbSet(.until(host.time + 3600)), on: surface)
    case .set(let wanted): host.onSwitch?(wanted)
    case .redraw: host.bannersChanged()
    case .light: if !presentation.reducesMotion { surface?.setNeedsDisplay() }
    }
  }

  /// Opens a menu at a point of the surface, or below its button if there is none.
  private func open(_ menu: BannerMenu, at point: BannerPointer.Place?) {
    let place =
      point.map { PixelRect(x: Int($0.x), y: Int($0.y), width: 1, height: 1) }
      ?? shown.column.frame(of: .options, on: menu.banner, now: now)
    guard let surface, let place, let banner = shown.banners[menu.banner], let metrics = shown.metrics else {
      return perform(input.interaction.menuClosed(menu))
    }
    let view = composer(scale: metrics.scale, now: now).view(banner, input: input)
    menus.open(
      menu, menu.entries(view.content, host.state.settings.notifications), beside: place, of: surface)
  }

  /// Puts the cursor at the letter that is nearest to `x`.
  private func placeCursor(x: Double, extending: Bool) {
    guard let id = input.interaction.reply?.banner,
      let offset = shown.column.replyOffset(
        on: id, atX: Int(x.rounded(.down)), now: now, measurer: output.measurer)
    else { return }
    perform(input.interaction.place(at: offset, extending: extending, now: now))
  }

  // MARK: - Statistics

  /// The event that is awaited before the banners rest in their final look, in words; nil if none is.
  var awaited: String? {
    guard let surface else { return hasBanners ? "a surface" : nil }
    return if !surface.isShown {
      "the first picture"
    } else if shown.column.isMoving(at: now) {
      "the end of motion"
    } else if room.height.isGrowing || room.height.waitsForRest {
      "room"
    } else if host.pictures.isReading(for: output.name) {
      "pictures"
    } else if place.look.isChanging {
      "another look"
    } else if !surface.isSettled {
      "glass"
    } else {
      nil
    }
  }
}
