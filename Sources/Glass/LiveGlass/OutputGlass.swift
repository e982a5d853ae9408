import Geometry
import GlassModel
import Loop
import Rendering
import Wayland

/// The part of the compositor, the graphics and the session that an `OutputGlass` uses.
protocol OutputGlassHost: AnyObject {
  /// The panel in its pixels, not turned; empty while the output is switched off.
  var panel: PixelRect { get }
  /// Whether the compositor can blur behind surfaces.
  var isBlurred: Bool { get }
  /// Whether the CPU draws; true before a renderer was started.
  var isSoftware: Bool { get }
  var now: Instant { get }
  /// Whether a window that was taken off the screen waits for the next commit to be destroyed, on whichever output.
  var isAnyRetiring: Bool { get }
  /// Asks the compositor for a window of a surface; its answers arrive as `OutputGlass.Arrival.layer` or
  /// `.popup`.
  func makeWindow(for surface: LiveSurface, _ fit: OutputFit) throws(WaylandError) -> any SurfaceWindow
  /// Makes the renderer of the surfaces; graphics have been started.
  func makeRenderer(_ fit: OutputFit) throws(RenderingError) -> any OutputRenderer
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
  /// Reports a message to the user.
  func report(_ level: GlassSession.Level, _ text: String)
}

/// Performs the phases of one output: arrivals are handled, scenes are made, drawn and committed.
///
/// The renderer and the objects that share the work are owned here: `SurfaceRoster`, `CaptureJudge`, `RungChooser`
/// and `FramePresenter`.
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
    /// Surfaces have waited for the wallpaper long enough.
    case wallpaperLate
  }

  private(set) var renderer: (any OutputRenderer)?
  let captures: CaptureScheduler
  private(set) lazy var roster = SurfaceRoster(firstFit, order: order, owner: self)
  private(set) lazy var judge = CaptureJudge(captures, of: roster, owner: self)
  private(set) lazy var rungs = RungChooser(ladder, judge, roster, host: host)
  private lazy var presenter = FramePresenter(self)
  private let ladder: BackdropLadder
  private let firstFit: OutputFit
  private let order: ExclusiveZoneOrder
  private unowned let host: any OutputGlassHost
  private var inbox: [Arrival] = []
  /// The beginning of the frame under way, measured by a clock other than the loop's.
  private var frameStart: ContinuousClock.Instant?
  /// Whether a surface is out of buffers, so that nothing is drawn or committed in this iteration.
  private var isOutOfBuffers = false
  /// The warnings that were reported once already.
  private var toldFailures: Set<String> = []

  /// Makes the glass of an output without surfaces; exclusive zones take effect in `order`.
  init(
    _ fit: OutputFit, order: ExclusiveZoneOrder, captures: CaptureScheduler, ladder: BackdropLadder,
    host: any OutputGlassHost
  ) {
    firstFit = fit
    self.order = order
    self.captures = captures
    self.ladder = ladder
    self.host = host
    captures.onAnswer = { [weak self] in self?.arrive(.captured($0, epoch: $1)) }
    ladder.onWallpaperLate = { [weak self] in self?.arrive(.wallpaperLate) }
  }

  /// The mapping to the output's pixels for which the surfaces are drawn.
  var fit: OutputFit { roster.fit }
  /// The moment at which `update` has something to do without an arrival; nil: none.
  var nextDeadline: Instant? {
    // A buffer that is released asks for an update.
    guard roster.isOpen, !isOutOfBuffers else { return nil }
    return (surfaces.map(\.animation.nextDeadline) + [backdrop.nextDeadline]).compactMap(\.self).min()
  }
  /// Whether surfaces lie where they are expected, and the last capture was absorbed.
  var isUpToDate: Bool { !roster.isUnsettled && !captures.needsWhole }

  /// Queues an arrival for the next update.
  func arrive(_ arrival: Arrival) {
    inbox.append(arrival)
    host.needsUpdate()
  }

  // MARK: - Beginnings and ends

  /// Adopts a new geometry of the output, for which everything is made anew.
  func adopt(_ new: OutputFit) {
    if host.panel.isEmpty {
      // An output that is switched off has no mode.
      reset()
      return roster.adopt(new)
    }
    // Popups are closed, since their places belong to the former geometry.
    roster.dropPopups()
    for surface in surfaces where surface.window != nil { renderer?.closeSurface(surface.id) }
    // Configure events of surfaces that are queued still have to be handled.
    let arrivals = inbox
    end()
    inbox = arrivals
    roster.refit(new)
  }

  /// Unmaps everything, after the graphics were lost, so that it is made anew; popups are closed.
  func reset() {
    for popup in unmapAll() { host.tellLater { popup.onClosed?() } }
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
    rungs.reset()
    roster.settle()
    inbox = []
  }

  // MARK: - Phases

  /// Handles arrivals and due deadlines.
  func update(now: Instant) throws(RenderingError) {
    isOutOfBuffers = false
    guard roster.isOpen else {
      inbox = []
      return
    }
    frameStart = .now
    roster.withholdWithoutRoom()
    try prepareRenderer()
    roster.rearrange()
    guard roster.isOpen else { return }
    rungs.followSettings(now: now)
    let arrivals = inbox
    inbox = []
    for arrival in arrivals { try handle(arrival, now: now) }
    guard roster.isOpen else { return }
    // Overlapping surfaces change together, so that one that cannot be drawn holds the others back.
    isOutOfBuffers = surfaces.contains { $0.window?.isOutOfBuffers == true }
    guard !isOutOfBuffers else {
      frameStart = nil
      return
    }
    judge.continueIfDue(now: now)
    for surface in roster.shown {
      // A motion that was asked for before begins once the surface is shown.
      if let ended = surface.takeFrame(now: now) {
        surface.state.markDirty()
        for completion in ended { host.tellLater(completion) }
      }
      judge.freezeOrThaw(surface, now: now)
    }
    for surface in surfaces where surface.isIntroduced && !surface.isShown {
      guard backdrop.surfaces[surface.id]?.isShown == false else { continue }
      judge.tell(.ready(surface.id), now: now)
    }
  }

  /// Makes scenes anew that are out of date.
  func layOut(now: Instant) {
    if isOutOfBuffers { return }
    for surface in surfaces { surface.layOut(scale: scale, isTinted: rungs.isTinted, now: now) }
  }

  /// Draws the surfaces that differ from what is on the screen.
  func draw(now: Instant) throws(RenderingError) {
    guard roster.isOpen, !isOutOfBuffers, let renderer else { return }
    try presenter.restyle()
    for surface in try rungs.showChosen(renderer) {
      presenter.want(surface.id)
      host.tellLater { [weak surface] in surface?.onBackgroundChanged?() }
    }
    try introduce()
    let changed = surfaces.filter(\.needsFrame).map(\.id)
    if !changed.isEmpty { judge.tell(.contentChanged(changed), now: now) }
    try presenter.draw()
  }

  /// Commits the drawn surfaces, and asks for the capture that has to follow.
  func commit(now: Instant) throws(RenderingError) {
    guard roster.isOpen, !isOutOfBuffers, renderer != nil else { return }
    let shown = roster.shown.count
    // A popup may have waited for the end of another one.
    if presenter.isRetiring { host.needsUpdate() }
    let isDrawn = try presenter.commit()
    judge.askForWanted(isDrawn: isDrawn)
    presenter.keepMoving()
    let waiting = surfaces.flatMap { $0.takePlacementHandlers() }
    if !waiting.isEmpty { host.afterRequests(waiting) }
    if let frameStart {
      for surface in surfaces { surface.animation.drew(at: now, in: .now - frameStart) }
    }
    frameStart = nil
    // Motions that begin when a surface is shown begin in the next update.
    if roster.shown.count != shown { host.needsUpdate() }
  }

  /// Does the work of a phase; after an error of this output only, such as a lack of memory, its surfaces are
  /// dropped and other outputs go on.
  func attempt(_ phase: () throws(RenderingError) -> Void) throws(RenderingError) {
    do throws(RenderingError) { try phase() } catch {
      guard error.leavesOthers else { throw error }
      if host.isConnectionOver() { return }
      warn("nothing is shown: \(error)", once: true)
      for surface in surfaces { roster.drop(surface) }
    }
  }

  private func handle(_ arrival: Arrival, now: Instant) throws(RenderingError) {
    switch arrival {
    case .layer(let surface, .configure(let size, let serial)):
      roster.configure(surface, size, serial: serial)
    case .layer(let surface, .closed), .popup(let surface, .done): roster.drop(surface)
    case .popup(let surface, .configure(let place, let serial)):
      roster.configure(surface, place, serial: serial, now: now)
    case .frameDone(let surface):
      surface.state.frameDone()
      // The compositor draws the surface, after it was not seen anywhere.
      if backdrop.surfaces[surface.id]?.phase == .hidden { roster.searchAgain(surface) }
      surface.animation.frameDone()
      judge.tell(.frameDone(surface.id), now: now)
    case .captured(let answer, let epoch): try judge.take(answer, from: epoch, now: now)
    case .wallpaperRead(let content, let number): rungs.takeWallpaper(content, number: number)
    case .wallpaperLate: rungs.waitNoLonger()
    }
  }

  /// Makes the renderer if there is none, and adds the surfaces that it does not have yet.
  private func prepareRenderer() throws(RenderingError) {
    if renderer == nil {
      renderer = try host.makeRenderer(fit)
      rungs.rendererStarted()
    }
    for surface in surfaces where surface.applied.glass == nil && !surface.frame.isEmpty {
      guard let window = surface.window else { continue }
      do throws(RenderingError) {
        let glass = presenter.glass(of: surface)
        try renderer?.openSurface(
          surface.id, window: window.native, glass: glass, over: roster.formerFrame(of: surface))
        surface.rendererTook(glass)
      } catch { try cannotDraw(surface, error) }
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
      host.tellLater { [weak surface] in surface?.onBackgroundChanged?() }
    }
  }
}

extension OutputGlass: SurfaceRosterOwner {
  func makeWindow(for surface: LiveSurface) throws(WaylandError) -> any SurfaceWindow {
    try host.makeWindow(for: surface, fit)
  }

  func lookBehind(_ surface: LiveSurface, now: Instant) {
    rungs.begin()
    judge.lookBehind(surface, now: now)
    if !rungs.isLive, !rungs.holdsSurfaces { surface.state.backgroundKnown() }
  }

  func glassChanged(of surface: LiveSurface) {
    if surface.isShown { captures.changeSurfaces() } else { captures.loseDamage() }
  }

  var canGrab: Bool { !host.isAnyRetiring }

  func willUnmap(_ surface: LiveSurface) { renderer?.closeSurface(surface.id) }

  func didUnmap(_ surface: LiveSurface, _ window: any SurfaceWindow, covers: Bool) {
    presenter.retire(window, covers: covers)
    captures.changeSurfaces()
    host.needsUpdate()
    guard roster.isOpen else { return end() }
    // This draws nothing, but asks for a necessary capture without delay.
    judge.tell(.closed(surface.id), now: host.now)
  }

  func didDrop(_ surface: LiveSurface) {
    host.surfaceClosed()
    host.tellLater { surface.onClosed?() }
  }

  func warn(_ text: String, once: Bool) {
    if !once || toldFailures.insert(text).inserted { host.report(.warning, text) }
  }
}

extension OutputGlass: CaptureJudgeOwner {
  var panel: PixelRect { host.panel }
  var isRetiring: Bool { presenter.isRetiring }

  func perform(_ action: LiveBackdrop.Action) {
    switch action {
    case .present(let id): presenter.want(id)
    case .requestFrame(let id): presenter.wantFrame(id)
    case .beginLive:
      rungs.provedLive()
      host.report(.info, "live glass")
    case .reportUnseen: host.report(.warning, LiveBackdrop.unseenWords)
    case .fallBack(let refusal): rungs.fallBack(.because(refusal.words))
    case .tryAgain: rungs.goLive()
    case .captureNow, .captureWhenDamaged, .cancelCapture: preconditionFailure("\(action) is the judge's")
    }
  }
}

extension OutputGlass: FramePresenterOwner {
  var surfaces: [LiveSurface] { roster.surfaces }
  var scale: Double { fit.scale }
  var isLive: Bool { rungs.isLive }
  var backdrop: LiveBackdrop { judge.backdrop }

  func isBelow(_ first: LiveSurface, _ second: LiveSurface) -> Bool { roster.isBelow(first, second) }

  func withhold(_ surface: LiveSurface) { roster.withhold(surface) }

  func cannotDraw(_ surface: LiveSurface, _ error: RenderingError) throws(RenderingError) {
    guard error.leavesOthers else { throw error }
    if host.isConnectionOver() { return }
    let size = surface.frame.size
    warn("a surface of \(size.width) × \(size.height) pixels is not shown: \(error)", once: true)
    roster.drop(surface)
  }

  func frameDone(_ surface: LiveSurface) { arrive(.frameDone(surface)) }
}

extension RenderingError {
  /// Whether other surfaces and outputs can be drawn all the same.
  fileprivate var leavesOthers: Bool {
    switch self {
    case .allocation, .program: true
    case .noGraphics, .noGPU, .contextLost: false
    }
  }
}
