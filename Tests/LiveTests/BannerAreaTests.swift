import Geometry
import HeadlessSession
import Scenes
import TestSupport
import Testing
import Wayland

extension LiveTests {
  /// Panels of other programs, which banners give way to.
  ///
  /// With BANNER_PICTURES the pictures are written to that folder, to be looked at.
  @Suite struct BannerAreaTests {
    /// The height of each of the two panels.
    private static let thickness = 36

    /// The expected picture of twelve banners, or of one, between two panels: the same margins in a painting of the
    /// panels.
    private static func expected(_ anchor: String, count: Int) throws -> Bitmap {
      var painting = BannerStage.desktop
      let panel = TestPictures.flat(PixelSize(width: 1280, height: thickness), SIMD3(0.9, 0.6, 0.1))
      for y in [0, 720 - thickness] { painting.draw(panel, x: 0, y: y) }
      let stage = try BannerStage(settings(anchor, margin: 16 + thickness), background: painting)
      defer { stage.stop() }
      return try show(count, on: stage)
    }

    /// Shows banners, and returns the screen when all have come.
    private static func show(_ count: Int, on stage: BannerStage) throws -> Bitmap {
      try stage.point(x: 640, y: 360)
      // Compositors may draw the pointer into what is captured.
      let empty = try stage.rest("the pointer out of the way")
      for number in 1...count { try stage.notify("Message \(number)") }
      return try stage.settle(otherThan: empty)
    }

    private static func settings(_ anchor: String, margin: Int) -> String {
      "[notifications]\nanchor = \"\(anchor)\"\nmax_shown = 20\nmargin_vertical = \(margin)\n"
    }

    /// The part of the output between the panels, over which no shadow of a banner falls.
    private static let free = PixelRect(
      x: 0, y: thickness, width: BannerStage.size.width, height: BannerStage.size.height - 2 * thickness)

    private static func expect(
      _ stage: BannerStage, _ expected: Bitmap, _ words: String, in region: PixelRect = free,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let reference = ReferencePicture(expected.cropped(to: region))
      var difference: PictureDifference?
      do {
        let shown = try stage.rest(words) { picture in
          difference = PictureDifference(picture.cropped(to: region), reference)
          // The known values of the pixels under the corners depend on the pixels that were there before.
          return difference!.mean <= 0.1 && difference!.max <= 8
        }
        try stage.keep(shown, as: "area \(words)")
      } catch {
        try stage.keep(expected, as: "area \(words) expected")
        try stage.keep(try stage.client.capture(), as: "area \(words)")
        Issue.record("\(words): \(String(describing: difference)), \(error)", sourceLocation: sourceLocation)
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
      try Self.expect(
        stage, alone, "\(count) at \(anchor) as panels go", in: PixelRect(BannerStage.size))
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

    @Test func `the first banner beside panels is exact in the first picture of it at rest`() throws {
      let between = try Self.expected("top-right", count: 1)
      let stage = try BannerStage(Self.settings("top-right", margin: 16))
      defer { stage.stop() }
      let panels = try Self.showPanels(stage)
      try stage.point(x: 640, y: 360)
      let empty = try stage.rest("the panels")
      try stage.notify("Message 1")
      let shown = try stage.settle(otherThan: empty)
      let corner = PixelRect(x: 900, y: 40, width: 380, height: 100)
      let difference = PictureDifference(
        shown.cropped(to: corner), ReferencePicture(between.cropped(to: corner)))
      #expect(difference.mean <= 0.1 && difference.max <= 8, "\(difference)")
      for panel in panels { panel.close() }
      #expect(stage.hyaline.log.isEmpty)
    }

    @Test func `what needs more room than the last banner had is shown while that goes`() throws {
      let stage = try BannerStage(
        "[notifications]\nfont = \"DejaVu Sans 10\"\n[accessibility]\nreduce_motion = \"off\"\n")
      defer { stage.stop() }
      // Whether the last is just on its way out is chance.
      for round in 1...5 {
        let small = try stage.notify("Small")
        try stage.settle()
        _ = try stage.hyaline.request(#"{"command":"notifications","action":"dismiss","all":true}"#)
        try stage.waitForSignal("NotificationClosed \(small) 2")
        let tall = try stage.notify("Tall", "1\n2\n3\n4", actions: ["a", "Button"])
        try stage.settle("the tall one, round \(round)")
        _ = try stage.hyaline.request(#"{"command":"notifications","action":"dismiss","all":true}"#)
        try stage.waitForSignal("NotificationClosed \(tall) 2")
        try stage.rest("none") { $0.isSame(as: stage.bare) }
      }
      #expect(stage.hyaline.log.isEmpty)
    }

    private static func showPanels(_ stage: BannerStage) throws -> [PanelClient] {
      let panels = [try PanelClient(stage.client), try PanelClient(stage.client, at: .bottom)]
      for panel in panels { try panel.show(height: thickness) }
      return panels
    }
  }
}
