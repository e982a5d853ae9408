import Geometry
import GlassModel
import Rendering
import Wayland

/// The part of the compositor's output and of the graphics that an `OutputGlass` uses.
protocol OutputGlassHost: AnyObject {
  /// The panel in its pixels, not turned; empty while the output is switched off.
  var panel: PixelRect { get }
  /// Whether the CPU draws; true before a renderer was started.
  var isSoftware: Bool { get }
  /// Asks the compositor for a window of a surface; its answers arrive as `OutputGlass.Arrival.layer` or
  /// `.popup`.
  func makeWindow(for surface: LiveSurface, _ fit: OutputFit) throws(WaylandError) -> any SurfaceWindow
  /// Reads a wallpaper, which arrives as `OutputGlass.Arrival.wallpaperRead` with the number.
  func readWallpaper(_ wallpaper: BackdropPolicy.Wallpaper, number: Int)
  /// Makes the renderer of the surfaces; graphics have been started.
  func makeRenderer(_ fit: OutputFit) throws(RenderingError) -> any OutputRenderer
  /// Reports a message to the user.
  func report(_ level: GlassSession.Level, _ text: String)
}

/// The part of the session that an `OutputGlass` uses, which is the same for every output.
protocol OutputGlassSession: AnyObject {
  /// The time of the loop's present iteration.
  var now: Instant { get }
  /// Whether the compositor can blur behind surfaces.
  var isBlurred: Bool { get }
  /// Whether a window that was taken off the screen waits for the next commit to be destroyed, on whichever output.
  var isAnyRetiring: Bool { get }
  /// Schedules `OutputGlass.update` for this iteration of the loop or the next one.
  func needsUpdate()
  /// Schedules calls for when the compositor has handled every request so far, after the input that it sent until then.
  func afterRequests(_ handlers: [() -> Void])
  /// Schedules a call of the program's callbacks for the next update.
  func tellLater(_ message: @escaping () -> Void)
  /// Notes that a surface was closed for good, whose memory can be returned.
  func surfaceClosed()
  /// Whether the connection has ended, which the driver may notice first.
  func isConnectionOver() -> Bool
}

/// Performs the steps of one output: arrivals are handled, scenes are made, drawn and committed.
///
/// The renderer and the parts that share the work are owned here: `SurfaceRoster`, `CaptureJudge`, `BackdropLadder`
/// and `FramePresenter`. Their decisions return effects, which are performed here.
final class OutputGlass {
  /// An event from outside, which the next `update` handles.
  enum Arrival {
    case layer(LiveSurface, LayerSurface.Event)
    case popup(LiveSurface, PopupSurface.Event)
    case frameDone(LiveSurface)
    /// A capture was answered; `epoch` is that in which it was asked for.
    case captured(Result<CapturedFrame, CaptureFailure>, epoch: Int)
    /// A wallpaper was read; `number` is that of the request.
    case wallpaperRead(WallpaperContent, number: Int)
  }

  /// A step of the work in an iteration of the loop.
  enum Step {
    case update, layout, draw, commit
  }

  private(set) var renderer: (any OutputRenderer)?
  let captures: CaptureScheduler
  let roster: SurfaceRoster
  let judge: CaptureJudge
  private(set) var ladder: BackdropLadder
  private lazy var presenter = FramePresenter { [weak self] in self?.arrive(.frameDone($0)) }
  private unowned let host: any OutputGlassHost
  private unowned let session: any OutputGlassSession
  private var inbox: [Arrival] = []
  /// The beginning of the frame under way, measured by a clock other than the loop's.
  private var frameStart: ContinuousClock.Instant?
  /// Whether a surface is out of buffers, so that nothing is drawn or committed in this iteration.
  private var isOutOfBuffers = false
  /// The warnings that were reported once already.
  private var toldFailures: Set<String> = []

  /// Makes the glass of an output without surfaces, whose captures come from `source`; exclusive zones take effect in `order`.
  init(
    _ fit: OutputFit, order: ExclusiveZoneOrder, source: (any CaptureSource)?, policy: BackdropPolicy,
    host: any OutputGlassHost, session: any OutputGlassSession
  ) {
    captures = CaptureScheduler(source)
    (self.host, self.session) = (host, session)
    roster = SurfaceRoster(fit, order: order)
    judge = CaptureJudge(captures, of: roster)
    ladder = BackdropLadder(policy)
    captures.onAnswer = { [weak self] in self?.arrive(.captured($0, epoch: $1)) }
  }

  /// The mapping to the output's pixels for which the surfaces are drawn.
  var fit: OutputFit { roster.fit }
  /// The moment at which `update` has something to do without an arrival; nil: none.
  var nextDeadline: Instant? {
    guard roster.isOpen else { return nil }
    // A buffer that is released asks for an update.
    if isOutOfBuffers { return ladder.nextDeadline }
    let deadlines =
      surfaces.map(\.animation.motion.nextDeadline) + [backdrop.nextDeadline, ladder.nextDeadline]
    return deadlines.compactMap(\.self).min()
  }
  /// Whether surfaces lie where they are expected, and the last capture was absorbed.
  var isUpToDate: Bool { !roster.isUnsettled && !captures.needsWhole }

  /// Queues an arrival for the next update.
  func arrive(_ arrival: Arrival) {
    inbox.append(arrival)
    session.needsUpdate()
  }

  /// Follows another policy from the next update on.
  func follow(_ new: BackdropPolicy) { ladder.follow(new) }

  /// Notes that the compositor has begun or ceased to blur, which takes effect in the next update.
  func blurChanged() { ladder.blurChanged() }

  // MARK: - Beginnings and ends

  /// Adopts a new geometry of the output, for which everything is made anew.
  func adopt(_ new: OutputFit) {
    if host.panel.isEmpty {
      // An output that is switched off has no mode.
      reset()
      return roster.adopt(new)
    }
    // Popups are closed, since their places belong to the former geometry.
    perform(roster.dropPopups())
    for surface in surfaces where surface.window != nil { renderer?.closeSurface(surface.id) }
    // Configure events of surfaces that are queued still have to be handled.
    let arrivals = inbox
    end()
    inbox = arrivals
    roster.refit(new)
  }

  /// Unmaps everything, after the graphics were lost, so that it is made anew; popups are closed.
  func reset() {
    for popup in unmapAll() { session.tellLater { popup.onClosed?() } }
  }

  /// Closes all surfaces for good, popups first.
  func remove() {
    let popups = unmapAll()
    let closed = roster.removeAll()
    captures.destroy()
    for surface in popups + closed { surface.onClosed?() }
  }

  /// Unmaps all surfaces; returns the popups, which are closed with that.
  private func unmapAll() -> [LiveSurface] {
    captures.cancel()
    // Windows of popups that were closed before are destroyed before those of their parents.
    presenter.reset()
    defer { end() }
    return roster.unmapAll { renderer?.closeSurface($0.id) }
  }

  private func end() {
    judge.reset()
    presenter.reset()
    renderer?.destroy()
    renderer = nil
    ladder.reset()
    roster.settle()
    inbox = []
  }

  // MARK: - Steps

  /// Updates, lays out, draws or commits the surfaces of the output; after an error of this output only, such as a lack of memory, its
  /// surfaces are dropped and other outputs go on.
  func perform(_ step: Step, now: Instant) throws(RenderingError) {
    do throws(RenderingError) {
      switch step {
      case .update: try update(now: now)
      case .layout: layOut(now: now)
      case .draw: try draw(now: now)
      case .commit: try commit(now: now)
      }
    } catch {
      guard error.leavesOthers else { throw error }
      if session.isConnectionOver() { return }
      warn("nothing is shown: \(error)", once: true)
      for surface in surfaces { drop(surface) }
    }
  }

  /// Handles arrivals and due deadlines.
  private func update(now: Instant) throws(RenderingError) {
    isOutOfBuffers = false
    guard roster.isOpen else {
      inbox = []
      return
    }
    frameStart = .now
    perform(roster.withholdWithoutRoom())
    try prepareRenderer()
    perform(roster.rearrange())
    guard roster.isOpen else { return }
    perform(ladder.followSettings(ladderConditions, now: now))
    let arrivals = inbox
    inbox = []
    for arrival in arrivals { try handle(arrival, now: now) }
    perform(ladder.continueIfDue(now: now))
    guard roster.isOpen else { return }
    // Overlapping surfaces change together, so that one that cannot be drawn holds the others back.
    isOutOfBuffers = surfaces.contains { $0.window?.isOutOfBuffers == true }
    guard !isOutOfBuffers else {
      frameStart = nil
      return
    }
    perform(judge.continueIfDue(now: now))
    for surface in roster.shown {
      // A motion that was asked for before begins once the surface is shown.
      if let ended = surface.takeFrame(now: now) {
        surface.state.markDirty()
        for completion in ended { session.tellLater(completion) }
      }
      perform(judge.freezeOrThaw(surface, now: now))
    }
    for surface in surfaces where surface.isIntroduced && !surface.isShown {
      guard backdrop.surfaces[surface.id]?.isShown == false else { continue }
      perform(judge.backdrop.update(.ready(surface.id), now: now))
    }
  }

  /// Makes scenes anew that are out of date.
  private func layOut(now: Instant) {
    if isOutOfBuffers { return }
    for surface in surfaces { surface.layOut(scale: scale, isTinted: ladder.isTinted, now: now) }
  }

  /// Draws the surfaces that differ from what is on the screen.
  private func draw(now: Instant) throws(RenderingError) {
    guard roster.isOpen, !isOutOfBuffers, let renderer else { return }
    perform(try presenter.restyle(drawingConditions))
    try showChosenBackground(renderer)
    try introduce()
    let changed = surfaces.filter(\.needsFrame).map(\.id)
    if !changed.isEmpty { perform(judge.backdrop.update(.contentChanged(changed), now: now)) }
    perform(try presenter.draw(drawingConditions))
  }

  /// Commits the drawn surfaces, and asks for the capture that has to follow.
  private func commit(now: Instant) throws(RenderingError) {
    guard roster.isOpen, !isOutOfBuffers, renderer != nil else { return }
    let shown = roster.shown.count
    // A popup may have waited for the end of another one.
    if presenter.isRetiring { session.needsUpdate() }
    let (isDrawn, effects) = try presenter.commit(drawingConditions)
    perform(effects)
    judge.askForWanted(isDrawn: isDrawn, on: screen)
    presenter.keepMoving(surfaces)
    let waiting = surfaces.flatMap { $0.takePlacementHandlers() }
    if !waiting.isEmpty { session.afterRequests(waiting) }
    if let frameStart {
      for surface in surfaces { surface.animation.motion.drew(at: now, in: .now - frameStart) }
    }
    frameStart = nil
    // Motions that begin when a surface is shown begin in the next update.
    if roster.shown.count != shown { session.needsUpdate() }
  }

  private func handle(_ arrival: Arrival, now: Instant) throws(RenderingError) {
    switch arrival {
    case .layer(let surface, .configure(let size, let serial)):
      perform(roster.configure(surface, size, serial: serial))
    case .layer(let surface, .closed), .popup(let surface, .done): drop(surface)
    case .popup(let surface, .created): surface.window?.begin()
    case .popup(let surface, .configure(let place, let serial)):
      perform(roster.configure(surface, place, serial: serial))
    case .frameDone(let surface):
      surface.state.frameDone()
      // The compositor draws the surface, after it was not seen anywhere.
      if backdrop.surfaces[surface.id]?.phase == .hidden { roster.searchAgain(surface) }
      surface.animation.motion.frameDone()
      perform(judge.backdrop.update(.frameDone(surface.id), now: now))
    case .captured(let answer, let epoch):
      let finding = try judge.take(answer, from: epoch, on: screen, now: now)
      if finding.hasMoved { for surface in roster.shown { surface.onBackgroundChanged?() } }
      if finding.isWhole { for surface in roster.shown { surface.onBackgroundKnown?() } }
      perform(finding.actions)
    case .wallpaperRead(let content, let number): perform(ladder.takeWallpaper(content, number: number))
    }
  }

  /// Makes the renderer if there is none, and adds the surfaces that it does not have yet.
  private func prepareRenderer() throws(RenderingError) {
    if renderer == nil {
      renderer = try host.makeRenderer(fit)
      judge.backdrop.captureInterval = captureInterval
    }
    for surface in surfaces where surface.applied.glass == nil && !surface.frame.isEmpty {
      guard let window = surface.window else { continue }
      do throws(RenderingError) {
        let glass = presenter.glass(of: surface, drawingConditions)
        try renderer?.openSurface(
          surface.id, window: window.native, glass: glass, over: roster.formerFrame(of: surface))
        surface.applied.glass = glass
      } catch {
        guard error.leavesOthers else { throw error }
        cannotDraw(surface, error)
      }
    }
  }

  /// Passes the background that was chosen to the renderer and the program, once a surface is or can be shown.
  private func showChosenBackground(_ renderer: any OutputRenderer) throws(RenderingError) {
    guard surfaces.contains(where: { $0.isShown || ($0.window != nil && $0.state.isReady) }),
      let background = ladder.takeChosen()
    else { return }
    try renderer.setBackground(background)
    for surface in roster.shown {
      presenter.want(surface.id)
      session.tellLater { [weak surface] in surface?.onBackgroundChanged?() }
    }
  }

  /// Passes the background of surfaces that can be shown to renderer and program; the next update shows them.
  ///
  /// The first frame needs the compositor's size and the background, which may decide its look.
  private func introduce() throws(RenderingError) {
    for surface in roster.takeIntroduced() {
      if let frame = captures.takeBackground() {
        try renderer?.setBackground(.frame(frame.pixels(on: fit.geometry)))
      }
      session.tellLater { [weak surface] in surface?.onBackgroundChanged?() }
    }
  }

  // MARK: - Surfaces

  /// Makes windows for the surfaces that have none, and asks for captures of their background; returns whether a
  /// window was made. An output that is switched off gets none.
  func openSurfaces() -> Bool {
    if host.panel.isEmpty { return false }
    let (isNew, effects) = roster.openWanted(canGrab: !session.isAnyRetiring) {
      (surface: LiveSurface) throws(WaylandError) in try host.makeWindow(for: surface, fit)
    }
    perform(effects)
    return isNew
  }

  /// Closes one surface for good, without a call to the program; a capture shows the others what was behind it.
  func close(_ surface: LiveSurface) {
    perform(roster.close(surface))
    session.surfaceClosed()
  }

  /// Closes one surface for good without the program's request, and tells the program.
  func drop(_ surface: LiveSurface) { perform(roster.drop(surface)) }

  private func cannotDraw(_ surface: LiveSurface, _ error: RenderingError) {
    if session.isConnectionOver() { return }
    let size = surface.frame.size
    warn("a surface of \(size.width) × \(size.height) pixels is not shown: \(error)", once: true)
    drop(surface)
  }

  /// Reports a warning to the user; with `once`, only the first time.
  private func warn(_ text: String, once: Bool) {
    if !once || toldFailures.insert(text).inserted { host.report(.warning, text) }
  }

  // MARK: - Effects

  private func perform(_ effects: [SurfaceRoster.Effect]) {
    for effect in effects {
      switch effect {
      case .lookBehind(let surface): lookBehind(surface)
      case .glassChanged(let surface): glassChanged(of: surface)
      case .unmapped(let surface, let window, let covers): didUnmap(surface, window, covers: covers)
      case .dropped(let surface):
        session.surfaceClosed()
        session.tellLater { surface.onClosed?() }
      case .warn(let text, let once): warn(text, once: once)
      }
    }
  }

  private func perform(_ effects: [FramePresenter.Effect]) {
    for effect in effects {
      switch effect {
      case .glassChanged(let surface): glassChanged(of: surface)
      case .withhold(let surface): perform(roster.withhold(surface))
      case .undrawable(let surface, let error): cannotDraw(surface, error)
      }
    }
  }

  private func perform(_ actions: [LiveBackdrop.Action]) {
    for action in actions {
      switch action {
      case .captureNow, .captureWhenDamaged, .cancelCapture: captures.perform(action)
      case .present(let id): presenter.want(id)
      case .requestFrame(let id): presenter.wantFrame(id)
      case .beginLive:
        ladder.provedLive()
        host.report(.info, "live glass")
      case .reportUnseen: host.report(.warning, LiveBackdrop.unseenWords)
      case .fallBack(let refusal):
        if backdrop.capture != .pending { captures.cancel() }
        perform(ladder.fallBack(.because(refusal.words), ladderConditions, now: session.now))
      case .tryAgain: perform(ladder.tryAgain())
      }
    }
  }

  private func perform(_ effects: [BackdropLadder.Effect]) {
    for effect in effects {
      switch effect {
      case .begin(let isLive): judge.begin(isLive: isLive, captureInterval: captureInterval)
      case .rateChanged: judge.backdrop.captureInterval = captureInterval
      case .endCaptures: judge.disable()
      case .resumeCaptures: perform(judge.backdrop.update(.resumed, now: session.now))
      case .read(let wallpaper, let number): host.readWallpaper(wallpaper, number: number)
      case .warn(let text): host.report(.warning, text)
      case .remakeScenes: for surface in surfaces { surface.state.markDirty() }
      case .showSurfaces:
        for surface in surfaces where surface.window != nil { surface.state.backgroundKnown() }
      }
    }
  }

  private func lookBehind(_ surface: LiveSurface) {
    perform(ladder.begin(ladderConditions, now: session.now))
    judge.lookBehind(surface, isRetiring: isRetiring, on: screen, now: session.now)
    if !isLive, !ladder.holdsSurfaces { surface.state.backgroundKnown() }
  }

  /// Notes that the surface shows something else with its next picture, so that captures under way are outdated.
  func glassChanged(of surface: LiveSurface) {
    if surface.isShown { captures.changeSurfaces() } else { captures.loseDamage() }
  }

  private func didUnmap(_ surface: LiveSurface, _ window: any SurfaceWindow, covers: Bool) {
    renderer?.closeSurface(surface.id)
    presenter.retire(window, covers: covers)
    captures.changeSurfaces()
    session.needsUpdate()
    guard roster.isOpen else { return end() }
    // This draws nothing, but asks for a necessary capture without delay.
    perform(judge.backdrop.update(.closed(surface.id), now: session.now))
  }

  // MARK: - The state that the parts are given

  /// The open surfaces, in the order in which they were opened.
  var surfaces: [LiveSurface] { roster.surfaces }
  /// Physical pixels per logical pixel.
  var scale: Double { fit.scale }
  /// Whether live glass is in use.
  var isLive: Bool { ladder.isLive }
  /// The state of the surfaces' glass.
  var backdrop: LiveBackdrop { judge.backdrop }
  /// Whether a surface that was closed stays on the screen until the next commit.
  var isRetiring: Bool { presenter.isRetiring }

  /// The shortest time from one capture to the next, which depends on the renderer that was started.
  private var captureInterval: Duration {
    CaptureRate.interval(
      setting: ladder.policy.maximumRate, isSoftware: host.isSoftware,
      isOnBattery: ladder.policy.isOnBattery ?? PowerSupply.isOnBattery())
  }
  private var ladderConditions: BackdropLadder.Conditions {
    .init(canCapture: captures.isAvailable, obstacle: fit.obstacle, isBlurred: session.isBlurred)
  }
  private var screen: CaptureJudge.Screen { .init(renderer: renderer, panel: host.panel) }
  private var drawingConditions: FramePresenter.Conditions {
    .init(
      surfaces: surfaces, scale: scale, isLive: isLive, backdrop: backdrop, renderer: renderer,
      isBelow: roster.isBelow)
  }
}

extension RenderingError {
  /// Whether other surfaces and outputs can be drawn all the same.
  var leavesOthers: Bool {
    switch self {
    case .allocation, .program: true
    case .noGraphics, .noGPU, .contextLost: false
    }
  }
}
