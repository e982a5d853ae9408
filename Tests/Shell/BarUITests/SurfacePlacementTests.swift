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
    // The surface reaches the edge, so that the compositor adds no margin there.
    let both = edge.isLevel ? 1 + 3 : 2 + 4
    #expect(SurfacePlacement(bar) { $0 }.exclusiveZone == 30 + both)
  }

  @Test func `a floating bar has its length, its margins and its layer, all on whole pixels`() {
    var bar = BarSettings()
    (bar.edge, bar.height, bar.length, bar.marginBottom, bar.layer) = (.bottom, 33, 401, 9, .overlay)
    bar.isExclusive = false
    let placement = SurfacePlacement(bar) { $0 / 2 * 2 }
    #expect(placement.anchors == .bottom)
    #expect(placement.width == 400 && placement.height == 32 + 8 && placement.exclusiveZone == 0)
    #expect(placement.margins == SurfacePlacement.Margins())
    #expect(placement.layer == .overlay)
  }

  @Test func `the surface of a floating bar has room for its shadow within its margins`() {
    var bar = BarSettings()
    (bar.height, bar.cornerRadius, bar.marginTop, bar.marginLeft, bar.marginRight) = (30, 12, 10, 6, 100)
    var outset: SurfacePlacement.Margins { bar.outset { $0 } }
    #expect(outset == SurfacePlacement.Margins(top: 10, right: 36, bottom: 44, left: 6))
    let placement = SurfacePlacement(bar) { $0 }
    #expect(placement.height == 30 + 10 + 44 && placement.width == 0)
    #expect(placement.margins == SurfacePlacement.Margins(top: 0, right: 64, bottom: 0, left: 0))
    // The compositor adds the margin: all that is kept free is the bar with its own margin.
    #expect(placement.exclusiveZone + placement.margins.top == 30 + 10)
    let surface = PixelRect(x: 0, y: 0, width: 1000, height: 84)
    #expect(outset.inner(surface, scale: 1) == PixelRect(x: 6, y: 10, width: 958, height: 30))
    bar.length = 400
    #expect(SurfacePlacement(bar) { $0 }.width == 400 + 2 * 36)
    bar.marginTop = 0
    #expect(outset == SurfacePlacement.Margins(), "a bar at the edge casts no shadow")
    (bar.marginTop, bar.cornerRadius) = (10, 0)
    #expect(outset == SurfacePlacement.Margins(top: 10), "a bar with square corners casts none")
    (bar.glass, bar.edge, bar.marginBottom, bar.length) = (.modules, .bottom, 20, nil)
    #expect(outset == SurfacePlacement.Margins(top: 28, right: 36, bottom: 20, left: 6))
  }

  @Test(arguments: [1.0, 1.2, 1.25, 1.5, 1.75, 2])
  func `the surface of a floating bar starts and ends on whole pixels`(scale: Double) {
    let geometry = OutputGeometry(
      mode: PixelSize(width: 3000, height: 2000), transform: .normal, scale: scale)
    var bar = BarSettings()
    bar.cornerRadius = 12
    for margin in 5...50 {
      (bar.marginTop, bar.marginLeft, bar.marginRight) = (margin, margin, margin)
      let placement = SurfacePlacement(bar) { geometry.snapped($0, slack: 2) }
      let outset = bar.outset { geometry.snapped($0, slack: 2) }
      let lengths = [
        placement.height, placement.margins.left, placement.margins.right, outset.top, outset.left,
      ]
      for length in lengths {
        let pixels = Double(length) * scale
        #expect(abs(pixels - pixels.rounded()) < 0.001, "\(length) at a margin of \(margin)")
      }
    }
  }

  @Test(arguments: [10, 40], OutputEdge.allCases)
  func `the surface of a bar reaches the edge of the screen, from which it slides in`(
    margin: Int, edge: OutputEdge
  ) {
    var bar = BarSettings()
    (bar.edge, bar.height) = (edge, 30)
    (bar.marginTop, bar.marginRight, bar.marginBottom, bar.marginLeft) = (margin, margin, margin, margin)
    for radius in [0, 12] {
      bar.cornerRadius = radius
      let margins = SurfacePlacement(bar) { $0 }.margins
      let room = bar.outset { $0 }
      let atEdge =
        switch edge {
        case .top: (margins.top, room.top)
        case .right: (margins.right, room.right)
        case .bottom: (margins.bottom, room.bottom)
        case .left: (margins.left, room.left)
        }
      #expect(atEdge.0 == 0 && atEdge.1 == margin)
    }
  }
}
