import Geometry
import GlassModel
import Rendering
import Scenes

/// The part of an output that its `FramePresenter` uses.
protocol FramePresenterOwner: AnyObject {
  /// The open surfaces, in the order in which they were opened.
  var surfaces: [LiveSurface] { get }
  /// Physical pixels per logical pixel.
  var scale: Double { get }
  /// Whether live glass is in use.
  var isLive: Bool { get }
  /// The state of the surfaces' glass.
  var backdrop: LiveBackdrop { get }
  /// The renderer; nil while there is nothing to draw.
  var renderer: (any OutputRenderer)? { get }
  /// Whether the compositor draws the first surface below the second.
  func isBelow(_ first: LiveSurface, _ second: LiveSurface) -> Bool
  /// Notes that a surface's glass changes with its next picture, so that captures under way are outdated.
  func glassChanged(of surface: LiveSurface)
  /// Removes from the screen a surface for which no part of the output is left.
  func withhold(_ surface: LiveSurface)
  /// Drops a surface that cannot be drawn; throws if no other surface can be drawn either.
  func cannotDraw(_ surface: LiveSurface, _ error: RenderingError) throws(RenderingError)
  /// Notes that a frame callback of the surface has come.
  func frameDone(_ surface: LiveSurface)
}

/// Draws and commits the differences between the requested and the applied appearance of surfaces.
final class FramePresenter {
  /// A surface that was drawn and is not committed yet.
  private struct Drawing {
    var surface: LiveSurface
    /// The way in which the picture is passed to the compositor; nil: there was nothing to draw.
    var frame: Frame?
  }

  private unowned let owner: any FramePresenterOwner
  /// The surfaces that overlap others, as `restack` found them last.
  private var stack = SurfaceStack()
  /// The surfaces that are drawn in this iteration, in the order of drawing.
  private var wanted: [SurfaceID] = []
  /// Surfaces whose frame callback is requested with a commit of its own.
  private var frameWishes: [SurfaceID] = []
  private var drawn: [Drawing] = []
  /// Windows that are destroyed with the next commit, in this order.
  private var retired: [any SurfaceWindow] = []

  init(_ owner: any FramePresenterOwner) { self.owner = owner }

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
    (wanted, frameWishes, drawn) = ([], [], [])
    stack = SurfaceStack()
  }

  // MARK: - Drawing

  /// Updates the renderer to the current glass of all surfaces.
  func restyle() throws(RenderingError) {
    restack()
    for surface in owner.surfaces {
      try attempt(surface) { () throws(RenderingError) in try restyle(surface) }
    }
  }

  /// Draws the surfaces that are scheduled; `commit` follows.
  func draw() throws(RenderingError) {
    let ids = wanted
    wanted = []
    // A surface that cannot be drawn is dropped at once, which unmaps others and may reset this object.
    var drawings = drawn
    drawn = []
    defer { drawn = drawings.filter { $0.surface.window != nil } }
    for id in ids { try draw(id, into: &drawings) }
  }

  /// Commits the drawn surfaces and destroys retired windows; returns whether any surface has a new picture.
  func commit() throws(RenderingError) -> Bool {
    let drawings = drawn
    drawn = []
    let isDrawn = try commit(drawings)
    destroyRetired()
    for id in frameWishes {
      if let surface = surface(id), surface.isShown { commitForFrame(surface) }
    }
    frameWishes = []
    return isDrawn
  }

  /// Requests frame callbacks of moving surfaces that were not drawn.
  func keepMoving() {
    for surface in owner.surfaces
    where surface.isShown && surface.animation.isMoving && !surface.animation.isFrameDue
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

  private func surface(_ id: SurfaceID) -> LiveSurface? { owner.surfaces.first { $0.id == id } }

  /// Finds out which surfaces overlap now and which of them are live, and updates their overlaps.
  private func restack() {
    let shown = owner.surfaces.filter { $0.window != nil && $0.hasFittingScene }
    let overlapping = shown.filter { surface in
      shown.contains { $0 !== surface && $0.frame.intersects(surface.frame) }
    }
    let new = SurfaceStack(
      overlapping.sorted { owner.isBelow($0, $1) }.compactMap { surface in
        guard let scene = surface.scene else { return nil }
        return SurfaceStack.Layer(
          id: surface.id, frame: surface.frame, scene: scene,
          isLive: owner.isLive && surface.isShown && !isFrozen(surface))
      })
    guard new != stack else { return }
    stack = new
    let overlaps = new.overlaps()
    for surface in owner.surfaces { surface.overlap(overlaps[surface.id]) }
  }

  private func isFrozen(_ surface: LiveSurface) -> Bool {
    owner.backdrop.surfaces[surface.id]?.isFrozen ?? true
  }

  /// The glass with which a surface has to be drawn next.
  func glass(of surface: LiveSurface) -> Glass {
    surface.requestGlass(scale: owner.scale, isLive: owner.isLive, isFrozen: isFrozen(surface))
  }

  /// Updates the renderer to the current glass of a surface, and marks a step if carrier and content have to
  /// change together; captures under way are then outdated.
  private func restyle(_ surface: LiveSurface) throws(RenderingError) {
    guard let renderer = owner.renderer, let applied = surface.applied.glass else { return }
    if surface.frame.isEmpty { return owner.withhold(surface) }
    let glass = glass(of: surface)
    if glass == applied { return }
    if !glass.needsStep(from: applied) {
      // The renderer takes changed materials from the scene.
      var same = applied
      same.panes = glass.panes
      return surface.rendererTook(same)
    }
    try renderer.updateSurface(surface.id, glass: glass)
    surface.rendererTook(glass)
    surface.state.markStep()
    owner.glassChanged(of: surface)
  }

  /// Draws a surface, and those that have to change in the same frame.
  private func draw(_ id: SurfaceID, into drawings: inout [Drawing]) throws(RenderingError) {
    guard let surface = surface(id), surface.window != nil, surface.scene != nil else { return }
    restack()
    try restyleAndDraw(surface, into: &drawings)
    // Pixels that move from one surface to another have to change in one frame: all are drawn before any is
    // committed.
    guard surface.state.needsStep else { return }
    for other in owner.surfaces
    where other !== surface && other.isShown && other.frame.intersects(surface.frame)
      && other.hasFittingScene
    {
      try restyleAndDraw(other, onlyStep: true, into: &drawings)
    }
  }

  /// Draws a surface with its current glass; one that cannot be drawn is dropped. With `onlyStep` it is drawn
  /// only if its carrier changes too.
  private func restyleAndDraw(
    _ surface: LiveSurface, onlyStep: Bool = false, into drawings: inout [Drawing]
  ) throws(RenderingError) {
    var drawing: Drawing?
    try attempt(surface) { () throws(RenderingError) in
      try restyle(surface)
      if onlyStep && !surface.state.needsStep { return }
      guard surface.window != nil, let renderer = owner.renderer, let scene = surface.requested.scene,
        surface.applied.glass != nil
      else { return }
      drawing = Drawing(surface: surface, frame: try renderer.draw(surface.id, scene))
      surface.rendererDrew(scene)
    }
    guard let drawing else { return }
    if let known = drawings.firstIndex(where: { $0.surface === surface }) {
      drawings[known].frame = drawing.frame ?? drawings[known].frame
    } else {
      drawings.append(drawing)
    }
  }

  // MARK: - Committing

  /// Commits the contents, then the carriers of all surfaces that change both together.
  private func commit(_ drawings: [Drawing]) throws(RenderingError) -> Bool {
    var isDrawn = false
    for drawing in drawings where drawing.surface.window != nil {
      try attempt(drawing.surface) { () throws(RenderingError) in try commitContent(drawing) }
      if drawing.frame != nil { isDrawn = true }
    }
    for surface in drawings.map(\.surface) where surface.state.needsStep {
      surface.window?.show(acknowledging: surface.takeStep())
    }
    return isDrawn
  }

  private func commitContent(_ drawing: Drawing) throws(RenderingError) {
    let surface = drawing.surface
    guard let window = surface.window, let renderer = owner.renderer, let glass = surface.applied.glass
    else { return }
    if case .proving = owner.backdrop.surfaces[surface.id]?.phase { requestFrame(surface) }
    if surface.animation.isMoving { requestFrame(surface) }
    if surface.state.needsStep {
      try window.prepare(glass, logicalSize: surface.requested.logicalSize) { () throws(RenderingError) in
        try present(drawing, in: window, by: renderer)
      }
    } else {
      try present(drawing, in: window, by: renderer)
      if drawing.frame != nil { window.contentCommitted() }
    }
    // The first picture must not be committed before the configure event is acknowledged, which `show` does.
    window.blur(surface.blurred, scale: owner.scale, commits: !surface.state.needsStep)
    if drawing.frame != nil { surface.committed() }
  }

  private func present(
    _ drawing: Drawing, in window: any SurfaceWindow, by renderer: any OutputRenderer
  ) throws(RenderingError) {
    switch drawing.frame {
    case nil: break
    case .swap: try renderer.swap(drawing.surface.id)
    case .canvas: window.presentCanvas()
    }
  }

  private func commitForFrame(_ surface: LiveSurface) {
    requestFrame(surface)
    surface.window?.commitContent()
  }

  private func requestFrame(_ surface: LiveSurface) {
    guard let window = surface.window, surface.state.requestFrame() else { return }
    window.requestFrame { [weak self, weak surface] in
      if let surface { self?.owner.frameDone(surface) }
    }
  }

  private func attempt(
    _ surface: LiveSurface, _ body: () throws(RenderingError) -> Void
  ) throws(RenderingError) {
    do throws(RenderingError) { try body() } catch { try owner.cannotDraw(surface, error) }
  }
}
