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
  private var isBackgroundKnown = false
  var isPictureKnown = false
  /// The last capture if it changed nothing and no surface has changed since: an equal one need not be measured.
  var lastUnchanged: UnchangedCapture?
  private var isDestroyed = false

  /// The greatest deviation of a captured value from the model that counts as clear, in 1/255; 0 for compositors that
  /// round correctly.
  public var tolerance = 0 {
    didSet {
      lastUnchanged = nil
      for surface in surfaces.values { surface.measurement?.tolerance = tolerance }
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
    // An estimate measured through a surface consists of smoothed means; behind an opaque one there will be a picture
    // or a colour.
    if surfaces.isEmpty, !isBackgroundKnown { try rebase(glass.leak == .opaque ? .binomial : .smoothedMean) }
    if let window {
      windows[id] = try WindowSurface(window, glass.frame.size, transform, in: context)
    }
    do throws(RenderingError) {
      try make(id, glass)
      surfaces[id]?.formerFrame = former
    } catch {
      windows.removeValue(forKey: id)?.destroy()
      throw error
    }
  }

  public func updateSurface(_ id: SurfaceID, glass: Glass) throws(RenderingError) {
    guard let old = surfaces[id] else { preconditionFailure("\(id) is not open") }
    if old.glass == glass { return }
    lastUnchanged = nil
    context.activate()
    var kept = old.glass
    kept.isFrozen = glass.isFrozen
    if kept == glass, old.isCarried(by: glass) {
      let needed = old.neededBlocks
      try old.setFrozen(glass.isFrozen)
      if old.neededBlocks != needed { try fitEstimate() }
      return
    }
    try windows[id]?.resize(glass.frame.size)
    try make(id, glass)
    estimate.keep(only: surfaces.values.flatMap(\.chains))
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
    estimate.keep(only: surfaces.values.flatMap(\.chains))
    if captureRegion.isEmpty { dropCapture() }
  }

  public func setBackground(_ background: Background) throws(RenderingError) {
    context.activate()
    isBackgroundKnown = true
    lastUnchanged = nil
    dropCapture()
    switch background {
    case .colour(let colour):
      isPictureKnown = false
      try rebase(.binomial)
      try estimate.fill(colour)
    case .picture(let picture):
      isPictureKnown = true
      try rebase(.binomial)
      try estimate.fill(picture)
    case .frame(let frame):
      isPictureKnown = false
      try rebase(.smoothedMean)
      if surfaces.isEmpty { try estimate.cover(nil) }
      return try take(frame)
    }
    for surface in surfaces.values {
      surface.forgetFormerLeak()
      try surface.predictLeak(nil)
      try surface.refresh(estimate.layer.cells)
    }
  }

  public var captureRegion: PixelRect {
    surfaces.values.filter { $0.measurement != nil }.reduce(.empty) { region, surface in
      let pixels = surface.neededBlocks.pixels(perCell: BackdropEstimate.blockSize)
      return region.union(pixels.intersection(PixelRect(output)))
    }
  }

  public func draw(_ id: SurfaceID, _ scene: Scene) throws(RenderingError) -> Frame? {
    guard let surface = surfaces[id] else { preconditionFailure("\(id) is not open") }
    lastUnchanged = nil
    try windows[id]?.checkDescriptors()
    context.activate()
    let (chains, needed) = (surface.chains, surface.neededBlocks)
    if !surface.isPredicted { try surface.predictLeak(capture) }
    let damage = try surface.draw(scene)
    if surface.chains != chains { estimate.keep(only: surfaces.values.flatMap(\.chains)) }
    // A wider blur needs more of the background around the surface.
    if surface.neededBlocks != needed, !isPictureKnown { try estimate.extend(to: surface.neededBlocks) }
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
    let colours = estimate.means(behind: surface.glass.frame)
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
    guard let surface = surfaces[id], surface.scene != nil else { return nil }
    context.activate()
    let ours = surface.submitted()
    return SurfaceSearch(ours.bytes, size: ours.size, tolerance: tolerance)
      .place(in: frame, near: surface.glass.frame, within: limits)
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
    surface.measurement?.tolerance = tolerance
    surfaces[id] = surface
    findNeighbours()
    try fitEstimate()
  }

  /// Tells each measurement the frames of all other surfaces that reach into its blocks.
  private func findNeighbours() {
    for (id, surface) in surfaces {
      surface.measurement?.neighbours = surfaces.keys.sorted().filter { $0 != id }
        .compactMap { surfaces[$0]?.glass.frame }
        .filter { $0.cells(of: BackdropEstimate.blockSize).intersects(surface.blocks) }
    }
  }

  /// Lets the estimate cover the blocks that surfaces need; a picture is kept as a whole, since surfaces may move
  /// over it.
  private func fitEstimate() throws(RenderingError) {
    if isPictureKnown { return }
    let needed = surfaces.values.reduce(PixelRect.empty) { $0.union($1.neededBlocks) }
    try estimate.cover(needed, withGaps: isBackgroundKnown && estimate.base == .smoothedMean)
  }

  /// Changes the kind of estimate, and plans all blurs for it.
  func rebase(_ base: BlurPlan.Base) throws(RenderingError) {
    if base == estimate.base { return }
    estimate.base = base
    for surface in surfaces.values { try surface.replan() }
    try fitEstimate()
  }
}
