import CEGL
public import Measures
public import Scenes
import VisualEffects

/// Draws glass by OpenGL ES, on a GPU or by Mesa's software rasteriser.
///
/// Surfaces of ours must not overlap: what lies between two of them cannot be told.
@MainActor public final class GLESOutputRenderer: OutputRenderer {
  private let context: GraphicsContext
  private let output: PixelSize
  private let transform: OutputTransform
  private let rasterise: (StyledText) -> TextBitmap
  private let estimate: BackdropEstimate
  private var surfaces: [SurfaceID: GlassSurface] = [:]
  private var windows: [SurfaceID: WindowSurface] = [:]
  private var capture: CaptureTexture?
  private var isBackgroundKnown = false
  private var isPictureKnown = false
  private var isDestroyed = false

  /// How far a captured value may be off the model and count as clear, in 1/255; 0 for correctly rounding
  /// compositors.
  public var tolerance = 0 {
    didSet { for surface in surfaces.values { surface.measurement?.tolerance = tolerance } }
  }

  /// A renderer for an output of `output` pixels, upright; the context is shared and stays the caller's.
  ///
  /// Windows get buffers turned by `transform`, the output's own, so that their pixels lie as the panel's do.
  /// `rasterise` gives the pixels of text; it is asked again for what lies in changed places.
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
    context.activate()
    // What is measured through it is what will be known; a surface that hides all is over something else.
    if surfaces.isEmpty, !isBackgroundKnown { try rebase(glass.leak == .opaque ? .binomial : .smoothedMean) }
    if let window {
      windows[id] = try WindowSurface(window, glass.frame.size, transform, in: context)
    }
    do throws(RenderingError) {
      try make(id, glass)
      surfaces[id]?.formerBlocks = former.cells(of: BackdropEstimate.blockSize)
    } catch {
      windows.removeValue(forKey: id)?.destroy()
      throw error
    }
  }

  public func updateSurface(_ id: SurfaceID, glass: Glass) throws(RenderingError) {
    guard let old = surfaces[id] else { preconditionFailure("\(id) is not open") }
    if old.glass == glass { return }
    context.activate()
    var kept = old.glass
    kept.isFrozen = glass.isFrozen
    if kept == glass, old.isCarried(by: glass) { return old.setFrozen(glass.isFrozen) }
    try windows[id]?.resize(glass.frame.size)
    try make(id, glass)
    estimate.keep(only: surfaces.values.flatMap(\.chains))
  }

  public func closeSurface(_ id: SurfaceID) {
    guard let surface = surfaces.removeValue(forKey: id) else { return }
    context.activate()
    surface.destroy()
    // The window's EGL side goes before the caller's wl_surface.
    windows.removeValue(forKey: id)?.destroy()
    findNeighbours()
    estimate.keep(only: surfaces.values.flatMap(\.chains))
    if captureRegion.isEmpty { dropCapture() }
  }

  public func setBackground(_ background: Background) throws(RenderingError) {
    context.activate()
    isBackgroundKnown = true
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

  public func draw(_ id: SurfaceID, _ scene: Scene) throws(RenderingError) -> Bool {
    guard let surface = surfaces[id] else { preconditionFailure("\(id) is not open") }
    let window = windows[id]
    if let window { context.activate(window) } else { context.activate() }
    let (chains, needed) = (surface.chains, surface.neededBlocks)
    let damage = try surface.draw(scene)
    if surface.chains != chains { estimate.keep(only: surfaces.values.flatMap(\.chains)) }
    // A wider blur looks farther.
    if surface.neededBlocks != needed, !isPictureKnown { try estimate.extend(to: surface.neededBlocks) }
    if damage.isEmpty { return false }
    if let window {
      try surface.copyToWindow(transform)
      try window.swap(damage: damage)
    }
    try context.checkReset()
    return true
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
    let bitmap = surface.snapshot()
    try context.checkReset()
    return bitmap
  }

  public func find(_ id: SurfaceID, in frame: CapturedPixels) -> PixelRect? {
    guard let surface = surfaces[id], surface.scene != nil else { return nil }
    context.activate()
    let ours = surface.submitted()
    return SurfaceSearch(ours.bytes, size: ours.size, tolerance: tolerance)
      .place(in: frame, near: surface.glass.frame)
  }

  /// Turns a surface as for a panel that does not hang upright, where nobody sees it.
  func turnAside(_ id: SurfaceID) throws(RenderingError) {
    context.activate()
    try surfaces[id]?.turnAside()
  }

  /// The surface as the compositor got it, for those that play the compositor.
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

  public func absorb(
    _ frame: CapturedPixels, damage: PixelRect, keeping: Keeping
  ) throws(RenderingError) -> Absorption {
    context.activate()
    let isWhole = keeping != .nothing && estimate.fillGaps(from: frame.region)
    let changed = blocks(of: frame, in: isWhole ? frame.region : damage)
    var result = Absorption(validity: [:], hasMoved: false, meanDisagreement: 0)
    if changed.isEmpty { return result }
    isPictureKnown = false
    try rebase(.smoothedMean)
    let capture = try upload(frame, changed)
    let flags = try measure(capture, changed, of: blocks(of: frame, in: frame.region), keeping)
    result.validity = flags.mapValues(\.validity)
    let judged = flags.filter { keeping.onlyJudges($0.key) }
    let measurements = judged.keys.compactMap { surfaces[$0] }.filter { !$0.glass.isFrozen }
      .compactMap(\.measurement)
    if !measurements.isEmpty {
      result.meanDisagreement = Measurement.disagreement(of: measurements, with: estimate.layer)
      for measurement in measurements { measurement.forget() }
    }
    if keeping != .nothing {
      let kept = flags.filter { judged[$0.key] == nil }
      try update(changed, from: capture, kept)
      for (id, flags) in kept { try surfaces[id]?.keepLeak(flags) }
    }
    result.hasMoved =
      keeping != .nothing && surfaces.values.contains { $0.scene != nil && !$0.glass.isFrozen && $0.isStale }
    try context.checkReset()
    return result
  }

  // MARK: Estimate

  /// Un-blends `changed` blocks, or at first all `visible` ones, through what is shown of ours.
  private func measure(
    _ capture: CaptureTexture, _ changed: PixelRect, of visible: PixelRect, _ keeping: Keeping
  ) throws(RenderingError) -> [SurfaceID: BlockFlags] {
    var flags: [SurfaceID: BlockFlags] = [:]
    for (id, surface) in surfaces {
      flags[id] = try surface.flags(capture, changed, of: visible, isJudged: keeping.onlyJudges(id))
    }
    return flags
  }

  /// Takes `changed` blocks of a capture into the estimate and on to the surfaces' smallest layers.
  private func update(
    _ changed: PixelRect, from capture: CaptureTexture, _ flags: [SurfaceID: BlockFlags]
  ) throws(RenderingError) {
    var reach = 1
    // In one order, so that a block that two share does not waver.
    for (id, flags) in flags.sorted(by: { $0.key < $1.key }) {
      guard let surface = surfaces[id], let measurement = surface.measurement else { continue }
      let own = measurement.reach(of: flags)
      reach = max(reach, own)
      let blocks = changed.outset(by: own).intersection(surface.blocks)
      try estimate.take(blocks, from: measurement, flags)
    }
    // Where a surface is shown, only un-blending tells the background; opaque ones hide it.
    try estimate.take(changed.subtracting(surfaces.values.flatMap(\.hiddenBlocks)), from: capture)
    let all = try estimate.recolour(changed.outset(by: reach).intersection(estimate.blocks))
    for surface in surfaces.values {
      // Nothing of it is shown yet: its place tells pixel by pixel what will leak.
      if surface.scene == nil {
        try surface.predictLeak(surface.formerBlocks.isEmpty ? capture : nil)
      }
      try surface.refresh(all)
    }
  }

  /// A frame without surfaces of ours.
  private func take(_ frame: CapturedPixels) throws(RenderingError) {
    let all = blocks(of: frame, in: frame.region)
    let whole = try CaptureTexture(frame.region, frame.transform, in: context)
    defer { whole.destroy() }
    whole.upload(frame.region, of: frame)
    let former = surfaces.values.map(\.formerBlocks).filter { !$0.isEmpty }
    try estimate.take(all.subtracting(former), from: whole)
    estimate.forget(former)
    _ = try estimate.recolour(all)
    for surface in surfaces.values {
      try surface.predictLeak(surface.formerBlocks.isEmpty ? whole : nil)
      try surface.refresh(estimate.layer.cells)
    }
  }

  // MARK: Captures

  /// The blocks that `frame` shows in full, as far as `damage` touches them.
  private func blocks(of frame: CapturedPixels, in damage: PixelRect) -> PixelRect {
    let size = BackdropEstimate.blockSize
    var region = frame.region.intersection(PixelRect(output))
    // Blocks at the output's far edges are complete although they reach beyond it.
    if region.maxX == output.width { region.width += size - 1 }
    if region.maxY == output.height { region.height += size - 1 }
    return damage.intersection(frame.region).cells(of: size).intersection(region.wholeCells(of: size))
  }

  private func upload(
    _ frame: CapturedPixels, _ blocks: PixelRect
  ) throws(RenderingError) -> CaptureTexture {
    if let capture, capture.region == frame.region, capture.transform == frame.transform {
      let rect = blocks.pixels(perCell: BackdropEstimate.blockSize)
      capture.upload(rect.intersection(frame.region), of: frame)
      return capture
    }
    dropCapture()
    let made = try CaptureTexture(frame.region, frame.transform, in: context)
    capture = made
    made.upload(frame.region, of: frame)
    return made
  }

  private func dropCapture() {
    capture?.destroy()
    capture = nil
  }

  // MARK: Surfaces

  /// Makes the surface `id`, in place of what it was.
  private func make(_ id: SurfaceID, _ glass: Glass) throws(RenderingError) {
    let surface = try GlassSurface(
      glass, insteadOf: surfaces[id], estimate, rasterise: rasterise, in: context)
    surface.measurement?.tolerance = tolerance
    surfaces[id] = surface
    findNeighbours()
    try fitEstimate()
  }

  /// Tells each surface which others have pixels in its blocks; those over it are found by what they hide.
  private func findNeighbours() {
    for (id, surface) in surfaces {
      surface.measurement?.neighbours = surfaces.keys.sorted().filter { $0 != id }
        .compactMap { surfaces[$0]?.glass.frame }
        .filter { frame in
          frame.cells(of: BackdropEstimate.blockSize).intersects(surface.blocks)
            && !frame.intersects(surface.glass.frame)
        }
    }
  }

  /// Lets the estimate cover what is looked at; a picture is known as a whole, and surfaces may move over it.
  private func fitEstimate() throws(RenderingError) {
    if isPictureKnown { return }
    let needed = surfaces.values.reduce(PixelRect.empty) { $0.union($1.neededBlocks) }
    try estimate.cover(needed, withGaps: isBackgroundKnown && estimate.base == .smoothedMean)
  }

  /// Plans all blurs for another kind of estimate.
  private func rebase(_ base: BlurPlan.Base) throws(RenderingError) {
    if base == estimate.base { return }
    estimate.base = base
    for surface in surfaces.values { try surface.replan() }
    try fitEstimate()
  }
}

extension Keeping {
  fileprivate func onlyJudges(_ id: SurfaceID) -> Bool {
    switch self {
    case .allBut(let judged): judged.contains(id)
    case .nothing: true
    }
  }
}
