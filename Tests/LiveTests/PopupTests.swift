import Geometry
import HeadlessSession
import Loop
import Scenes
import TestSupport
import Testing
import VisualEffects
import Wayland

@testable import LiveGlass

/// Popups of a real compositor.
extension LiveTests {
  @Suite struct PopupTests {
    private static let material = GlassStage.material

    /// A module in the middle of a bar of this size, in its coordinates.
    private static func module(_ size: LogicalSize) -> LogicalRect {
      LogicalRect(x: size.width / 2 - 20, y: size.height / 2 - 12, width: 40, height: 24)
    }

    private static func openPopup(
      of bar: LiveSurface, awayFrom edge: OutputEdge, grab: Bool = false
    ) throws -> LiveSurface {
      var placement = PopupPlacement(
        anchor: module(bar.logicalSize), width: 240, height: 160, awayFrom: edge)
      placement.gap = 8
      placement.takesGrab = grab
      return try #require(
        bar.openPopup(placement, expecting: material, content: GlassStage.sheet(corners: Corners(16))))
    }

    private func expectExact(_ shown: Bitmap, in frame: PixelRect, _ what: String) {
      let difference = PictureDifference(shown.cropped(to: frame), GlassStage.expected(in: frame))
      #expect(difference.mean <= 1 && difference.max <= 4, "\(what) at \(frame): \(difference)")
    }

    /// The part of a popup without corners, which reach further than their radius.
    private func inner(_ frame: PixelRect) -> PixelRect {
      PixelRect(x: frame.x, y: frame.y + 28, width: frame.width, height: frame.height - 56)
    }

    @Test(arguments: OutputEdge.allCases)
    func `a popup beside a bar is exact, and so is the bar with it and after it`(edge: OutputEdge) throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      let bar = stage.output.open(
        .strip(along: .init(edge), thickness: 32), expecting: Self.material, content: GlassStage.sheet())
      expectExact(try stage.settle(), in: bar.frame, "the bar alone")
      let popup = try Self.openPopup(of: bar, awayFrom: edge)
      let shown = try stage.settle()
      expectExact(shown, in: inner(popup.frame), "the popup")
      expectExact(shown, in: bar.frame, "the bar beside it")
      // Eight pixels away from the module, which is as thick as a bar of these on its side, towards the output's middle.
      let expected: PixelRect =
        switch edge {
        case .top: PixelRect(x: 520, y: 36, width: 240, height: 160)
        case .bottom: PixelRect(x: 520, y: 524, width: 240, height: 160)
        case .left: PixelRect(x: 40, y: 280, width: 240, height: 160)
        case .right: PixelRect(x: 1000, y: 280, width: 240, height: 160)
        }
      #expect(popup.frame == expected)
      popup.close()
      let after = try stage.settle()
      expectExact(after, in: bar.frame, "the bar after it")
      #expect(after.cropped(to: expected) == GlassStage.wallpaper.cropped(to: expected))
      #expect(stage.messages.allSatisfy { !$0.hasPrefix("failed") }, "\(stage.messages)")
    }

    @Test(arguments: ["scale 2", "transform 90", "scale 1.5 transform 270", "scale 1.25 transform flipped"])
    func `a popup is live at every scale and however the output hangs`(output: String) throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      let (size, scale) = (stage.output.size, stage.output.scale)
      try stage.sway.message("output HEADLESS-1 " + output)
      try stage.run("another geometry") { stage.output.size != size || stage.output.scale != scale }
      let bar = stage.output.open(
        .strip(along: .top, thickness: 32), expecting: Self.material, content: GlassStage.sheet())
      try stage.waitUntilLive()
      let popup = try Self.openPopup(of: bar, awayFrom: .top)
      // The popup is live once captures have shown it at the expected place, pixel for pixel.
      try stage.waitUntilLive()
      // Only time shows that further captures do not end that.
      stage.rest()
      #expect(popup.phase == .watching && bar.phase == .watching)
      let width = Int((240 * stage.output.scale).rounded())
      #expect(abs(popup.frame.width - width) <= 1 && popup.frame.y >= bar.frame.maxY)
    }

    @Test func `a popup over a banner is exact, and the banner where it is not covered`() throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      let bar = stage.output.open(
        .strip(along: .top, thickness: 32), expecting: Self.material, content: GlassStage.sheet())
      var place = SurfacePlacement(anchors: [.top], width: 400, height: 100)
      place.margins.top = 40
      let banner = stage.output.open(place, expecting: Self.material, content: GlassStage.sheet())
      let alone = try stage.settle()
      let popup = try Self.openPopup(of: bar, awayFrom: .top)
      let shown = try stage.settle()
      expectExact(shown, in: inner(popup.frame), "the popup")
      #expect(popup.frame.intersects(banner.frame))
      let left = PixelRect(
        x: banner.frame.x, y: banner.frame.y, width: popup.frame.x - banner.frame.x,
        height: banner.frame.height)
      expectExact(shown, in: left, "the banner beside it")
      popup.close()
      // In no frame there is a hole in the banner.
      for _ in 0..<6 {
        stage.loop.serveForAMoment()
        let difference = PictureDifference(
          try stage.client.capture(left), ReferencePicture(alone.cropped(to: left)))
        #expect(difference.mean <= 0.5 && difference.max <= 3, "\(difference)")
      }
      expectExact(try stage.settle(), in: banner.frame, "the banner after it")
    }

    @Test func `a menu takes input, and a click elsewhere closes it`() throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      let bar = stage.output.open(
        .strip(along: .top, thickness: 32), expecting: Self.material, content: GlassStage.sheet())
      try stage.waitUntilLive()
      let size = LogicalSize(width: 1280, height: 720)
      let pointer = try VirtualPointer(stage.client)
      var (menu, isClosed, events) = (LiveSurface?.none, false, [PointerEvent]())
      bar.onPointer = { event in
        guard event.kind == .pressed(.left), menu == nil else { return }
        menu = try? Self.openPopup(of: bar, awayFrom: .top, grab: true)
        menu?.onClosed = { isClosed = true }
        menu?.onPointer = { events.append($0) }
      }
      try pointer.move(x: 640, y: 16, in: size)
      try stage.synchronise()
      try pointer.click()
      try stage.run("a menu") { menu?.isShown == true }
      // The compositor has the menu's first frame before the pointer's events, which come by another connection.
      try stage.synchronise()
      try pointer.move(x: 540, y: 100, in: size)
      try pointer.click()
      try stage.run("a click on the menu") { events.contains { $0.kind == .released(.left) } }
      #expect(events.first?.kind == .entered && events.contains { $0.x == 20 && $0.y == 64 })
      #expect(!isClosed)
      try pointer.move(x: 1000, y: 600, in: size)
      try pointer.click()
      try stage.run("the menu's end") { isClosed }
      #expect(stage.output.surfaces.map(\.id) == [bar.id])
      expectExact(try stage.settle(), in: bar.frame, "the bar after it")
    }

    @Test func `a menu whose grab has no press to stand on is shown or closed, and nothing else breaks`()
      throws
    {
      let stage = try GlassStage()
      defer { stage.stop() }
      let bar = stage.output.open(
        .strip(along: .top, thickness: 32), expecting: Self.material, content: GlassStage.sheet())
      try stage.waitUntilLive()
      let menu = try Self.openPopup(of: bar, awayFrom: .top, grab: true)
      var isClosed = false
      menu.onClosed = { isClosed = true }
      try stage.run("an answer") { menu.isShown || isClosed }
      menu.close()
      expectExact(try stage.settle(), in: bar.frame, "the bar")
    }

    @Test func `popups of popups go before them`() throws {
      let stage = try GlassStage()
      defer { stage.stop() }
      var closed: [String] = []
      func open() throws -> [LiveSurface] {
        let output = try #require(stage.session.outputs.last)
        let bar = output.open(
          .strip(along: .top, thickness: 32), expecting: Self.material, content: GlassStage.sheet())
        try stage.run("a bar") { bar.isShown }
        let menu = try Self.openPopup(of: bar, awayFrom: .top)
        try stage.run("a menu") { menu.isShown }
        var placement = PopupPlacement(
          anchor: LogicalRect(x: 0, y: 40, width: 240, height: 30), width: 120, height: 90, gravity: .right)
        placement.alignment = .start
        let submenu = try #require(menu.openPopup(placement, content: GlassStage.sheet()))
        try stage.run("a submenu") { submenu.isShown }
        bar.onClosed = { closed.append("bar") }
        menu.onClosed = { closed.append("menu") }
        submenu.onClosed = { closed.append("submenu") }
        return [bar, menu, submenu]
      }
      let first = try open()
      #expect(first[2].frame.x == first[1].frame.maxX && first[2].frame.y == first[1].frame.y + 40)
      first[1].close()
      try stage.run("the end of the submenu") { closed == ["submenu"] }
      #expect(first[0].isShown && stage.output.surfaces.map(\.id) == [first[0].id])
      expectExact(try stage.settle(), in: first[0].frame, "the bar after them")
      #expect(stage.messages.allSatisfy { !$0.hasPrefix("failed") }, "\(stage.messages)")
    }
  }
}
