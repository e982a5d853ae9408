import Geometry
import Scenes
import Testing

@Suite struct LayerArrangementTests {
  static let output = LogicalRect(x: 0, y: 0, width: 1000, height: 500)

  static func frames(_ placements: [SurfacePlacement]) -> [LogicalRect] {
    zip(placements, LayerArrangement.areas(for: placements, in: output)).map { $0.frame(in: $1) }
  }

  @Test func `each exclusive zone leaves less for the next, and all for those without`() {
    var banner = SurfacePlacement(anchors: [.top, .right], width: 300, height: 60)
    banner.margins = .init(top: 8, right: 8)
    var dock = SurfacePlacement.strip(along: .left, thickness: 50)
    dock.margins.left = 5
    let frames = Self.frames([
      banner, .strip(along: .top, thickness: 30), .strip(along: .bottom, thickness: 20), dock,
    ])
    #expect(frames[0] == LogicalRect(x: 692, y: 38, width: 300, height: 60))
    #expect(frames[1] == LogicalRect(x: 0, y: 0, width: 1000, height: 30))
    #expect(frames[2] == LogicalRect(x: 0, y: 480, width: 1000, height: 20))
    #expect(frames[3] == LogicalRect(x: 5, y: 30, width: 50, height: 450))
  }

  @Test func `of two at one edge the first, or the last, is outside`() {
    let placements = [30, 20].map { SurfacePlacement.strip(along: .top, thickness: $0) }
    for (isNewestFirst, expected) in [(false, [0.0, 30]), (true, [20, 0])] {
      let areas = LayerArrangement.areas(for: placements, in: Self.output, isNewestFirst: isNewestFirst)
      #expect(areas.map(\.y) == expected)
    }
  }

  @Test func `higher layers are placed before lower ones`() {
    var high = SurfacePlacement.strip(along: .top, thickness: 10)
    high.layer = .overlay
    let frames = Self.frames([.strip(along: .top, thickness: 30), high])
    #expect(frames.map(\.y) == [10, 0])
  }

  @Test func `who ignores zones has all of the output`() {
    var over = SurfacePlacement(anchors: [.top, .left], width: 100, height: 100)
    over.exclusiveZone = -1
    #expect(Self.frames([.strip(along: .top, thickness: 30), over])[1].y == 0)
  }

  @Test func `a zone without an edge of its own takes nothing`() {
    var corner = SurfacePlacement(anchors: [.top, .left], width: 100, height: 100)
    corner.exclusiveZone = 100
    let frames = Self.frames([corner, .strip(along: .top, thickness: 30)])
    #expect(frames.map(\.y) == [0, 0])
  }

  @Test func `an output is overfull where a surface between two edges has less than nothing`() {
    func isOverfull(_ placements: SurfacePlacement...) -> Bool {
      LayerArrangement.isOverfull(placements, in: Self.output)
    }
    let (side, half) = (
      SurfacePlacement.strip(along: .left, thickness: 40), SurfacePlacement.strip(along: .top, thickness: 250)
    )
    var more = SurfacePlacement.strip(along: .bottom, thickness: 251)
    // Nothing is left of the output, but not less than that.
    #expect(!isOverfull(half, half, side) && !isOverfull(half, more))
    #expect(isOverfull(side, half, more) && isOverfull(half, more, side))
    #expect(!isOverfull(half, more, SurfacePlacement(anchors: [.top, .left], width: 10, height: 10)))
    more.margins.left = 1000
    #expect(!isOverfull(more))
    more.margins.right = 1
    #expect(isOverfull(more))
  }
}
