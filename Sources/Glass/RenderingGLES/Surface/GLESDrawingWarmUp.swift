package import Geometry
package import Rendering
package import Scenes
package import VisualEffects

/// Draws scenes off screen as they will be drawn on it, frozen and live, so that the driver has compiled everything
/// for the first surface, which then appears as quickly as later ones.
///
/// The drawing is divided into steps, between which the caller can do other work. Nothing is shown, and only the
/// driver's programs are kept.
@MainActor package final class GLESDrawingWarmUp: DrawingWarmUp {
  private enum Step: CaseIterable {
    case open, move, turn, rest, judge, thaw, seeThrough, beHidden, moveAgain
  }

  private let context: GraphicsContext
  private let renderer: GLESOutputRenderer
  private let moving, resting: Scene
  /// The glass of the resting scene, not frozen.
  private let glass: Glass
  private var steps: [Step]
  private static let id = SurfaceID(1)

  /// `moving` is the scene as it is seen in motion, `resting` as it stays; both have one size. `origin` is their
  /// place on an output of `output` pixels, `leak` is the leak that is measured through, and `isTurned` tells that
  /// the panel does not hang upright.
  package init(
    moving: Scene, resting: Scene, origin: (x: Int, y: Int), scale: Double, leak: Leak, output: PixelSize,
    isTurned: Bool = false, in context: GraphicsContext, rasterise: @escaping (StyledText) -> TextBitmap
  ) throws(RenderingError) {
    self.context = context
    context.programs.keepsAll = true
    (self.moving, self.resting) = (moving, resting)
    let size = resting.size
    glass = Glass(
      frame: PixelRect(x: origin.x, y: origin.y, width: size.width, height: size.height), scale: scale,
      leak: leak, panes: resting.panes)
    steps = leak == .opaque ? [.open, .move, .turn, .rest] : Step.allCases
    if !isTurned { steps.removeAll { $0 == .turn } }
    renderer = try GLESOutputRenderer(context, output: output, rasterise: rasterise)
  }

  isolated deinit { destroy() }

  /// Does the next step; returns whether there are more.
  package func step() throws(RenderingError) -> Bool {
    guard !steps.isEmpty, !context.isDestroyed else { return false }
    switch steps.removeFirst() {
    case .open:
      try renderer.openSurface(Self.id, window: nil, glass: frozen(moving), over: .empty)
      if glass.leak == .opaque {
        // Behind an opaque surface nothing is captured.
        try renderer.setBackground(.colour([0.5, 0.5, 0.5]))
      } else {
        try absorb(0, isBackground: true)
      }
    case .move: try draw(moving)
    case .turn: try renderer.compileTurn(Self.id)
    case .rest:
      try renderer.updateSurface(Self.id, glass: frozen(resting))
      try draw(resting)
    case .judge: try absorb(0, renderer.submitted(Self.id))
    case .thaw:
      try renderer.updateSurface(Self.id, glass: glass)
      try draw(resting)
    case .seeThrough:
      // The capture looks as if a little leaked through every pixel.
      try absorb(2, renderer.submitted(Self.id))
      try draw(resting)
    case .beHidden:
      // The capture shows something dark over half of the surface.
      try absorb(2, renderer.submitted(Self.id), hidden: glass.frame.width / 2)
      try draw(resting)
    case .moveAgain:
      try renderer.updateSurface(Self.id, glass: frozen(resting))
      try draw(moving)
    }
    // Software rasterisers draw only when they have to.
    context.finish()
    return !steps.isEmpty
  }

  /// Ends the warm-up. Idempotent.
  package func destroy() {
    steps = []
    renderer.destroy()
  }

  private func draw(_ scene: Scene) throws(RenderingError) { _ = try renderer.draw(Self.id, scene) }

  private func frozen(_ scene: Scene) -> Glass {
    var frozen = glass
    (frozen.panes, frozen.isFrozen) = (scene.panes, glass.leak != .opaque)
    return frozen
  }

  /// Absorbs a made-up capture of the capture region: `shown` with `light` added to every value, and one grey around
  /// it.
  ///
  /// Black covers the first `hidden` columns of the surface.
  private func absorb(
    _ light: UInt8, _ shown: Bitmap? = nil, hidden: Int = 0, isBackground: Bool = false
  ) throws(RenderingError) {
    let region = renderer.captureRegion
    var bytes = [UInt8](repeating: hidden > 0 ? 0 : light, count: region.area * 4)
    if let shown {
      // A small output may show only a part of the surface.
      var seen = glass.frame
      seen.x += hidden
      seen.width -= hidden
      seen = seen.intersection(region)
      for y in seen.y..<seen.maxY {
        let from = ((y - glass.frame.y) * shown.size.width + seen.x - glass.frame.x) * 4
        let to = ((y - region.y) * region.width + seen.x - region.x) * 4
        for index in 0..<seen.width * 4 { bytes[to + index] = shown.bytes[from + index] &+ light }
      }
    }
    var failure: RenderingError?
    unsafe bytes.withUnsafeBytes { bytes in
      let capture = unsafe CapturedPixels(
        bytes: bytes, region: region, stride: region.width * 4, format: .bgrx, isYInverted: false)
      do throws(RenderingError) { try take(capture, isBackground: isBackground) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private func take(_ capture: CapturedPixels, isBackground: Bool) throws(RenderingError) {
    if isBackground { return try renderer.setBackground(.frame(capture)) }
    // The capture is first judged and then taken, so that the programs for both are compiled.
    for keeping in [Keeping.allBut([Self.id]), .allBut([])] {
      _ = try renderer.absorb(capture, damage: capture.region, keeping: keeping)
    }
  }
}
