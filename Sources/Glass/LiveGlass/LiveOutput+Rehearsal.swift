import Geometry
import GlassModel
public import Rendering
public import Scenes
import Typography
import VisualEffects

extension GlassSession {
  /// Starts what draws, unless that was done, and returns what the driver calls itself; without that the first surface
  /// starts it.
  ///
  /// Nil if there is no way to draw, of which whoever shows something is told, or nothing to compile before that.
  public func prepareGraphics() -> String? {
    guard (try? startRenderer()) != nil, let renderer = graphics.renderer, renderer.compilesPrograms else {
      return nil
    }
    return renderer.name
  }
}

extension LiveOutput {
  /// What draws two such scenes off screen, as a surface at its top would show them; GL was started.
  ///
  /// Nil if that is impossible, or of no use.
  public func rehearsal(moving: Scene, resting: Scene, x: Int = 0) -> (any Rehearsal)? {
    guard let renderer = session.graphics.renderer, !size.isEmpty, !moving.size.isEmpty else { return nil }
    let sigma = resting.panes.map { $0.material.blurRadius * scale }.min()
    let isLive = backdropPolicy.isLive && canCapture
    let text = session.text
    return try? renderer.makeRehearsal(
      moving: moving, resting: resting, origin: (x, 0), scale: scale,
      leak: isLive ? sigma.map { Leak.forBlur(sigma: $0) } ?? .opaque : .opaque, output: size,
      isTurned: isTurned
    ) { text.rasterise($0) }
  }
}
