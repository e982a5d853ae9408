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
}
