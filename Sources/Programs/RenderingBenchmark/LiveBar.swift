import Geometry
import Rendering
import RenderingGLES
import Scenes

/// A bar in a renderer of its own, whose live frames are timed.
final class LiveBar {
  private let bar: PlayedBar
  private let scene: Scene
  private let renderer: GLESOutputRenderer
  private let context: GraphicsContext
  private(set) var frames: [(wall: Double, cpu: Double)] = []
  /// The costs of scenes that were drawn without a change of the background.
  private(set) var draws: [(wall: Double, cpu: Double)] = []

  private static let id = SurfaceID(0)

  /// Opens the bar with a scene on an output like that of another bar.
  init(showing scene: Scene, of other: PlayedBar, _ context: GraphicsContext) throws {
    let bar = PlayedBar(size: other.output, height: 40, scene: scene)
    self.scene = scene
    self.context = context
    self.bar = bar
    let renderer = try GLESOutputRenderer(context, output: bar.output) { _ in bar.text }
    self.renderer = renderer
    try renderer.openSurface(Self.id, window: nil, glass: bar.glass)
    try bar.show(0, nil, PixelRect(bar.output)) { try renderer.setBackground(.frame($0)) }
    _ = try renderer.draw(Self.id, scene)
  }

  /// Times the frame that follows a change of the background.
  func timeFrame(_ background: Int, _ region: PixelRect) throws {
    try bar.show(background, renderer.submitted(Self.id), region) { frame in
      context.finish()
      frames.append(
        try time {
          let told = try renderer.absorb(frame, damage: region, isTrial: false)
          precondition(told.hasMoved && told.validity[Self.id] == 1, "\(told)")
          _ = try renderer.draw(Self.id, scene)
          context.finish()
        })
    }
  }
  /// Times the frame that shows another scene with the same glass.
  func timeDraw(_ scene: Scene) throws {
    context.finish()
    draws.append(
      try time {
        _ = try renderer.draw(Self.id, scene)
        context.finish()
      })
  }
}
