import CEGL
import Geometry
import Rendering
import Scenes
import VisualEffects

/// One surface: its glass, its content, its pixels and the measurement through it.
final class GlassSurface {
  private(set) var glass: Glass
  private(set) var measurement: Measurement?
  /// The estimate's blocks that the surface covers, wholly or in part.
  let blocks: PixelRect
  /// The scene that was drawn last; nil: nothing was drawn, and the compositor shows nothing of this object.
  private(set) var scene: Scene?
  /// The part of the output, in pixels, that an earlier picture of the surface still hides; empty after the first
  /// drawing and if there was no earlier picture.
  var formerFrame = PixelRect.empty
  private let estimate: BackdropEstimate
  private let panes: SurfacePanes
  private let pixels: SurfacePixels
  private let picture: SurfacePicture
  /// Whether panes, pixels and picture belong to the surface that has replaced this one.
  private var isTakenOver = false
  /// Whether the leak through each pixel is known, by a measurement or by computation.
  private(set) var isPredicted = true
  /// The measurement through a former frame with the same leak, from which this one starts; nil after the first
  /// drawing.
  private var formerMeasurement: Measurement?
  /// Whether the leak through each pixel was taken over from the surface that this one replaced.
  private(set) var hasFormerLeak = false
  /// Pixels of the surface that have to be drawn, whatever the scene.
  private var stalePixels: PixelRect

  /// Reuses those parts of `former` that fit the same frame, and destroys it.
  init(
    _ glass: Glass, insteadOf former: GlassSurface? = nil, _ estimate: BackdropEstimate,
    rasterise: @escaping (StyledText) -> TextBitmap, in context: GraphicsContext
  ) throws(RenderingError) {
    self.glass = glass
    self.estimate = estimate
    if let former, former.glass.frame == glass.frame, former.glass.scale == glass.scale,
      former.glass.leak == glass.leak
    {
      // Only the shape of the glass may differ, as after a motion: texts and shadows stay the same.
      (panes, pixels, picture) = (former.panes, former.pixels, former.picture)
    } else {
      panes = SurfacePanes(frame: glass.frame, scale: glass.scale, in: context)
      pixels = try SurfacePixels(glass.frame, in: context)
      picture = SurfacePicture(glass.frame, ShownRange(glass.leak), rasterise: rasterise, in: context)
    }
    try panes.adopt(glass.panes, estimate, isResting: !glass.isFrozen)
    pixels.black = glass.leak.content
    let coverage = glass.coverage
    if let former, former.glass.frame == glass.frame, former.glass.leak == glass.leak,
      former.measurement?.coverage == coverage, former.glass.mask == glass.mask
    {
      measurement = former.measurement
      isPredicted = former.isPredicted
      hasFormerLeak = isPredicted
      former.measurement = nil
    } else if glass.leak != .opaque {
      let isSame = former?.glass.frame == glass.frame && former?.glass.leak == glass.leak
      let known = isSame && former?.isPredicted == true ? former?.measurement : nil
      measurement = try Measurement(
        glass.leak, frame: glass.frame, coverage, mask: glass.mask, insteadOf: known, output: estimate.output,
        in: context)
      isPredicted = known != nil
      hasFormerLeak = known != nil
    }
    if let former, former.glass.leak == glass.leak, !hasFormerLeak { formerMeasurement = former.takeKnown() }
    if let former { formerFrame = former.scene == nil ? former.formerFrame : former.glass.frame }
    former?.isTakenOver = former?.pixels === pixels
    former?.destroy()
    blocks = glass.frame.cells(of: BackdropEstimate.blockSize)
    stalePixels = PixelRect(glass.frame.size)
  }

  /// Hands over the measurement that knows the leak to the surface that takes the place of this one; nil if none
  /// does.
  private func takeKnown() -> Measurement? {
    if isPredicted {
      defer { measurement = nil }
      return measurement
    }
    defer { formerMeasurement = nil }
    return formerMeasurement
  }

  /// Drops the measurement through a former frame: the leak is predicted without it, or the background is another.
  func forgetFormerLeak() {
    formerMeasurement?.destroy()
    formerMeasurement = nil
  }

  /// Whether `glass` has the same carrier and mask, so that the measurement holds for it.
  func isCarried(by glass: Glass) -> Bool {
    measurement.map { $0.coverage == glass.coverage && self.glass.mask == glass.mask } ?? true
  }

  /// Changes between glass that is measured and glass that is drawn with its true alpha.
  ///
  /// Glass that is measured rests: blurs that were kept for its motion are destroyed.
  func setFrozen(_ isFrozen: Bool) throws(RenderingError) {
    if !isFrozen { try panes.adopt(glass.panes, estimate, isResting: true) }
    glass.isFrozen = isFrozen
    measurement?.forget()
    stalePixels = PixelRect(glass.frame.size)
  }

  /// The measurement whose leak the pixels compensate; nil while the surface is frozen or opaque.
  private var leaking: Measurement? { glass.isFrozen ? nil : measurement }

  /// The part of the output, in pixels, where a capture may show this surface.
  var hiddenPixels: PixelRect { scene == nil ? formerFrame : glass.frame }

  /// The blocks of the output that blurs and measurement need, and one more around those of blurs for the smoothing.
  var neededBlocks: PixelRect { panes.shared.reduce(blocks) { $0.union($1.sourceCells.outset(by: 1)) } }

  /// The colour chains of the panes' materials.
  var chains: [ColourChain] { panes.shared.map(\.chain) }

  /// Plans the blurs anew for another kind of estimate.
  func replan() throws(RenderingError) { try panes.adopt(glass.panes, estimate) }

  /// Sets the leak through each pixel: it is kept where the former measurement knew it, and computed from the
  /// background elsewhere, as `capture` shows it or else from the estimate.
  func predictLeak(_ capture: CaptureTexture?) throws(RenderingError) {
    try measurement?.predict(capture, estimate: estimate.layer, carrying: formerMeasurement)
    measurement?.forget()
    isPredicted = true
    stalePixels = PixelRect(glass.frame.size)
  }

  /// Brings the panes' smallest layers up to date after `changed` blocks of the estimate changed; equal results leave
  /// the surface as it is.
  func refresh(_ changed: PixelRect) throws(RenderingError) {
    for pane in panes.shared {
      try pane.refresh(try estimate.through(pane.chain), changed)
    }
  }

  /// Whether the surface must be drawn again, whatever the scene.
  var isStale: Bool { !stalePixels.isEmpty || panes.shared.contains { $0.isStale } }

  /// Stores the measured leak of blocks that `flags` call valid and new; their pixels must be drawn again.
  func keepLeak(_ flags: BlockFlags) throws(RenderingError) {
    guard let changed = try measurement?.keepLeak(flags) else { return }
    let rect = changed.pixels(perCell: BackdropEstimate.blockSize)
      .offset(x: -glass.frame.x, y: -glass.frame.y)
    stalePixels = stalePixels.union(rect.intersection(PixelRect(glass.frame.size)))
  }

  /// Draws the changes of `scene` and of the estimate; returns the drawn rectangles, none if nothing changed.
  func draw(_ scene: Scene) throws(RenderingError) -> [PixelRect] {
    precondition(scene.size == glass.frame.size, "a scene of \(scene.size) for \(glass.frame.size)")
    if scene.panes != glass.panes {
      glass.panes = scene.panes
      try panes.adopt(glass.panes, estimate)
    }
    precondition(isPredicted, "nothing is known of what leaks")
    forgetFormerLeak()
    let damage = scene.damage(since: self.scene)
    let stale = try picture.prepare(scene, panes, estimate, stale: stalePixels)
    let rects = damage.map(pixels.widened).beside(pixels.widened(stale))
    stalePixels = .empty
    self.scene = scene
    formerFrame = .empty
    if rects.isEmpty { return [] }
    measurement?.isEven = scene.isOpaqueGlass
    try picture.draw(rects, of: scene, panes, estimate, to: pixels, through: leaking)
    pixels.commit(rects)
    if let mask = glass.mask, let measurement {
      let parts = mask.parts.flatMap { part in rects.map { $0.intersection(part) } }
      try pixels.cut(parts.filter { !$0.isEmpty }, by: measurement.roles)
    }
    return rects
  }

  /// The flags of all blocks, nil if there are none: `changed` blocks are un-blended, and blocks of a frozen surface
  /// that is only judged are compared with its pixels.
  func flags(
    _ capture: CaptureTexture, _ changed: PixelRect, of visible: PixelRect, isJudged: Bool
  ) throws(RenderingError) -> BlockFlags? {
    guard scene != nil, let measurement else { return nil }
    if !glass.isFrozen {
      try measurement.measure(capture, pixels: pixels.texture, changed, of: visible)
    } else if isJudged {
      try measurement.compare(capture, pixels: pixels.texture, visible)
    } else {
      return nil
    }
    return measurement.readFlags()
  }

  /// Copies the surface into the window that is current, turned as the panel hangs.
  func copyToWindow(_ transform: OutputTransform) throws(RenderingError) {
    try pixels.copyToWindow(transform)
  }

  /// Unbinds the window as draw target after its buffers were swapped.
  func leaveWindow() { pixels.leaveWindow() }

  /// Compiles the program that turns surfaces, by turning this one into a texture that is then destroyed.
  func compileTurn() throws(RenderingError) { try pixels.compileTurn() }

  /// The pixels that were submitted to the compositor: premultiplied, with the leak's alpha.
  func submitted() -> Bitmap {
    Bitmap(size: glass.frame.size, bytes: pixels.read())
  }

  /// The surface as it is seen on the screen, opaque.
  func snapshot() -> Bitmap {
    let leak = measurement?.readLeak()
    // The estimate is read once, and only if some pixels are not measured.
    var known: [SIMD3<Float>]?
    let frame = glass.frame
    return snapshotMaker.picture(submitted()) { pixel in
      leak.map { SIMD3($0[pixel * 3], $0[pixel * 3 + 1], $0[pixel * 3 + 2]) }
    } background: { x, y in
      let colours = known ?? estimate.readPixels(frame)
      known = colours
      return colours[(y - frame.y) * frame.width + x - frame.x]
    }
  }

  private var snapshotMaker: SurfaceSnapshot { SurfaceSnapshot(of: glass, carriedBy: measurement?.coverage) }

  /// Completes a snapshot where this surface is cut out and `other` is seen.
  func fillCut(of bitmap: inout Bitmap, from other: GlassSurface) {
    if other.scene == nil { return }
    snapshotMaker.fillCut(of: &bitmap, from: other.glass) { other.snapshot() }
  }

  func destroy() {
    measurement?.destroy()
    forgetFormerLeak()
    if isTakenOver { return }
    panes.destroy()
    pixels.destroy()
    picture.destroy()
  }
}
