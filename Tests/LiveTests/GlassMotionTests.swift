import Geometry
import LiveGlass
import Loop
import RenderingCPU
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

    /// The progress from the background to the glass, 0 … 1, as the mean of all pixels.
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
      let stage = try GlassStage(clock: ManualClock())
      defer { stage.stop() }
      let banner = stage.output.open(
        Self.banner, expecting: GlassStage.material, content: GlassStage.sheet(corners: Corners(16)))
      try Self.expectHeldBack(banner, stage)
      try stage.waitUntilLive()
      banner.content = GlassStage.sheet()
      try Self.expectHeldBack(banner, stage)
    }

    @Test func `while the CPU draws, others have their turn`() throws {
      let stage = try GlassStage(clock: ManualClock(), renderer: .cpu)
      defer { stage.stop() }
      var (first, second) = (0, 0)
      stage.loop.onYieldPoint = { first += 1 }
      let banner = stage.output.open(
        Self.banner, expecting: GlassStage.material, content: GlassStage.sheet(corners: Corners(16)))
      try stage.waitUntilLive()
      #expect(first > 0)
      // Drawing is ready now.
      let (count, former) = (banner.commitCount, first)
      stage.loop.onYieldPoint = { second += 1 }
      banner.content = GlassStage.sheet()
      try stage.run("its drawing") { banner.commitCount > count }
      #expect(second > 0 && first == former)
      stage.loop.onYieldPoint = nil
    }

    /// Expects changes of `banner` to be drawn after the deadline, and not before.
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
      let stage = try GlassStage(clock: ManualClock())
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
      let stage = try GlassStage(clock: ManualClock())
      defer { stage.stop() }
      let probe = stage.output.open(Self.banner, content: GlassStage.sheet())
      let reference = try stage.settle().cropped(to: Self.frame)
      probe.close()
      try stage.run("its end") { try stage.client.capture(Self.frame) == Self.bare }
      let banner = stage.output.open(
        Self.banner, expecting: GlassStage.material, opacity: 0, content: GlassStage.sheet())
      banner.fade(to: 1, Self.fade)
      var coming = Fading(of: banner, on: stage, to: reference)
      try stage.run("the fade") {
        try coming.look()
        return banner.phase == .watching
      }
      coming.expectSteady()
      #expect(coming.seen[0] == 0 && abs(coming.seen.last! - 1) <= 0.05, "\(coming.seen)")
      for (one, next) in zip(coming.seen, coming.seen.dropFirst()) { #expect(next >= one - 0.02) }
      #expect(try stage.settle().cropped(to: Self.frame) == reference)
      banner.close(fading: Self.fade)
      var going = Fading(of: banner, on: stage, to: reference)
      try stage.run("the end") {
        try going.look()
        return stage.output.surfaces.isEmpty
      }
      going.expectSteady()
      #expect(abs(going.seen[0] - 1) <= 0.05, "\(going.seen)")
      for (one, next) in zip(going.seen, going.seen.dropFirst()) { #expect(next <= one + 0.02) }
      try stage.run("the bare desktop") { try stage.client.capture(Self.frame) == Self.bare }
    }

    @Test func `a fade that is turned round goes back from where it is`() throws {
      let stage = try GlassStage(clock: ManualClock())
      defer { stage.stop() }
      let banner = stage.output.open(
        Self.banner, expecting: GlassStage.material, content: GlassStage.sheet())
      let reference = try stage.settle().cropped(to: Self.frame)
      banner.fade(to: 0, Self.fade)
      var fading = Fading(of: banner, on: stage, to: reference)
      try stage.run("half of it") {
        try fading.look()
        return fading.seen.last! < 0.5
      }
      let turn = fading.seen.count
      banner.fade(to: 1, Self.fade)
      try stage.run("the way back") {
        try fading.look()
        return banner.phase == .watching
      }
      fading.expectSteady()
      // The opacity falls until the new fade is requested, and pictures are on their way: on a busy machine for some
      // looks.
      let lowest = fading.seen.indices[turn...].min { fading.seen[$0] < fading.seen[$1] }!
      let least = fading.seen[turn - 1] - fading.mostChange(from: turn - 1, until: lowest + 1)
      #expect(fading.seen[lowest] >= least, "\(fading.seen)")
      #expect(try stage.settle().cropped(to: Self.frame) == reference)
    }

    private static let fade = Timing.curve(.linear, duration: fadeDuration)
    private static let fadeDuration = Duration.milliseconds(600)
    private static var bare: Bitmap { GlassStage.wallpaper.cropped(to: frame) }

    /// The opacity of a surface that fades, as captures show it, and the times at which it was drawn.
    @MainActor private struct Fading {
      let stage: GlassStage
      let surface: LiveSurface
      /// The picture at the end of the fade.
      let glass: Bitmap
      /// The opacity at each look.
      private(set) var seen: [Double] = []
      /// The time at which each look's picture was drawn: that of the newest picture, or of the one before, if the
      /// newest is on its way.
      private var times: [ClosedRange<Instant>] = []
      private var newest: (count: Int, before: ClosedRange<Instant>, last: ClosedRange<Instant>)
      private var now: Instant
      /// The time of each look.
      private var nows: [Instant] = []

      init(of surface: LiveSurface, on stage: GlassStage, to glass: Bitmap) {
        (self.surface, self.stage, self.glass) = (surface, stage, glass)
        now = stage.loop.now
        newest = (surface.commitCount, now...now, now...now)
      }

      /// Looks once; to be called before each turn of the loop.
      mutating func look() throws {
        // A picture of one turn of the loop is drawn for the time at which the turn starts, or for that at which it
        // ends.
        let time = now...stage.loop.now
        now = time.upperBound
        nows.append(now)
        let count = surface.commitCount + (stage.output.surfaces.isEmpty ? 1 : 0)
        if count != newest.count { newest = (count, newest.last, time) }
        seen.append(GlassMotionTests.opacity(try stage.client.capture(frame), glass: glass))
        times.append(newest.before.lowerBound...newest.last.upperBound)
      }

      /// The greatest change of opacity between the look of this index and the one before, for the time that has
      /// passed.
      func mostChange(before index: Int) -> Double {
        (times[index].upperBound - times[index - 1].lowerBound) / fadeDuration + 0.02
      }

      /// The same from one look on until another, also of what was not seen.
      func mostChange(from first: Int, until last: Int) -> Double {
        (nows[min(last, nows.count - 1)] - times[first].lowerBound) / fadeDuration + 0.02
      }

      /// No change is larger than its time.
      func expectSteady() {
        for index in seen.indices.dropFirst() {
          let change = abs(seen[index] - seen[index - 1])
          #expect(change <= mostChange(before: index), "look \(index) of \(seen)")
        }
      }
    }

    @Test func `content that slides inside its surface leaves exact glass at its end`() throws {
      let stage = try GlassStage(clock: ManualClock())
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
