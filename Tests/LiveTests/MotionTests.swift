import Geometry
import HeadlessSession
import Scenes
import TestSupport
import Testing
import VisualEffects
import Wayland

extension LiveTests {
  @Suite struct MotionTests {
    private static let rate = "[backdrop]\nmax_rate = 240\n"
    static let settings = BarSettingsText.empty + rate
    static let material = Material.named("systemMaterial", isDark: true)!
    /// Part of the strip behind which the window moves; less than all of it, since each is computed anew.
    static let seen = BarSettingsText.inIsland

    @Test(arguments: [false, true])
    func `in motion the glass shows what was behind it in one frame, and never goes back`(areIslands: Bool)
      throws
    {
      let stage = try Stage(
        settings: areIslands ? BarSettingsText.islands + Self.rate : Self.settings,
        swayRules: MovingContent.rule)
      defer { stage.stop() }
      let content = MovingContent()
      let window = try stage.client.showWindow(content.picture(0), appID: MovingContent.appID)
      let rows = PixelRect(x: 0, y: 0, width: Stage.size.width, height: MovingContent.frame.height)
      func shownNumber(_ capture: Bitmap) -> Int? {
        FrameCode.read(
          from: capture, x: MovingContent.frame.x + MovingContent.code.x, y: MovingContent.code.y)
      }
      // Until the compositor shows the window the glass may rest without it.
      try eventually("the window") { try shownNumber(stage.client.capture(rows)) == 0 }
      _ = try stage.settle()

      var backgrounds = [content.background(0).cropped(to: Self.seen)]
      var glasses = [Stage.expected(Self.material, over: content.background(0), in: Self.seen)]
      var last = 0
      for number in 1...(areIslands ? 25 : 100) {
        try window.show(content.picture(number))
        let capture = try stage.client.capture(rows)
        #expect(shownNumber(capture) == number)
        let background = content.background(number)
        if areIslands {
          let beside = BarSettingsText.besideIsland
          #expect(capture.cropped(to: beside).isSame(as: background.cropped(to: beside)))
        }
        backgrounds.append(background.cropped(to: Self.seen))
        glasses.append(Stage.expected(Self.material, over: background, in: Self.seen))
        let strip = capture.cropped(to: Self.seen)
        let shown = (last...number).last { source in
          // The background's own share of what is seen is that of now; what compensates it is as old as the glass.
          let change = PictureDifference(backgrounds[number], ReferencePicture(backgrounds[source]))
          let difference = PictureDifference(strip, glasses[source])
          return difference.mean <= 1 + change.mean * 5 / 255 && difference.max <= 4 + 5
        }
        last = try #require(shown, "frame \(number) shows none from \(last) on")
      }
    }

    @Test func `after 300 frames of motion the glass is as after a fresh start`() throws {
      let stage = try Stage(settings: Self.settings, swayRules: MovingContent.rule)
      defer { stage.stop() }
      let content = MovingContent()
      let window = try stage.client.showWindow(content.picture(0), appID: MovingContent.appID)
      for number in 1...300 { try window.showAndWait(content.picture(number)) }
      let moved = try stage.settle()

      let expected = Stage.expected(Self.material, over: content.background(300))
      let difference = PictureDifference(moved, expected)
      #expect(difference.mean <= 1 && difference.max <= 4, "\(difference)")

      #expect(stage.bar.terminate() == .exited(0))
      try stage.restart(settings: Self.settings)
      let change = PictureDifference(moved, ReferencePicture(try stage.settle()))
      #expect(change.mean <= 0.5 && change.max <= 3, "\(change)")
    }

    @Test func `nothing happens over a still scene`() throws {
      let settings = """
        [bar]
        center = ["clock"]
        [clock]
        format = "%A"

        """
      let stage = try Stage(settings: settings)
      defer { stage.stop() }
      _ = try stage.settle()
      // Only time shows that nothing wakes the bar.
      // Resources that only the start needed are freed seconds after the last frame, with one wake-up each; recurring
      // wake-ups would never end.
      try eventually("no wake-up") {
        let before = try stage.bar.statistics()
        try stage.client.connection.serveForASecond()
        try stage.client.connection.serveForASecond()
        let after = try stage.bar.statistics()
        // Asking costs up to three: the last one's hanging up, the connection, the request.
        return after["commits"] == before["commits"] && after["captures"] == before["captures"]
          && after["wakeUps"]! - before["wakeUps"]! <= 3
      }
    }
  }
}
