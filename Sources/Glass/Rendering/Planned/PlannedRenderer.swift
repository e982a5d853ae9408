package import Geometry
package import Scenes
import VisualEffects

/// Draws glass by passes of a backend.
///
/// `Glass.mask` tells which of several overlapping surfaces of ours shows a pixel, since a capture cannot show what
/// lies between two of them.
@MainActor package final class PlannedRenderer<Backend: RenderingBackend>: OutputRenderer {
  package let backend: Backend
  private let output: PixelSize
  private let estimate: BackdropEstimate<Backend>
  private var surfaces: [SurfaceID: GlassSurface<Backend>] = [:]
  private var knowledge = BackgroundKnowledge()
  private var isDestroyed = false

  package var tolerance = 0 {
    didSet {
      backend.forgetResults()
      for surface in surfaces.values { surface.measurement?.state.conditions.tolerance = tolerance }
    }
  }

  /// Makes a renderer for an output of `output` pixels, upright.
  package init(_ backend: Backend, output: PixelSize) throws(RenderingError) {
    self.backend = backend
    self.output = output
    backend.activate()
    estimate = try BackdropEstimate(output: output, in: backend)
  }

  isolated deinit { destroy() }

  package func openSurface(
    _ id: SurfaceID, window: NativeWindow?, glass: Glass, over former: PixelRect
  ) throws(RenderingError) {
    precondition(surfaces[id] == nil, "\(id) is open")
    backend.forgetResults()
    backend.activate()
    if surfaces.isEmpty, let base = knowledge.base(behind: glass.leak) { try rebase(base) }
    try backend.openWindow(id, window, glass.frame.size)
    do throws(RenderingError) {
      try make(id, glass)
      surfaces[id]?.state.formerFrame = former
    } catch {
      backend.closeWindow(id)
      throw error
    }
  }

  package func updateSurface(_ id: SurfaceID, glass: Glass) throws(RenderingError) {
    let old = surface(id)
    let change = old.state.change(to: glass)
    if change == .none { return }
    backend.forgetResults()
    backend.activate()
    if change == .freezing {
      let needed = old.state.neededBlocks
      try old.setFrozen(glass.isFrozen)
      if old.state.neededBlocks != needed { try fitEstimate() }
      return
    }
    try backend.resizeWindow(id, glass.frame.size)
    try make(id, glass)
    keepChains()
  }

  package func closeSurface(_ id: SurfaceID) {
    guard let surface = surfaces.removeValue(forKey: id) else { return }
    backend.forgetResults()
    backend.activate()
    surface.destroy()
    backend.closeWindow(id)
    findNeighbours()
    keepChains()
    if captureRegion.isEmpty { backend.dropCapture() }
  }

  package func setBackground(_ background: Background) throws(RenderingError) {
    backend.activate()
    backend.forgetResults()
    backend.dropCapture()
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

  package var captureRegion: PixelRect { states.captureRegion(of: output) }

  private var states: [SurfaceID: SurfaceState] { surfaces.mapValues { $0.state } }

  private func surface(_ id: SurfaceID) -> GlassSurface<Backend> {
    guard let surface = surfaces[id] else { preconditionFailure("\(id) is not open") }
    return surface
  }

  package func draw(_ id: SurfaceID, _ scene: Scene) throws(RenderingError) -> Bool {
    let surface = surface(id)
    try backend.beginDrawing(id)
    let (chains, needed) = (surface.state.chains, surface.state.neededBlocks)
    if !surface.state.isPredicted { try surface.predictLeak(backend.capture) }
    let damage = try surface.draw(scene)
    if surface.state.chains != chains { keepChains() }
    // A wider blur needs more of the background around the surface.
    if surface.state.neededBlocks != needed, !knowledge.isPicture {
      try estimate.extend(to: surface.state.neededBlocks)
    }
    try backend.endDrawing(id, damage, at: surface.state.glass.frame)
    return !damage.isEmpty
  }

  package func present(_ id: SurfaceID) throws(RenderingError) {
    if let surface = surfaces[id] { try backend.present(id, surface.pixels) }
  }

  package func background(behind id: SurfaceID) throws(RenderingError) -> [SIMD3<Double>] {
    let surface = surface(id)
    backend.activate()
    let colours = estimate.means(behind: surface.state.glass.frame)
    try backend.check()
    return colours
  }

  package func snapshot(_ id: SurfaceID) throws(RenderingError) -> Bitmap {
    let surface = surface(id)
    backend.activate()
    var bitmap = surface.snapshot()
    for other in surfaces.keys.sorted() where other != id {
      if let other = surfaces[other] { surface.fillCut(of: &bitmap, from: other) }
    }
    try backend.check()
    return bitmap
  }

  package func find(_ id: SurfaceID, in frame: CapturedPixels, within limits: PixelRect?) -> PixelRect? {
    guard let surface = surfaces[id], surface.state.scene != nil, let ours = submitted(id) else { return nil }
    return SurfaceSearch(ours.bytes, size: ours.size, tolerance: tolerance)
      .place(in: frame, near: surface.state.glass.frame, within: limits)
  }

  /// The pixels of a surface, as they are submitted to the compositor: premultiplied, with the leak's alpha.
  package func pixels(of id: SurfaceID) -> Backend.Pixels? { surfaces[id]?.pixels }

  /// The pixels that were submitted for a surface, for callers that simulate the compositor.
  package func submitted(_ id: SurfaceID) -> Bitmap? {
    backend.activate()
    return surfaces[id]?.pixels.read()
  }

  package func destroy() {
    guard !isDestroyed else { return }
    isDestroyed = true
    for id in Array(surfaces.keys) { closeSurface(id) }
    backend.dropCapture()
    estimate.destroy()
  }

  // MARK: Surfaces

  /// Makes the surface `id`, in place of the former one if there is one.
  private func make(_ id: SurfaceID, _ glass: Glass) throws(RenderingError) {
    let surface = try GlassSurface(id, glass, insteadOf: surfaces[id], estimate, in: backend)
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

  package func absorb(
    _ frame: CapturedPixels, damage: PixelRect, keeping: Keeping
  ) throws(RenderingError) -> Absorption {
    if let known = backend.result(of: frame, damage, keeping) { return known }
    backend.activate()
    let isWhole = keeping != .nothing && estimate.state.fillGaps(from: frame.region)
    let (changed, validity) = backend.beginAbsorbing(
      frame, isWhole ? frame.region : damage, keeping, isWhole: isWhole)
    let plan = CapturePlan(frame, changed, keeping, states, of: output)
    if plan.changed.isEmpty {
      return Absorption(
        validity: validity ?? [:], hasMoved: validity != nil && isAnyStale, meanDisagreement: 0)
    }
    try rebase(knowledge.unblend())
    let capture = try backend.keep(frame, plan)
    var flags: [SurfaceID: BlockFlags] = [:]
    for (id, surface) in surfaces {
      flags[id] = try surface.flags(
        capture, plan.changed, of: plan.visible, isJudged: keeping.isOnlyJudged(id))
      backend.pause()
    }
    var result = Absorption(validity: flags.mapValues { $0.validity }, hasMoved: false, meanDisagreement: 0)
    let judged = plan.ids(in: flags, areOnlyJudged: true).compactMap { surfaces[$0] }
    result.meanDisagreement = Backend.Measurement.disagreement(
      of: judged.filter { !$0.state.glass.isFrozen }.compactMap { $0.measurement }, with: estimate.layer)
    if keeping != .nothing {
      try update(plan, capture, flags)
      result.hasMoved = isAnyStale
    }
    try backend.check()
    backend.endAbsorbing(frame, damage, keeping, result)
    return result
  }

  private var isAnyStale: Bool { surfaces.values.contains { $0.isStale } }

  /// Updates the estimate with the changed blocks of a capture and the measurements through surfaces that are not only
  /// judged, and the surfaces' smallest layers with the estimate.
  private func update(
    _ plan: CapturePlan, _ capture: Backend.Capture, _ flags: [SurfaceID: BlockFlags]
  ) throws(RenderingError) {
    let kept = plan.ids(in: flags, areOnlyJudged: false)
    for id in kept {
      guard let measurement = surfaces[id]?.measurement, let own = flags[id] else { continue }
      let reach = measurement.state.reach(of: own)
      let blocks = plan.changed.outset(by: reach).intersection(measurement.state.blocks)
      try estimate.take(blocks, from: measurement, own)
    }
    try estimate.take(plan.plain, from: capture)
    for id in kept {
      guard let blocks = surfaces[id]?.measurement?.state.blocks, let own = flags[id] else { continue }
      estimate.replace(own.outdated.map { $0.offset(x: blocks.x, y: blocks.y) })
    }
    backend.pause()
    let recoloured = try estimate.recolourTaken()
    for surface in surfaces.values {
      // At the place of a surface that is not shown yet, the capture shows the background of each pixel.
      if surface.state.scene == nil, !surface.state.hasFormerLeak { try surface.predictLeak(capture) }
      if !recoloured.isEmpty { try surface.refresh(recoloured) }
      backend.pause()
    }
    for id in kept { if let own = flags[id] { try surfaces[id]?.keepLeak(own, capture, of: plan.visible) } }
  }

  /// Absorbs a capture that shows no surface of ours, except where former ones may still be seen.
  private func take(_ frame: CapturedPixels) throws(RenderingError) {
    let plan = CapturePlan(background: frame, states, of: output)
    try backend.read(frame, showing: plan.ours) { (capture) throws(RenderingError) in
      try estimate.take(plan.plain, from: capture)
      estimate.forget(plan.hidden)
      // Blocks that were forgotten have changed as well.
      _ = try estimate.recolour(plan.changed)
      for surface in surfaces.values {
        try surface.predictLeak(capture)
        try surface.refresh(estimate.layer.cells)
      }
    }
  }
}
