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
  private let output: PixelSize
  private let transform: OutputTransform
  private let rasterise: (StyledText) -> TextBitmap
  private let estimate: BackdropEstimate
  private var surfaces: [SurfaceID: GlassSurface] = [:]
  private var windows: [SurfaceID: WindowSurface] = [:]
  /// The rectangles that were drawn for a window and are not swapped yet, in pixels of the surface.
  private var undelivered: [SurfaceID: [PixelRect]] = [:]
  /// The texture of the last capture; nil: there was none, or it is out of date.
  private(set) var capture: CaptureTexture?
  private var knowledge = BackgroundKnowledge()
  /// The last capture if it changed nothing and no surface has changed since: an equal one need not be measured.
  private var lastUnchanged: UnchangedCapture?
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

  private var states: [SurfaceID: SurfaceState] { surfaces.mapValues(\.state) }

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
  private func rebase(_ base: BlurPlan.Base) throws(RenderingError) {
    if base == estimate.state.base { return }
    estimate.state.base = base
    for surface in surfaces.values { try surface.adopt() }
    try fitEstimate()
  }

  // MARK: Captures

  public func absorb(
    _ frame: CapturedPixels, damage: PixelRect, keeping: Keeping
  ) throws(RenderingError) -> Absorption {
    if let known = lastUnchanged?.absorption(of: frame, damage: damage, keeping: keeping) { return known }
    lastUnchanged = nil
    context.activate()
    let isWhole = keeping != .nothing && estimate.state.fillGaps(from: frame.region)
    let plan = CapturePlan(frame, isWhole ? frame.region : damage, keeping, states, of: output)
    var result = Absorption(validity: [:], hasMoved: false, meanDisagreement: 0)
    if plan.changed.isEmpty { return result }
    try rebase(knowledge.unblend())
    let capture = try upload(frame, plan)
    var flags: [SurfaceID: BlockFlags] = [:]
    for (id, surface) in surfaces {
      flags[id] = try surface.flags(
        capture, plan.changed, of: plan.visible, isJudged: keeping.isOnlyJudged(id))
    }
    result.validity = flags.mapValues(\.validity)
    let judged = plan.ids(in: flags, areOnlyJudged: true).compactMap { surfaces[$0] }
    result.meanDisagreement = Measurement.disagreement(
      of: judged.filter { !$0.state.glass.isFrozen }.compactMap(\.measurement), with: estimate.layer)
    if keeping != .nothing {
      let kept = plan.ids(in: flags, areOnlyJudged: false)
      try update(plan, from: capture, kept, flags)
      for id in kept { if let own = flags[id] { try surfaces[id]?.keepLeak(own) } }
      result.hasMoved = surfaces.values.contains { $0.state.isLive && $0.isStale }
    }
    try context.checkReset()
    if keeping != .nothing, !result.hasMoved {
      lastUnchanged = UnchangedCapture(frame, damage: damage, keeping: keeping, absorption: result)
    }
    return result
  }

  /// Updates the estimate with the changed blocks of a capture and the measurements through the surfaces `kept`, and
  /// the surfaces' smallest layers with the estimate.
  private func update(
    _ plan: CapturePlan, from capture: CaptureTexture, _ kept: [SurfaceID], _ flags: [SurfaceID: BlockFlags]
  ) throws(RenderingError) {
    var most = 1
    for id in kept {
      guard let measurement = surfaces[id]?.measurement, let own = flags[id] else { continue }
      let reach = measurement.state.reach(of: own)
      most = max(most, reach)
      let blocks = plan.changed.outset(by: reach).intersection(measurement.blocks)
      try estimate.take(blocks, from: measurement, own)
    }
    try estimate.take(plan.plain, from: capture)
    let all = try estimate.recolour(plan.changed.outset(by: most).intersection(estimate.state.blocks))
    for surface in surfaces.values {
      // At the place of a surface that is not shown yet, the capture shows the background of each pixel.
      if surface.state.scene == nil, !surface.state.hasFormerLeak { try surface.predictLeak(capture) }
      try surface.refresh(all)
    }
  }

  /// Absorbs a capture that shows no surface of ours, except where former ones may still be seen.
  private func take(_ frame: CapturedPixels) throws(RenderingError) {
    let plan = CapturePlan(background: frame, states, of: output)
    let whole = try CaptureTexture(frame.region, frame.transform, in: context)
    defer { whole.destroy() }
    whole.upload(frame.region, of: frame)
    whole.ours = plan.ours
    try estimate.take(plan.plain, from: whole)
    estimate.forget(plan.hidden)
    _ = try estimate.recolour(plan.changed)
    for surface in surfaces.values {
      try surface.predictLeak(whole)
      try surface.refresh(estimate.layer.cells)
    }
  }

  /// Uploads the changed blocks of a capture, or all of it if it shows another part of the output.
  private func upload(_ frame: CapturedPixels, _ plan: CapturePlan) throws(RenderingError) -> CaptureTexture {
    let texture: CaptureTexture
    if let capture, capture.region == frame.region, capture.transform == frame.transform {
      let rect = plan.changed.pixels(perCell: CaptureBlock.side)
      capture.upload(rect.intersection(frame.region), of: frame)
      texture = capture
    } else {
      dropCapture()
      texture = try CaptureTexture(frame.region, frame.transform, in: context)
      capture = texture
      texture.upload(frame.region, of: frame)
    }
    texture.ours = plan.ours
    return texture
  }

  /// Destroys the texture of the last capture, so that the next capture is uploaded as a whole.
  func dropCapture() {
    capture?.destroy()
    capture = nil
  }
}
