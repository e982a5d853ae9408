import CEGL
public import Geometry
public import Rendering
public import Scenes
import VisualEffects

/// Draws glass by OpenGL ES, on a GPU or by Mesa's software rasteriser.
///
/// `Glass.mask` tells which of several overlapping surfaces of ours shows a pixel, since a capture cannot show what
/// lies between two of them.
@MainActor public final class GLESOutputRenderer: OutputRenderer {
  let context: GraphicsContext
  let output: PixelSize
  private let transform: OutputTransform
  private let rasterise: (StyledText) -> TextBitmap
  let estimate: BackdropEstimate
  private(set) var surfaces: [SurfaceID: GlassSurface] = [:]
  private var windows: [SurfaceID: WindowSurface] = [:]
  /// The rectangles that were drawn for a window and are not swapped yet, in pixels of the surface.
  private var undelivered: [SurfaceID: [PixelRect]] = [:]
  var capture: CaptureTexture?
  var knowledge = BackgroundKnowledge()
  /// The last capture if it changed nothing and no surface has changed since: an equal one need not be measured.
  var lastUnchanged: UnchangedCapture?
  private var isDestroyed = false

  /// The greatest deviation of a captured value from the model that counts as clear, in 1/255; 0 for compositors that
  /// round correctly.
  public var tolerance = 0 {
    didSet {
      lastUnchanged = nil
      for surface in surfaces.values { surface.measurement?.state.conditions.tolerance = tolerance }
    }
  }

  /// Makes a renderer for an output of `output` pixels, upright; the caller still owns the context, which is shared.
  ///
  /// Windows get buffers turned by `transform`, the output's own, so that their pixels lie as the panel's do.
  /// `rasterise` returns the pixels of text, which are kept while the text is in use.
  public init(
    _ context: GraphicsContext, output: PixelSize, transform: OutputTransform = .normal,
    rasterise: @escaping (StyledText) -> TextBitmap
  ) throws(RenderingError) {
    context.activate()
    self.context = context
    self.output = output
    self.transform = transform
    self.rasterise = rasterise
    estimate = try BackdropEstimate(output: output, in: context)
  }

  isolated deinit { destroy() }

  public func openSurface(
    _ id: SurfaceID, window: NativeWindow?, glass: Glass, over former: PixelRect
  ) throws(RenderingError) {
    precondition(surfaces[id] == nil, "\(id) is open")
    lastUnchanged = nil
    context.activate()
    if surfaces.isEmpty, let base = knowledge.base(behind: glass.leak) { try rebase(base) }
    if let window {
      windows[id] = try WindowSurface(window, glass.frame.size, transform, in: context)
    }
    do throws(RenderingError) {
      try make(id, glass)
      surfaces[id]?.state.formerFrame = former
    } catch {
      windows.removeValue(forKey: id)?.destroy()
      throw error
    }
  }

  public func updateSurface(_ id: SurfaceID, glass: Glass) throws(RenderingError) {
    guard let old = surfaces[id] else { preconditionFailure("\(id) is not open") }
    let change = old.state.change(to: glass)
    if change == .none { return }
    lastUnchanged = nil
    context.activate()
    if change == .freezing {
      let needed = old.state.neededBlocks
      try old.setFrozen(glass.isFrozen)
      if old.state.neededBlocks != needed { try fitEstimate() }
      return
    }
    try windows[id]?.resize(glass.frame.size)
    try make(id, glass)
    keepChains()
  }

  public func closeSurface(_ id: SurfaceID) {
    guard let surface = surfaces.removeValue(forKey: id) else { return }
    lastUnchanged = nil
    context.activate()
    surface.destroy()
    // EGL's surface has to be destroyed before the caller destroys the `wl_surface`.
    windows.removeValue(forKey: id)?.destroy()
    undelivered[id] = nil
    findNeighbours()
    keepChains()
    if captureRegion.isEmpty { dropCapture() }
  }

  public func setBackground(_ background: Background) throws(RenderingError) {
    context.activate()
    lastUnchanged = nil
    dropCapture()
    try rebase(knowledge.set(background))
    switch background {
    case .colour(let colour): try estimate.fill(colour)
    case .picture(let picture): try estimate.fill(picture)
    case .frame(let frame):
      if surfaces.isEmpty { try estimate.cover(nil) }
      return try take(frame)
    }
    for surface in surfaces.values {
      surface.forgetFormerLeak()
      try surface.predictLeak(nil)
      try surface.refresh(estimate.layer.cells)
    }
  }

  public var captureRegion: PixelRect { states.captureRegion(of: output) }

  var states: [SurfaceID: SurfaceState] { surfaces.mapValues(\.state) }

  public func draw(_ id: SurfaceID, _ scene: Scene) throws(RenderingError) -> Frame? {
    guard let surface = surfaces[id] else { preconditionFailure("\(id) is not open") }
    lastUnchanged = nil
    try windows[id]?.checkDescriptors()
    context.activate()
    let (chains, needed) = (surface.state.chains, surface.state.neededBlocks)
    if !surface.state.isPredicted { try surface.predictLeak(capture) }
    let damage = try surface.draw(scene)
    if surface.state.chains != chains { keepChains() }
    // A wider blur needs more of the background around the surface.
    if surface.state.neededBlocks != needed, !knowledge.isPicture {
      try estimate.extend(to: surface.state.neededBlocks)
    }
    if damage.isEmpty { return nil }
    if windows[id] != nil { undelivered[id, default: []] += damage }
    try context.checkReset()
    return .swap
  }

  public func swap(_ id: SurfaceID) throws(RenderingError) {
    guard let surface = surfaces[id], let window = windows[id],
      let damage = undelivered.removeValue(forKey: id)
    else { return }
    try window.checkDescriptors()
    // The window becomes current only when its buffer is sure to be filled: the buffer keeps the size that the window
    // has at this moment.
    context.activate(window)
    try surface.copyToWindow(transform)
    try window.swap(damage: damage)
    surface.leaveWindow()
    try context.checkReset()
  }

  public func background(behind id: SurfaceID) throws(RenderingError) -> [SIMD3<Double>] {
    guard let surface = surfaces[id] else { preconditionFailure("\(id) is not open") }
    context.activate()
    let colours = estimate.means(behind: surface.state.glass.frame)
    try context.checkReset()
    return colours
  }

  public func snapshot(_ id: SurfaceID) throws(RenderingError) -> Bitmap {
    guard let surface = surfaces[id] else { preconditionFailure("\(id) is not open") }
    context.activate()
    var bitmap = surface.snapshot()
    for other in surfaces.keys.sorted() where other != id {
      if let other = surfaces[other] { surface.fillCut(of: &bitmap, from: other) }
    }
    try context.checkReset()
    return bitmap
  }

  public func find(_ id: SurfaceID, in frame: CapturedPixels, within limits: PixelRect?) -> PixelRect? {
    guard let surface = surfaces[id], surface.state.scene != nil else { return nil }
    context.activate()
    let ours = surface.submitted()
    return SurfaceSearch(ours.bytes, size: ours.size, tolerance: tolerance)
      .place(in: frame, near: surface.state.glass.frame, within: limits)
  }

  /// Compiles the program that turns a surface for a panel that does not hang upright, by turning one off screen.
  func compileTurn(_ id: SurfaceID) throws(RenderingError) {
    context.activate()
    try surfaces[id]?.compileTurn()
  }

  /// The pixels that were submitted for a surface, for callers that simulate the compositor.
  package func submitted(_ id: SurfaceID) -> Bitmap? {
    context.activate()
    return surfaces[id]?.submitted()
  }

  public func destroy() {
    guard !isDestroyed else { return }
    isDestroyed = true
    for id in Array(surfaces.keys) { closeSurface(id) }
    dropCapture()
    estimate.destroy()
  }

  // MARK: Surfaces

  /// Makes the surface `id`, in place of the former one if there is one.
  private func make(_ id: SurfaceID, _ glass: Glass) throws(RenderingError) {
    let surface = try GlassSurface(
      glass, insteadOf: surfaces[id], estimate, rasterise: rasterise, in: context)
    surface.measurement?.state.conditions.tolerance = tolerance
    surfaces[id] = surface
    findNeighbours()
    try fitEstimate()
  }

  /// Tells each measurement the frames of all other surfaces that reach into its blocks.
  private func findNeighbours() {
    let states = states
    for (id, surface) in surfaces {
      surface.measurement?.state.conditions.neighbours = states.neighbours(of: id)
    }
  }

  private func keepChains() { estimate.keep(only: states.chains) }

  /// Lets the estimate cover the blocks that surfaces need; a picture is kept as a whole, since surfaces may move
  /// over it.
  private func fitEstimate() throws(RenderingError) {
    if knowledge.isPicture { return }
    try estimate.cover(states.neededBlocks, withGaps: knowledge.hasGaps(estimate.state.base))
  }

  /// Changes the kind of estimate, and plans all blurs for it.
  func rebase(_ base: BlurPlan.Base) throws(RenderingError) {
    if base == estimate.state.base { return }
    estimate.state.base = base
    for surface in surfaces.values { try surface.adopt() }
    try fitEstimate()
  }
}
