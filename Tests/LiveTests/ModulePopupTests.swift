import Geometry
import HeadlessSession
import Scenes
import TestSupport
import Testing
import TextProcessing
import VisualEffects
import Wayland

extension LiveTests {
  /// Tests of the popups that modules of a bar open, in any compositor.
  @Suite struct ModulePopupTests {
    private static let size = PixelSize(width: 800, height: 480)
    private static let material = Material.named("systemMaterial", isDark: true)!

    /// A bar along an edge with a clock and a module with a menu, over a known picture.
    ///
    /// The clock shows one digit, so that an island at a side has room beside its text, at every time and in every font.
    private func stage(
      edge: OutputEdge = .top, scale: Double = 1, reducesMotion: Bool = true, _ more: String = "",
      module: String = ""
    ) throws -> ModuleStage {
      try ModuleStage(size: Self.size, scale: scale, isSway: false, reducesMotion: reducesMotion) { scratch in
        """
        [legibility]
        contrast = 0
        [bar]
        edge = "\(edge.rawValue)"
        height = 32
        material = "systemMaterial"
        \(more)
        start = []
        center = ["clock", "text.one"]
        [clock]
        format = "%u"
        [text.one]
        text = "one"
        \(module)
        menu = [
          { label = "First", run = ["touch", "\(scratch("first"))"] }, { separator = true },
          { label = "More", menu = [
            { label = "Deep", run = ["touch", "\(scratch("deep"))"] }, { label = "Deeper", run = "none" },
          ] },
        ]
        """
      }
    }

    /// Waits until a part of the screen shows what glass has to show there, within 1/255 on average.
    private func expectExact(
      _ stage: ModuleStage, in part: PixelRect, scale: Double = 1, _ what: String
    ) throws {
      let sigma = Self.material.blurRadius * scale
      let expected = ReferenceGlass(
        chain: Self.material.chain, sigma: sigma, leak: Leak.forBlur(sigma: sigma)
      ).shown(over: ReferencePicture(stage.wallpaper), in: part)
      try eventually("\(what), exact at \(part)") {
        PictureDifference(try stage.client.capture(part), expected).mean <= 1
      }
    }

    /// A strip inside the left edge of a popup, without text, hairline and corners.
    private func margin(_ frame: LogicalRect, width: Int) -> PixelRect {
      PixelRect(x: Int(frame.x) + 2, y: Int(frame.y) + 30, width: width, height: Int(frame.height) - 60)
    }

    @Test(arguments: OutputEdge.allCases)
    func `a calendar is beside its bar and exact, and so is the bar after it`(edge: OutputEdge) throws {
      let stage = try stage(edge: edge)
      defer { stage.stop() }
      let bar = try #require(try stage.bars().first?["frame"]?.frame)
      // The end of the bar is far from its modules, which are in the middle.
      let end =
        edge.isLevel
        ? PixelRect(x: 8, y: Int(bar.y), width: 250, height: 32)
        : PixelRect(x: Int(bar.x), y: 8, width: 32, height: 130)
      try expectExact(stage, in: end, "the bar")
      try stage.click("clock")
      try eventually("the calendar") { try stage.popups() == ["calendar"] }
      let frame = try #require(try stage.popupFrame())
      let output = LogicalRect(x: 0, y: 0, width: 800, height: 480)
      #expect(frame.x >= 0 && frame.y >= 0 && frame.maxX <= output.maxX && frame.maxY <= output.maxY)
      switch edge {
      case .top: #expect(frame.y >= bar.maxY)
      case .bottom: #expect(frame.maxY <= bar.y)
      case .left: #expect(frame.x >= bar.maxX)
      case .right: #expect(frame.maxX <= bar.x)
      }
      try expectExact(stage, in: margin(frame, width: 9), "the calendar")
      try stage.keyboard.type(.escape)
      try eventually("no calendar") { try stage.popups().isEmpty }
      try expectExact(stage, in: end, "the bar after it")
      // Nothing of it is left on the screen.
      let place = margin(frame, width: 9)
      try eventually("the picture") {
        try stage.client.capture(place).isSame(as: stage.wallpaper.cropped(to: place))
      }
    }

    @Test(arguments: ["", "merge = 10"])
    func `a calendar of an island is exact, and the desktop between islands is untouched`(more: String) throws
    {
      let stage = try stage("glass = \"modules\"\n\(more)")
      defer { stage.stop() }
      let island = try #require(try stage.module("clock")?["frame"]?.frame)
      // The bar is empty beyond its two islands.
      let end = PixelRect(x: 8, y: 0, width: 250, height: 32)
      func expectDesktop(_ what: String) throws {
        try eventually("the desktop \(what)") {
          try stage.client.capture(end).isSame(as: stage.wallpaper.cropped(to: end))
        }
      }
      let edge = PixelRect(x: Int(island.x) + 2, y: 12, width: 4, height: 8)
      try expectExact(stage, in: edge, "the island")
      try stage.click("clock")
      try eventually("the calendar") { try stage.popups() == ["calendar"] }
      let frame = try #require(try stage.popupFrame())
      #expect(frame.y >= island.maxY)
      try expectExact(stage, in: margin(frame, width: 9), "the calendar")
      try expectDesktop("beside the islands")
      try stage.keyboard.type(.escape)
      try eventually("no calendar") { try stage.popups().isEmpty }
      try stage.pointer.move(x: 400, y: 460, in: stage.layout)
      try expectExact(stage, in: edge, "the island after it")
      try expectDesktop("after it")
    }

    @Test(arguments: OutputEdge.allCases)
    func `a calendar that has grown out of its island is as without motion, and nothing happens then`(
      edge: OutputEdge
    ) throws {
      /// Opens the calendar, and returns its frame with most of the gap beside its island, which the pointer lights.
      func open(_ stage: ModuleStage) throws -> PixelRect {
        try stage.click("clock")
        try eventually("the calendar") { try stage.popups() == ["calendar"] }
        let frame = try #require(try stage.popupFrame())
        try expectExact(stage, in: margin(frame, width: 9), "the calendar at \(edge)")
        return PixelRect(
          x: Int(frame.x), y: Int(frame.y), width: Int(frame.width), height: Int(frame.height)
        ).outset(by: 6)
      }
      let still = try stage(edge: edge, "glass = \"modules\"\nmerge = 10")
      let part = try open(still)
      // The content of the calendar fades in without motion, too.
      var picture = try still.client.capture(part)
      try eventually("a still calendar") {
        let last = picture
        try still.client.connection.serveForASecond()
        picture = try still.client.capture(part)
        return picture.isSame(as: last)
      }
      still.stop()
      let expected = ReferencePicture(picture)
      let stage = try stage(edge: edge, reducesMotion: false, "glass = \"modules\"\nmerge = 10")
      defer { stage.stop() }
      #expect(try open(stage) == part)
      try eventually("the same picture at \(edge)") {
        let difference = PictureDifference(try stage.client.capture(part), expected)
        return difference.mean <= 0.1 && difference.max <= 8
      }
      try eventually("no wake-ups") {
        let before = try stage.bar.statistics()
        try stage.client.connection.serveForASecond()
        let after = try stage.bar.statistics()
        return after["commits"] == before["commits"] && after["captures"] == before["captures"]
          && after["wakeUps"]! - before["wakeUps"]! <= 3
      }
    }

    /// A few pixels of a sheet inside its left edge, half way down, where there is neither text nor border.
    private func side(_ frame: LogicalRect, scale: Double) -> PixelRect {
      PixelRect(
        x: Int(((frame.x + 2) * scale).rounded(.up)), y: Int((frame.y + frame.height / 2) * scale) - 3,
        width: Int(3 * scale), height: 6)
    }

    @Test(
      arguments: [
        ("", 1.25, .bottom), ("merge = 10", 1.5, .left), ("merge = 10", 2, .right), ("", 2, .top),
      ] as [(String, Double, OutputEdge)])
    func `a tooltip and a menu of an island are exact at every scale and edge`(
      more: String, scale: Double, edge: OutputEdge
    ) throws {
      let stage = try stage(
        edge: edge, scale: scale, "glass = \"modules\"\n\(more)", module: "tooltip = \"a tip\"")
      defer { stage.stop() }
      let bar = try #require(try stage.bars().first?["frame"]?.frame)
      let island = side(try #require(try stage.module("clock")?["frame"]?.frame), scale: scale)
      let (x, y) = (Int(bar.x * scale), Int(bar.y * scale))
      // The bar is empty beyond its two islands, and popups do not reach so far.
      let end =
        edge.isLevel
        ? PixelRect(x: 8, y: y, width: 120, height: 32) : PixelRect(x: x, y: 8, width: 32, height: 80)
      func expectBar(_ what: String) throws {
        try expectExact(stage, in: island, scale: scale, "the island \(what)")
        try eventually("the desktop \(what)") {
          try stage.client.capture(end).isSame(as: stage.wallpaper.cropped(to: end))
        }
      }
      try expectBar("at first")
      try stage.point(at: stage.module("text.one")?["frame"]?.frame)
      try eventually("the tooltip") { try stage.popups() == ["tooltip"] }
      let tooltip = side(try #require(try stage.popupFrame()), scale: scale)
      try expectExact(stage, in: tooltip, scale: scale, "the tooltip")
      try expectBar("beside the tooltip")
      try stage.click("text.one", 0x111)
      try eventually("the menu") { try stage.entries() == ["First", "More submenu"] }
      let menu = side(try #require(try stage.popupFrame()), scale: scale)
      try expectExact(stage, in: menu, scale: scale, "the menu")
      try expectBar("beside the menu")
      try stage.keyboard.type(.escape)
      try eventually("no menu") { try stage.popups().isEmpty }
      try stage.pointer.move(x: stage.layout.width / 2, y: stage.layout.height / 2, in: stage.layout)
      try expectBar("after it")
    }

    @Test func `a menu that a command has opened is walked by keys until Escape`() throws {
      let stage = try stage()
      defer { stage.stop() }
      // The menu is opened again before the compositor has taken the keyboard back for the last time.
      for _ in 1...5 {
        try stage.command("activate", #","module":"text.one","gesture":"right""#)
        try eventually("the menu") { try stage.entries() == ["First", "More submenu"] }
        try stage.keyboard.type(.down)
        try eventually("the first entry") { try stage.entries() == ["First highlighted", "More submenu"] }
        try stage.keyboard.type(.down)
        try stage.keyboard.type(.right)
        try eventually("the submenu") { try stage.entries() == ["Deep highlighted", "Deeper"] }
        try stage.keyboard.type(.left)
        try eventually("the menu alone") { try stage.entries() == ["First", "More highlighted submenu"] }
        try stage.keyboard.type(.escape)
        try eventually("no menu") { try stage.popups().isEmpty }
      }
      try stage.command("activate", #","module":"clock""#)
      try eventually("the calendar") { try stage.popups() == ["calendar"] }
      try stage.keyboard.type(.escape)
      try eventually("no calendar") { try stage.popups().isEmpty }
    }

    @Test func `what a command has opened ends with a press beside it`() throws {
      let stage = try stage()
      defer { stage.stop() }
      for (module, popup) in [("clock", "calendar"), ("text.one", "menu")] {
        for y in [440.0, 12] {
          try stage.command("activate", #","module":"\#(module)""#)
          try eventually("the \(popup)") { try stage.popups() == [popup] }
          try stage.pointer.move(x: 60, y: y, in: stage.layout)
          try stage.pointer.click()
          try eventually("no \(popup) after a press at \(y)") { try stage.popups().isEmpty }
        }
      }
    }

    @Test func `what a command has opened ends when a launcher takes the keyboard, and can be opened again`()
      throws
    {
      let stage = try stage()
      defer { stage.stop() }
      try stage.command("activate", #","module":"clock""#)
      try eventually("the calendar") { try stage.popups() == ["calendar"] }
      let launcher = try TestSurface(
        stage.client, TestPictures.desktop(PixelSize(width: 200, height: 100)),
        frame: PixelRect(x: 20, y: 300, width: 200, height: 100), layer: .overlay, takesKeyboard: true)
      try eventually("no calendar") { try stage.popups().isEmpty }
      launcher.close()
      try stage.command("activate", #","module":"text.one""#)
      try eventually("the menu") { try stage.entries() == ["First", "More submenu"] }
      try stage.keyboard.type(.down)
      try eventually("the first entry") { try stage.entries() == ["First highlighted", "More submenu"] }
    }

    @Test(arguments: ["scale 1.5", "transform 90"])
    func `a menu and its submenus end with a change of their output, and the bar does not`(change: String)
      throws
    {
      let stage = try stage()
      defer { stage.stop() }
      try expectEndOfMenus(change, then: "scale 1 transform normal", on: stage)
    }

    @Test func `a menu and its submenus end when their output is switched off, and the bar returns with it`()
      throws
    {
      let stage = try stage()
      defer { stage.stop() }
      try requireSwitchingOff(stage.session)
      let mode = "mode \(Self.size.width)x\(Self.size.height)@60Hz"
      try expectEndOfMenus("disable", then: "\(mode) enable", on: stage)
    }

    /// Changes an output, and expects its menus to end; then changes it back, and opens one again.
    private func expectEndOfMenus(_ change: String, then back: String, on stage: ModuleStage) throws {
      let output = try #require(try stage.bars().first?["output"]?.string)
      try stage.click("text.one")
      try eventually("the menu") { try stage.entries() == ["First", "More submenu"] }
      try stage.point(atEntry: "More")
      try eventually("the submenu") { try stage.entries() == ["Deep", "Deeper"] }
      try stage.session.change(output: output, change)
      try eventually("no menu") { try stage.popups().isEmpty }
      try stage.session.change(output: output, back)
      try eventually("the bar") { try !stage.bars(on: output).isEmpty }
      #expect(stage.bar.process.poll() == nil)
      try stage.command("activate", #","module":"text.one","output":"\#(output)""#)
      // The pointer may be where the menu opens.
      try eventually("the menu again") { try stage.popups() == ["menu"] }
    }

    @Test(arguments: OutputEdge.allCases)
    func `a menu is used by pointer, with its submenu beside it`(edge: OutputEdge) throws {
      let stage = try stage(edge: edge)
      defer { stage.stop() }
      try stage.click("text.one", 0x111)
      try eventually("the menu") { try stage.entries() == ["First", "More submenu"] }
      let menu = try #require(try stage.popupFrame())
      try stage.point(atEntry: "More")
      try eventually("the submenu") { try stage.entries() == ["Deep", "Deeper"] }
      let submenu = try #require(try stage.popupFrame())
      // The submenu lies four pixels over the menu, and flips to the other side if there is no room.
      #expect(submenu.x == menu.maxX - 4 || submenu.maxX == menu.x + 4)
      #expect(submenu.maxX <= 800 && submenu.maxY <= 480 && submenu.x >= 0 && submenu.y >= 0)
      try stage.clickEntry("Deep")
      try eventually("the command, and no menu") {
        try stage.popups().isEmpty && stage.scratch.exists("deep")
      }
      try stage.click("text.one")
      try eventually("the menu again") { try stage.entries() == ["First", "More submenu"] }
      // A click beside it closes it, and chooses nothing.
      try stage.pointer.move(x: edge == .left ? 700 : 100, y: edge == .top ? 400 : 60, in: stage.layout)
      try stage.pointer.click()
      try eventually("no menu") { try stage.popups().isEmpty }
      #expect(!stage.scratch.exists("first"))
    }
  }
}
