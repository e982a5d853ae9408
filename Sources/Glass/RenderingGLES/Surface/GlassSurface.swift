import CEGL
import Geometry
import Rendering
import Scenes
import VisualEffects

/// One surface: its glass, what lies on it, its pixels and what is measured through it.
final class GlassSurface {
  private(set) var glass: Glass
  private(set) var measurement: Measurement?
  /// The estimate's blocks that it covers, wholly or in part.
  let blocks: PixelRect
  /// The last scene drawn; nil: nothing was, and the compositor shows nothing of ours.
  private(set) var scene: Scene?
  /// The part of the output, in pixels, that the last picture of a former frame still hides until the next drawing; empty if
  /// there is none.
  var formerFrame = PixelRect.empty
  private let estimate: BackdropEstimate
  private let panes: SurfacePanes
  private let pixels: SurfacePixels
  private let picture: SurfacePicture
  /// Panes, pixels and picture are another's.
  private var isTakenOver = false
  /// The leak is measured or computed.
  private(set) var isPredicted = true
  /// The measurement of a former frame with the same leak, from which this one starts; nil after the first drawing.
  private var formerMeasurement: Measurement?
  /// It is, pixel by pixel, since before the glass had this shape.
  private(set) var hasFormerLeak = false
  /// Pixels of the surface to be drawn, whatever the scene.
  private var stalePixels: PixelRect

  /// Takes over from `former`, if there is one, what serves at the same place, and destroys it.
  init(
    _ glass: Glass, insteadOf former: GlassSurface? = nil, _ estimate: BackdropEstimate,
    rasterise: @escaping (StyledText) -> TextBitmap, in context: GraphicsContext
  ) throws(RenderingError) {
    self.glass = glass
    self.estimate = estimate
    if let former, former.glass.frame == glass.frame, former.glass.scale == glass.scale,
      former.glass.leak == glass.leak
    {
      // Glass of another shape, as where something has come to rest: texts and shadows are the same.
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

  /// Hands over the measurement that knows what leaks, to the surface that takes the place of this one; nil if none does.
  private func takeKnown() -> Measurement? {
    if isPredicted {
      defer { measurement = nil }
      return measurement
    }
    defer { formerMeasurement = nil }
    return formerMeasurement
  }

  /// Gives up the measurement of a former frame, which serves no more once the leak is predicted or the background is
  /// another.
  func forgetFormerLeak() {
    formerMeasurement?.destroy()
    formerMeasurement = nil
  }

  /// What is measured through it would be so through this glass, too.
  func isCarried(by glass: Glass) -> Bool {
    measurement.map { $0.coverage == glass.coverage && self.glass.mask == glass.mask } ?? true
  }

  /// Goes over between glass that is measured and glass that is drawn with its true alpha.
  ///
  /// Glass that is measured rests: blurs that were kept for its motion are given up.
  func setFrozen(_ isFrozen: Bool) throws(RenderingError) {
    if !isFrozen { try panes.adopt(glass.panes, estimate, isResting: true) }
    glass.isFrozen = isFrozen
    measurement?.forget()
    stalePixels = PixelRect(glass.frame.size)
  }

  /// What its pixels are un-blended by; nil: they are opaque, or as good as.
  private var leaking: Measurement? { glass.isFrozen ? nil : measurement }

  /// The part of the output, in pixels, where a capture may show this surface.
  var hiddenPixels: PixelRect { scene == nil ? formerFrame : glass.frame }

  /// The blocks of the output that its blurs and its measurement look at, one more around them for the smoothing.
  var neededBlocks: PixelRect { panes.shared.reduce(blocks) { $0.union($1.sourceCells.outset(by: 1)) } }

  /// The colours of all materials.
  var chains: [ColourChain] { panes.shared.map(\.chain) }

  /// Plans the blurs anew for another kind of estimate.
  func replan() throws(RenderingError) { try panes.adopt(glass.panes, estimate) }

  /// Computes what leaks through each pixel: it is kept where a former frame knew it, and follows from the background that
  /// `capture` shows, or else from the estimate.
  func predictLeak(_ capture: CaptureTexture?) throws(RenderingError) {
    try measurement?.predict(capture, estimate: estimate.layer, carrying: formerMeasurement)
    measurement?.forget()
    isPredicted = true
    stalePixels = PixelRect(glass.frame.size)
  }

  /// Takes `changed` blocks of the estimate; what changed may turn out to be as before.
  func refresh(_ changed: PixelRect) throws(RenderingError) {
    for pane in panes.shared {
      try pane.refresh(try estimate.through(pane.chain), changed)
    }
  }

  /// It must be drawn again, whatever the scene.
  var isStale: Bool { !stalePixels.isEmpty || panes.shared.contains { $0.isStale } }

  /// Takes the measured leak where `flags` say so; those pixels must be drawn again.
  func keepLeak(_ flags: BlockFlags) throws(RenderingError) {
    guard let changed = try measurement?.keepLeak(flags) else { return }
    let rect = changed.pixels(perCell: BackdropEstimate.blockSize)
      .offset(x: -glass.frame.x, y: -glass.frame.y)
    stalePixels = stalePixels.union(rect.intersection(PixelRect(glass.frame.size)))
  }

  /// Draws what `scene` and the estimate changed; returns that, nothing if there is nothing to draw.
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

  /// The flags of all blocks: un-blended from `changed` ones, or, of a frozen surface that is judged, compared.
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

  /// Copies the surface into its window, which is current, turned as the panel hangs.
  func copyToWindow(_ transform: OutputTransform) throws(RenderingError) {
    try pixels.copyToWindow(transform)
  }

  /// Draws elsewhere from now on, after the window was swapped.
  func leaveWindow() { pixels.leaveWindow() }

  /// The same where nobody sees it.
  func turnAside() throws(RenderingError) { try pixels.turnAside() }

  /// What was handed to the compositor: premultiplied, with the leak's alpha.
  func submitted() -> Bitmap {
    Bitmap(size: glass.frame.size, bytes: pixels.read())
  }

  /// The surface with what is seen through it, opaque.
  func snapshot() -> Bitmap {
    let leak = measurement?.readLeak()
    // Read once, and only where something else than what is measured is seen.
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
