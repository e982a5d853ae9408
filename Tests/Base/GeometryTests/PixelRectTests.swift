import Geometry
import TestSupport
import Testing

@Suite struct PixelRectTests {
  @Test(arguments: DailySeeds.first(300) as [Int]) func `set operations agree with counting pixels`(seed: Int)
  {
    var random = SplitMix(seed: UInt64(seed))
    let a = rect(&random)
    let b = rect(&random)
    let common = pixels(a).intersection(pixels(b))
    #expect(pixels(a.intersection(b)) == common)
    #expect(a.intersects(b) == !common.isEmpty)
    #expect(a.contains(b) == pixels(a).isSuperset(of: pixels(b)))
    #expect(a.area == pixels(a).count)
    #expect(pixels(a.union(b)).isSuperset(of: pixels(a).union(pixels(b))))
    #expect(a.intersection(b) == b.intersection(a) || common.isEmpty)
  }

  @Test(arguments: DailySeeds.first(100) as [Int]) func `the union is the smallest around both`(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let a = rect(&random)
    let b = rect(&random)
    let all = pixels(a).union(pixels(b))
    let union = a.union(b)
    guard !all.isEmpty else { return #expect(union.isEmpty) }
    #expect(union.x == all.map(\.x).min() && union.maxX == all.map(\.x).max().map { $0 + 1 })
    #expect(union.y == all.map(\.y).min() && union.maxY == all.map(\.y).max().map { $0 + 1 })
  }

  @Test(arguments: DailySeeds.first(100) as [Int]) func `what is left of a rectangle has no pixel of others`(
    seed: Int
  ) {
    var random = SplitMix(seed: UInt64(seed))
    let whole = rect(&random)
    let others = (0..<5).map { _ in rect(&random) }
    let rest = whole.subtracting(others)
    #expect(pixels(rest) == pixels(whole).subtracting(pixels(others)))
    #expect(area(rest) == pixels(rest).count && rest.allSatisfy { !$0.isEmpty })
  }

  @Test(arguments: DailySeeds.first(100) as [Int], [0, 6])
  func `joined rectangles contain the same pixels, and few others`(seed: Int, most: Int) {
    var random = SplitMix(seed: UInt64(seed))
    // Parts of one rectangle, none of which overlap.
    let parts = rect(&random).subtracting((0..<4).map { _ in rect(&random) })
    let joined = parts.joined(adding: most)
    #expect(joined.count <= parts.count && pixels(joined).isSuperset(of: pixels(parts)))
    #expect(pixels(joined).count <= area(parts) + most * (parts.count - joined.count))
    if most == 0 { #expect(pixels(joined) == pixels(parts) && area(joined) == area(parts)) }
  }

  @Test func `rectangles are joined where that adds no more pixels than permitted`() {
    let rects = [PixelRect(x: 0, y: 0, width: 4, height: 1), PixelRect(x: 2, y: 1, width: 2, height: 1)]
    #expect(rects.joined() == rects && rects.joined(adding: 1) == rects)
    #expect(rects.joined(adding: 2) == [PixelRect(x: 0, y: 0, width: 4, height: 2)])
    #expect(
      [PixelRect(x: 0, y: 0, width: 4, height: 1), PixelRect(x: 0, y: 1, width: 4, height: 2)].joined()
        == [PixelRect(x: 0, y: 0, width: 4, height: 3)])
  }

  @Test(arguments: DailySeeds.first(100) as [Int], [1, 4, 8]) func `aligning grows to the nearest multiples`(
    seed: Int, step: Int
  ) {
    var random = SplitMix(seed: UInt64(seed))
    let rect = rect(&random)
    let aligned = rect.aligned(to: step)
    #expect(aligned.contains(rect))
    guard !rect.isEmpty else { return #expect(aligned.isEmpty) }
    for edge in [aligned.x, aligned.y, aligned.maxX, aligned.maxY] { #expect(edge % step == 0) }
    #expect(rect.x - aligned.x < step && aligned.maxX - rect.maxX < step)
    #expect(rect.y - aligned.y < step && aligned.maxY - rect.maxY < step)
  }

  @Test(arguments: [(7, 4, 4), (8, 4, 8), (-1, 4, -4), (-4, 4, -4), (-5, 4, -8), (0, 4, 0)])
  func `flooring goes down, also below zero`(number: Int, step: Int, expected: Int) {
    #expect(number.flooredToMultiple(of: step) == expected)
  }

  @Test func `outset grows every side and shrinks below zero`() {
    let rect = PixelRect(x: 2, y: 3, width: 4, height: 5)
    #expect(rect.outset(by: 2) == PixelRect(x: 0, y: 1, width: 8, height: 9))
    #expect(rect.outset(by: -2).isEmpty)
    #expect(rect.offset(x: -2, y: 1) == PixelRect(x: 0, y: 4, width: 4, height: 5))
  }

  private struct Pixel: Hashable {
    var x: Int
    var y: Int
  }

  private func rect(_ random: inout SplitMix) -> PixelRect {
    PixelRect(
      x: .random(in: -9..<9, using: &random), y: .random(in: -9..<9, using: &random),
      width: .random(in: 0..<9, using: &random), height: .random(in: 0..<9, using: &random))
  }

  private func area(_ rects: [PixelRect]) -> Int { rects.map(\.area).reduce(0, +) }

  private func pixels(_ rects: [PixelRect]) -> Set<Pixel> { Set(rects.flatMap(pixels)) }

  private func pixels(_ rect: PixelRect) -> Set<Pixel> {
    guard !rect.isEmpty else { return [] }
    return Set((rect.y..<rect.maxY).flatMap { y in (rect.x..<rect.maxX).map { Pixel(x: $0, y: y) } })
  }
}
