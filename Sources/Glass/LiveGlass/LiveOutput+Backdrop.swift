import Geometry
import GlassModel
import Loop
import Rendering
import Scenes
import VisualEffects
import Wayland

extension LiveOutput {
  /// Begins to find out what lies behind a surface that is not shown yet; with the first, chooses a rung.
  func begin(_ surface: LiveSurface, now: Instant) {
    if !hasBegun {
      hasBegun = true
      adoptPolicy()
      captures.loseDamage()
      if let refusal {
        backdrop = .disabled
        fallBack(refusal)
      } else {
        inUse = BackdropInUse(rung: .live)
        backdrop = LiveBackdrop(captureInterval: captureInterval)
      }
    }
    // What was captured before need not show what lies behind it.
    captures.changeSurfaces()
    let actions = backdrop.update(.opened(surface.id), now: now)
    if isLive {
      for action in actions {
        switch action {
        case .cancelCapture: _ = dropCapture()
        case .captureNow: startCapture(.now)
        default: preconditionFailure("\(action) for a surface that is not shown")
        }
      }
    } else if !wallpaperWait.holdsSurfaces {
      surface.state.backgroundKnown()
    }
  }

  var captureInterval: Duration {
    CaptureRate.interval(
      setting: backdropPolicy.maximumRate, isSoftware: session.graphics.renderer?.isSoftware ?? true,
      isOnBattery: backdropPolicy.isOnBattery ?? PowerSupply.isOnBattery)
  }

  /// Follows a change of the policy while the surfaces stay.
  func rearrangeBackdrop(from old: BackdropPolicy, now: Instant) throws(RenderingError) {
    backdrop.captureInterval = captureInterval
    var same = old
    same.maximumRate = backdropPolicy.maximumRate
    same.isOnBattery = backdropPolicy.isOnBattery
    guard same != backdropPolicy else { return }
    if let refusal {
      capture?.cancel()
      backdrop.disable()
      fallBack(refusal)
      try applyFallback()
    } else if !isLive {
      try perform(backdrop.update(.resumed, now: now), now: now)
    }
  }

  func perform(_ actions: [LiveBackdrop.Action], now: Instant) throws(RenderingError) {
    var isDropped = false
    var isDrawn = false
    for action in actions {
      switch action {
      case .captureNow: startCapture(.now)
      // What a dropped capture was to tell is not told again; with nothing drawn, nothing else need be.
      case .captureWhenDamaged: startCapture(isDropped && !isDrawn ? .now : .damaged)
      case .cancelCapture: isDropped = dropCapture()
      case .present(let id): if try present(id) { isDrawn = true }
      case .requestFrame(let id):
        guard let surface = surface(id) else { continue }
        requestFrame(surface)
        surface.pair?.content.surface.commit()
      case .beginLive:
        toldReason = nil
        session.report(.info, "\(name): live glass")
      case .reportUnseen: session.report(.warning, "\(name): \(LiveBackdrop.unseenWords)")
      case .fallBack(let refusal):
        if backdrop.capture != .pending { capture?.cancel() }
        fallBack(.because(refusal.words))
        try applyFallback()
      case .tryAgain:
        wallpaperWait.end()
        // Chosen before a surface could be shown, and late.
        fallback = nil
        inUse = BackdropInUse(rung: .live)
        for surface in surfaces { surface.state.markDirty() }
        try restyle()
      }
    }
  }

  /// Cancels the capture under way, and returns whether there was one.
  ///
  /// The compositor may have answered it already, and counts its damage as told.
  private func dropCapture() -> Bool {
    guard let capture, capture.isPending else { return false }
    capture.cancel()
    captures.loseDamage()
    return true
  }

  /// Takes the result of the capture that `startCapture` began.
  func take(_ result: Result<CapturedFrame, CaptureFailure>, now: Instant) throws(RenderingError) {
    switch result {
    case .failure(.unsupportedFormat(let name)):
      let trouble = LiveBackdrop.Trouble.impossible("the compositor offers captures in \(name) only")
      try perform(backdrop.update(.captureFailed(trouble), now: now), now: now)
    case .failure(.outputChanged):
      // A new geometry, once it is told, opens everything anew.
      try perform(backdrop.update(.captureFailed(.outdated), now: now), now: now)
    case .failure:
      try perform(backdrop.update(.captureFailed(.refused), now: now), now: now)
    case .success(let frame):
      statistics.captures += 1
      try take(frame, now: now)
    }
  }

  private func take(_ frame: CapturedFrame, now: Instant) throws(RenderingError) {
    let isFirst = !surfaces.contains(where: \.isShown)
    if isFirst { background = frame }
    // Where another rung is shown, nothing of ours can be un-blended.
    let report =
      isFirst || backdrop.isLate
      ? LiveBackdrop.Report(validity: [:], isHit: true, hasMoved: false) : try judge(frame)
    for surface in surfaces where surface.pair != nil { surface.state.backgroundKnown() }
    let actions = backdrop.update(.captured(report), now: now)
    let hasBegun = actions.contains { if case .beginLive = $0 { true } else { false } }
    let hasMoved = hasBegun ? try absorb(frame.pixels(on: fit.geometry), damage: nil).hasMoved : false
    if !isFirst, !captures.needsWhole {
      for surface in surfaces where surface.isShown { surface.onBackgroundKnown?() }
    }
    try perform(actions, now: now)
    if hasBegun { try perform(backdrop.update(.kept(hasMoved: hasMoved), now: now), now: now) }
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
    if absorption.hasMoved { tellBackground() }
    return absorption
  }

  func startCapture(_ moment: CaptureMoment) {
    let needed = (renderer?.captureRegion ?? .empty).union(expectedRegion)
    // While another rung is shown, nothing is looked at through what is opaque.
    let isAnywhere = searchesEverywhere || backdrop.isLate
    let region = isAnywhere ? PixelRect(fit.size) : needed
    let panel = fit.geometry.panelRect(of: region).intersection(PixelRect(output.description.mode))
    guard let capture, !panel.isEmpty else { return }
    capture.cancel()
    // One that is on trial is not judged by a picture that may be from before it was shown.
    let moment = isUnsettled && backdrop.onTrial.isEmpty ? .now : moment
    capture.capture(panel, of: output, when: moment) { [weak self, epoch = captures.epoch] in
      self?.arrive(.captured($0, epoch: epoch))
    }
  }

  /// What the first capture has to show for surfaces that the renderer does not know yet.
  private var expectedRegion: PixelRect {
    let regions = surfaces.filter { $0.pair != nil && $0.styled == nil }.map { surface in
      guard let material = surface.expected else { return PixelRect(fit.size) }
      let plan = BlurPlan(sigma: material.blurRadius * scale, base: .smoothedMean)
      return surface.frame.outset(by: plan.support).aligned(to: 1 << plan.level)
        .intersection(PixelRect(fit.size))
    }
    return regions.reduce(.empty) { $0.union($1) }
  }

  // MARK: - The ladder

  enum Refusal {
    case unwanted
    case because(String)

    var reason: String? {
      switch self {
      case .unwanted: nil
      case .because(let reason): reason
      }
    }
  }

  /// Why live glass is not even tried, in words or by the user's wish; nil: it is tried.
  private var refusal: Refusal? {
    if !backdropPolicy.isLive { return .unwanted }
    if capture == nil {
      return .because(
        "compositor supports neither zwlr_screencopy_manager_v1 version 3 nor ext_image_copy_capture_manager_v1"
      )
    }
    return fit.obstacle.map { .because($0) }
  }

  /// Steps down the ladder; what is shown follows with `applyFallback`.
  func fallBack(_ refusal: Refusal) {
    let chosen = Fallback(
      backdropPolicy, reason: refusal.reason,
      isBlurred: session.blur.isAvailable && fit.obstacle == nil)
    wallpaperWait.end()
    if let wallpaper = chosen.wallpaper {
      read(wallpaper, for: chosen)
    } else {
      choose(chosen)
    }
  }

  private func choose(_ chosen: Fallback) {
    // Where the blur is the compositor's, scenes are other ones.
    for surface in surfaces { surface.state.markDirty() }
    // Once, and not after each try.
    if let reason = chosen.inUse.reason, reason != toldReason {
      session.report(.warning, "\(name): \(backdropPolicy.isLive ? "no live glass: " : "")\(reason)")
    }
    inUse = chosen.inUse
    toldReason = inUse.reason
    fallback = chosen
    for surface in surfaces where surface.pair != nil { surface.state.backgroundKnown() }
  }

  /// Has the wallpaper read; what is shown stays, and surfaces that are new wait for it, but not for long.
  private func read(_ wallpaper: BackdropPolicy.Wallpaper, for chosen: Fallback) {
    inUse = chosen.inUse
    fallback = nil
    let number = wallpaperWait.begin(
      chosen,
      until: session.loop.schedule(at: session.loop.now + WallpaperWait.patience) { [weak self] in
        self?.arrive(.wallpaperLate)
      })
    session.wallpapers.read(wallpaper, on: fit.size) { [weak self] in
      self?.arrive(.wallpaperRead($0, number: number))
    }
  }

  /// Shows what has been read of the wallpaper, unless something else was chosen meanwhile.
  func takeWallpaper(_ reading: WallpaperContent, number: Int) throws(RenderingError) {
    guard let chosen = wallpaperWait.take(number) else { return }
    choose(chosen.showing(reading))
    try applyFallback()
  }

  /// Shows one colour until the wallpaper has been read.
  func waitNoLonger() throws(RenderingError) {
    guard let chosen = wallpaperWait.release() else { return }
    choose(chosen)
    try applyFallback()
  }

  /// The compositor has begun or ceased to blur.
  func followBlur() throws(RenderingError) {
    guard hasBegun, !isLive else { return }
    if let refusal {
      fallBack(refusal)
    } else {
      fallBack(toldReason.map { .because($0) } ?? .unwanted)
    }
    try applyFallback()
  }

  /// Shows what was chosen, as soon as a surface is or can be shown.
  func applyFallback() throws(RenderingError) {
    guard let chosen = fallback, let renderer,
      surfaces.contains(where: { $0.isShown || ($0.pair != nil && $0.state.isReady) })
    else { return }
    fallback = nil
    // Made for live glass if that was refused only now.
    try restyle()
    try renderer.setBackground(chosen.background)
    for surface in surfaces where surface.isShown { _ = try present(surface.id) }
    tellBackground()
  }

  func tellBackground() {
    for surface in surfaces where surface.isShown { surface.onBackgroundChanged?() }
  }
}
