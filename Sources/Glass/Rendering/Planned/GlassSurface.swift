import Geometry
import Scenes
import VisualEffects

/// One surface: its glass, its content, its pixels and the measurement through it.
@MainActor final class GlassSurface<Backend: RenderingBackend> {
  var state: SurfaceState
  private(set) var measurement: Backend.Measurement?
  let pixels: Backend.Pixels
  private let estimate: BackdropEstimate<Backend>
  private let panes: SurfacePanes<Backend>
  private let picture: Backend.Picture
  /// Whether panes, pixels and picture belong to the surface that has replaced this one.
  private var isTakenOver = false
  /// The measurement through a former frame with the same leak, from which this one starts; nil after the first
  /// drawing.
  private var formerMeasurement: Backend.Measurement?

  /// Reuses those parts of `former` that fit the same frame, and destroys it.
  init(
    _ id: SurfaceID, _ glass: Glass, insteadOf former: GlassSurface?, _ estimate: BackdropEstimate<Backend>,
    in backend: Backend
  ) throws(RenderingError) {
    let (state, succession) = SurfaceState.succeeding(former?.state, glass)
    self.state = state
    self.estimate = estimate
    if let former, succession.keepsPicture {
      (panes, pixels, picture) = (former.panes, former.pixels, former.picture)
    } else {
      panes = SurfacePanes(
        frame: glass.frame, scale: glass.scale, range: ShownRange(glass.leak), in: backend)
      pixels = try backend.makePixels(glass.frame, of: id)
      picture = backend.makePicture(glass.frame)
    }
    try adopt(isResting: !glass.isFrozen)
    pixels.black = glass.leak.content
    switch succession.measuring {
    case .none: break
    case .kept: measurement = former?.takeMeasurement()
    case .made(let knowsLeak):
      measurement = try backend.makeMeasurement(
        glass, state.coverage ?? glass.coverage, insteadOf: knowsLeak ? former?.measurement : nil,
        output: estimate.output)
      if knowsLeak, let covers = former?.measurement?.state.covers { measurement?.state.covers = covers }
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
  private func takeMeasurement() -> Backend.Measurement? {
    defer { measurement = nil }
    return measurement
  }

  /// Hands over the measurement that knows the leak to the surface that takes the place of this one; nil if none
  /// does.
  private func takeKnown() -> Backend.Measurement? {
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
  func predictLeak(_ capture: Backend.Capture?) throws(RenderingError) {
    try measurement?.predict(capture, estimate: estimate.layer, carrying: formerMeasurement)
    measurement?.state.isJudged = false
    state.setPredicted()
  }

  /// Brings the panes' smallest layers up to date after `changed` blocks of the estimate changed; equal results leave
  /// the surface as it is.
  func refresh(_ changed: PixelRect) throws(RenderingError) {
    for pane in panes.shared { try pane.refresh(try estimate.through(pane.blur), changed) }
  }

  /// Whether the surface is shown and must be drawn again because of its background.
  var isStale: Bool {
    state.isLive && (!state.stalePixels.isEmpty || panes.shared.contains { $0.state.isStale })
  }

  /// Draws the changes of `scene` and of the estimate; returns the drawn rectangles, none if nothing changed.
  func draw(_ scene: Scene) throws(RenderingError) -> [PixelRect] {
    if state.begin(scene) { try adopt() }
    forgetFormerLeak()
    let stale = try panes.prepare(
      scene, estimate, stale: state.stalePixels, isResting: !state.glass.isFrozen)
    let rects = state.take(scene, stale: stale, widened: pixels.widened)
    if rects.isEmpty { return [] }
    measurement?.state.conditions.isEven = scene.isOpaqueGlass
    let drawing = SurfaceDrawing(
      scene: scene, rects: rects, overlapped: state.overlapped(rects), isLeaking: state.isLeaking)
    try picture.draw(drawing, panes, estimate, to: pixels, through: measurement)
    return rects
  }

  /// The flags of all blocks, nil if there are none: `changed` blocks are un-blended, and blocks of a frozen surface
  /// that is only judged are compared with its pixels.
  func flags(
    _ capture: Backend.Capture, _ changed: PixelRect, of visible: PixelRect, isJudged: Bool
  ) throws(RenderingError) -> BlockFlags? {
    guard let measurement, let drawn = pixels.drawn else { return nil }
    switch state.judging(isOnlyJudged: isJudged) {
    case .none: return nil
    case .measuring:
      let measured = measurement.state.wanted(changed, of: visible)
      try measurement.measure(capture, pixels: drawn, changed, of: visible)
      if !isJudged { return measurement.state.judge(measurement.readFlags(), after: measured) }
    case .comparing: try measurement.compare(capture, pixels: drawn, visible)
    }
    return measurement.readFlags()
  }

  /// Stores the leak that `capture` shows in blocks that `flags` call valid and new; their pixels must be drawn
  /// again.
  func keepLeak(
    _ flags: BlockFlags, _ capture: Backend.Capture, of visible: PixelRect
  ) throws(RenderingError) {
    guard let measurement, let drawn = pixels.drawn else { return }
    state.changeLeak(of: try measurement.keepLeak(flags, capture, pixels: drawn, of: visible))
  }

  /// The surface as it is seen on the screen, opaque.
  func snapshot() -> Bitmap {
    let leak = measurement?.readLeak()
    // The estimate is read once, and only if some pixels are not measured.
    lazy var known = estimate.read(state.glass.frame)
    return state.snapshot.picture(pixels.read()) {
      leak?($0)
    } background: {
      known($0, $1)
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
