import Geometry
import Scenes
import Testing
import VisualEffects

@testable import LiveGlass

struct PaneRegionTests {
  /// Three sheets in one row, as one where they flow together.
  private static func row(gap: Int, radius: Double, distance: Double) -> Scene {
    let material = Material(name: "glass", isDark: true, blurRadius: 20, chain: .identity)
    var (x, nodes) = (5, [Node]())
    for width in [71, 50, 60] {
      let frame = PixelRect(x: x, y: 4, width: width, height: 33)
      nodes.append(.effect(EffectNode(frame: frame, material: material, corners: Corners(radius))))
      x += width + gap
    }
    return Scene(size: PixelSize(width: x + 5, height: 40), nodes: nodes).merged(within: distance)
  }

  private static func holds(_ rects: [PixelRect], _ x: Int, _ y: Int) -> Bool {
    rects.contains { $0.contains(PixelRect(x: x, y: y, width: 1, height: 1)) }
  }

  @Test(arguments: [(8, 10.0, 12.0), (20, 10, 8), (3, 16, 12)])
  func `the region of sheets that flow together is what they cover`(
    gap: Int, radius: Double, distance: Double
  ) throws {
    let scene = Self.row(gap: gap, radius: radius, distance: distance)
    let pane = try #require(scene.panes.first)
    #expect(scene.panes.count == 1 && pane.merging != nil)
    let coverage = GlassCoverage(scene.panes, size: scene.size)
    for (dividend, divisor) in [(1, 1), (5, 4), (3, 2), (2, 1), (11, 10)] {
      func physical(_ logical: Int) -> Range<Int> {
        let end = (logical + 1) * dividend + divisor - 1
        return logical * dividend / divisor..<end / divisor
      }
      let region = pane.logicalRows(scale: Double(dividend) / Double(divisor))
      var (count, wrong) = (0, [String]())
      for y in 0..<scene.size.height where physical(y).upperBound <= scene.size.height {
        for x in 0..<scene.size.width where physical(x).upperBound <= scene.size.width {
          let isCovered = physical(y).allSatisfy { line in
            physical(x).allSatisfy { coverage.coverage(x: $0, y: line) >= 128 }
          }
          if isCovered { count += 1 }
          if Self.holds(region, x, y) != isCovered { wrong.append("\(x), \(y)") }
        }
      }
      #expect(wrong == [], "\(dividend)/\(divisor)")
      // Rectangles that overlapped would have a larger area together.
      #expect(region.reduce(0) { $0 + $1.area } == count)
    }
  }

  @Test func `nothing is blurred between shapes that only reach for one another`() throws {
    let apart = try #require(Self.row(gap: 20, radius: 10, distance: 8).panes.first).logicalRows(scale: 1)
    #expect(Self.holds(apart, 74, 20) && !Self.holds(apart, 86, 20) && Self.holds(apart, 97, 20))
    let joined = try #require(Self.row(gap: 6, radius: 16, distance: 12).panes.first).logicalRows(scale: 1)
    #expect(Self.holds(joined, 79, 20) && !Self.holds(joined, 79, 4) && !Self.holds(joined, 5, 4))
  }

  @Test func `rows between the corners of one sheet are one rectangle`() throws {
    let pane = try #require(Self.row(gap: 6, radius: 8, distance: 0).panes.first)
    let rows = pane.logicalRows(scale: 1)
    #expect(rows.map(\.height).max() == 33 - 2 * 8)
    #expect(rows.first == PixelRect(x: 11, y: 4, width: 59, height: 1))
  }
}
