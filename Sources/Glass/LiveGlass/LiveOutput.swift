public import Geometry
import GlassModel
import Loop
import Rendering
public import Scenes
public import VisualEffects
public import Wayland

/// Everything of ours on one output: the surfaces, the renderer with its one estimate of the background, the capture.
///
/// Callbacks of the connection only put what happened into an inbox. `update` handles it, `layOut` makes scenes, `draw`
/// draws what changed, and `commit` hands it to the compositor and asks for the next capture: one phase of the loop each.
@MainActor public final class LiveOutput {
  /// What the outside told since the last `update`.
  enum Arrival {
    case layer(LiveSurface, LayerSurface.Event)
    case frameDone(LiveSurface)
    /// A capture was answered; `epoch` is that in which it was requested.
    case captured(Result<CapturedFrame, CaptureFailure>, epoch: Int)
    /// A wallpaper was read; `number` is that of the request.
    case wallpaperRead(WallpaperContent, number: Int)
    /// Surfaces have waited for it long enough.
    case wallpaperLate
  }

  /// What was done, for doctors and tests.
  public struct Statistics: Equatable, Sendable {
    /// Captures that the compositor completed.
    public var captures = 0
    /// Captures whose damage met what we look at.
    public var absorbed = 0
  }

  public let output: Output
  /// The open surfaces, those opened first coming first.
  public private(set) var surfaces: [LiveSurface] = []
  public private(set) var statistics = Statistics()
  /// The session that it belongs to.
  public unowned let session: GlassSession
  private(set) var renderer: (any OutputRenderer)?
  /// When to capture, present, and give up.
  private(set) var backdrop = LiveBackdrop.disabled
  private let captures: CaptureScheduler
  private let ladder: BackdropLadder
  private var locator: SurfaceLocator
  private lazy var presenter = FramePresenter(self)
  private(set) var fit: OutputFit
  private let hasViewporter: Bool
  /// The scale that the compositor prefers, in 1/120; nil until it has told one.
  private var preferredScale: Int?
  /// A rung was chosen, or live glass is on its way.
  private var hasBegun = false
  /// The compositor has begun or ceased to blur.
  private var hasNewBlur = false
  private var inbox: [Arrival] = []
  /// When the frame under way was begun, on a clock of its own.
  private var frameStart: ContinuousClock.Instant?
  /// What was reported of surfaces that could not be drawn.
  private var toldFailures: Set<String> = []

  init(_ output: Output, session: GlassSession) {
    self.output = output
    self.session = session
    hasViewporter = Viewport.isOffered(by: session.connection)
    fit = OutputFit(output.description, hasViewporter: hasViewporter)
    let screencopy: (any CaptureSource)? = try? ScreencopySource(session.connection)
    let source: (any CaptureSource)? = screencopy ?? (try? ImageCopySource(session.connection))
    captures = CaptureScheduler(source.map { SourceCapture($0, of: output) })
    ladder = BackdropLadder(session.backdrop, loop: session.loop)
    locator = SurfaceLocator(fit.geometry, order: session.zoneOrder)
    captures.onAnswer = { [weak self] in self?.arrive(.captured($0, epoch: $1)) }
    ladder.onWallpaperLate = { [weak self] in self?.arrive(.wallpaperLate) }
    ladder.onChoice = { [weak self] in self?.rungChosen() }
    ladder.report = { [weak self] in self?.report(.warning, $0) }
    ladder.readWallpaper = { [weak self] wallpaper, number in
      guard let self else { return }
      session.wallpapers.read(wallpaper, on: fit.size) { [weak self] in
        self?.arrive(.wallpaperRead($0, number: number))
      }
    }
  }

  public var name: String { output.description.name }
  /// Physical per logical pixels of what is drawn here.
  public var scale: Double { fit.scale }
  /// As people see it, in physical pixels.
  public var size: PixelSize { fit.size }
  /// It is higher than wide; known before its surfaces are fitted to that.
  public var isPortrait: Bool {
    let size = output.description.transformedMode
    return size.height > size.width
  }

  /// The length nearest to this one, in logical pixels, that covers whole physical ones: at most `slack` longer or
  /// shorter, else `length` itself.
  public func snapped(_ length: Int, slack: Int = 2) -> Int {
    wantedFit.geometry.snapped(length, slack: slack)
  }
  /// What its glass shows, and why nothing better.
  public var backdropInUse: BackdropInUse { ladder.inUse }
  /// Why there is no live glass, or none that is up to date, for people to read; nil: all is as it was asked for.
  public var reason: String? { backdrop.isUnseen ? LiveBackdrop.unseenWords : ladder.inUse.reason }
  /// A capture has been asked for and has not come.
  public var isCapturePending: Bool { captures.isPending }

  /// Shows a surface, once the compositor has given it a size and what lies behind it is known.
  ///
  /// `content` makes the scene for a size and is asked again after `setNeedsDisplay`. `expecting` the material that
  /// the scene will have makes the first frame quicker. With an `opacity` of 0 it can `fade` in. Surfaces may overlap: of
  /// two on one layer, the later one lies above.
  @discardableResult
  public func open(
    _ placement: SurfacePlacement, expecting material: Material? = nil, opacity: Double = 1,
    content: @escaping (LiveSurface.Layout) -> Scene
  ) -> LiveSurface {
    let surface = LiveSurface(
      session.makeID(), on: self, placement: placement, expecting: material, opacity: opacity,
      content: content)
    surfaces.append(surface)
    surfacesChanged()
    return surface
  }

  // MARK: - For the session and the surfaces

  var isOpen: Bool { surfaces.contains { $0.window != nil } }
  /// When `update` has something to do without an arrival; nil: never.
  var nextDeadline: Instant? {
    guard isOpen else { return nil }
    return (surfaces.map(\.animation.nextDeadline) + [backdrop.nextDeadline]).compactMap(\.self).min()
  }
  var hasNewGeometry: Bool { wantedFit != fit }
  private var wantedFit: OutputFit {
    OutputFit(output.description, hasViewporter: hasViewporter, preferred: preferredScale)
  }
  var isLive: Bool { ladder.isLive }
  var backdropPolicy: BackdropPolicy { ladder.policy }
  /// The compositor can be asked for captures.
  var canCapture: Bool { captures.isAvailable }
  /// Surfaces lie where they are expected, and the last capture was taken in.
  var isUpToDate: Bool { !locator.isUnsettled && !captures.needsWhole }

  func surfacesChanged() { session.needsUpdate() }

  func arrive(_ arrival: Arrival) {
    inbox.append(arrival)
    session.needsUpdate()
  }

  /// Takes over another geometry of the output: everything is made anew for it.
  func fit(now: Instant) {
    let wanted = wantedFit
    // An output that is switched off has no mode.
    guard wanted != fit || output.description.mode.isEmpty else { return }
    fit = wanted
    if output.description.mode.isEmpty { unmapAll() } else { refitAll() }
  }

  /// Follows another policy from the next update on.
  func follow(_ new: BackdropPolicy) {
    ladder.follow(new)
    surfacesChanged()
  }

  /// The compositor has begun or ceased to blur.
  func blurChanged() {
    hasNewBlur = true
    surfacesChanged()
  }

  /// Panels leave an area of this size, in logical pixels.
  func areaChanged(to size: LogicalSize) { locator.areaChanged(to: size, among: occupants) }

  /// Where a surface would lie with another placement.
  func expectedFrame(of surface: LiveSurface, placedAs placement: SurfacePlacement) -> PixelRect {
    var occupants = occupants
    guard let index = occupants.firstIndex(where: { $0.id == surface.id }) else { return .empty }
    occupants[index].placement = placement
    occupants[index].answer = nil
    return locator.frame(of: surface.id, among: occupants)
  }

  // MARK: - Phases

  /// Handles what arrived and what is due.
  func update(now: Instant) throws(RenderingError) {
    guard isOpen else {
      inbox = []
      return
    }
    frameStart = .now
    withholdWithoutRoom()
    try prepareRenderer()
    rearrange()
    guard isOpen else { return }
    followSettings(now: now)
    let arrivals = inbox
    inbox = []
    for arrival in arrivals { try handle(arrival, now: now) }
    guard isOpen else { return }
    if let due = backdrop.nextDeadline, due <= now {
      perform(backdrop.update(.deadlineReached, now: now))
    }
    move(now: now)
    for surface in surfaces where surface.isIntroduced && !surface.isShown {
      guard backdrop.surfaces[surface.id]?.isShown == false else { continue }
      perform(backdrop.update(.ready(surface.id), now: now))
    }
  }

  /// Makes the scenes anew that are out of date.
  func layOut(now: Instant) {
    for surface in surfaces where surface.window != nil && !surface.frame.isEmpty {
      // What changes while it moves is seen in the next frame, unless that is for another size.
      if surface.isShown, surface.animation.isBetweenFrames(at: now), surface.hasFittingScene { continue }
      guard surface.state.takeDirty() else { continue }
      let time = surface.animation.time(at: now)
      let layout = LiveSurface.Layout(size: surface.frame.size, scale: scale, now: time)
      let scene = surface.content(layout).faded(to: surface.animation.opacity(at: time))
      let isTinted = backdropInUse.rung == .compositor
      surface.show(isTinted ? scene.tinted : scene, blurred: isTinted ? scene.panes : [])
    }
  }

  /// Draws what differs from what is on the screen.
  func draw(now: Instant) throws(RenderingError) {
    guard isOpen, renderer != nil else { return }
    try presenter.restyle()
    try showChosen()
    try introduce()
    let changed = surfaces.filter(\.hasNews).map(\.id)
    if !changed.isEmpty { perform(backdrop.update(.contentChanged(changed), now: now)) }
    try presenter.draw()
  }

  /// Hands what was drawn to the compositor, and asks for the capture that is to follow.
  func commit(now: Instant) throws(RenderingError) {
    guard isOpen, renderer != nil else { return }
    let shown = surfaces.count(where: \.isShown)
    let isDrawn = try presenter.commit()
    captures.askForWanted(isDrawn: isDrawn) { capturedPart }
    presenter.keepMoving()
    if let frameStart {
      for surface in surfaces { surface.animation.drew(at: now, in: .now - frameStart) }
    }
    frameStart = nil
    // What begins when a surface is shown begins at once.
    if surfaces.count(where: \.isShown) != shown { session.needsUpdate() }
  }

  /// Does the work of a phase; where no memory can be had for the output, its surfaces are dropped and the other outputs go
  /// on.
  func attempt(_ phase: () throws(RenderingError) -> Void) throws(RenderingError) {
    do throws(RenderingError) { try phase() } catch {
      guard error.leavesOthers else { throw error }
      if session.isConnectionOver() { return }
      tell("nothing is shown: \(error)")
      for surface in surfaces { drop(surface) }
    }
  }

  private func report(_ level: GlassSession.Level, _ text: String) {
    session.report(level, "\(name): \(text)")
  }

  /// Says once that something cannot be drawn, which may be tried again and again.
  private func tell(_ failure: String) {
    if toldFailures.insert(failure).inserted { report(.warning, failure) }
  }

  // MARK: - Events

  /// The logical size is not always enough to know the scale by.
  private func follow(preferredScale parts: Int) {
    guard parts != preferredScale else { return }
    preferredScale = parts
    if hasNewGeometry { session.geometryChanged(output) }
  }

  private func handle(_ arrival: Arrival, now: Instant) throws(RenderingError) {
    switch arrival {
    case .layer(let surface, .configure(let size, let serial)): configure(surface, size, serial)
    case .layer(let surface, .closed): drop(surface)
    case .frameDone(let surface):
      surface.state.frameDone()
      // It is drawn, after it was not seen anywhere.
      if backdrop.surfaces[surface.id]?.phase == .hidden { locator.searchAgain(surface.id) }
      surface.animation.frameDone()
      perform(backdrop.update(.frameDone(surface.id), now: now))
    case .captured(let result, let epoch):
      // One that is late is not looked at where something is shown: it tells that captures come.
      if captures.isCurrent(epoch) || (backdrop.isLate && surfaces.contains(where: \.isShown)) {
        try take(result, now: now)
      } else if backdrop.capture == .pending, !captures.isPending, !captures.hasWish {
        // What was asked for in another epoch is asked for again, unless the step that was due has done so.
        captures.want(.now)
      }
    case .wallpaperRead(let content, let number): ladder.takeWallpaper(content, number: number)
    case .wallpaperLate: ladder.waitNoLonger()
    }
  }

  private func configure(_ surface: LiveSurface, _ size: LogicalSize, _ serial: UInt32) {
    guard surface.window != nil else { return }
    var occupants = occupants
    for index in occupants.indices where occupants[index].id == surface.id { occupants[index].answer = size }
    let place = locator.place(of: surface.id, among: occupants)
    let frame = locator.frame(of: surface.id, at: place)
    if surface.state.configure(size, serial: serial, movesFrame: frame != surface.frame) {
      surface.window?.acknowledge(serial)
    }
    let hasMoved = surface.lie(
      at: frame, logicalSize: LogicalSize(width: place.width, height: place.height))
    if frame.isEmpty { return withhold(surface) }
    // A capture that has come meanwhile shows it where it was.
    if hasMoved, surface.applied.glass != nil { glassChanged(of: surface) }
  }

  /// Takes over another policy, and whether the compositor blurs.
  private func followSettings(now: Instant) {
    if hasNewBlur {
      hasNewBlur = false
      if hasBegun, !isLive { ladder.fallBack(ladder.presentRefusal(conditions), conditions) }
    }
    guard let old = ladder.takePolicy() else { return }
    backdrop.captureInterval = captureInterval
    var same = old
    same.maximumRate = backdropPolicy.maximumRate
    same.isOnBattery = backdropPolicy.isOnBattery
    guard same != backdropPolicy else { return }
    if let refusal = ladder.refusal(conditions) {
      captures.cancel()
      backdrop.disable()
      ladder.fallBack(refusal, conditions)
    } else if !isLive {
      perform(backdrop.update(.resumed, now: now))
    }
  }

  /// Makes the frames of motion that are due, and freezes and thaws.
  private func move(now: Instant) {
    for surface in surfaces where surface.isShown {
      // What is asked for before begins when it is seen.
      if let ended = surface.animation.takeFrame(now: now) {
        surface.state.markDirty()
        for completion in ended { session.tellLater(completion) }
      }
      freezeOrThaw(surface, now: now)
    }
  }

  private func freezeOrThaw(_ surface: LiveSurface, now: Instant) {
    guard let phase = backdrop.surfaces[surface.id]?.phase else { return }
    switch phase {
    case .held where !surface.animation.freezes:
      perform(backdrop.update(.thawed(surface.id), now: now))
    case .proving, .watching, .hidden:
      if surface.animation.freezes { perform(backdrop.update(.froze(surface.id), now: now)) }
    case .held, .opening, .resting: break
    }
  }

  // MARK: - What was decided

  private func perform(_ actions: [LiveBackdrop.Action]) {
    for action in actions {
      switch action {
      case .captureNow: captures.want(.now)
      case .captureWhenDamaged: captures.want(.damaged)
      case .cancelCapture: captures.drop()
      case .present(let id): presenter.want(id)
      case .requestFrame(let id): presenter.wantFrame(id)
      case .beginLive:
        ladder.provedLive()
        report(.info, "live glass")
      case .reportUnseen: report(.warning, LiveBackdrop.unseenWords)
      case .fallBack(let refusal):
        if backdrop.capture != .pending { captures.cancel() }
        ladder.fallBack(.because(refusal.words), conditions)
      case .tryAgain:
        ladder.goLive()
        for surface in surfaces { surface.state.markDirty() }
      }
    }
  }

  private var conditions: BackdropLadder.Conditions {
    .init(
      canCapture: captures.isAvailable, obstacle: fit.obstacle, isBlurred: session.blur.isAvailable)
  }

  /// Another rung than live glass was chosen, which is shown as soon as a surface is or can be.
  private func rungChosen() {
    for surface in surfaces {
      // Where the blur is the compositor's, scenes are other ones.
      surface.state.markDirty()
      if surface.window != nil { surface.state.backgroundKnown() }
    }
  }

  /// Has the renderer show the rung that was chosen.
  private func showChosen() throws(RenderingError) {
    guard ladder.hasChoice, let renderer,
      surfaces.contains(where: { $0.isShown || ($0.window != nil && $0.state.isReady) }),
      let background = ladder.takeChosen()
    else { return }
    try renderer.setBackground(background)
    for surface in surfaces where surface.isShown {
      presenter.want(surface.id)
      session.tellLater { [weak surface] in surface?.onBackgroundChanged?() }
    }
  }

  /// Tells renderer and program what lies behind surfaces that can be shown; with the next update they are.
  ///
  /// The first frame needs the compositor's size and the background, and may choose its look by it.
  private func introduce() throws(RenderingError) {
    for surface in surfaces
    where !surface.isShown && !surface.isIntroduced && surface.window != nil && surface.state.isReady {
      guard surface.applied.glass != nil else { continue }
      if let frame = captures.takeBackground() {
        try renderer?.setBackground(.frame(frame.pixels(on: fit.geometry)))
      }
      surface.isIntroduced = true
      session.tellLater { [weak surface] in surface?.onBackgroundChanged?() }
    }
  }

  // MARK: - Captures

  private var captureInterval: Duration {
    CaptureRate.interval(
      setting: backdropPolicy.maximumRate, isSoftware: session.graphics.renderer?.isSoftware ?? true,
      isOnBattery: backdropPolicy.isOnBattery ?? PowerSupply.isOnBattery)
  }

  private func take(_ result: Result<CapturedFrame, CaptureFailure>, now: Instant) throws(RenderingError) {
    switch result {
    case .failure(.unsupportedFormat(let name)):
      let trouble = LiveBackdrop.Trouble.impossible("the compositor offers captures in \(name) only")
      perform(backdrop.update(.captureFailed(trouble), now: now))
    case .failure(.outputChanged):
      // A new geometry, once it is told, opens everything anew.
      perform(backdrop.update(.captureFailed(.outdated), now: now))
    case .failure:
      perform(backdrop.update(.captureFailed(.refused), now: now))
    case .success(let frame):
      statistics.captures += 1
      try take(frame, now: now)
    }
  }

  private func take(_ frame: CapturedFrame, now: Instant) throws(RenderingError) {
    let isFirst = !surfaces.contains(where: \.isShown)
    if isFirst { captures.keepBackground(frame) }
    // Where another rung is shown, nothing of ours can be un-blended.
    let report =
      isFirst || backdrop.isLate
      ? LiveBackdrop.Report(validity: [:], isHit: true, hasMoved: false) : try judge(frame)
    for surface in surfaces where surface.window != nil { surface.state.backgroundKnown() }
    let actions = backdrop.update(.captured(report), now: now)
    let begins = actions.contains { if case .beginLive = $0 { true } else { false } }
    let hasMoved = begins ? try absorb(frame.pixels(on: fit.geometry), damage: nil).hasMoved : false
    if !isFirst, !captures.needsWhole {
      for surface in surfaces where surface.isShown { surface.onBackgroundKnown?() }
    }
    perform(actions)
    if begins { perform(backdrop.update(.kept(hasMoved: hasMoved), now: now)) }
  }

  private func judge(_ frame: CapturedFrame) throws(RenderingError) -> LiveBackdrop.Report {
    let missed = LiveBackdrop.Report(validity: [:], isHit: false, hasMoved: false)
    guard renderer != nil else { return missed }
    let pixels = frame.pixels(on: fit.geometry)
    let region = pixels.region
    let isWhole = backdrop.looksAtAll || captures.needsWhole
    let damaged = frame.damage.map { fit.geometry.uprightRect(of: $0) } ?? region
    let damage = isWhole ? region : damaged.intersection(region)
    guard !damage.isEmpty else { return missed }
    statistics.absorbed += 1
    let absorption = try absorb(pixels, damage: damage)
    var validity = absorption.validity
    for surface in surfaces where surface.isShown && validity[surface.id] == nil { validity[surface.id] = 0 }
    // What was found elsewhere will be judged there.
    for id in search(pixels, validity) { validity[id] = nil }
    return LiveBackdrop.Report(validity: validity, isHit: true, hasMoved: absorption.hasMoved)
  }

  /// Takes in all of a capture, or what is in `damage`, but of surfaces that are on trial.
  private func absorb(
    _ pixels: CapturedPixels, damage: PixelRect?
  ) throws(RenderingError) -> Absorption {
    guard let renderer else { return Absorption(validity: [:], hasMoved: false, meanDisagreement: 0) }
    if renderer.tolerance != backdrop.tolerance { renderer.tolerance = backdrop.tolerance }
    let isAllTrial = backdrop.isAllOnTrial
    let absorption = try renderer.absorb(
      pixels, damage: damage ?? pixels.region, keeping: isAllTrial ? .nothing : .allBut(backdrop.onTrial))
    // What was only judged has still to be absorbed.
    captures.absorbed(isKept: !isAllTrial)
    if absorption.hasMoved {
      for surface in surfaces where surface.isShown { surface.onBackgroundChanged?() }
    }
    return absorption
  }

  /// Looks in a capture for surfaces of which nothing is seen where they should be; returns those that were found.
  private func search(_ pixels: CapturedPixels, _ validity: [SurfaceID: Double]) -> Set<SurfaceID> {
    let sightings = surfaces.compactMap { surface -> SurfaceLocator.Sighting? in
      guard surface.isShown, let share = validity[surface.id],
        backdrop.surfaces[surface.id]?.wantsCaptures == true
      else { return nil }
      return .init(id: surface.id, frame: surface.frame, share: share)
    }
    let finding = locator.search(sightings, among: occupants) { id, limits in
      renderer?.find(id, in: pixels, within: limits)
    }
    if finding.losesDamage { captures.loseDamage() }
    if !finding.found.isEmpty { place() }
    return finding.found
  }

  /// The part of the panel that the next capture has to show, and whether it may wait for damage.
  private var capturedPart: (panel: PixelRect, mayWait: Bool) {
    let needed = (renderer?.captureRegion ?? .empty).union(expectedRegion)
    // While another rung is shown, nothing is looked at through what is opaque.
    let isAnywhere =
      locator.searchesEverywhere(surfaces.filter(\.isShown).map(\.id)) || backdrop.isLate
    let region = isAnywhere ? PixelRect(fit.size) : needed
    let panel = fit.geometry.panelRect(of: region).intersection(PixelRect(output.description.mode))
    // One that is on trial is not judged by a picture that may be from before it was shown.
    return (panel, mayWait: !(locator.isUnsettled && backdrop.onTrial.isEmpty))
  }

  /// What the first capture has to show for surfaces that the renderer does not know yet.
  private var expectedRegion: PixelRect {
    let regions = surfaces.filter { $0.window != nil && $0.applied.glass == nil }.map { surface in
      guard let material = surface.expected else { return PixelRect(fit.size) }
      let plan = BlurPlan(sigma: material.blurRadius * scale, base: .smoothedMean)
      return surface.frame.outset(by: plan.support).aligned(to: 1 << plan.level)
        .intersection(PixelRect(fit.size))
    }
    return regions.reduce(.empty) { $0.union($1) }
  }

  // MARK: - Places

  /// The surfaces that are open, for the locator.
  private var occupants: [SurfaceLocator.Occupant] {
    surfaces.filter { $0.window != nil }.map(occupant)
  }

  private func occupant(_ surface: LiveSurface) -> SurfaceLocator.Occupant {
    .init(id: surface.id, placement: surface.placed, answer: surface.state.configuredSize)
  }

  /// Takes over where the surfaces are expected after one of them has come, changed or gone.
  private func place() {
    let occupants = occupants
    for surface in surfaces where surface.window != nil {
      let place = locator.place(of: surface.id, among: occupants)
      let hasMoved = surface.lie(
        at: locator.frame(of: surface.id, at: place),
        logicalSize: LogicalSize(width: place.width, height: place.height))
      guard hasMoved else { continue }
      surface.state.markDirty()
      surface.state.markStep()
    }
  }

  /// Where the compositor may still show it as it was before its output changed.
  private func formerFrame(of surface: LiveSurface) -> PixelRect {
    guard let former = surface.formerSize else { return .empty }
    var place = locator.place(of: surface.id, among: occupants)
    place.width = max(place.width, former.width)
    place.height = max(place.height, former.height)
    return fit.pixels(place)
  }

  /// Takes over where the program wants surfaces to be.
  private func rearrange() {
    for surface in surfaces where surface.placement != surface.placed && surface.window != nil {
      let old = surface.takePlacement()
      let new = surface.placed
      if !hasRoom(for: surface) {
        withhold(surface)
      } else if !old.isSameRole(as: new, canChangeLayer: surface.window?.canChangeLayer == true) {
        unmap(surface)
      } else if surface.isShown {
        // With a picture for it, so that both appear at once.
        let former = surface.frame
        surface.window?.prepare(new)
        surface.state.guessSize()
        place()
        if surface.frame == former { surface.window?.commitPlacement() }
      } else {
        surface.window?.request(new)
        place()
      }
    }
  }

  // MARK: - The lives of surfaces

  /// Makes the surfaces that are wanted and not there, and begins to find out what lies behind them.
  func openSurfaces(now: Instant) {
    guard !output.description.mode.isEmpty else { return }
    var isNew = false
    for surface in surfaces where surface.needsRefit {
      surface.refitBegan()
      begin(surface, now: now)
    }
    for surface in surfaces where surface.window == nil && surface.withheld != room(for: surface) {
      _ = surface.takePlacement()
      guard hasRoom(for: surface) else {
        withhold(surface)
        continue
      }
      do {
        let pair = try SurfacePair(
          session.connection, output: output, placement: surface.placement, fit: fit, blur: session.blur
        ) { [weak self, weak surface] event in
          if let surface { self?.arrive(.layer(surface, event)) }
        }
        pair.onPreferredScale = { [weak self] in self?.follow(preferredScale: $0) }
        surface.open(pair)
      } catch {
        tell("\(error)")
        drop(surface)
        continue
      }
      locator.admit(surface.id, surface.placed)
      place()
      begin(surface, now: now)
      isNew = true
    }
    // The compositor works on the answers while the renderer is made, in `update`; a failure is reported.
    if isNew { _ = try? session.connection.flush() }
  }

  /// Begins to find out what lies behind a surface that is not shown yet; with the first, chooses a rung.
  private func begin(_ surface: LiveSurface, now: Instant) {
    if !hasBegun {
      hasBegun = true
      _ = ladder.takePolicy()
      captures.loseDamage()
      if let refusal = ladder.refusal(conditions) {
        backdrop = .disabled
        ladder.fallBack(refusal, conditions)
      } else {
        ladder.goLive()
        backdrop = LiveBackdrop(captureInterval: captureInterval)
      }
    }
    // What was captured before need not show what lies behind it.
    captures.changeSurfaces()
    let actions = backdrop.update(.opened(surface.id), now: now)
    if isLive {
      for action in actions {
        switch action {
        case .cancelCapture: captures.drop()
        // Before anything is drawn: the compositor works while graphics start.
        case .captureNow: captures.ask(.now, capturedPart.panel)
        default: preconditionFailure("\(action) for a surface that is not shown")
        }
      }
    } else if !ladder.holdsSurfaces {
      surface.state.backgroundKnown()
    }
  }

  /// Takes one surface down, content before carrier; the others see what was behind it.
  func close(_ surface: LiveSurface) {
    guard surfaces.contains(where: { $0 === surface }) else { return }
    surfaces.removeAll { $0 === surface }
    unmap(surface)
    session.surfaceClosed()
  }

  /// The same without the program's doing, which is told later.
  private func drop(_ surface: LiveSurface) {
    close(surface)
    session.tellLater { surface.onClosed?() }
  }

  /// Makes everything anew, after the graphics were lost.
  func reset() { unmapAll() }

  /// Closes everything for good.
  func remove() {
    let closed = surfaces
    unmapAll()
    surfaces = []
    captures.destroy()
    for surface in closed { surface.onClosed?() }
  }

  /// Keeps a surface off the screen for as long as nothing of the output is left for it; says so once.
  func withhold(_ surface: LiveSurface) {
    if surface.withheld == nil {
      report(
        .warning,
        "no room for \(surface.placement.namespace): its margins, and panels, leave nothing of the output")
    }
    unmap(surface)
    surface.withheld = room(for: surface)
  }

  /// Withholds what had room and has none any more.
  private func withholdWithoutRoom() {
    for surface in surfaces
    where surface.window != nil && surface.state.configuredSize != nil && surface.frame.isEmpty {
      withhold(surface)
    }
  }

  /// What decides whether there is room for a surface.
  private func room(for surface: LiveSurface) -> LiveSurface.Room {
    LiveSurface.Room(
      placement: surface.placement, fit: fit,
      others: surfaces.filter { $0.window != nil && $0 !== surface }.map(\.placed))
  }

  private func hasRoom(for surface: LiveSurface) -> Bool {
    let room = room(for: surface)
    return locator.hasRoom(for: room.placement, beside: room.others)
  }

  /// Makes the renderer where there is none, and lets it know the surfaces that it does not.
  private func prepareRenderer() throws(RenderingError) {
    if renderer == nil {
      renderer = try session.graphics.makeRenderer(fit.size, transform: fit.transform)
      backdrop.captureInterval = captureInterval
    }
    for surface in surfaces where surface.applied.glass == nil && !surface.frame.isEmpty {
      guard let window = surface.window else { continue }
      do throws(RenderingError) {
        let glass = presenter.glass(of: surface)
        try renderer?.openSurface(
          surface.id, window: window.native, glass: glass, over: formerFrame(of: surface))
        surface.rendererTook(glass)
      } catch { try cannotDraw(surface, error) }
    }
  }

  /// Takes one surface off the screen, and the output's last one with all that served it.
  private func unmap(_ surface: LiveSurface) {
    guard surface.window != nil else { return }
    // That the GPU was reset, the next drawing finds too.
    try? presenter.uncover(surface)
    renderer?.closeSurface(surface.id)
    surface.unmap()
    locator.forget(surface.id)
    captures.changeSurfaces()
    session.needsUpdate()
    guard isOpen else { return end() }
    place()
    // Nothing is drawn by this; what has to be captured is asked for without delay.
    perform(backdrop.update(.closed(surface.id), now: session.loop.now))
  }

  /// Takes everything down: capture, drawing, surfaces (content before carrier), renderer.
  private func unmapAll() {
    captures.cancel()
    for surface in surfaces where surface.window != nil {
      renderer?.closeSurface(surface.id)
      surface.unmap()
      locator.forget(surface.id)
    }
    end()
  }

  /// Fits everything to another geometry: what is on the screen stays there until it has been drawn for that.
  private func refitAll() {
    // What the compositor asks of surfaces still holds.
    let arrivals = inbox
    locator.reset(fit.geometry)
    for surface in surfaces where surface.window != nil { renderer?.closeSurface(surface.id) }
    end()
    inbox = arrivals
    for surface in surfaces where surface.window != nil { surface.refit(fit) }
    place()
  }

  private func end() {
    captures.reset()
    presenter.reset()
    renderer?.destroy()
    renderer = nil
    ladder.reset()
    hasBegun = false
    locator.settle()
    inbox = []
    backdrop = .disabled
  }
}

extension LiveOutput: FramePresenterOwner {
  func isBelow(_ first: LiveSurface, _ second: LiveSurface) -> Bool {
    locator.isBelow(occupant(first), occupant(second))
  }

  func glassChanged(of surface: LiveSurface) {
    if surface.isShown { captures.changeSurfaces() } else { captures.loseDamage() }
  }

  func cannotDraw(_ surface: LiveSurface, _ error: RenderingError) throws(RenderingError) {
    guard error.leavesOthers else { throw error }
    if session.isConnectionOver() { return }
    let size = surface.frame.size
    tell("a surface of \(size.width) × \(size.height) pixels is not shown: \(error)")
    drop(surface)
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
