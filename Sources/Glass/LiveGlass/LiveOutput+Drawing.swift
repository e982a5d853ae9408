import Geometry
import GlassModel
import Rendering
import Scenes
import Wayland

extension LiveOutput {
  /// Makes the scenes anew that are out of date.
  func updateScenes(now: Instant) {
    for surface in surfaces where surface.pair != nil && !surface.frame.isEmpty {
      // What changes while it moves is seen in the next frame, unless that is for another size.
      if surface.isShown, surface.motion.isBetweenFrames(at: now), surface.scene?.size == surface.frame.size {
        continue
      }
      guard surface.state.takeDirty() else { continue }
      let time = surface.motion.time(at: now)
      let layout = LiveSurface.Layout(size: surface.frame.size, scale: scale, now: time)
      let scene = surface.content(layout).faded(to: surface.fading.value(at: time))
      let isTinted = inUse.rung == .compositor
      surface.blurred = isTinted ? scene.panes : []
      surface.scene = isTinted ? scene.tinted : scene
    }
  }

  /// The first frame needs the compositor's size and the background.
  func showReady(now: Instant) throws(RenderingError) {
    for surface in surfaces where !surface.isShown && surface.pair != nil && surface.state.isReady {
      if let frame = background {
        background = nil
        try renderer?.setBackground(.frame(frame.pixels(on: fit.geometry)))
      }
      try applyFallback()
      surface.onBackgroundChanged?()
      // It may have chosen its look by it.
      updateScenes(now: now)
      try perform(backdrop.update(.ready(surface.id), now: now), now: now)
      try freezeOrThaw(surface, now: now)
    }
  }

  /// Makes the frames of motion that are due, and freezes and thaws; returns what is to be called at the end.
  func move(now: Instant) throws(RenderingError) -> [() -> Void] {
    var ended: [() -> Void] = []
    for surface in surfaces where surface.pair != nil {
      ended += surface.move(now: now)
      try freezeOrThaw(surface, now: now)
    }
    return ended
  }

  private func freezeOrThaw(_ surface: LiveSurface, now: Instant) throws(RenderingError) {
    guard surface.isShown, let phase = backdrop.surfaces[surface.id]?.phase else { return }
    switch phase {
    case .held where !surface.freezes:
      try perform(backdrop.update(.thawed(surface.id), now: now), now: now)
    case .proving, .watching, .hidden:
      if surface.freezes { try perform(backdrop.update(.froze(surface.id), now: now), now: now) }
    case .held, .opening, .resting: break
    }
  }

  /// Asks for the next frames of motion where no picture did so.
  func keepMoving() {
    for surface in surfaces
    where surface.isShown && surface.motion.isRunning && !surface.motion.isFrameDue
      && !surface.state.isFrameRequested
    {
      requestFrame(surface)
      surface.pair?.content.surface.commit()
    }
  }

  /// The renderer takes the glass as it is now; carrier and content change together where they have to.
  ///
  /// A capture that is under way shows the old one, and counts no more.
  func restyle() throws(RenderingError) {
    restack()
    for surface in surfaces {
      try attempt(surface) { () throws(RenderingError) in try restyle(surface) }
    }
  }

  private func restyle(_ surface: LiveSurface) throws(RenderingError) {
    guard let renderer, let styled = surface.styled else { return }
    if surface.frame.isEmpty { return withhold(surface) }
    let glass = surface.glass(scale: scale, isLive: isLive)
    if glass == styled { return }
    if !surface.needsStep(to: glass) {
      // The renderer takes other materials from the scene.
      surface.styled?.panes = glass.panes
      return
    }
    try renderer.updateSurface(surface.id, glass: glass)
    surface.styled = glass
    surface.state.markStep()
    if surface.isShown { captures.changeSurfaces() } else { captures.loseDamage() }
  }

  /// Draws and commits, and returns whether there was anything to draw: what is unchanged is not committed.
  func present(_ id: SurfaceID) throws(RenderingError) -> Bool {
    guard let surface = surface(id), surface.pair != nil, surface.scene != nil else { return false }
    restack()
    var isDrawn = try restyleAndDraw(surface)
    var steps = [surface]
    // What is cut out of one surface and shown by another changes in one frame: nothing is shown before all is drawn.
    if surface.state.needsStep {
      for other in surfaces
      where other !== surface && other.isShown && !other.isLeaving && other.frame.intersects(surface.frame) {
        guard other.scene?.size == other.frame.size else { continue }
        if try restyleAndDraw(other, onlyStep: true) { isDrawn = true }
        steps.append(other)
      }
    }
    for each in steps where each.pair != nil && each.state.needsStep {
      each.pair?.show(acknowledging: each.state.takeStep())
      each.formerSize = nil
    }
    return isDrawn
  }

  /// Draws a surface as its glass is to be now; one that cannot be drawn is dropped. With `onlyStep` it is left as it is
  /// unless its carrier changes, too.
  ///
  /// Returns whether anything was drawn.
  private func restyleAndDraw(
    _ surface: LiveSurface, onlyStep: Bool = false
  ) throws(RenderingError) -> Bool {
    var isDrawn = false
    try attempt(surface) { () throws(RenderingError) in
      try restyle(surface)
      if !onlyStep || surface.state.needsStep { isDrawn = try draw(surface) }
    }
    return isDrawn
  }

  /// Draws what has changed; where carrier and content change together, that is not shown yet.
  private func draw(_ surface: LiveSurface) throws(RenderingError) -> Bool {
    guard let pair = surface.pair, let renderer, let scene = surface.drawnScene, let glass = surface.styled
    else { return false }
    if case .proving = backdrop.surfaces[surface.id]?.phase { requestFrame(surface) }
    if surface.motion.isRunning { requestFrame(surface) }
    var isDrawn = false
    if surface.state.needsStep {
      try pair.prepare(glass, logicalSize: surface.logicalSize) { () throws(RenderingError) in
        isDrawn = try commit(surface.id, scene, by: renderer, to: pair)
      }
    } else {
      isDrawn = try commit(surface.id, scene, by: renderer, to: pair)
    }
    pair.blur(surface.blurred, by: session.blur, scale: fit.scale)
    surface.shownScene = scene
    if isDrawn { surface.commitCount += 1 }
    return isDrawn
  }

  /// Draws a frame and commits it; returns whether there was anything to draw.
  private func commit(
    _ id: SurfaceID, _ scene: Scene, by renderer: any OutputRenderer, to pair: SurfacePair
  ) throws(RenderingError) -> Bool {
    switch try renderer.draw(id, scene) {
    case nil: return false
    case .swap: try renderer.swap(id)
    case .canvas: pair.canvas.present()
    }
    return true
  }

  func requestFrame(_ surface: LiveSurface) {
    guard let pair = surface.pair, surface.state.requestFrame() else { return }
    pair.content.surface.requestFrame { [weak self, weak surface] _ in
      if let surface { self?.arrive(.frameDone(surface)) }
    }
  }
}
