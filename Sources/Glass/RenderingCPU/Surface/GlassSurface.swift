import Geometry
import Rendering
import Scenes
import VisualEffects

/// One surface: its glass, its content, its pixels and the measurement through it.
@MainActor final class GlassSurface {
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
  /// Whether the leak through each pixel is known, by a measurement or by computation.
  private(set) var isPredicted = true
  /// The measurement through a former frame with the same leak, from which this one starts; nil after the first
  /// drawing.
  private var formerMeasurement: Measurement?
  /// Whether the leak through each pixel was taken over from the surface that this one replaced.
  private(set) var hasFormerLeak = false
  /// Pixels of the surface that have to be drawn, whatever the scene.
  private var stalePixels: PixelRect

  /// The objects with which a surface draws, and the canvas into which it draws.
  struct Tools {
    var canvas: any SurfaceCanvas
    var transform: OutputTransform
    var rasterise: (StyledText) -> TextBitmap
    /// Called after each band of rows; must not draw.
    var pause: () -> Void
  }

  /// Reuses those parts of `former` that fit the same frame.
  init(_ glass: Glass, insteadOf former: GlassSurface? = nil, _ estimate: BackdropEstimate, _ tools: Tools) {
    self.glass = glass
    self.estimate = estimate
    if let former, former.glass.frame == glass.frame, former.glass.scale == glass.scale,
      former.glass.leak == glass.leak
    {
      // Only the shape of the glass may differ, as after a motion: texts and shadows stay the same.
      (panes, pixels, picture) = (former.panes, former.pixels, former.picture)
    } else {
      panes = SurfacePanes(frame: glass.frame, scale: glass.scale)
      pixels = SurfacePixels(glass.frame, on: tools.canvas, tools.transform)
      picture = SurfacePicture(
        glass.frame, ShownRange(glass.leak), rasterise: tools.rasterise, pause: tools.pause)
    }
    panes.adopt(glass.panes, estimate, isResting: !glass.isFrozen)
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
      measurement = Measurement(
        glass.leak, frame: glass.frame, coverage, mask: glass.mask, insteadOf: known, output: estimate.output)
      isPredicted = known != nil
      hasFormerLeak = known != nil
    }
    if let former, former.glass.leak == glass.leak, !hasFormerLeak { formerMeasurement = former.takeKnown() }
    if let former { formerFrame = former.scene == nil ? former.formerFrame : former.glass.frame }
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
  func forgetFormerLeak() { formerMeasurement = nil }

  /// Whether `glass` has the same carrier and mask, so that the measurement holds for it.
  func isCarried(by glass: Glass) -> Bool {
    measurement.map { $0.coverage == glass.coverage && self.glass.mask == glass.mask } ?? true
  }

  /// Changes between glass that is measured and glass that is drawn with its true alpha.
  ///
  /// Glass that is measured rests: blurs that were kept for its motion are freed.
  func setFrozen(_ isFrozen: Bool) {
    if !isFrozen { panes.adopt(glass.panes, estimate, isResting: true) }
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
  func replan() { panes.adopt(glass.panes, estimate) }

  /// Sets the leak through each pixel: it is kept where the former measurement knew it, and computed from the
  /// background elsewhere, as `capture` shows it or else from the estimate.
  func predictLeak(_ capture: SeenCapture?) {
    measurement?.predict(capture, estimate: estimate.layer, carrying: formerMeasurement)
    measurement?.forget()
    isPredicted = true
    stalePixels = PixelRect(glass.frame.size)
  }

  /// Brings the panes' smallest layers up to date after `changed` blocks of the estimate changed; equal results leave
  /// the surface as it is.
  func refresh(_ changed: PixelRect) {
    for pane in panes.shared { pane.refresh(estimate.through(pane.chain), changed) }
  }

  /// Whether the surface must be drawn again, whatever the scene.
  var isStale: Bool { !stalePixels.isEmpty || panes.shared.contains { $0.isStale } }

  /// Stores the leak that `capture` shows in blocks that `flags` call valid and new; their pixels must be drawn
  /// again.
  func keepLeak(_ flags: BlockFlags, _ capture: PanelPixels, of visible: PixelRect) {
    guard let measurement, let drawn = pixels.drawn else { return }
    let changed = measurement.keepLeak(flags, capture, pixels: drawn, of: visible)
    let rect = changed.pixels(perCell: BackdropEstimate.blockSize).offset(
      x: -glass.frame.x, y: -glass.frame.y)
    stalePixels = stalePixels.union(rect.intersection(PixelRect(glass.frame.size)))
  }

  /// Draws the changes of `scene` and of the estimate; returns the drawn rectangles, none if nothing changed.
  func draw(_ scene: Scene) throws(RenderingError) -> [PixelRect] {
    precondition(scene.size == glass.frame.size, "a scene of \(scene.size) for \(glass.frame.size)")
    if scene.panes != glass.panes {
      glass.panes = scene.panes
      panes.adopt(glass.panes, estimate)
    }
    precondition(isPredicted, "nothing is known of what leaks")
    forgetFormerLeak()
    let damage = scene.damage(since: self.scene)
    let stale = picture.prepare(scene, panes, estimate, stale: stalePixels)
    let rects = damage.map(pixels.widened).beside(pixels.widened(stale))
    stalePixels = .empty
    self.scene = scene
    formerFrame = .empty
    if rects.isEmpty { return [] }
    measurement?.isEven = scene.isOpaqueGlass
    try picture.draw(
      rects, of: scene, panes, estimate, to: pixels, through: leaking,
      cutBy: measurement == nil ? nil : glass.mask)
    return rects
  }

  /// The flags of all blocks, nil if there are none: `changed` blocks are un-blended, and blocks of a frozen surface
  /// that is only judged are compared with its pixels.
  func flags(_ capture: PanelPixels, _ changed: PixelRect, of visible: PixelRect, isJudged: Bool)
    -> BlockFlags?
  {
    guard scene != nil, let measurement, let drawn = pixels.drawn else { return nil }
    if !glass.isFrozen {
      measurement.measure(capture, pixels: drawn, changed, of: visible)
    } else if isJudged {
      measurement.compare(capture, pixels: drawn, visible)
    } else {
      return nil
    }
    return measurement.readFlags()
  }

  /// The pixels that were submitted to the compositor: premultiplied, with the leak's alpha.
  func submitted() -> Bitmap { pixels.read() }

  /// The surface as it is seen on the screen, opaque.
  func snapshot() -> Bitmap {
    let frame = glass.frame
    return snapshotMaker.picture(submitted()) { pixel in
      measurement.map { measurement in
        let word = measurement.leaks.word(frame.x + pixel % frame.width, frame.y + pixel / frame.width)
        return SIMD3(truncatingIfNeeded: SIMD3(word >> 16, word >> 8, word) & 255)
      }
    } background: {
      estimate.colour(behind: $0, $1)
    }
  }

  private var snapshotMaker: SurfaceSnapshot { SurfaceSnapshot(of: glass, carriedBy: measurement?.coverage) }

  /// Completes a snapshot where this surface is cut out and `other` is seen.
  func fillCut(of bitmap: inout Bitmap, from other: GlassSurface) {
    if other.scene == nil { return }
    snapshotMaker.fillCut(of: &bitmap, from: other.glass) { other.snapshot() }
  }
}
