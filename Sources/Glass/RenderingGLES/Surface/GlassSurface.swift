import Geometry
import Rendering
import Scenes
import VisualEffects

/// One surface: its glass, its content, its pixels and the measurement through it.
final class GlassSurface {
  var state: SurfaceState
  private(set) var measurement: Measurement?
  private let estimate: BackdropEstimate
  private let panes: SurfacePanes
  private let pixels: SurfacePixels
  private let picture: SurfacePicture
  /// Whether panes, pixels and picture belong to the surface that has replaced this one.
  private var isTakenOver = false
  /// The measurement through a former frame with the same leak, from which this one starts; nil after the first
  /// drawing.
  private var formerMeasurement: Measurement?

  /// Reuses those parts of `former` that fit the same frame, and destroys it.
  init(
    _ glass: Glass, insteadOf former: GlassSurface? = nil, _ estimate: BackdropEstimate,
    rasterise: @escaping (StyledText) -> TextBitmap, in context: GraphicsContext
  ) throws(RenderingError) {
    let (state, succession) = SurfaceState.succeeding(former?.state, glass)
    self.state = state
    self.estimate = estimate
    if let former, succession.keepsPicture {
      (panes, pixels, picture) = (former.panes, former.pixels, former.picture)
    } else {
      panes = SurfacePanes(frame: glass.frame, scale: glass.scale, in: context)
      pixels = try SurfacePixels(glass.frame, in: context)
      picture = SurfacePicture(glass.frame, ShownRange(glass.leak), rasterise: rasterise, in: context)
    }
    try adopt(isResting: !glass.isFrozen)
    pixels.black = glass.leak.content
    switch succession.measuring {
    case .none: break
    case .kept: measurement = former?.takeMeasurement()
    case .made(let knowsLeak):
      measurement = try Measurement(
        glass.leak, frame: glass.frame, state.coverage ?? glass.coverage, mask: glass.mask,
        insteadOf: knowsLeak ? former?.measurement : nil, output: estimate.output, in: context)
    }
    if succession.carriesLeak { formerMeasurement = former?.takeKnown() }
    former?.isTakenOver = succession.keepsPicture
    former?.destroy()
  }

  /// Plans the blurs anew, for other panes or another kind of estimate; `isResting` tells that the panes stay where they
  /// are.
  func adopt(isResting: Bool = false) throws(RenderingError) {
    try panes.adopt(state.glass.panes, estimate, isResting: isResting)
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
  func forgetFormerLeak() {
    formerMeasurement?.destroy()
    formerMeasurement = nil
  }

  /// Changes between glass that is measured and glass that is drawn with its true alpha.
  ///
  /// Glass that is measured rests: blurs that were kept for its motion are destroyed.
  func setFrozen(_ isFrozen: Bool) throws(RenderingError) {
    if !isFrozen { try adopt(isResting: true) }
    state.setFrozen(isFrozen)
    measurement?.state.isJudged = false
  }

  /// Sets the leak through each pixel: it is kept where the former measurement knew it, and computed from the
  /// background elsewhere, as `capture` shows it or else from the estimate.
  func predictLeak(_ capture: CaptureTexture?) throws(RenderingError) {
    try measurement?.predict(capture, estimate: estimate.layer, carrying: formerMeasurement)
    measurement?.state.isJudged = false
    state.setPredicted()
  }

  /// Brings the panes' smallest layers up to date after `changed` blocks of the estimate changed; equal results leave
  /// the surface as it is.
  func refresh(_ changed: PixelRect) throws(RenderingError) {
    for pane in panes.shared { try pane.refresh(try estimate.through(pane.blur), changed) }
  }

  /// Whether the surface must be drawn again, whatever the scene.
  var isStale: Bool { !state.stalePixels.isEmpty || panes.shared.contains { $0.state.isStale } }

  /// Stores the measured leak of blocks that `flags` call valid and new; their pixels must be drawn again.
  func keepLeak(_ flags: BlockFlags) throws(RenderingError) {
    guard let changed = try measurement?.keepLeak(flags) else { return }
    state.changeLeak(of: changed)
  }

  /// Draws the changes of `scene` and of the estimate; returns the drawn rectangles, none if nothing changed.
  func draw(_ scene: Scene) throws(RenderingError) -> [PixelRect] {
    if state.begin(scene) { try adopt() }
    forgetFormerLeak()
    let stale = try picture.prepare(scene, panes, estimate, stale: state.stalePixels)
    let rects = state.take(scene, stale: stale, widened: pixels.widened)
    if rects.isEmpty { return [] }
    measurement?.state.conditions.isEven = scene.isOpaqueGlass
    try picture.draw(
      rects, of: scene, panes, estimate, to: pixels, through: state.isLeaking ? measurement : nil)
    pixels.commit(rects)
    if let measurement { try pixels.cut(state.overlapped(rects), by: measurement.roles) }
    return rects
  }

  /// The flags of all blocks, nil if there are none: `changed` blocks are un-blended, and blocks of a frozen surface
  /// that is only judged are compared with its pixels.
  func flags(
    _ capture: CaptureTexture, _ changed: PixelRect, of visible: PixelRect, isJudged: Bool
  ) throws(RenderingError) -> BlockFlags? {
    guard let measurement else { return nil }
    switch state.judging(isOnlyJudged: isJudged) {
    case .none: return nil
    case .measuring: try measurement.measure(capture, pixels: pixels.texture, changed, of: visible)
    case .comparing: try measurement.compare(capture, pixels: pixels.texture, visible)
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
    Bitmap(size: state.glass.frame.size, bytes: pixels.read())
  }

  /// The surface as it is seen on the screen, opaque.
  func snapshot() -> Bitmap {
    let leak = measurement?.readLeak()
    // The estimate is read once, and only if some pixels are not measured.
    var known: [SIMD3<Float>]?
    let frame = state.glass.frame
    return state.snapshot.picture(submitted()) { pixel in
      leak.map { SIMD3($0[pixel * 3], $0[pixel * 3 + 1], $0[pixel * 3 + 2]) }
    } background: { x, y in
      let colours = known ?? estimate.readPixels(frame)
      known = colours
      return colours[(y - frame.y) * frame.width + x - frame.x]
    }
  }

  /// Completes a snapshot where this surface is cut out and `other` is seen.
  func fillCut(of bitmap: inout Bitmap, from other: GlassSurface) {
    state.fillCut(of: &bitmap, from: other.state) { other.snapshot() }
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
