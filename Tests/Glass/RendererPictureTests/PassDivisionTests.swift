import Geometry
import TestSupport
import Testing

@testable import Rendering
@testable import RenderingGLES

/// Divisions into passes that are drawn one over the other.
struct PassDivisionTests {
  @Test(arguments: DailySeeds.first(100) as [UInt64])
  func `each block is measured last by the pass for its kind`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let blocks = PixelRect(x: 3, y: -2, width: 24, height: 9)
    var parts = [blocks]
    func cut(_ count: Int) -> [PixelRect] {
      let cuts = (0..<count).map { _ in rect(&random, in: blocks) }
      let taken = cuts.flatMap { cut in parts.map { $0.intersection(cut) } }.distinct
      parts = parts.flatMap { $0.subtracting(taken) }
      return taken
    }
    let (whole, bare) = (cut(3), cut(2))
    let shared = (0..<2).map { _ in rect(&random, in: blocks.outset(by: 2)) }
    let passes = BlockPasses(over: blocks, whole: whole, bare: bare, shared: shared).all
    for y in blocks.y..<blocks.maxY {
      for x in blocks.x..<blocks.maxX {
        func isIn(_ rects: [PixelRect]) -> Bool { rects.contains { $0.contains(x: x, y: y) } }
        let expected: MeasurementShaders.BlockKind =
          isIn(shared) ? .shared : isIn(whole) ? .whole : isIn(bare) ? .bare : .edge
        #expect(passes.last { isIn($0.rects) }?.kind == expected, "\(x), \(y)")
      }
    }
    #expect(passes.allSatisfy { $0.rects.allSatisfy { blocks.contains($0) && !$0.isEmpty } })
  }

  @Test(arguments: DailySeeds.first(100) as [UInt64])
  func `pixels of a canvas are taken by the right pass, and none outside of what is drawn`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let drawn = [PixelRect(x: 0, y: 0, width: 40, height: 24), PixelRect(x: 48, y: 4, width: 32, height: 16)]
    let rects = drawn.flatMap { all in all.subtracting([rect(&random, in: all)]) }
    let blocks = [PixelRect(x: 8, y: 4, width: 24, height: 16), PixelRect(x: 52, y: 8, width: 24, height: 8)]
    let division = CanvasDivision(of: rects, drawn: drawn, by: blocks)
    for (y, x) in (0..<24).flatMap({ y in (0..<80).map { (y, $0) } }) {
      func isIn(_ rects: [PixelRect]) -> Bool { rects.contains { $0.contains(x: x, y: y) } }
      #expect(isIn(division.whole) == (isIn(rects) && isIn(blocks)), "\(x), \(y)")
      if isIn(rects), !isIn(blocks) { #expect(isIn(division.rest), "\(x), \(y)") }
      if isIn(division.rest) { #expect(isIn(drawn), "\(x), \(y)") }
    }
    #expect(division.divides(rects, drawn: drawn, by: blocks))
    #expect(!division.divides(Array(rects.dropLast()), drawn: drawn, by: blocks))
    #expect(!division.divides(rects, drawn: [drawn[0]], by: blocks))
    #expect(!division.divides(rects, drawn: drawn, by: []))
  }

  private func rect(_ random: inout SplitMix, in bounds: PixelRect) -> PixelRect {
    PixelRect(
      x: .random(in: bounds.x..<bounds.maxX, using: &random),
      y: .random(in: bounds.y..<bounds.maxY, using: &random),
      width: .random(in: 1...12, using: &random), height: .random(in: 1...6, using: &random)
    )
    .intersection(bounds)
  }
}
