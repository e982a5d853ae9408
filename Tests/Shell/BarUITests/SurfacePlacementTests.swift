import BarUI
import Geometry
import Scenes
import Settings
import Testing

@Suite struct SurfacePlacementTests {
  @Test(
    arguments: [
      (OutputEdge.top, [.top, .left, .right], 0, 30), (.bottom, [.bottom, .left, .right], 0, 30),
      (.left, [.left, .top, .bottom], 30, 0), (.right, [.right, .top, .bottom], 30, 0),
    ] as [(OutputEdge, SurfacePlacement.Edges, Int, Int)])
  func `the bar keeps its edge free of windows`(
    edge: OutputEdge, anchors: SurfacePlacement.Edges, width: Int, height: Int
  ) {
    var bar = BarSettings()
    bar.edge = edge
    bar.height = 30
    let placement = SurfacePlacement(bar) { $0 }
    #expect(placement.anchors == anchors)
    #expect(placement.width == width && placement.height == height && placement.exclusiveZone == 30)
  }

  @Test(arguments: [OutputEdge.top, .bottom, .left, .right])
  func `windows keep the margin of the bar on the side that faces them`(edge: OutputEdge) {
    var bar = BarSettings()
    (bar.edge, bar.height) = (edge, 30)
    (bar.marginTop, bar.marginRight, bar.marginBottom, bar.marginLeft) = (1, 2, 3, 4)
    let far: [OutputEdge: Int] = [.top: 3, .bottom: 1, .left: 2, .right: 4]
    #expect(SurfacePlacement(bar) { $0 }.exclusiveZone == 30 + (far[edge] ?? 0))
  }

  @Test func `a floating bar has its length, its margins and its layer, all on whole pixels`() {
    var bar = BarSettings()
    (bar.edge, bar.height, bar.length, bar.marginBottom, bar.layer) = (.bottom, 33, 401, 9, .overlay)
    bar.isExclusive = false
    let placement = SurfacePlacement(bar) { $0 / 2 * 2 }
    #expect(placement.anchors == .bottom)
    #expect(placement.width == 400 && placement.height == 32 && placement.exclusiveZone == 0)
    #expect(placement.margins == SurfacePlacement.Margins(bottom: 8))
    #expect(placement.layer == .overlay)
  }

  @Test func `the surface of a floating bar has room for its shadow within its margins`() {
    var bar = BarSettings()
    (bar.height, bar.cornerRadius, bar.marginTop, bar.marginLeft, bar.marginRight) = (30, 12, 10, 6, 100)
    #expect(bar.outset == SurfacePlacement.Margins(top: 8, right: 36, bottom: 44, left: 4))
    let placement = SurfacePlacement(bar) { $0 }
    #expect(placement.height == 30 + 8 + 44 && placement.width == 0)
    #expect(placement.margins == SurfacePlacement.Margins(top: 2, right: 64, bottom: 0, left: 2))
    // The compositor adds the margin: all that is kept free is the bar with its own margin.
    #expect(placement.exclusiveZone + placement.margins.top == 30 + 10)
    let surface = PixelRect(x: 2, y: 2, width: 1000, height: 82)
    #expect(bar.outset.inner(surface, scale: 1) == PixelRect(x: 6, y: 10, width: 960, height: 30))
    #expect(bar.outset.inner(surface, scale: 1.25).y == 2 + 10)
    bar.length = 400
    #expect(SurfacePlacement(bar) { $0 }.width == 400 + 2 * 36)
    bar.marginTop = 0
    #expect(bar.outset == SurfacePlacement.Margins(), "a bar at the edge casts no shadow")
    (bar.marginTop, bar.cornerRadius) = (10, 0)
    #expect(bar.outset == SurfacePlacement.Margins(), "a bar with square corners casts none")
    (bar.glass, bar.edge, bar.marginBottom, bar.length) = (.modules, .bottom, 20, nil)
    #expect(bar.outset == SurfacePlacement.Margins(top: 28, right: 36, bottom: 20, left: 4))
  }
}
