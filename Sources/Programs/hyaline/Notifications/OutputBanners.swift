import Geometry
import LiveGlass
import Loop
import NotificationUI
import Notifications
import Scenes
import Settings
import ShellModel
import ShellSurfaces
import VisualEffects

/// The banners of one output: their surface while there are any, where each is, and what it looks like.
final class OutputBanners {
  /// What all outputs use.
  struct Host {
    var session: GlassSession
    var state: () -> State
    var pictures: BannerPictures
    /// What an output of that name is to show, of all or of critical ones.
    var arrangement: (String, _ onlyCritical: Bool) -> Arrangement
    /// Seconds since 1970.
    var time: () -> Int64
    /// Tells the notification center what was done on a surface.
    var happen: (NotificationEvent, LiveSurface?) -> Void
    /// Opens a link that was clicked there.
    var open: (String, LiveSurface?) -> Void
    /// Keeps what was typed on a banner that is hidden.
    var saveDraft: (ReplyEditor) -> Void
    /// Gives back what was typed on a banner.
    var takeDraft: (BannerID) -> ReplyEditor?
    /// What the banners show has changed.
    var onChange: () -> Void
    /// A surface has come or gone, or a deadline of the output is another one.
    var settle: () -> Void
    /// Answers those who wait, in the midst of long work.
    var answerCallers: () -> Void
  }

  let output: LiveOutput
  /// Nil while there is nothing to show, and after the compositor has closed it.
  private(set) var surface: LiveSurface? {
    didSet { if surface !== oldValue { host.settle() } }
  }
  var column = BannerColumn()
  var interaction = BannerInteraction()
  var pointer = BannerPointer()
  /// What the column shows.
  private(set) var banners: [BannerID: Arrangement.Banner] = [:]
  /// When an age changes, seconds since 1970; nil: none is shown.
  private(set) var nextAge: Int64?
  /// When what waits for room is shown in any case; nil: nothing waits.
  var growthDeadline: Instant? { growth?.deadline }
  /// When the cursor of the field appears or vanishes; nil: never.
  private(set) var nextBlink: Instant? {
    didSet { if nextBlink != oldValue { host.settle() } }
  }
  /// When the surface may be shown again after it was closed without our doing.
  private(set) var reopening = ReopeningSchedule()
  let host: Host
  let look: GlassLook
  var placement: BannerPlacement
  /// While there is a surface.
  var probe: AreaProbe?
  /// A window in fullscreen hides all that is not on the overlay.
  var isCovered = false {
    didSet { if isCovered != oldValue { host.onChange() } }
  }
  /// Of the surface, logical pixels, as asked for.
  var height = 0
  /// Of what the column shows, physical pixels.
  private var stackSize = PixelSize(width: 0, height: 0)
  /// The surface grows, and what needs the room waits.
  var growth: Growth? {
    didSet { if growth?.deadline != oldValue?.deadline { host.settle() } }
  }
  /// When all banners rest, there is something to show that needs more room.
  var waitsForRest = false
  /// For which the column is laid out.
  private(set) var laidOut: (size: PixelSize, scale: Double)?

  init(on output: LiveOutput, host: Host) {
    self.output = output
    self.host = host
    let state = host.state()
    placement = Self.placement(on: output, state)
    look = GlassLook(Self.effect(state), state, loop: host.session.loop)
    look.onChange = { [unowned self] in update(now: self.host.session.loop.now) }
  }

  private static func placement(on output: LiveOutput, _ state: State) -> BannerPlacement {
    BannerPlacement(
      state.settings.notifications, logicalWidth: Int(Double(output.size.width) / output.scale)
    ) { output.snapped($0) }
  }

  private static func effect(_ state: State) -> BlurEffect {
    let name = state.settings.notifications.material
    guard let effect = state.settings.blurEffect(named: name) else {
      preconditionFailure("no material \(name)")
    }
    return effect
  }

  var hasBanners: Bool { !host.arrangement(output.name, false).banners.isEmpty }
  /// Whether it matters if a window in fullscreen is there.
  var needsFullscreen: Bool { surface != nil && placement.raisesCritical }
  /// One of the banners is, so that their surface lies higher.
  var isCritical = false
  var settings: NotificationSettings { host.state().settings.notifications }
  var presentation: Presentation { host.state().presentation }
  private var isLocked: Bool { host.state().isLocked == true }

  /// Fits everything to settings and output, which may be other ones.
  func arrange(now: Instant) {
    let state = host.state()
    reopening.reset()
    look.adopt(Self.effect(state), state)
    let wanted = Self.placement(on: output, state)
    if wanted != placement {
      placement = wanted
      laidOut = nil
      height = 0
      if let surface, let stack = stack(scale: output.scale, now: now) {
        grow(surface, for: stack, scale: output.scale, now: now)
      }
    }
    update(now: now)
  }

  /// Shows what there is to show now.
  func update(now: Instant) {
    guard reopening.allowsOpening(at: now) else { return }
    guard let surface else {
      if hasBanners { open(now: now) }
      return
    }
    // What leaves slowly would be seen above the lock, and behind it there are no frames for it to move in.
    if isLocked, !hasBanners { return close() }
    if !surface.isShown, !hasBanners { return close() }
    // Else its first scene will be laid out when its size is known.
    if surface.isShown, let laidOut {
      let stack = stack(scale: laidOut.scale, now: now)
      if let stack { raise(surface, for: stack) }
      guard let stack, hasRoom(on: surface, for: stack, scale: laidOut.scale, now: now)
      else {
        // All stays as it is until there is room, the cursor of a field too.
        nextBlink = nil
        return
      }
      show(
        stack, laidOut.size, scale: laidOut.scale, now: now,
        reducesMotion: presentation.reducesMotion || isLocked)
    } else {
      laidOut = nil
    }
    surface.setNeedsDisplay()
    follow(now: now)
  }

  /// Takes everything off the screen; idempotent.
  func close() {
    surface?.close()
    surface = nil
    probe?.close()
    probe = nil
    column = BannerColumn()
    banners = [:]
    (nextAge, nextBlink) = (nil, nil)
    (growth, waitsForRest) = (nil, false)
    isCritical = false
    pointer = BannerPointer()
    perform(interaction.keep([]))
  }

  // MARK: - The surface

  private func open(now: Instant) {
    column = BannerColumn()
    laidOut = nil
    growth = nil
    guard let stack = stack(scale: output.scale, now: now) else { return }
    height = height(for: stack, scale: output.scale)
    isCritical = stack.isCritical
    // First, so that the area is known when the surface has a size.
    let probe = AreaProbe(output)
    probe.onChange = { [unowned self] in areaChanged() }
    self.probe = probe
    // Else with a frame of its motion.
    if presentation.reducesMotion { probe.stayOnScreen() }
    let made = output.open(
      placement.surface(height: height, isCritical: isCritical), expecting: look.material(at: now)
    ) { [unowned self] in scene($0) }
    made.onClosed = { [weak self] in self?.closed() }
    made.onBackgroundChanged = { [unowned self] in look.backgroundChanged() }
    made.onBackgroundKnown = { [unowned self] in backgroundKnown() }
    listen(to: made)
    surface = made
    look.surface = made
    if !presentation.reducesMotion { animate() }
  }

  private func scene(_ layout: LiveSurface.Layout) -> Scene {
    if surface?.isShown == true { probe?.stayOnScreen() }
    if laidOut?.size != layout.size || laidOut?.scale != layout.scale { fit(layout) }
    return Scene(size: layout.size, nodes: column.nodes(at: layout.now))
  }

  /// The surface has got a size.
  private func fit(_ layout: LiveSurface.Layout) {
    let isShown = surface?.isShown == true
    if isShown, growth != nil, let laidOut, laidOut.scale == layout.scale {
      // What is new waits until it is known what lies behind it.
      let former = placement.origin(of: stackSize, in: laidOut.size, scale: layout.scale)
      let new = placement.origin(of: stackSize, in: layout.size, scale: layout.scale)
      column.shift(down: new.y - former.y, now: layout.now)
      self.laidOut = (layout.size, layout.scale)
      return
    }
    laidOut = (layout.size, layout.scale)
    guard let stack = stack(scale: layout.scale, now: layout.now) else { return }
    // The first come in; what is fitted to another size is there at once.
    show(
      stack, layout.size, scale: layout.scale, now: layout.now,
      reducesMotion: isShown || presentation.reducesMotion)
    guard let surface else { return }
    raise(surface, for: stack)
    if height > area { resize(surface, to: height(for: stack, scale: layout.scale)) }
    grow(surface, for: stack, scale: layout.scale, now: layout.now)
  }

  /// The compositor took the surface away, or it could not be made.
  private func closed() {
    reopening.surfaceClosed(wasShown: surface.map { $0.commitCount > 0 } ?? false, now: host.session.loop.now)
    surface = nil
    close()
    host.settle()
  }

  /// Moves what moves, and takes the surface away when there is nothing left on it.
  private func follow(now: Instant) {
    if column.isMoving(at: now) {
      animate()
    } else if column.isEmpty, surface?.isShown == true {
      close()
    }
  }

  func animate() {
    surface?.animate { [unowned self] now in
      column.begin(now: now)
      return column.isMoving(at: now)
    } completion: { [weak self] in
      guard let self else { return }
      // What needs more room than the last of the others had gets a surface of its own.
      if waitsForRest { host.onChange() }
      waitsForRest = false
      if column.isEmpty { close() } else { pointAgain() }
    }
  }

  /// Puts what was typed back into a field that is shown again.
  private func restoreDraft() {
    guard !isLocked, interaction.reply == nil else { return }
    for banner in banners.values where banner.notification.reply != nil {
      guard let draft = host.takeDraft(banner.id) else { continue }
      return perform(interaction.restore(draft))
    }
  }

  private func show(
    _ new: Stack, _ size: PixelSize, scale: Double, now: Instant, reducesMotion: Bool
  ) {
    let origin = placement.origin(of: new.stack.size, in: size, scale: scale)
    let placed = new.stack.offset(x: origin.x, y: origin.y)
    var sheets = zip(new.shown, placed.banners).map { BannerColumn.Sheet(.banner($0.id), $1) }
    if let note = placed.note { sheets.append(.init(.note, note)) }
    stackSize = new.stack.size
    column.side = placement.side
    column.travel = placement.travel(scale: scale)
    column.show(sheets, now: now, reducesMotion: reducesMotion)
    banners = Dictionary(uniqueKeysWithValues: new.shown.map { ($0.id, $0) })
    nextAge = new.shown.map { Age.nextChange(from: $0.notification.time, after: new.time) }.min()
    interaction.gestures.scale = scale
    interaction.gestures.width = Double(placement.columnWidth(scale: scale))
    perform(interaction.keep(column.keys) { banners[$0].map { $0.notification.reply != nil } ?? true })
    restoreDraft()
    nextBlink = interaction.reply?.nextBlink(after: now)
    // What was swept away may have come again at once, with the same number.
    column.releaseAll(but: interaction.gestures.pulled, now: now, reducesMotion: reducesMotion)
    surface?.placement.inputRegion = column.homes.map {
      LogicalRect(
        x: Double($0.x) / scale, y: Double($0.y) / scale, width: Double($0.width) / scale,
        height: Double($0.height) / scale)
    }
  }
}
