package import Geometry
package import Rendering
package import Scenes
import VisualEffects

/// Draws glass by the CPU into shared-memory buffers.
///
/// `Glass.mask` tells which of several overlapping surfaces of ours shows a pixel, since a capture cannot show what
/// lies between two of them.
@MainActor package final class CPUOutputRenderer: OutputRenderer {
  private let output: PixelSize
  private let transform: OutputTransform
  private let rasterise: (StyledText) -> TextBitmap
  private let pause: () -> Void
  private let estimate: BackdropEstimate
  private var surfaces: [SurfaceID: GlassSurface] = [:]
  private var canvases: [SurfaceID: any SurfaceCanvas] = [:]
  private var capture: (kept: KeptCapture, ours: [PixelRect])?
  private var knowledge = BackgroundKnowledge()
  /// The result of the last capture, if all surfaces are as they were then but for what was drawn into them.
  private var lastAbsorbed: AbsorbedCapture?

  /// The largest side of a surface in pixels, as large as textures of common GPUs are.
  static let maximumSide = 16384

  /// The greatest deviation of a captured value from the model that counts as clear, in 1/255; 0 for compositors that
  /// round correctly.
  package var tolerance = 0 {
    didSet {
      lastAbsorbed = nil
      for surface in surfaces.values { surface.measurement?.state.conditions.tolerance = tolerance }
    }
  }

  /// Makes a renderer for an output of `output` pixels, upright.
  ///
  /// Canvases get pixels turned by `transform`, the output's own, so that they lie as the panel's do. `rasterise`
  /// returns the pixels of text; `pause` is called after each band of rows and must not draw.
  package init(
    output: PixelSize, transform: OutputTransform = .normal, rasterise: @escaping (StyledText) -> TextBitmap,
    pause: @escaping () -> Void = {}
  ) {
    self.output = output
    self.transform = transform
    self.rasterise = rasterise
    self.pause = pause
    estimate = BackdropEstimate(output: output)
  }

  package func openSurface(
    _ id: SurfaceID, window: NativeWindow?, glass: Glass, over former: PixelRect
  ) throws(RenderingError) {
    precondition(surfaces[id] == nil, "\(id) is open")
    try check(glass.frame.size)
    lastAbsorbed = nil
    if surfaces.isEmpty, let base = knowledge.base(behind: glass.leak) { rebase(base) }
    canvases[id] = window?.canvas ?? MemoryCanvas()
    make(id, glass)
    surfaces[id]?.state.formerFrame = former
  }

  package func updateSurface(_ id: SurfaceID, glass: Glass) throws(RenderingError) {
    guard let old = surfaces[id] else { preconditionFailure("\(id) is not open") }
    let change = old.state.change(to: glass)
    if change == .none { return }
    try check(glass.frame.size)
    lastAbsorbed = nil
    if change == .freezing {
      let needed = old.state.neededBlocks
      old.setFrozen(glass.isFrozen)
      if old.state.neededBlocks != needed { fitEstimate() }
      return
    }
    make(id, glass)
    keepChains()
  }

  package func closeSurface(_ id: SurfaceID) {
    guard surfaces.removeValue(forKey: id) != nil else { return }
    lastAbsorbed = nil
    canvases[id] = nil
    findNeighbours()
    keepChains()
    if captureRegion.isEmpty { capture = nil }
  }

  package func setBackground(_ background: Background) throws(RenderingError) {
    capture = nil
    lastAbsorbed = nil
    rebase(knowledge.set(background))
    switch background {
    case .colour(let colour): estimate.fill(colour)
    case .picture(let picture): estimate.fill(picture)
    case .frame(let frame):
      if surfaces.isEmpty { estimate.cover(nil) }
      return take(frame)
    }
    for surface in surfaces.values {
      surface.forgetFormerLeak()
      surface.predictLeak(nil)
      surface.refresh(estimate.layer.cells)
    }
  }

  package var captureRegion: PixelRect { states.captureRegion(of: output) }

  private var states: [SurfaceID: SurfaceState] { surfaces.mapValues(\.state) }

  package func draw(_ id: SurfaceID, _ scene: Scene) throws(RenderingError) -> Frame? {
    guard let surface = surfaces[id] else { preconditionFailure("\(id) is not open") }
    let (chains, needed) = (surface.state.chains, surface.state.neededBlocks)
    if !surface.state.isPredicted {
      surface.predictLeak(capture.map { SeenCapture(pixels: $0.kept.pixels, ours: $0.ours) })
    }
    let damage = try surface.draw(scene)
    if surface.state.chains != chains { keepChains() }
    // A wider blur needs more of the background around the surface.
    if surface.state.neededBlocks != needed, !knowledge.isPicture {
      estimate.extend(to: surface.state.neededBlocks)
    }
    let origin = surface.state.glass.frame
    for rect in damage { lastAbsorbed?.draw(rect.offset(x: origin.x, y: origin.y)) }
    return damage.isEmpty ? nil : .canvas
  }

  package func swap(_ id: SurfaceID) {}

  package func background(behind id: SurfaceID) -> [SIMD3<Double>] {
    guard let surface = surfaces[id] else { preconditionFailure("\(id) is not open") }
    return estimate.means(behind: surface.state.glass.frame)
  }

  package func snapshot(_ id: SurfaceID) -> Bitmap {
    guard let surface = surfaces[id] else { preconditionFailure("\(id) is not open") }
    var bitmap = surface.snapshot()
    for other in surfaces.keys.sorted() where other != id {
      if let other = surfaces[other] { surface.fillCut(of: &bitmap, from: other) }
    }
    return bitmap
  }

  package func find(_ id: SurfaceID, in frame: CapturedPixels, within limits: PixelRect?) -> PixelRect? {
    guard let surface = surfaces[id], surface.state.scene != nil else { return nil }
    let ours = surface.submitted()
    return SurfaceSearch(ours.bytes, size: ours.size, tolerance: tolerance)
      .place(in: frame, near: surface.state.glass.frame, within: limits)
  }

  /// The pixels that were submitted for a surface, for callers that simulate the compositor.
  package func submitted(_ id: SurfaceID) -> Bitmap? { surfaces[id]?.submitted() }

  package func destroy() { for id in Array(surfaces.keys) { closeSurface(id) } }

  // MARK: Surfaces

  private func check(_ size: PixelSize) throws(RenderingError) {
    guard !size.isEmpty, max(size.width, size.height) <= Self.maximumSide else {
      throw .allocation(what: "surface", size)
    }
  }

  /// Makes the surface `id`, in place of the former one if there is one.
  private func make(_ id: SurfaceID, _ glass: Glass) {
    guard let canvas = canvases[id] else { preconditionFailure("\(id) has no canvas") }
    let tools = GlassSurface.Tools(canvas: canvas, transform: transform, rasterise: rasterise, pause: pause)
    let surface = GlassSurface(glass, insteadOf: surfaces[id], estimate, tools)
    surface.measurement?.state.conditions.tolerance = tolerance
    surfaces[id] = surface
    findNeighbours()
    fitEstimate()
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
  private func fitEstimate() {
    if knowledge.isPicture { return }
    estimate.cover(states.neededBlocks, withGaps: knowledge.hasGaps(estimate.state.base))
  }

  /// Changes the kind of estimate, and plans all blurs for it.
  private func rebase(_ base: BlurPlan.Base) {
    if base == estimate.state.base { return }
    estimate.state.base = base
    for surface in surfaces.values { surface.adopt() }
    fitEstimate()
  }

  // MARK: Captures

  package func absorb(
    _ frame: CapturedPixels, damage: PixelRect, keeping: Keeping
  ) throws(RenderingError) -> Absorption {
    let isWhole = keeping != .nothing && estimate.state.fillGaps(from: frame.region)
    let pixels = PanelPixels(frame)
    let damage = isWhole ? frame.region : damage
    let last = isWhole || keeping != .allBut([]) ? nil : lastAbsorbed
    lastAbsorbed = keeping == .allBut([]) ? AbsorbedCapture(last, region: frame.region, damage: damage) : nil
    let plan = CapturePlan(
      frame, differences(pixels, since: last, within: damage), keeping, states, of: output)
    if plan.changed.isEmpty {
      return Absorption(
        validity: last?.validity ?? [:], hasMoved: last != nil && isAnyStale, meanDisagreement: 0)
    }
    rebase(knowledge.unblend())
    keep(frame, pixels, plan)
    var flags: [SurfaceID: BlockFlags] = [:]
    for (id, surface) in surfaces {
      flags[id] = surface.flags(
        pixels, plan.changed, of: plan.visible, isJudged: keeping.isOnlyJudged(id))
      pause()
    }
    var result = Absorption(validity: flags.mapValues(\.validity), hasMoved: false, meanDisagreement: 0)
    let judged = plan.ids(in: flags, areOnlyJudged: true).compactMap { surfaces[$0] }
    result.meanDisagreement = Measurement.disagreement(
      of: judged.filter { !$0.state.glass.isFrozen }.compactMap(\.measurement), with: estimate.layer)
    if keeping == .nothing { return result }
    let kept = plan.ids(in: flags, areOnlyJudged: false)
    update(plan, SeenCapture(pixels: pixels, ours: plan.ours), kept, flags)
    for id in kept { if let own = flags[id] { surfaces[id]?.keepLeak(own, pixels, of: plan.visible) } }
    result.hasMoved = isAnyStale
    lastAbsorbed?.validity = result.validity
    return result
  }

  /// The part of `damage` in which `pixels` may show something else than the capture that was kept last.
  private func differences(
    _ pixels: PanelPixels, since last: AbsorbedCapture?, within damage: PixelRect
  ) -> PixelRect {
    guard let last, let capture else { return damage }
    return last.changes(of: pixels, since: capture.kept.pixels, within: damage)
  }

  /// Whether a surface that is shown has to be drawn again because of its background.
  private var isAnyStale: Bool {
    surfaces.values.contains { $0.state.isLive && $0.isStale }
  }

  /// Keeps the changed blocks of a capture, or all of it if it shows another part of the output.
  private func keep(_ frame: CapturedPixels, _ pixels: PanelPixels, _ plan: CapturePlan) {
    if let capture, frame.owner == nil, capture.kept.isCopied, capture.kept.region == pixels.region {
      capture.kept.take(plan.changed.pixels(perCell: CaptureBlock.side), of: pixels)
      self.capture = (capture.kept, plan.ours)
    } else {
      capture = (KeptCapture(frame, pixels), plan.ours)
    }
  }

  /// Updates the estimate with the changed blocks of a capture and the measurements through the surfaces `kept`, and
  /// the surfaces' smallest layers with the estimate.
  private func update(
    _ plan: CapturePlan, _ capture: SeenCapture, _ kept: [SurfaceID], _ flags: [SurfaceID: BlockFlags]
  ) {
    for id in kept {
      guard let measurement = surfaces[id]?.measurement, let own = flags[id] else { continue }
      let reach = measurement.state.reach(of: own)
      estimate.take(plan.changed.outset(by: reach).intersection(measurement.blocks), from: measurement, own)
    }
    estimate.take(plan.plain, from: capture.pixels)
    pause()
    let recoloured = estimate.recolourTaken()
    for surface in surfaces.values {
      // At the place of a surface that is not shown yet, the capture shows the background of each pixel.
      if surface.state.scene == nil, !surface.state.hasFormerLeak { surface.predictLeak(capture) }
      if !recoloured.isEmpty { surface.refresh(recoloured) }
      pause()
    }
  }

  /// Absorbs a capture that shows no surface of ours, except where former ones may still be seen.
  private func take(_ frame: CapturedPixels) {
    let plan = CapturePlan(background: frame, states, of: output)
    let capture = SeenCapture(pixels: PanelPixels(frame), ours: plan.ours)
    estimate.take(plan.plain, from: capture.pixels)
    estimate.forget(plan.hidden)
    // Blocks that were forgotten have changed as well.
    _ = estimate.recolour(plan.changed)
    for surface in surfaces.values {
      surface.predictLeak(capture)
      surface.refresh(estimate.layer.cells)
    }
  }
}
