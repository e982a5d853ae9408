import LiveGlass
import Loop
import Measures
import Scenes
import TestSupport
import Testing

extension LiveTests {
  @Suite struct GlassMotionTests {
    static let frame = PixelRect(x: 908, y: 8, width: 360, height: 80)
    static var banner: SurfacePlacement {
      var banner = SurfacePlacement(anchors: [.top, .right], width: 360, height: 80)
      banner.margins = .init(top: 8, right: 12)
      return banner
    }

    /// How much of the way from the background to the glass has been gone, in the mean of all pixels.
    static func opacity(_ shown: Bitmap, glass: Bitmap) -> Double {
      let background = GlassStage.wallpaper.cropped(to: frame)
      var (way, all) = (0.0, 0.0)
      for index in shown.bytes.indices where index % 4 != 3 {
        let difference = Double(glass.bytes[index]) - Double(background.bytes[index])
        way += (Double(shown.bytes[index]) - Double(background.bytes[index])) * difference
        all += difference * difference
      }
      return way / all
    }

    @Test func `what is held back is drawn when its time has come`() throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      let banner = stage.output.open(
        Self.banner, expecting: GlassStage.material, content: GlassStage.sheet(corners: Corners(16)))
      try Self.expectHeldBack(banner, stage)
      try stage.waitUntilLive()
      banner.content = GlassStage.sheet()
      try Self.expectHeldBack(banner, stage)
    }

    /// What is new of `banner` is drawn after the deadline, and not before.
    private static func expectHeldBack(_ banner: LiveSurface, _ stage: GlassStage) throws {
      let count = banner.commitCount
      let deadline = stage.loop.now + .milliseconds(300)
      stage.session.drawingDeadline = deadline
      try stage.run("its drawing") {
        if stage.loop.now < deadline { #expect(banner.commitCount == count) }
        return banner.commitCount > count
      }
    }

    @Test func `freezing and thawing change nothing on the screen`() throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      let banner = stage.output.open(
        Self.banner, expecting: GlassStage.material, content: GlassStage.sheet(corners: Corners(16)))
      let before = try stage.settle().cropped(to: Self.frame)
      banner.freeze()
      try stage.run("the freeze") {
        let shown = try stage.client.capture(Self.frame)
        expectSame(shown, before, "freezing")
        return banner.phase == .frozen
      }
      expectSame(try stage.client.capture(Self.frame), before, "frozen")
      #expect(!stage.output.isCapturePending)
      banner.thaw()
      try stage.run("the thaw") {
        let difference = PictureDifference(
          try stage.client.capture(Self.frame), ReferencePicture(before))
        #expect(difference.max <= 4 && difference.mean <= 0.01, "\(difference)")
        return banner.phase == .watching
      }
      #expect(try stage.settle().cropped(to: Self.frame) == before)
    }

    /// The very same, but for pixels that glass covers in part, of which only their blocks' means are known.
    private func expectSame(_ shown: Bitmap, _ before: Bitmap, _ what: String) {
      let pane = Pane(
        frame: PixelRect(before.size), material: GlassStage.material, corners: Corners(16))
      let coverage = GlassCoverage([pane], size: before.size)
      var (whole, part) = (0, 0)
      for index in shown.bytes.indices {
        let pixel = index / 4
        let off = abs(Int(shown.bytes[index]) - Int(before.bytes[index]))
        let share = coverage.coverage(x: pixel % before.size.width, y: pixel / before.size.width)
        if share == 0 || share == 255 { whole = max(whole, off) } else { part = max(part, off) }
      }
      #expect(whole == 0 && part <= 4, "\(what): \(whole), at corners \(part)")
    }

    @Test func `it fades in and out without a jump, and is gone at the end`() throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      let probe = stage.output.open(Self.banner, content: GlassStage.sheet())
      let reference = try stage.settle().cropped(to: Self.frame)
      probe.close()
      _ = stage.loop.run(for: .milliseconds(50)) { false }
      let banner = stage.output.open(
        Self.banner, expecting: GlassStage.material, opacity: 0, content: GlassStage.sheet())
      let timing = Timing.curve(.linear, duration: .milliseconds(600))
      banner.fade(to: 1, timing)
      var seen: [Double] = []
      try stage.run("the fade") {
        seen.append(Self.opacity(try stage.client.capture(Self.frame), glass: reference))
        return banner.phase == .watching
      }
      expectSteady(seen, from: 0, to: 1)
      #expect(try stage.settle().cropped(to: Self.frame) == reference)
      seen = []
      banner.close(fading: timing)
      try stage.run("the end") {
        seen.append(Self.opacity(try stage.client.capture(Self.frame), glass: reference))
        return stage.output.surfaces.isEmpty
      }
      expectSteady(seen.map { 1 - $0 }, from: 0, to: 1)
      _ = stage.loop.run(for: .milliseconds(50)) { false }
      #expect(try stage.client.capture(Self.frame) == GlassStage.wallpaper.cropped(to: Self.frame))
    }

    @Test func `a fade that is turned round goes back from where it is`() throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      let banner = stage.output.open(
        Self.banner, expecting: GlassStage.material, content: GlassStage.sheet())
      let reference = try stage.settle().cropped(to: Self.frame)
      let timing = Timing.curve(.linear, duration: .milliseconds(600))
      banner.fade(to: 0, timing)
      var seen: [Double] = []
      try stage.run("half of it") {
        seen.append(Self.opacity(try stage.client.capture(Self.frame), glass: reference))
        return seen.last! < 0.5
      }
      banner.fade(to: 1, timing)
      try stage.run("the way back") {
        seen.append(Self.opacity(try stage.client.capture(Self.frame), glass: reference))
        return banner.phase == .watching
      }
      for (one, next) in zip(seen, seen.dropFirst()) { #expect(abs(one - next) <= 0.25, "\(seen)") }
      #expect(seen.min()! > 0.1, "\(seen)")
      #expect(try stage.settle().cropped(to: Self.frame) == reference)
    }

    /// Never back, and in steps that a slow machine's few samples allow.
    private func expectSteady(_ seen: [Double], from start: Double, to end: Double) {
      #expect(abs(seen.first! - start) <= 0.25 && abs(seen.last! - end) <= 0.05, "\(seen)")
      for (one, next) in zip(seen, seen.dropFirst()) {
        #expect(next >= one - 0.02 && next - one <= 0.25, "\(seen)")
      }
      #expect(seen.contains { $0 > 0.2 && $0 < 0.8 }, "\(seen)")
    }

    @Test func `content that slides inside its surface leaves exact glass at its end`() throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      var offset = Animated(Double(Self.frame.height))
      var isTold = false
      let banner = stage.output.open(Self.banner, expecting: GlassStage.material) { layout in
        if !isTold {
          offset.animate(to: 0, .curve(.easeOut, duration: .milliseconds(300)), now: layout.now)
          isTold = true
        }
        let place = PixelRect(layout.size).offset(x: 0, y: Int(offset.value(at: layout.now)))
        return Scene(
          size: layout.size,
          nodes: [.effect(EffectNode(frame: place, material: GlassStage.material, corners: Corners(20)))])
      }
      banner.animate(while: { offset.isMoving(at: $0) })
      try stage.run("the end of the motion") { isTold && banner.phase == .watching }
      let shown = try stage.settle()
      let inner = PixelRect(x: Self.frame.x + 40, y: Self.frame.y, width: 280, height: 80)
      let difference = PictureDifference(shown.cropped(to: inner), GlassStage.expected(in: inner))
      #expect(difference.mean <= 1 && difference.max <= 4, "\(difference)")
      #expect(offset.end != nil)
    }
  }
}
