import Measures
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
}
