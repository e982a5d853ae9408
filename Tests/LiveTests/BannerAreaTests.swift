import HeadlessSession
import Loop
import Measures
import Pictures
import Scenes
import TestSupport
import Testing
import Wayland

extension LiveTests {
  /// Panels of other programs, which banners give way to.
  ///
  /// With BANNER_PICTURES the pictures are written to that folder, to be looked at.
  @Suite struct BannerAreaTests {
    /// Of both panels.
    private static let thickness = 36

    /// What twelve banners, or one, have to look like between two panels: the same in a painting of them, by margins.
    private static func expected(_ anchor: String, count: Int) throws -> Bitmap {
      var painting = BannerStage.desktop
      let panel = TestPictures.flat(PixelSize(width: 1280, height: thickness), SIMD3(0.9, 0.6, 0.1))
      for y in [0, 720 - thickness] { painting.draw(panel, x: 0, y: y) }
      let stage = try BannerStage(settings(anchor, margin: 16 + thickness), background: painting)
      defer { stage.stop() }
      return try show(count, on: stage)
    }

    /// Shows banners, and returns the screen when all have come: on the way it may rest for a while.
    private static func show(_ count: Int, on stage: BannerStage) throws -> Bitmap {
      try stage.point(x: 640, y: 360)
      let empty = try stage.settle("the pointer out of the way")
      for number in 1...count { try stage.notify("Message \(number)") }
      var last = try stage.settle(otherThan: empty)
      try stage.session.eventually("rest") {
        _ = stage.session.loop.run(for: .milliseconds(500)) { false }
        let next = try stage.settle(otherThan: empty)
        defer { last = next }
        return next.isSame(as: last)
      }
      return last
    }

    private static func settings(_ anchor: String, margin: Int) -> String {
      "[notifications]\nanchor = \"\(anchor)\"\nmax_shown = 20\nmargin_vertical = \(margin)\n"
    }

    private static func expect(
      _ stage: BannerStage, _ expected: Bitmap, _ words: String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let reference = ReferencePicture(expected)
      let clock = ContinuousClock()
      let start = clock.now
      var last: (difference: PictureDifference, picture: Bitmap)?
      do {
        try stage.session.eventually(words) {
          let picture = try stage.client.capture()
          let difference = PictureDifference(picture, reference)
          last = (difference, picture)
          // What is known of the pixels under the corners depends on what was there before.
          return difference.mean <= 0.1 && difference.max <= 8
        }
      } catch {
        let path = "/tmp/banner-area-" + words.split(separator: " ").joined(separator: "-")
        try last.map { try Picture.writePNG($0.picture, to: path + ".png") }
        try Picture.writePNG(expected, to: path + "-expected.png")
        Issue.record(
          "\(words): \(String(describing: last?.difference)), \(path).png \(stage.hyaline.log)",
          sourceLocation: sourceLocation)
      }
      print("\(words): exact after \(clock.now - start)")
      if let folder = environmentVariable("BANNER_PICTURES"), let last {
        let name = words.split(separator: " ").joined(separator: "-")
        try Picture.writePNG(last.picture, to: "\(folder)/area-\(name).png")
      }
    }

    @Test(arguments: ["top-right", "bottom-left"])
    func `a stack stays between panels that come and go, and its glass exact`(anchor: String) throws {
      let count = 12
      let between = try Self.expected(anchor, count: count)
      let stage = try BannerStage(Self.settings(anchor, margin: 16))
      defer { stage.stop() }
      let alone = try Self.show(count, on: stage)
      let panels = try Self.showPanels(stage)
      try Self.expect(stage, between, "\(count) at \(anchor) as panels come")
      for panel in panels { panel.close() }
      try Self.expect(stage, alone, "\(count) at \(anchor) as panels go")
      #expect(stage.hyaline.log.isEmpty)
    }

    @Test func `what is left of a stack gives way, and so do those that come later`() throws {
      let between = try Self.expected("top-right", count: 1)
      let stage = try BannerStage(Self.settings("top-right", margin: 16))
      defer { stage.stop() }
      let eight = try Self.show(8, on: stage)
      for id in 2...8 {
        _ = try stage.hyaline.request(#"{"command":"notifications","action":"dismiss","id":\#(id)}"#)
      }
      try stage.settle("one banner", otherThan: eight)
      let panels = try Self.showPanels(stage)
      try Self.expect(stage, between, "what is left of a stack")
      _ = try stage.hyaline.request(#"{"command":"notifications","action":"dismiss","all":true}"#)
      try stage.waitForSignal("NotificationClosed 1 2")
      try stage.notify("Message 1")
      try Self.expect(stage, between, "a new one")
      for panel in panels { panel.close() }
      #expect(stage.hyaline.log.isEmpty)
    }

    private static func showPanels(_ stage: BannerStage) throws -> [PanelClient] {
      let panels = [try PanelClient(stage.client), try PanelClient(stage.client, at: .bottom)]
      for panel in panels { try panel.show(height: thickness) }
      return panels
    }
  }
}
