import Geometry
import HeadlessSession
import Loop
import Scenes
import TestSupport
import Testing
import Wayland

extension LiveTests {
  /// A pointer over glass, which this compositor draws into what is captured.
  @Suite struct RestingPointerTests {
    @Test func `nothing is captured or drawn while a pointer rests over the bar`() throws {
      let stage = try Stage(
        settings: BarSettingsText.bar(material: "systemMaterial", more: "corner_radius = 10"))
      defer { stage.stop() }
      let pointer = try VirtualPointer(stage.client)
      let layout = LogicalSize(width: Double(Stage.size.width), height: Double(Stage.size.height))
      // On it, at its corner, half on it, and before it, where it is in what is blurred.
      for (x, y) in [(700.5, 12.5), (1.5, 2.5), (1200.5, 31.5), (400.5, 40.5)] {
        try pointer.move(x: x, y: y, in: layout)
        try eventuallyRests("a bar at rest below a pointer at \(x), \(y)") {
          _ = try stage.client.connection.wait(for: $0) { false }
        } _: {
          let statistics = try stage.bar.statistics()
          return [statistics["commits"]!, statistics["captures"]!]
        }
      }
    }

    @Test(arguments: [(700.5, 12.5), (400.5, 33.5), (1000.5, 25.5)])
    func `another background reaches the glass beside a pointer that rests`(x: Double, y: Double) throws {
      let stage = try Stage()
      defer { stage.stop() }
      try stage.wallpaper.showAndWait(TestPictures.flat(Stage.size, SIMD3(0.1, 0.1, 0.4)))
      // A pointer that comes while the background changes could be a window with a shadow.
      _ = try stage.settle()
      let pointer = try VirtualPointer(stage.client)
      try pointer.move(
        x: x, y: y, in: LogicalSize(width: Double(Stage.size.width), height: Double(Stage.size.height)))
      _ = try stage.settle()
      var background = TestPictures.flat(Stage.size, SIMD3(0.9, 0.9, 0.8))
      try stage.wallpaper.showAndWait(background)
      let shown = try stage.settle()
      // Below the bar the pointer is a part of the background.
      let below = PixelRect(x: 0, y: Stage.strip.maxY, width: Stage.size.width, height: 48)
      background.draw(try stage.client.capture(below), x: below.x, y: below.y)
      let expected = Stage.expected(OcclusionTests.material, over: background)
      let (left, right) = (Int(x) - 12, Int(x) + 28)
      for part in [
        PixelRect(x: 0, y: 0, width: left, height: Stage.strip.height),
        PixelRect(x: right, y: 0, width: Stage.size.width - right, height: Stage.strip.height),
      ] {
        let difference = PictureDifference(shown, expected, in: part)
        #expect(difference.mean <= 1 && difference.max <= 4, "\(part): \(difference)")
      }
    }

    @Test func `nothing is captured or drawn while a pointer rests over a banner`() throws {
      let stage = try BannerStage(environment: ["WAYLAND_DEBUG": "client"])
      defer { stage.stop() }
      try stage.notify("Hello", "A body", actions: ["default", "Open"])
      try stage.settle()
      let corner = BannerInputTests.corner
      // On it, on its close button, at its corner, in its shadow, and beside that.
      for (x, y) in [(100, 30), (342, 18), (0, 0), (180, 64), (-40, 30)] {
        try stage.point(x: corner.x + x, y: corner.y + y)
        try eventuallyRests("a banner at rest below a pointer at \(x), \(y)") {
          _ = stage.session.loop.run(for: $0) { false }
        } _: {
          let log = stage.hyaline.log
          return [log.ranges(of: ".commit()").count, log.ranges(of: ".ready(").count]
        }
      }
    }

    @Test(arguments: ["top-right", "bottom-right"])
    func `banners come and go under a pointer that rests as if it were not there`(anchor: String) throws {
      let stage = try BannerStage("[notifications]\nanchor = \"\(anchor)\"\n")
      defer { stage.stop() }
      let y = anchor == "top-right" ? 40 : 720 - 40
      try stage.point(x: 1100, y: y)
      // The surface comes under it, and grows.
      var shown = try stage.rest("the pointer")
      for summary in ["One", "Two", "Three"] {
        try stage.notify(summary, actions: ["a", "Yes"])
        try stage.settle(otherThan: shown)
        let id = try stage.notify("Short", timeout: 300)
        try stage.waitForSignal("NotificationClosed \(id) 1")
        shown = try stage.rest("the banners that stay")
      }
      // A motion of one pixel holds the banner.
      try stage.pointer.move(
        x: 1101.5, y: Double(y) + 0.5, in: LogicalSize(width: 1280, height: 720))
      try stage.synchronise()
      let id = try stage.notify("Held", timeout: 300)
      let end = "NotificationClosed \(id) 1"
      // Three times as long as it has; see `BannerInputTests`.
      #expect(!stage.session.loop.serveForASecond { stage.signals.contains(end) })
      try stage.point(x: 10, y: 360)
      try stage.waitForSignal(end)
    }

    @Test func `a pointer that rests clicks what came beneath it, and hovers what comes then`() throws {
      let stage = try BannerStage()
      defer { stage.stop() }
      // On a button, which is elsewhere once the banner is expanded.
      try stage.point(x: 1100, y: BannerInputTests.corner.y + 136)
      var shown = try stage.rest("the pointer")
      let body = String(repeating: "More words than there is room for on it. ", count: 12)
      let ids = try ["One", "Two"].map { summary in
        let id = try stage.notify(summary, body, actions: ["a", "Yes"])
        shown = try stage.settle(otherThan: shown)
        return id
      }
      try stage.keep(shown, as: "resting pointer")
      try stage.pointer.click()
      try stage.waitForSignal("NotificationClosed \(ids[1]) 2")
      #expect(stage.signals.contains("ActionInvoked \(ids[1]) a"))
      let next = try stage.settle(otherThan: shown)
      try stage.keep(next, as: "resting pointer clicked")
      let id = try stage.notify("Held", timeout: 300)
      let end = "NotificationClosed \(id) 1"
      // Three times as long as it has; see `BannerInputTests`.
      #expect(!stage.session.loop.serveForASecond { stage.signals.contains(end) })
    }
  }
}
