import Geometry
import HeadlessSession
import Loop
import Scenes
import TestSupport
import Testing
import VisualEffects
import Wayland

@testable import LiveGlass

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
      try stage.waitUntilNothingHappens()
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
      let bare = GlassStage.wallpaper.cropped(to: Self.frames[2])
      try stage.run("the banner") {
        try check("opening")
        let shown = try stage.client.capture(Self.frames[2])
        // From the first frame on it is right.
        if shown != bare {
          let difference = PictureDifference(shown, GlassStage.expected(in: Self.frames[2]))
          #expect(difference.mean <= 1 && difference.max <= 6, "\(difference)")
        }
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
        stage.loop.serveForAMoment()
        try check("closing")
      }
      #expect(try stage.settle().cropped(to: moved) == GlassStage.wallpaper.cropped(to: moved))
    }

    @Test func `rounded corners are exact`() throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      let radius = 24.0
      stage.output.open(
        Self.placements[2], expecting: GlassStage.material,
        content: GlassStage.sheet(corners: Corners(radius)))
      let shown = try stage.settle()
      let frame = stage.output.surfaces[0].frame
      let pane = Pane(
        frame: PixelRect(frame.size), material: GlassStage.material, corners: Corners(radius))
      let coverage = GlassCoverage([pane], size: frame.size)
      let glass = GlassStage.expected(in: frame)
      let behind = ReferencePicture(GlassStage.wallpaper.cropped(to: frame))
      var (worst, sum) = (0.0, 0.0)
      for y in 0..<frame.height {
        for x in 0..<frame.width {
          let share = Double(coverage.coverage(x: x, y: y)) / 255
          let index = y * frame.width + x
          for channel in 0..<3 {
            let wanted = glass.planes[channel][index] * share + behind.planes[channel][index] * (1 - share)
            let pixel = ((frame.y + y) * GlassStage.size.width + frame.x + x) * 4 + channel
            let off = abs(Double(shown.bytes[pixel]) - wanted)
            sum += off
            // Only the mean of its block is known of a partly covered pixel.
            if share == 1 || share == 0 { worst = max(worst, off) } else { #expect(off <= 16, "\(x), \(y)") }
          }
        }
      }
      #expect(worst <= 4 && sum / Double(frame.width * frame.height * 3) <= 1, "max \(worst)")
    }

    @Test func `one that lies over another is live, and so is that below it`() throws {
      let stage = try GlassStage(
        swayRules: "for_window [app_id=\"moving\"] floating enable, move absolute position 800 0")
      defer { stage.stop() }
      let bar = stage.output.open(
        Self.placements[0], expecting: GlassStage.material, content: GlassStage.sheet())
      var near = Self.placements[2]
      near.margins.top = 20
      near.exclusiveZone = -1
      let banner = stage.output.open(near, expecting: GlassStage.material, content: GlassStage.sheet())
      // The visible parts of the bar beside the banner, and the banner.
      let seen = [
        PixelRect(x: 0, y: 0, width: 1280, height: 20), PixelRect(x: 0, y: 20, width: 908, height: 12),
        PixelRect(x: 1268, y: 20, width: 12, height: 12), PixelRect(x: 908, y: 20, width: 360, height: 80),
      ]
      func expectExact(over background: Bitmap) throws {
        let shown = try stage.settle()
        for part in seen {
          let difference = PictureDifference(
            shown.cropped(to: part), GlassStage.expected(over: background, in: part))
          #expect(difference.mean <= 1 && difference.max <= 4, "\(part): \(difference)")
        }
        try stage.waitUntilNothingHappens()
      }
      try expectExact(over: GlassStage.wallpaper)
      let size = PixelSize(width: 400, height: 200)
      let pattern = TestPictures.desktop(PixelSize(width: 1200, height: 200), seed: 5)
      func picture(_ number: Int) -> Bitmap {
        pattern.cropped(to: PixelRect(x: number * 67 % 800, y: 0, width: size.width, height: size.height))
      }
      let window = try stage.client.showWindow(picture(0), appID: "moving")
      let (before, count) = (stage.counts, 12)
      for number in 1...count {
        let drawn = stage.counts
        try window.showAndWait(picture(number))
        try stage.run("a new picture of both") { zip(stage.counts, drawn).allSatisfy { $0 > $1 } }
      }
      #expect(zip(stage.counts, before).allSatisfy { $0 - $1 >= count })
      var background = GlassStage.wallpaper
      background.draw(picture(count), x: 800, y: 0)
      try expectExact(over: background)
      #expect(stage.messages.allSatisfy { !$0.contains("overlap") && !$0.contains("PixelRect") })
      // Frozen, it is seen as it was, and what is below it comes back when it goes.
      banner.freeze()
      try stage.run("the freezing") { banner.phase == .frozen && bar.phase == .watching }
      banner.thaw()
      try expectExact(over: background)
      banner.close()
      let alone = try stage.settle()
      let difference = PictureDifference(
        alone.cropped(to: bar.frame), GlassStage.expected(over: background, in: bar.frame))
      #expect(difference.mean <= 1 && difference.max <= 4, "\(difference)")
    }

    @Test func `bars at all four edges that touch at their corners are all live`() throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      for (edge, thickness) in [(SurfacePlacement.Edges.top, 33), (.left, 46), (.bottom, 21), (.right, 55)] {
        stage.output.open(
          .strip(along: edge, thickness: thickness), expecting: GlassStage.material,
          content: GlassStage.sheet())
      }
      let shown = try stage.settle()
      #expect(stage.output.surfaces.allSatisfy { $0.phase == .watching })
      for surface in stage.output.surfaces { try expectExact(surface, shown, over: GlassStage.wallpaper) }
      try stage.waitUntilNothingHappens()
    }

    @Test func `one that opens while content moves is exact once that rests`() throws {
      let stage = try GlassStage(
        swayRules: "for_window [app_id=\"moving\"] floating enable, move absolute position 800 60")
      defer { stage.stop() }
      stage.output.open(Self.placements[0], expecting: GlassStage.material, content: GlassStage.sheet())
      try stage.waitUntilLive()
      let size = PixelSize(width: 400, height: 200)
      let pattern = TestPictures.desktop(PixelSize(width: 1200, height: 200), seed: 5)
      func picture(_ number: Int) -> Bitmap {
        pattern.cropped(to: PixelRect(x: number * 67 % 800, y: 0, width: size.width, height: size.height))
      }
      let window = try stage.client.showWindow(picture(0), appID: "moving")
      let banner = stage.output.open(Self.placements[2], content: GlassStage.sheet())
      var number = 0
      try stage.run("live glass over motion") {
        number += 1
        try window.show(picture(number))
        return banner.phase == .watching && number > 30
      }
      var background = GlassStage.wallpaper
      background.draw(picture(number), x: 800, y: 60)
      let shown = try stage.settle()
      for surface in stage.output.surfaces {
        let difference = PictureDifference(
          shown.cropped(to: surface.frame), GlassStage.expected(over: background, in: surface.frame))
        #expect(difference.mean <= 1 && difference.max <= 4, "\(surface.frame): \(difference)")
      }
    }

    @Test func `after the graphics were lost everything is shown again`() throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      for placement in Self.placements {
        stage.output.open(placement, expecting: GlassStage.material, content: GlassStage.sheet())
      }
      let before = try stage.settle()
      stage.session.recoverGraphics()
      stage.loop.serveForAMoment()
      let after = try stage.settle()
      for frame in Self.frames {
        let difference = PictureDifference(
          after.cropped(to: frame), ReferencePicture(before.cropped(to: frame)))
        #expect(difference.mean <= 0.5 && difference.max <= 3, "\(frame): \(difference)")
      }
    }

    @Test func `a panel of another program pushes it aside, and lets it back`() throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      let bar = stage.output.open(
        Self.placements[0], expecting: GlassStage.material, content: GlassStage.sheet())
      try stage.waitUntilLive()
      let panel = TestPictures.flat(PixelSize(width: 1280, height: 30), SIMD3(0.9, 0.6, 0.1))
      let other = try TestSurface(
        stage.client, panel, frame: PixelRect(panel.size), layer: .overlay, zone: 30)
      try stage.run("the new place") { bar.frame.y == 30 && bar.phase == .watching }
      var background = GlassStage.wallpaper
      background.draw(panel, x: 0, y: 0)
      try expectExact(bar, try stage.settle(), over: background)
      other.close()
      try stage.run("the old place") { bar.frame.y == 0 && bar.phase == .watching }
      try expectExact(bar, try stage.settle(), over: GlassStage.wallpaper)
      #expect(stage.messages.allSatisfy { !$0.contains("seen") }, "\(stage.messages)")
    }

    @Test func `a panel of another program that comes, grows and goes leaves exact glass`() throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      let bar = stage.output.open(
        Self.placements[0], expecting: GlassStage.material, content: GlassStage.sheet())
      _ = try stage.settle()
      let panel = try PanelClient(stage.client)
      for height in [30, 52, 18, 0] {
        try panel.show(height: height)
        var background = GlassStage.wallpaper
        if height > 0 { background.draw(panel.picture(height), x: 0, y: 0) }
        let frame = PixelRect(x: 0, y: height, width: 1280, height: 32)
        let expected = GlassStage.expected(over: background, in: frame)
        try stage.run("exact glass below \(height)") {
          let difference = PictureDifference(try stage.client.capture(frame), expected)
          return difference.mean <= 1 && difference.max <= 4
        }
        #expect(bar.frame == frame)
      }
      panel.close()
    }

    @Test func `two exclusive zones at one edge lie beside each other`() throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      for thickness in [32, 24] {
        var placement = SurfacePlacement.strip(along: .top, thickness: thickness)
        placement.exclusiveZone += 8
        stage.output.open(placement, expecting: GlassStage.material, content: GlassStage.sheet())
      }
      let shown = try stage.settle()
      // Compositors differ in who is outside.
      #expect([[0, 40], [32, 0]].contains(stage.output.surfaces.map(\.frame.y)))
      for surface in stage.output.surfaces { try expectExact(surface, shown, over: GlassStage.wallpaper) }
    }

    private func expectExact(_ surface: LiveSurface, _ shown: Bitmap, over background: Bitmap) throws {
      let difference = PictureDifference(
        shown.cropped(to: surface.frame), GlassStage.expected(over: background, in: surface.frame))
      #expect(difference.mean <= 1 && difference.max <= 4, "\(surface.frame): \(difference)")
    }
  }
}
