import Geometry
import Scenes
import Testing

@Suite struct SurfacePlacementTests {
  static let output = LogicalRect(x: 0, y: 0, width: 1281, height: 720)

  @Test(arguments: [
    (1281.0, 32.0, LogicalRect(x: 0, y: 0, width: 1281, height: 32)),
    // Mir's first event, before it has placed the surface.
    (0, 32, LogicalRect(x: 0, y: 0, width: 1281, height: 32)),
    (1000, 0, LogicalRect(x: 0, y: 0, width: 1000, height: 30)),
    (0, 0, LogicalRect(x: 0, y: 0, width: 1281, height: 30)),
  ])
  func `a side that the compositor leaves to us has the expected length`(
    width: Double, height: Double, expected: LogicalRect
  ) {
    let placement = SurfacePlacement.strip(along: .top, thickness: 30)
    let size = LogicalSize(width: width, height: height)
    #expect(placement.frame(in: Self.output, answering: size) == expected)
  }

  static let held: [(SurfacePlacement.Edges, Double, Double)] = [
    ([.top, .left], 20, 10), ([.top, .right], 1141, 10), ([.bottom, .left], 20, 639),
    ([.bottom, .right], 1141, 639),
    // In the middle of an edge, or of all: halves rounded down, margins of other edges without meaning.
    ([.top], 590, 10), ([], 590, 335), ([.left], 20, 335),
  ]

  @Test(arguments: held)
  func `a surface of a fixed size is held by its anchors`(
    anchors: SurfacePlacement.Edges, x: Double, y: Double
  ) {
    var placement = SurfacePlacement(anchors: anchors, width: 100, height: 51)
    placement.margins = .init(top: 10, right: 40, bottom: 30, left: 20)
    #expect(placement.frame(in: Self.output) == LogicalRect(x: x, y: y, width: 100, height: 51))
  }

  @Test func `between two anchors the margins shorten it`() {
    var placement = SurfacePlacement.strip(along: .left, thickness: 40)
    placement.margins = .init(top: 10, right: 99, bottom: 20, left: 5)
    #expect(placement.frame(in: Self.output) == LogicalRect(x: 5, y: 10, width: 40, height: 690))
  }

  @Test(
    arguments: [
      (height: 32, margin: 0, length: 0), (height: 20, margin: 12, length: 0),
      (height: 40, margin: 8, length: 300), (height: 64, margin: 0, length: 101),
    ], [SurfacePlacement.Edges.top, .bottom, .left, .right])
  func `a place for both contains both, and keeps free what the second does`(
    first: (height: Int, margin: Int, length: Int), edge: SurfacePlacement.Edges
  ) throws {
    let area = LogicalRect(x: 10, y: 20, width: 1001, height: 700)
    for second in [(32, 0, 0), (50, 6, 0), (24, 4, 350)] {
      let (one, other) = (
        Self.strip(edge, first.height, first.margin, first.length),
        Self.strip(edge, second.0, second.1, second.2)
      )
      let both = try #require(one.covering(other))
      let frame = both.frame(in: area)
      for part in [one.frame(in: area), other.frame(in: area)] {
        #expect(frame.x <= part.x && frame.y <= part.y && frame.maxX >= part.maxX && frame.maxY >= part.maxY)
      }
      #expect(
        LayerArrangement.areas(for: [both, one], in: area)[1]
          == LayerArrangement.areas(for: [other, one], in: area)[1])
    }
  }

  @Test func `there is no place for both at two edges, or on two layers`() {
    let top = SurfacePlacement.strip(along: .top, thickness: 30)
    #expect(top.covering(.strip(along: .bottom, thickness: 30)) == nil)
    #expect(top.covering(.strip(along: .left, thickness: 30)) == nil)
    var above = top
    above.layer = .overlay
    #expect(top.covering(above) == nil)
    #expect(top.covering(top) == top)
  }

  private static func strip(
    _ edge: SurfacePlacement.Edges, _ height: Int, _ margin: Int, _ length: Int
  ) -> SurfacePlacement {
    var strip = SurfacePlacement.strip(along: edge, thickness: height)
    if length > 0 {
      strip.anchors = edge
      if edge == .top || edge == .bottom { strip.width = length } else { strip.height = length }
    }
    strip.margins = .init(top: margin, right: margin, bottom: margin, left: margin)
    return strip
  }
}
