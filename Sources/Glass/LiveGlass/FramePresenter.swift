import Geometry
import GlassModel
import Rendering
import Scenes

/// Draws and commits the differences between the requested and the applied appearance of surfaces.
///
/// Each step returns its effects, which the caller performs before the next step, in their order.
final class FramePresenter {
  /// The state of an output of which pictures are made.
  struct Conditions {
    /// The open surfaces, in the order in which they were opened.
    var surfaces: [LiveSurface]
    /// Physical pixels per logical pixel.
    var scale: Double
    /// Whether live glass is in use.
    var isLive: Bool
    /// The state of the surfaces' glass.
    var backdrop: LiveBackdrop
    /// The renderer; nil while there is nothing to draw.
    var renderer: (any OutputRenderer)?
    /// Whether the compositor draws the first surface below the second.
    var isBelow: (_ first: LiveSurface, _ second: LiveSurface) -> Bool

    fileprivate func isFrozen(_ surface: LiveSurface) -> Bool {
      backdrop.surfaces[surface.id]?.isFrozen ?? true
    }
  }

  /// A consequence of drawing that concerns others.
  enum Effect {
    /// The surface's glass changes with its next picture, so that captures under way are outdated.
    case glassChanged(LiveSurface)
    /// No part of the output is left for the surface.
    case withhold(LiveSurface)
    /// The surface cannot be drawn, though others can; it is left out of the step.
    case undrawable(LiveSurface, RenderingError)
  }

  /// A surface that was drawn and is not committed yet.
  private struct Drawing {
    var surface: LiveSurface
    /// Whether there is a picture to present, since there was something to draw.
    var isNew: Bool
  }

  private let onFrame: (LiveSurface) -> Void
  /// The surfaces that overlap others, as `restack` found them last.
  private var stack = SurfaceStack()
  /// The surfaces that are drawn in this iteration, in the order of drawing.
  private var wanted: [SurfaceID] = []
  /// Surfaces whose frame callback is requested with a commit of its own.
  private var frameWishes: [SurfaceID] = []
  private var drawn: [Drawing] = []
  /// Windows that are destroyed with the next commit, in this order.
  private var retired: [any SurfaceWindow] = []
  /// The effects of the step under way.
  private var effects: [Effect] = []

  /// Makes a presenter that calls `onFrame` for each frame callback of a surface, whenever it comes.
  init(onFrame: @escaping (LiveSurface) -> Void) { self.onFrame = onFrame }

  /// Schedules a surface to be drawn and committed in this iteration.
  func want(_ id: SurfaceID) {
    if !wanted.contains(id) { wanted.append(id) }
  }

  /// Schedules a request for a frame callback of the surface.
  func wantFrame(_ id: SurfaceID) {
    if !frameWishes.contains(id) { frameWishes.append(id) }
  }

  /// Forgets what was to be drawn, and destroys retired windows; called when nothing is shown any more.
  func reset() {
    destroyRetired()
    (wanted, frameWishes, drawn, effects) = ([], [], [], [])
    stack = SurfaceStack()
  }

  // MARK: - Drawing

  /// Updates the renderer to the current glass of all surfaces.
  func restyle(_ output: Conditions) throws(RenderingError) -> [Effect] {
    restack(output)
    for surface in output.surfaces {
      try attempt(surface) { () throws(RenderingError) in try restyle(surface, output) }
    }
    return takeEffects()
  }

  /// Draws the surfaces that are scheduled; `commit` follows.
  func draw(_ output: Conditions) throws(RenderingError) -> [Effect] {
    let ids = wanted
    wanted = []
    for id in ids { try draw(id, output) }
    return takeEffects()
  }

  /// Commits the drawn surfaces and destroys retired windows; `isDrawn` says whether any surface has a new
  /// picture.
  func commit(_ output: Conditions) throws(RenderingError) -> (isDrawn: Bool, effects: [Effect]) {
    let drawings = drawn
    drawn = []
    let isDrawn = try commit(drawings, output)
    destroyRetired()
    for id in frameWishes {
      if let surface = output.surfaces.first(where: { $0.id == id }), surface.isShown {
        commitForFrame(surface)
      }
    }
    frameWishes = []
    return (isDrawn, takeEffects())
  }

  /// Requests frame callbacks of those of the surfaces that move and were not drawn.
  func keepMoving(_ surfaces: [LiveSurface]) {
    for surface in surfaces
    where surface.isShown && surface.animation.motion.isRunning && !surface.animation.motion.isFrameDue
      && !surface.state.isFrameRequested
    {
      commitForFrame(surface)
    }
  }

  /// Destroys a window that the renderer has released.
  ///
  /// A window that `covers` others is destroyed after their next commit, in which they draw the covered
  /// pixels, so that no frame lacks them. Windows are destroyed in the order of the calls, since a popup has
  /// to be destroyed before its parent.
  func retire(_ window: any SurfaceWindow, covers: Bool) {
    retired.append(window)
    if !covers, retired.count == 1 { destroyRetired() }
  }

  /// Whether a retired window is still on the screen.
  var isRetiring: Bool { !retired.isEmpty }

  private func destroyRetired() {
    for window in retired { window.destroy() }
    retired = []
  }

  private func takeEffects() -> [Effect] {
    defer { effects = [] }
    return effects
  }

  /// Finds out which surfaces overlap now and which of them are live, and updates their overlaps.
  private func restack(_ output: Conditions) {
    let shown = output.surfaces.filter { $0.window != nil && $0.hasFittingScene }
    let overlapping = shown.filter { surface in
      shown.contains { $0 !== surface && $0.frame.intersects(surface.frame) }
    }
    let new = SurfaceStack(
      overlapping.sorted(by: output.isBelow).compactMap { surface in
        guard let scene = surface.scene else { return nil }
        return SurfaceStack.Layer(
          id: surface.id, frame: surface.frame, scene: scene,
          isLive: output.isLive && surface.isShown && !output.isFrozen(surface))
      })
    guard new != stack else { return }
    stack = new
    let overlaps = new.overlaps()
    for surface in output.surfaces { surface.overlap(overlaps[surface.id]) }
  }

  /// The glass with which a surface has to be drawn next.
  func glass(of surface: LiveSurface, _ output: Conditions) -> Glass {
    surface.requestGlass(scale: output.scale, isLive: output.isLive, isFrozen: output.isFrozen(surface))
  }

  /// Updates the renderer to the current glass of a surface, and marks a step if carrier and content have to
  /// change together; captures under way are then outdated.
  private func restyle(_ surface: LiveSurface, _ output: Conditions) throws(RenderingError) {
    guard let renderer = output.renderer, let applied = surface.applied.glass else { return }
    if surface.frame.isEmpty { return effects.append(.withhold(surface)) }
    let glass = glass(of: surface, output)
    if glass == applied { return }
    if !glass.needsStep(from: applied) {
      // The renderer takes changed materials from the scene.
      surface.applied.glass?.panes = glass.panes
      return
    }
    try renderer.updateSurface(surface.id, glass: glass)
    surface.applied.glass = glass
    surface.state.markStep()
    effects.append(.glassChanged(surface))
  }

  /// Draws a surface, and those that have to change in the same frame.
  private func draw(_ id: SurfaceID, _ output: Conditions) throws(RenderingError) {
    guard let surface = output.surfaces.first(where: { $0.id == id }), surface.window != nil,
      surface.scene != nil
    else { return }
    restack(output)
    try restyleAndDraw(surface, output)
    // Pixels that move from one surface to another have to change in one frame: all are drawn before any is
    // committed.
    guard surface.state.needsStep else { return }
    for other in output.surfaces
    where other !== surface && other.isShown && other.frame.intersects(surface.frame)
      && other.hasFittingScene
    {
      try restyleAndDraw(other, onlyStep: true, output)
    }
  }

  /// Draws a surface with its current glass; with `onlyStep` only if its carrier changes too.
  private func restyleAndDraw(
    _ surface: LiveSurface, onlyStep: Bool = false, _ output: Conditions
  ) throws(RenderingError) {
    var drawing: Drawing?
    try attempt(surface) { () throws(RenderingError) in
      try restyle(surface, output)
      if onlyStep && !surface.state.needsStep { return }
      guard !surface.frame.isEmpty, let renderer = output.renderer, let scene = surface.requested.scene,
        surface.window != nil, surface.applied.glass != nil
      else { return }
      drawing = Drawing(surface: surface, isNew: try renderer.draw(surface.id, scene))
      surface.applied.scene = scene
    }
    guard let drawing else { return }
    if let known = drawn.firstIndex(where: { $0.surface === surface }) {
      drawn[known].isNew = drawing.isNew || drawn[known].isNew
    } else {
      drawn.append(drawing)
    }
  }

  // MARK: - Committing

  /// Commits the contents, then the carriers of all surfaces that change both together.
  private func commit(_ drawings: [Drawing], _ output: Conditions) throws(RenderingError) -> Bool {
    var isDrawn = false
    for drawing in drawings where drawing.surface.window != nil {
      try attempt(drawing.surface) { () throws(RenderingError) in try commitContent(drawing, output) }
      if drawing.isNew { isDrawn = true }
    }
    for surface in drawings.map(\.surface) where surface.state.needsStep && !isUndrawable(surface) {
      surface.window?.show(acknowledging: surface.takeStep())
    }
    return isDrawn
  }

  private func commitContent(_ drawing: Drawing, _ output: Conditions) throws(RenderingError) {
    let surface = drawing.surface
    guard let window = surface.window, let renderer = output.renderer, let glass = surface.applied.glass
    else { return }
    if case .proving = output.backdrop.surfaces[surface.id]?.phase { requestFrame(surface) }
    if surface.animation.motion.isRunning { requestFrame(surface) }
    if surface.state.needsStep {
      try window.prepare(glass, logicalSize: surface.requested.logicalSize) { () throws(RenderingError) in
        if drawing.isNew { try renderer.present(surface.id) }
      }
    } else if drawing.isNew {
      try renderer.present(surface.id)
      window.contentCommitted()
    }
    // The first picture must not be committed before the configure event is acknowledged, which `show` does.
    window.blur(surface.blurred, scale: output.scale, commits: !surface.state.needsStep)
    if drawing.isNew { surface.commitCount += 1 }
  }

  private func commitForFrame(_ surface: LiveSurface) {
    requestFrame(surface)
    surface.window?.commitContent()
  }

  private func requestFrame(_ surface: LiveSurface) {
    guard let window = surface.window, surface.state.requestFrame() else { return }
    window.requestFrame { [weak self, weak surface] in
      if let surface { self?.onFrame(surface) }
    }
  }

  private func isUndrawable(_ surface: LiveSurface) -> Bool {
    effects.contains { if case .undrawable(let failed, _) = $0 { failed === surface } else { false } }
  }

  /// Calls `body`, which does a part of the step under way for a surface, unless the surface has failed in this step; an
  /// error that leaves others becomes the effect `undrawable`.
  private func attempt(
    _ surface: LiveSurface, _ body: () throws(RenderingError) -> Void
  ) throws(RenderingError) {
    if isUndrawable(surface) { return }
    do throws(RenderingError) { try body() } catch {
      guard error.leavesOthers else { throw error }
      effects.append(.undrawable(surface, error))
    }
  }
}
