import Geometry
import Testing

@testable import Rendering
@testable import RenderingGLES

/// Several rectangles that are drawn by one call.
@Suite(.serialized) struct ProgramPipelineTests {
  private nonisolated static let size = PixelSize(width: 1920, height: 40)
  private nonisolated static let places: [[(x: Int, y: Int, width: Int, height: Int)]] = [
    // Rectangles of the same rows, within the surface and up to its corners.
    [(8, 4, 320, 32), (860, 4, 200, 32), (1512, 4, 400, 32)],
    [(0, 0, 1, 40), (1, 0, 1918, 40), (1919, 0, 1, 40)],
    [(3, 39, 5, 1), (9, 39, 1911, 1)], [(0, 0, 7, 1), (8, 0, 333, 1)],
    // More than one call has, each beside the next.
    (0..<70).map { ($0 * 27, 13, 27, 9) },
    // Rectangles of other rows.
    [(8, 4, 320, 32), (860, 5, 200, 32)], [(8, 4, 320, 32), (860, 4, 200, 31)],
  ]
  private nonisolated static let cases = places.map {
    $0.map { PixelRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height) }
  }

  @Test(arguments: cases) func `each pixel of rectangles is drawn once`(rects: [PixelRect]) throws {
    let context = try unsafe GraphicsContext(display: nil)
    defer { context.destroy() }
    try #require(context.pipeline != nil)
    let canvas = try PaintCanvas(PixelRect(Self.size), .float4, in: context)
    defer { canvas.destroy() }
    // The colour of each fragment has an alpha of 0, so that blending adds it to that of the canvas.
    let place = ProgramSource(
      name: "place",
      fragment: """
        out vec4 result;
        void main() { result = vec4(gl_FragCoord.xy, 1.0, 0.0); }
        """)
    _ = try context.use(place)
    canvas.blend(rects)
    var expected = [SIMD4<Float>](repeating: .zero, count: PixelRect(Self.size).area)
    for rect in rects {
      for y in rect.y..<rect.maxY {
        for x in rect.x..<rect.maxX {
          expected[y * Self.size.width + x] = [Float(x) + 0.5, Float(y) + 0.5, 1, 0]
        }
      }
    }
    let drawn = canvas.target.readColours(PixelRect(Self.size))
    let firstWrong = expected.indices.first { drawn[$0] != expected[$0] }
    #expect(firstWrong == nil)
  }
}
