import Geometry
import GlassModel
import Rendering
import Scenes

/// What a presenter of frames needs of its output.
protocol FramePresenterOwner: AnyObject {
  /// The open surfaces, those opened first coming first.
  var surfaces: [LiveSurface] { get }
  /// Physical per logical pixels.
  var scale: Double { get }
  /// What is shown behind glass is measured.
  var isLive: Bool { get }
  /// What is known of the surfaces' glass.
  var backdrop: LiveBackdrop { get }
  /// Nil while there is nothing to draw.
  var renderer: (any OutputRenderer)? { get }
  /// Whether the compositor draws the first below the second.
  func isBelow(_ first: LiveSurface, _ second: LiveSurface) -> Bool
  /// What a surface submits will be another with its next picture, so that captures under way show something else.
  func glassChanged(of surface: LiveSurface)
  /// Nothing of the output is left for a surface.
  func withhold(_ surface: LiveSurface)
  /// A surface cannot be drawn: drops it, or throws where nothing else can be drawn either.
  func cannotDraw(_ surface: LiveSurface, _ error: RenderingError) throws(RenderingError)
  /// The compositor asks for the surface's next frame.
  func frameDone(_ surface: LiveSurface)
}

/// Draws what differs between what surfaces request and what was applied, and hands it to the compositor.
final class FramePresenter {
  /// A surface that was drawn and is not committed yet.
  private struct Drawing {
    var surface: LiveSurface
    /// How the picture gets to the compositor; nil: there was nothing to draw.
    var frame: Frame?
  }

  private unowned let owner: any FramePresenterOwner
  /// The surfaces that overlap others, as they were taken into account last.
  private var stack = SurfaceStack()
  /// Surfaces that are to be drawn in this iteration, in their order.
  private var wanted: [SurfaceID] = []
  /// Surfaces whose next frame is to be asked for with a commit of its own, if nothing else commits them.
  private var frameWishes: [SurfaceID] = []
  private var drawn: [Drawing] = []
  /// Windows that go with the next commit, those that go first coming first.
  private var retired: [any SurfaceWindow] = []

  init(_ owner: any FramePresenterOwner) { self.owner = owner }

  /// Has a surface drawn and committed in this iteration.
  func want(_ id: SurfaceID) {
    if !wanted.contains(id) { wanted.append(id) }
  }

  /// Has the compositor tell when it draws the surface next.
  func wantFrame(_ id: SurfaceID) {
    if !frameWishes.contains(id) { frameWishes.append(id) }
  }

  /// Forgets what was to be drawn, and destroys the windows that were to go: nothing is shown any more.
  func reset() {
    destroyRetired()
    (wanted, frameWishes, drawn) = ([], [], [])
    stack = SurfaceStack()
  }

  // MARK: - Drawing

  /// The renderer takes the glass of all surfaces as it is now.
  func restyle() throws(RenderingError) {
    restack()
    for surface in owner.surfaces {
      try attempt(surface) { () throws(RenderingError) in try restyle(surface) }
    }
  }

  /// Draws what is wanted; `commit` follows.
  func draw() throws(RenderingError) {
    let ids = wanted
    wanted = []
    for id in ids { try draw(id, into: &drawn) }
  }

  /// Hands to the compositor what was drawn, and takes windows away that go; returns whether any of it is a new picture.
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

  /// Asks for the next frames of motion where no picture did so.
  func keepMoving() {
    for surface in owner.surfaces
    where surface.isShown && surface.animation.isMoving && !surface.animation.isFrameDue
      && !surface.state.isFrameRequested
    {
      commitForFrame(surface)
    }
  }

  /// Takes a window off the screen of which the renderer has let go.
  ///
  /// One that `covers` others goes after their next commit, in which they show what it covered: no frame is without
  /// both. Windows go in the order of the calls, since a popup has to go before the surface that it belongs to.
  func retire(_ window: any SurfaceWindow, covers: Bool) {
    retired.append(window)
    if !covers, retired.count == 1 { destroyRetired() }
  }

  /// Whether a window is still on the screen that goes with the next commit.
  var isRetiring: Bool { !retired.isEmpty }

  private func destroyRetired() {
    for window in retired { window.destroy() }
    retired = []
  }

  private func surface(_ id: SurfaceID) -> LiveSurface? { owner.surfaces.first { $0.id == id } }

  /// Takes into account which surfaces lie over one another now, and which of them are live.
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

  /// The glass of a surface as it is to be drawn next.
  func glass(of surface: LiveSurface) -> Glass {
    surface.requestGlass(scale: owner.scale, isLive: owner.isLive, isFrozen: isFrozen(surface))
  }

  /// Carrier and content change together where they have to. A capture that is under way shows the old glass.
  private func restyle(_ surface: LiveSurface) throws(RenderingError) {
    guard let renderer = owner.renderer, let applied = surface.applied.glass else { return }
    if surface.frame.isEmpty { return owner.withhold(surface) }
    let glass = glass(of: surface)
    if glass == applied { return }
    if !glass.needsStep(from: applied) {
      // The renderer takes other materials from the scene.
      var same = applied
      same.panes = glass.panes
      return surface.rendererTook(same)
    }
    try renderer.updateSurface(surface.id, glass: glass)
    surface.rendererTook(glass)
    surface.state.markStep()
    owner.glassChanged(of: surface)
  }

  /// Draws a surface, and those that change with it.
  private func draw(_ id: SurfaceID, into drawings: inout [Drawing]) throws(RenderingError) {
    guard let surface = surface(id), surface.window != nil, surface.scene != nil else { return }
    restack()
    try restyleAndDraw(surface, into: &drawings)
    // What is cut out of one surface and shown by another changes in one frame: nothing is shown before all is drawn.
    guard surface.state.needsStep else { return }
    for other in owner.surfaces
    where other !== surface && other.isShown && other.frame.intersects(surface.frame)
      && other.hasFittingScene
    {
      try restyleAndDraw(other, onlyStep: true, into: &drawings)
    }
  }

  /// Draws a surface as its glass is to be now; one that cannot be drawn is dropped. With `onlyStep` it is left as it is
  /// unless its carrier changes, too.
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

  /// Commits the contents, then shows together what changes in steps.
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
    window.blur(surface.blurred, scale: owner.scale)
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
