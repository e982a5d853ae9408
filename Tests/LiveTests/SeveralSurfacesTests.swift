import LiveGlass
import Loop
import Measures
import Scenes
import TestSupport
import Testing

extension LiveTests {
  @Suite struct SeveralSurfacesTests {
    /// A bar, another 8 px below it, and a banner 8 px below that.
    static var placements: [SurfacePlacement] {
      let bar = SurfacePlacement.strip(along: .top, thickness: 32)
      var second = SurfacePlacement(anchors: [.top, .left, .right], width: 0, height: 24)
      second.margins.top = 8
      var banner = SurfacePlacement(anchors: [.top, .right], width: 360, height: 80)
      banner.margins = .init(top: 40, right: 12)
      return [bar, second, banner]
    }
    static let frames = [
      PixelRect(x: 0, y: 0, width: 1280, height: 32), PixelRect(x: 0, y: 40, width: 1280, height: 24),
      PixelRect(x: 908, y: 72, width: 360, height: 80),
    ]

    @Test func `surfaces in each other's reach are each exact, and still`() throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      for placement in Self.placements {
        stage.output.open(placement, expecting: GlassStage.material, content: GlassStage.sheet())
      }
      let shown = try stage.settle()
      #expect(stage.output.surfaces.map(\.frame) == Self.frames)
      for frame in Self.frames {
        let difference = PictureDifference(shown.cropped(to: frame), GlassStage.expected(in: frame))
        #expect(difference.mean <= 1 && difference.max <= 4, "\(frame): \(difference)")
      }
      // Nothing moves: nothing is drawn, nothing captured.
      let (commits, captures) = (stage.counts, stage.output.statistics.captures)
      _ = stage.loop.run(for: .seconds(1)) { false }
      #expect(stage.counts == commits && stage.output.statistics.captures == captures)
    }

    @Test func `opening, moving and closing one leaves the others alone`() throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      stage.output.open(Self.placements[0], expecting: GlassStage.material, content: GlassStage.sheet())
      let before = try stage.settle().cropped(to: Self.frames[0])
      func check(_ what: String) throws {
        let difference = PictureDifference(
          try stage.client.capture(Self.frames[0]), ReferencePicture(before))
        #expect(difference.mean <= 0.5 && difference.max <= 3, "\(what): \(difference)")
      }
      let banner = stage.output.open(Self.placements[2], content: GlassStage.sheet())
      try stage.run("the banner") {
        try check("opening")
        return banner.phase == .watching
      }
      banner.placement.margins.top = 60
      let moved = Self.frames[2].offset(x: 0, y: 20)
      try stage.run("the move") {
        try check("moving")
        return banner.frame == moved
      }
      let shown = try stage.settle()
      let difference = PictureDifference(shown.cropped(to: moved), GlassStage.expected(in: moved))
      #expect(difference.mean <= 1 && difference.max <= 4, "\(difference)")
      banner.close()
      for _ in 0..<10 {
        _ = stage.loop.run(for: .milliseconds(20)) { false }
        try check("closing")
      }
      #expect(try stage.settle().cropped(to: moved) == GlassStage.wallpaper.cropped(to: moved))
    }
  }
}
