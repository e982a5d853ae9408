import Geometry
import TestSupport
import Testing

@Suite struct OutputTransformTests {
  /// The places in the panel of the top left pixel of an upright picture of 5 × 3, and of the pixel to its right.
  nonisolated struct Case: Sendable {
    var transform: OutputTransform
    var origin: SIMD2<Int>
    var next: SIMD2<Int>
  }

  static let cases = [
    Case(transform: .normal, origin: [0, 0], next: [1, 0]),
    // The panel hangs turned counter-clockwise: its first row is the picture's right edge.
    Case(transform: .rotated90, origin: [0, 4], next: [0, 3]),
    Case(transform: .rotated180, origin: [4, 2], next: [3, 2]),
    Case(transform: .rotated270, origin: [2, 0], next: [2, 1]),
    Case(transform: .flipped, origin: [4, 0], next: [3, 0]),
    Case(transform: .flipped90, origin: [0, 0], next: [0, 1]),
    Case(transform: .flipped180, origin: [0, 2], next: [1, 2]),
    Case(transform: .flipped270, origin: [2, 4], next: [2, 3]),
  ]

  @Test(arguments: cases) func `pixels go where the panel shows them`(_ test: Case) {
    let map = test.transform.panelMap(from: PixelSize(width: 5, height: 3))
    let (origin, next) = (map.place(x: 0, y: 0), map.place(x: 1, y: 0))
    #expect(SIMD2(origin.x, origin.y) == test.origin)
    #expect(SIMD2(next.x, next.y) == test.next)
  }

  @Test(arguments: OutputTransform.allCases) func `rectangles go where their pixels go, and back`(
    _ transform: OutputTransform
  ) {
    var random = DailySeeds.generator
    for _ in 0..<200 {
      let size = PixelSize(
        width: Int.random(in: 1...40, using: &random), height: Int.random(in: 1...40, using: &random))
      let rect = part(of: PixelRect(size), &random)
      let panel = transform.panelRect(of: rect, in: size)
      let map = transform.panelMap(from: size)
      let corners = [(rect.x, rect.y), (rect.maxX - 1, rect.maxY - 1)].map { map.place(x: $0.0, y: $0.1) }
      #expect(corners.map(\.x).min() == panel.x && corners.map(\.x).max() == panel.maxX - 1)
      #expect(corners.map(\.y).min() == panel.y && corners.map(\.y).max() == panel.maxY - 1)
      #expect(PixelRect(transform.turned(size)).contains(panel))
      #expect(transform.uprightRect(of: panel, on: transform.turned(size)) == rect)
    }
  }
}

func part(of whole: PixelRect, _ random: inout SplitMix) -> PixelRect {
  let x = Int.random(in: whole.x..<whole.maxX, using: &random)
  let y = Int.random(in: whole.y..<whole.maxY, using: &random)
  return PixelRect(
    x: x, y: y, width: Int.random(in: 1...whole.maxX - x, using: &random),
    height: Int.random(in: 1...whole.maxY - y, using: &random))
}
