import Geometry
import Rendering
import Scenes
import VisualEffects

/// One surface: its glass, its content, its pixels and the measurement through it.
@MainActor final class GlassSurface {
  var state: SurfaceState
  private(set) var measurement: Measurement?
  private let estimate: BackdropEstimate
  private let panes: SurfacePanes
  private let pixels: SurfacePixels
  private let picture: SurfacePicture
  /// The measurement through a former frame with the same leak, from which this one starts; nil after the first
  /// drawing.
  private var formerMeasurement: Measurement?

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
    let (state, succession) = SurfaceState.succeeding(former?.state, glass)
    self.state = state
    self.estimate = estimate
    if let former, succession.keepsPicture {
      (panes, pixels, picture) = (former.panes, former.pixels, former.picture)
    } else {
      panes = SurfacePanes(frame: glass.frame, scale: glass.scale)
      pixels = SurfacePixels(glass.frame, on: tools.canvas, tools.transform)
      picture = SurfacePicture(
        glass.frame, ShownRange(glass.leak), rasterise: tools.rasterise, pause: tools.pause)
    }
    adopt(isResting: !glass.isFrozen)
    pixels.black = glass.leak.content
    switch succession.measuring {
    case .none: break
    case .kept: measurement = former?.takeMeasurement()
    case .made(let knowsLeak):
      measurement = Measurement(
        glass.leak, frame: glass.frame, state.coverage ?? glass.coverage, mask: glass.mask,
        insteadOf: knowsLeak ? former?.measurement : nil, output: estimate.output)
    }
    if succession.carriesLeak { formerMeasurement = former?.takeKnown() }
  }

  /// Plans the blurs anew, for other panes or another kind of estimate; `isResting` tells that the panes stay where they
  /// are.
  func adopt(isResting: Bool = false) {
    panes.adopt(state.glass.panes, estimate, isResting: isResting)
    state.blurs = panes.shared.map(\.blur)
  }

  /// Hands over the measurement to the surface that takes the place of this one.
  private func takeMeasurement() -> Measurement? {
    defer { measurement = nil }
    return measurement
  }

  /// Hands over the measurement that knows the leak to the surface that takes the place of this one; nil if none
  /// does.
  private func takeKnown() -> Measurement? {
    if state.isPredicted { return takeMeasurement() }
    defer { formerMeasurement = nil }
    return formerMeasurement
  }

  /// Drops the measurement through a former frame: the leak is predicted without it, or the background is another.
  func forgetFormerLeak() { formerMeasurement = nil }

  /// Changes between glass that is measured and glass that is drawn with its true alpha.
  ///
  /// Glass that is measured rests: blurs that were kept for its motion are freed.
  func setFrozen(_ isFrozen: Bool) {
    if !isFrozen { adopt(isResting: true) }
    state.setFrozen(isFrozen)
    measurement?.state.isJudged = false
  }

  /// Sets the leak through each pixel: it is kept where the former measurement knew it, and computed from the
  /// background elsewhere, as `capture` shows it or else from the estimate.
  func predictLeak(_ capture: SeenCapture?) {
    measurement?.predict(capture, estimate: estimate.layer, carrying: formerMeasurement)
    measurement?.state.isJudged = false
    state.setPredicted()
  }

  /// Brings the panes' smallest layers up to date after `changed` blocks of the estimate changed; equal results leave
  /// the surface as it is.
  func refresh(_ changed: PixelRect) {
    for pane in panes.shared { pane.refresh(estimate.through(pane.blur), changed) }
  }

  /// Whether the surface must be drawn again, whatever the scene.
  var isStale: Bool { !state.stalePixels.isEmpty || panes.shared.contains { $0.state.isStale } }

  /// Stores the leak that `capture` shows in blocks that `flags` call valid and new; their pixels must be drawn
  /// again.
  func keepLeak(_ flags: BlockFlags, _ capture: PanelPixels, of visible: PixelRect) {
    guard let measurement, let drawn = pixels.drawn else { return }
    let changed = measurement.keepLeak(flags, capture, pixels: drawn, of: visible)
    state.changeLeak(of: changed)
  }

  /// Draws the changes of `scene` and of the estimate; returns the drawn rectangles, none if nothing changed.
  func draw(_ scene: Scene) throws(RenderingError) -> [PixelRect] {
    if state.begin(scene) { adopt() }
    forgetFormerLeak()
    let stale = picture.prepare(scene, panes, estimate, stale: state.stalePixels)
    let rects = state.take(scene, stale: stale, widened: pixels.widened)
    if rects.isEmpty { return [] }
    measurement?.state.conditions.isEven = scene.isOpaqueGlass
    let leaking = state.isLeaking ? measurement : nil
    let pass = try pixels.begin(rects, through: leaking)
    try picture.draw(rects, of: scene, panes, estimate, to: pixels, pass, through: leaking)
    if let mask = state.glass.mask { pass.cut(state.overlapped(rects), by: mask) }
    return rects
  }

  /// The flags of all blocks, nil if there are none: `changed` blocks are un-blended, and blocks of a frozen surface
  /// that is only judged are compared with its pixels.
  func flags(_ capture: PanelPixels, _ changed: PixelRect, of visible: PixelRect, isJudged: Bool)
    -> BlockFlags?
  {
    guard let measurement, let drawn = pixels.drawn else { return nil }
    switch state.judging(isOnlyJudged: isJudged) {
    case .none: return nil
    case .measuring: measurement.measure(capture, pixels: drawn, changed, of: visible)
    case .comparing: measurement.compare(capture, pixels: drawn, visible)
    }
    return measurement.readFlags()
  }

  /// The pixels that were submitted to the compositor: premultiplied, with the leak's alpha.
  func submitted() -> Bitmap { pixels.read() }

  /// The surface as it is seen on the screen, opaque.
  func snapshot() -> Bitmap {
    let frame = state.glass.frame
    return state.snapshot.picture(submitted()) { pixel in
      measurement.map { measurement in
        let word = measurement.leaks.word(frame.x + pixel % frame.width, frame.y + pixel / frame.width)
        return SIMD3(truncatingIfNeeded: SIMD3(word >> 16, word >> 8, word) & 255)
      }
    } background: {
      estimate.colour(behind: $0, $1)
    }
  }

  /// Completes a snapshot where this surface is cut out and `other` is seen.
  func fillCut(of bitmap: inout Bitmap, from other: GlassSurface) {
    state.fillCut(of: &bitmap, from: other.state) { other.snapshot() }
  }
}
