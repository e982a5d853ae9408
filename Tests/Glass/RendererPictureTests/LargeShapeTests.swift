import Geometry
import Rendering
import Scenes
import Testing
import VisualEffects

@testable import RenderingGLES

/// Shapes that are larger than the largest texture of coverage.
@Suite(.serialized) struct LargeShapeTests {
  private nonisolated static let frame = PixelRect(x: 3, y: 2, width: 180, height: 90)
  private nonisolated static let shapes = [
    Shape(frame: frame, corners: Corners(45)), Shape(frame: frame, corners: Corners(12)),
    Shape(
      frame: frame, corners: Corners(20),
      merging: Merging(
        [(0, 80), (92, 88)].map { x, width in
          .init(frame: PixelRect(x: x, y: 0, width: width, height: 90), corners: Corners(20))
        }, distance: 30)),
  ]

  @Test(arguments: shapes) func `a shape is painted the same in parts`(shape: Shape) throws {
    let context = try unsafe GraphicsContext(display: nil)
    defer { context.destroy() }
    let surface = PixelRect(x: 0, y: 0, width: 200, height: 100)
    /// The colours of the shape, its line and its shadow, painted with textures whose sides have no more than `longestSide` pixels; nil:
    /// one texture has room for each of them.
    func painted(_ longestSide: Int?) throws -> [SIMD4<Float>] {
      let painter = NodePainter(
        surface, rasterise: { OffScreen.ink(for: $0) }, in: context, longestSide: longestSide)
      let canvas = try PaintCanvas(surface, .float4, in: context)
      defer {
        canvas.destroy()
        painter.destroy()
      }
      canvas.clear([surface])
      let shadow = Shadow(sigma: 4, offsetX: 0, offsetY: 3, colour: [0, 0, 0, 0.5])
      try painter.paint(shadow, of: shape, 1, in: [surface], on: canvas, covers: [])
      let fill = InkFigures(.colour([0.2, 0.4, 0.6, 0.8]), nil, isText: false)
      try painter.paint(
        .shape(Clip(frame: shape.frame, corners: shape.corners, mask: nil, merging: shape.merging)), fill,
        in: [surface], on: canvas, nil)
      let line = try painter.textures.line(of: shape, width: 1.5, .all)
      try painter.paint([1, 1, 1, 0.5], line, in: [surface], on: canvas)
      if let longestSide {
        let sides = try [
          line,
          painter.textures.coverage(
            of: Clip(frame: shape.frame, corners: shape.corners, mask: nil, merging: shape.merging)),
        ]
        .flatMap(\.pieces).map { max($0.texture.size.width, $0.texture.size.height) }
        #expect(sides.count > 2 && sides.allSatisfy { $0 <= longestSide })
      }
      return canvas.target.readColours(surface)
    }
    #expect(try painted(32) == painted(nil))
  }
}
