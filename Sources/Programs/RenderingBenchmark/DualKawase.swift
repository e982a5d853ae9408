import Geometry
import Rendering
import RenderingGLES

/// The usual blur of compositors, in bytes: four passes down to half the size with five fetches,
/// and back with eight.
final class DualKawase {
  private let context: GraphicsContext
  private let source: Texture
  private let levels: [(texture: Texture, target: RenderTarget)]
  private let surface: RenderTarget
  private let surfaceRect: PixelRect

  /// Blurs `source`; the last pass covers only `surfaceRect` of it, and draws to `surface`.
  init(_ source: Texture, onto surface: RenderTarget, _ surfaceRect: PixelRect, in context: GraphicsContext)
    throws
  {
    self.context = context
    self.source = source
    self.surface = surface
    self.surfaceRect = surfaceRect
    var size = source.size
    levels = try (0..<4).map { _ in
      size = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
      let texture = try Texture("kawase", size, .byte4, in: context)
      return (texture, try RenderTarget([.init(texture)], in: context))
    }
  }

  func draw() throws {
    let down = try context.use(Self.down)
    var from = source
    for level in levels {
      pass(down, from, level.target, PixelRect(level.texture.size), level.texture.size)
      from = level.texture
    }
    let up = try context.use(Self.up)
    for level in levels.dropLast().reversed() {
      pass(up, from, level.target, PixelRect(level.texture.size), level.texture.size)
      from = level.texture
    }
    pass(up, from, surface, surfaceRect, source.size)
  }

  private func pass(
    _ program: ShaderProgram, _ from: Texture, _ target: RenderTarget, _ rect: PixelRect, _ size: PixelSize
  ) {
    program.bind("source", from, unit: 0)
    let texel = SIMD2(1 / Float(size.width), 1 / Float(size.height))
    program.set("texel", texel)
    program.set("reach", texel / 2)
    target.draw(rect)
  }

  private static let down = ProgramSource(
    name: "kawase-down",
    fragment: """
      uniform sampler2D source;
      uniform vec2 texel;
      uniform vec2 reach;
      out vec4 result;
      void main() {
        vec2 p = gl_FragCoord.xy * texel;
        vec4 sum = texture(source, p) * 4.0;
        sum += texture(source, p - reach) + texture(source, p + reach);
        sum += texture(source, p + vec2(reach.x, -reach.y)) + texture(source, p + vec2(-reach.x, reach.y));
        result = sum / 8.0;
      }
      """)

  private static let up = ProgramSource(
    name: "kawase-up",
    fragment: """
      uniform sampler2D source;
      uniform vec2 texel;
      uniform vec2 reach;
      out vec4 result;
      void main() {
        vec2 p = gl_FragCoord.xy * texel;
        vec4 sum = texture(source, p + vec2(-reach.x * 2.0, 0.0)) + texture(source, p + vec2(reach.x * 2.0, 0.0));
        sum += texture(source, p + vec2(0.0, reach.y * 2.0)) + texture(source, p + vec2(0.0, -reach.y * 2.0));
        sum += 2.0 * (texture(source, p + reach) + texture(source, p - reach));
        sum += 2.0 * (texture(source, p + vec2(reach.x, -reach.y)) + texture(source, p + vec2(-reach.x, reach.y)));
        result = sum / 12.0;
      }
      """)
}
