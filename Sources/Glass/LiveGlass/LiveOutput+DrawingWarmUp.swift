import Geometry
import GlassModel
public import Rendering
public import Scenes
import Typography
import VisualEffects

extension GlassSession {
  /// Starts the renderer, unless it was started, and returns its name; otherwise the first surface starts it.
  ///
  /// Returns nil if no renderer works, which is reported when something is to be shown, or if the renderer
  /// compiles no programs.
  public func prepareGraphics() -> String? {
    guard (try? startRenderer()) != nil else { return nil }
    return graphics.compiling?.name
  }
}

extension LiveOutput {
  /// A warm-up that draws two such scenes off screen, as a surface at the output's top would show them, at
  /// `x` physical pixels from the left.
  ///
  /// Returns nil if no renderer was started, if there is nothing to draw, or if the renderer compiles no
  /// programs.
  public func drawingWarmUp(moving: Scene, resting: Scene, x: Int = 0) -> (any DrawingWarmUp)? {
    guard let renderer = session.graphics.compiling, !size.isEmpty, !moving.size.isEmpty else { return nil }
    let sigma = resting.panes.map { $0.material.blurRadius * scale }.min()
    let isLive = glass.ladder.policy.isLive && glass.captures.isAvailable
    let text = session.text
    return try? renderer.makeDrawingWarmUp(
      moving: moving, resting: resting, origin: (x, 0), scale: scale,
      leak: isLive ? sigma.map { Leak.forBlur(sigma: $0) } ?? .opaque : .opaque, output: size,
      isTurned: isTurned
    ) { text.rasterise($0) }
  }
}
