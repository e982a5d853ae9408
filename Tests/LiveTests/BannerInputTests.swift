import DesktopModel
import Geometry
import Glibc
import HeadlessSession
import Loop
import Scenes
import TestSupport
import Testing

extension LiveTests {
  /// Tests of input on banners and of the signals that follow on the bus.
  @Suite struct BannerInputTests {
    /// The first banner's upper left corner, without a bar.
    static let corner = (x: 1280 - 12 - 360, y: 12)

    @Test func `a click is the default action, told after its token, and closes`() throws {
      let stage = try BannerStage()
      defer { stage.stop() }
      let id = try stage.notify("Hello", actions: ["default", "Open"])
      try stage.settle()
      try stage.click(x: Self.corner.x + 100, y: Self.corner.y + 30)
      try stage.waitForSignal("NotificationClosed \(id) 2")
      let invoked = try #require(stage.signals.firstIndex(of: "ActionInvoked \(id) default"))
      #expect(stage.signals.last == "NotificationClosed \(id) 2")
      // Compositors without tokens have none to tell.
      if let token = stage.signals.firstIndex(where: { $0.hasPrefix("ActivationToken \(id) ") }) {
        #expect(token < invoked)
      }
    }

    @Test(arguments: [(UInt32(0x110), []), (0x112, ["default", "Open"])] as [(UInt32, [String])])
    func `a click without an action, or with the middle button, puts a banner away`(
      button: UInt32, actions: [String]
    ) throws {
      let stage = try BannerStage()
      defer { stage.stop() }
      let id = try stage.notify("Hello", actions: actions)
      try stage.settle()
      try stage.click(x: Self.corner.x + 100, y: Self.corner.y + 30, button: button)
      try stage.waitForSignal("NotificationClosed \(id) 2")
      #expect(stage.signals == ["NotificationClosed \(id) 2"])
      // Nothing is left on the screen but the pointer.
      try stage.point(x: 10, y: 700)
      try stage.session.eventually("the bare desktop") {
        try stage.client.capture(BannerStage.corner) == stage.bare.cropped(to: BannerStage.corner)
      }
    }

    @Test func `a button shows that it is held down until the hand goes elsewhere`() throws {
      let stage = try BannerStage()
      defer { stage.stop() }
      try stage.notify("Hello", actions: ["a", "Yes"])
      try stage.settle()
      // The pointer is over the banner and not over the button, which would show that.
      try stage.point(x: Self.corner.x + 180, y: Self.corner.y + 30)
      // A part of the button that the pointer does not cover.
      let region = PixelRect(x: Self.corner.x + 66, y: Self.corner.y + 50, width: 60, height: 40)
      let before = try stage.rest("a button", in: region)
      try stage.point(x: Self.corner.x + 180, y: Self.corner.y + 70)
      try stage.pointer.button(isPressed: true)
      func change(_ picture: Bitmap) -> Double { PictureDifference(picture, ReferencePicture(before)).max }
      _ = try stage.rest("a held button", in: region) { change($0) > 20 }
      try stage.point(x: Self.corner.x + 180, y: Self.corner.y + 30)
      _ = try stage.rest("the button as it was", in: region) { change($0) <= 4 }
      try stage.pointer.button(isPressed: false)
      try stage.synchronise()
      #expect(stage.signals.isEmpty)
    }

    @Test func `the pointer expands a banner, stops its time, and shows a button that closes`() throws {
      let stage = try BannerStage()
      defer { stage.stop() }
      let body = String(repeating: "More words than there is room for on it. ", count: 12)
      let id = try stage.notify("Hello", body)
      let before = try stage.settle()
      try stage.point(x: Self.corner.x + 40, y: Self.corner.y + 30)
      // This part showed no banner before.
      let below = PixelRect(x: Self.corner.x + 20, y: 180, width: 320, height: 40)
      try stage.session.eventually("the whole body") {
        try stage.client.capture(below) != before.cropped(to: below)
      }
      try stage.notify("Hello", body, timeout: 300, replaces: id)
      // Three times as long as it has. The pointer stops the time of all banners, so that none shows by its end that time has
      // passed.
      #expect(!stage.session.loop.serveForASecond { !stage.signals.isEmpty })
      try stage.click(x: Self.corner.x + 360 - 8 - 10, y: Self.corner.y + 8 + 10)
      try stage.waitForSignal("NotificationClosed \(id) 2")
      let next = try stage.notify("Next", timeout: 300)
      try stage.point(x: 10, y: 700)
      try stage.waitForSignal("NotificationClosed \(next) 1")
    }

    @Test func `a banner that is pulled aside far enough goes, else it comes back`() throws {
      let stage = try BannerStage()
      defer { stage.stop() }
      let id = try stage.notify("Hello", actions: ["default", "Open"])
      let before = try stage.settle()
      for (distance, goes) in [(60, false), (220, true)] {
        try stage.point(x: Self.corner.x + 60, y: Self.corner.y + 30)
        try stage.pointer.button(isPressed: true)
        for step in 1...8 {
          stage.pointer.rest(30)
          try stage.point(x: Self.corner.x + 60 + distance * step / 8, y: Self.corner.y + 30)
        }
        if !goes { stage.pointer.rest(200) }
        try stage.session.eventually("a pulled banner") {
          try stage.client.capture(BannerStage.corner) != before.cropped(to: BannerStage.corner)
        }
        try stage.pointer.button(isPressed: false)
        if goes {
          try stage.waitForSignal("NotificationClosed \(id) 2")
        } else {
          try stage.settle()
          #expect(stage.signals.isEmpty)
        }
      }
      #expect(stage.signals == ["NotificationClosed \(id) 2"])
    }

    /// The heights are those of the cards below the front banner, and of the front banner.
    @Test(arguments: [80 + 6, 30])
    func `a click on a stack spreads it, and each banner is one's own then`(height: Int) throws {
      let stage = try BannerStage("[notifications]\ngroup = \"application\"\n")
      defer { stage.stop() }
      let ids = try (1...3).map { try stage.notify("Message \($0)", "Words") }
      let stacked = try stage.settle()
      let below = PixelRect(x: Self.corner.x + 20, y: 160, width: 320, height: 60)
      #expect(stacked.cropped(to: below) == stage.bare.cropped(to: below))
      try stage.keep(stacked, as: "stack")
      try stage.click(x: Self.corner.x + 30, y: Self.corner.y + height)
      try stage.point(x: 10, y: 700)
      try stage.session.eventually("the banners below") {
        try stage.client.capture(below) != stacked.cropped(to: below)
      }
      try stage.settle(otherThan: stacked)
      // The newest is on top, and has a line that folds.
      try stage.click(x: Self.corner.x + 100, y: Self.corner.y + 103 + 8 + 40)
      try stage.session.eventually("an end, got \(stage.signals)") { !stage.signals.isEmpty }
      #expect(stage.signals == ["NotificationClosed \(ids[1]) 2"])
    }

    @Test func `a stack that unfolds and folds rests as it would without motion, and nothing happens then`()
      throws
    {
      func settings(_ reducesMotion: String) -> String {
        "[notifications]\ngroup = \"application\"\n[accessibility]\nreduce_motion = \"\(reducesMotion)\"\n"
      }
      /// The pictures of the stack, unfolded and folded again.
      func pictures(_ stage: BannerStage) throws -> [Bitmap] {
        for number in 1...3 { try stage.notify("Message \(number)", "Words") }
        let folded = try stage.settle()
        try stage.click(x: Self.corner.x + 30, y: Self.corner.y + 80 + 6)
        try stage.point(x: 10, y: 700)
        let unfolded = try stage.settle(otherThan: folded)
        // The first banner has a line that folds.
        try stage.click(x: Self.corner.x + 180, y: Self.corner.y + 93)
        try stage.point(x: 10, y: 700)
        return [folded, unfolded, try stage.settle(otherThan: unfolded)]
      }
      let still = try BannerStage(settings("on"))
      let expected = try pictures(still)
      still.stop()
      let stage = try BannerStage(settings("off"))
      defer { stage.stop() }
      for (name, (picture, expected)) in zip(
        ["folded", "unfolded", "folded again"], zip(try pictures(stage), expected))
      {
        try stage.keep(picture, as: "stack \(name)")
        let difference = PictureDifference(
          picture.cropped(to: BannerStage.corner), ReferencePicture(expected.cropped(to: BannerStage.corner)))
        // The known values of the pixels under the corners depend on the pixels that were there before.
        #expect(difference.mean <= 0.1 && difference.max <= 8, "\(name): \(difference)")
      }
      try stage.session.eventually("no frames") {
        let before = try stage.hyaline.statistics()
        try stage.client.connection.serveForASecond()
        let after = try stage.hyaline.statistics()
        return after["commits"] == before["commits"] && after["captures"] == before["captures"]
          && after["wakeUps"]! - before["wakeUps"]! <= 3
      }
    }

    /// The height at which the fifth entry of the menu is, below a line, if the menu begins at the pointer.
    private static let lastEntry = corner.y + 30 + 3 + 5 + 27 * 5 + 4

    /// Clicks on a banner, and waits until a menu covers a part of the output.
    private func openMenu(
      on stage: BannerStage, at place: (x: Int, y: Int), button: UInt32, seenIn menu: PixelRect
    ) throws {
      try stage.point(x: place.x, y: place.y)
      let before = try stage.rest("the banner under the pointer").cropped(to: menu)
      try stage.pointer.click(button)
      try stage.session.eventually("the menu") {
        // The pointer alone changes the shadow of the banner a little.
        let now = try stage.client.capture(menu)
        let changed = zip(now.bytes, before.bytes).count { abs(Int($0) - Int($1)) > 8 }
        return changed > before.bytes.count / 2
      }
    }

    @Test func `the right button opens a menu at the pointer, with an entry that closes the banner`() throws {
      let stage = try BannerStage()
      defer { stage.stop() }
      let id = try stage.notify("Hello", actions: ["a", "Yes", "b", "No", "c", "Perhaps"])
      try stage.settle()
      let place = (x: Self.corner.x + 100, y: Self.corner.y + 30)
      // The banner itself ends above this part.
      let menu = PixelRect(x: place.x + 10, y: 130, width: 100, height: 20)
      try openMenu(on: stage, at: place, button: 0x111, seenIn: menu)
      try stage.keep(stage.rest("the menu", mayBeCovered: true), as: "menu")
      try stage.click(x: place.x + 30, y: place.y + 3 + 5 + 13)
      try stage.waitForSignal("NotificationClosed \(id) 2")
      #expect(stage.signals == ["NotificationClosed \(id) 2"])
    }

    @Test func `the menu of a banner turns the banners of its program off in the settings`() throws {
      let stage = try BannerStage("# mine\n")
      defer { stage.stop() }
      let id = try stage.notify("Hello", app: "Mail")
      try stage.settle()
      let place = (x: Self.corner.x + 100, y: Self.corner.y + 30)
      let menu = PixelRect(x: place.x + 10, y: 130, width: 100, height: 20)
      try openMenu(on: stage, at: place, button: 0x111, seenIn: menu)
      // The last entry opens the submenu at the left, where there is room, whose first one is about banners.
      let beside = PixelRect(x: place.x - 100, y: 185, width: 80, height: 60)
      let before = try stage.rest("the menu", mayBeCovered: true).cropped(to: beside)
      try stage.click(x: place.x + 60, y: Self.lastEntry)
      try stage.session.eventually("the submenu") { try stage.client.capture(beside) != before }
      let opened = try stage.rest("the submenu", mayBeCovered: true)
      try stage.keep(opened, as: "program")
      try stage.click(x: place.x - 60, y: Self.lastEntry)
      try stage.waitForSignal("NotificationClosed \(id) 2")
      let rule = "# mine\n\n[[notifications.rules]]\napp = \"Mail\"\nhidden = true\n"
      try stage.session.eventually("the rule") { readText(stage.hyaline.settingsPath) == rule }
      #expect(stage.hyaline.log == "")
    }

    @Test func `a button opens a menu of the actions that have none`() throws {
      let stage = try BannerStage()
      defer { stage.stop() }
      let id = try stage.notify("Hello", actions: ["a", "Yes", "b", "No", "c", "Perhaps"])
      try stage.settle()
      let button = (x: Self.corner.x + 280, y: Self.corner.y + 70)
      let menu = PixelRect(x: Self.corner.x + 220, y: 120, width: 100, height: 20)
      try openMenu(on: stage, at: button, button: 0x110, seenIn: menu)
      try stage.keep(stage.rest("the menu", mayBeCovered: true), as: "options")
      try stage.click(x: button.x, y: Self.corner.y + 56 + 28 + 2 + 6 + 14)
      try stage.waitForSignal("NotificationClosed \(id) 2")
      #expect(stage.signals.suffix(2) == ["ActionInvoked \(id) b", "NotificationClosed \(id) 2"])
    }

    @Test func `a link is opened by the desktop's program, and the banner stays`() throws {
      let scratch = try PrivateDirectory()
      let told = scratch.file("told")
      let program = try scratch.write("#!/bin/sh\necho \"$1\" > '\(told)'\n", to: "xdg-open")
      unsafe chmod(program, 0o755)
      let stage = try BannerStage(environment: ["PATH": scratch.path + ":/usr/bin:/bin"])
      defer { stage.stop() }
      try stage.notify("Hello", "<a href=\"https://example.org/a\">a link over the line, to be clicked</a>")
      try stage.settle()
      // The body is the third line.
      try stage.click(x: Self.corner.x + 120, y: Self.corner.y + 14 + 17 + 19 + 8)
      try stage.session.eventually("the program") { readText(told) == "https://example.org/a\n" }
      #expect(stage.signals.isEmpty)
    }

    @Test func `what opens a link has a unit of its own before it begins, and outlives the program`() throws {
      let scratch = try PrivateDirectory()
      let told = scratch.file("told")
      let program = try scratch.write("#!/bin/sh\necho $$ > '\(told)'\nexec sleep 1000\n", to: "xdg-open")
      unsafe chmod(program, 0o755)
      let stage = try BannerStage(environment: ["PATH": scratch.path + ":/usr/bin:/bin"])
      defer { stage.stop() }
      let manager = FakeUserManager(stage.bus)
      try stage.session.eventually("the manager") { manager.isReady }
      try stage.notify("Hello", "<a href=\"https://example.org/a\">a link over the line, to be clicked</a>")
      try stage.settle()
      try stage.click(x: Self.corner.x + 120, y: Self.corner.y + 14 + 17 + 19 + 8)
      try stage.session.eventually("the call") { !manager.requests.isEmpty }
      #expect(readText(told) == nil)
      let process = try #require(manager.process)
      defer { kill(process, SIGKILL) }
      #expect(manager.requests[0][0] == .string(#"app-hyaline-xdg\x2dopen-\#(process).scope"#))
      manager.finish()
      try stage.session.eventually("the program") { readText(told) == "\(process)\n" }
      #expect(stage.hyaline.terminate() == .exited(0))
      #expect(kill(process, 0) == 0)
    }

    @Test func `an answer is typed, changed, pasted and sent, and the keyboard is given back`() throws {
      let stage = try BannerStage()
      defer { stage.stop() }
      let keyboard = try VirtualKeyboard(stage.client)
      try keyboard.followFocus()
      let window = try stage.client.showWindow(
        TestPictures.flat(PixelSize(width: 200, height: 100), .one), appID: "other")
      defer { window.close() }
      try stage.waitForFocus(false, keyboard)
      let empty = try stage.settle("the window")
      let id = try stage.notify("Question", "Yes or no?", actions: ["inline-reply", "Answer"])
      let closed = try stage.settle(otherThan: empty)
      let button = (x: Self.corner.x + 180, y: Self.corner.y + 14 + 15 + 2 + 17 + 2 + 16 + 8 + 14)
      // Escape leaves it, and nothing is sent.
      try stage.click(x: button.x, y: button.y)
      try stage.waitForFocus(true, keyboard)
      try keyboard.type(.c)
      try keyboard.type(.escape)
      try stage.waitForFocus(false, keyboard)
      try stage.click(x: button.x, y: button.y)
      try stage.waitForFocus(true, keyboard)
      let opened = try stage.client.capture(BannerStage.corner)
      #expect(opened != closed.cropped(to: BannerStage.corner))
      for key in [VirtualKeyboard.Key.a, .c, .e] { try keyboard.type(key) }
      // All is selected, copied, and pasted twice in place of itself.
      try keyboard.setModifiers(4)
      for key in [VirtualKeyboard.Key.a, .c, .v, .v] {
        try keyboard.type(key)
        // The clipboard is pasted as the compositor announces it.
        try stage.synchronise()
      }
      try keyboard.setModifiers(0)
      try keyboard.type(.enter)
      try stage.waitForSignal("NotificationClosed \(id) 2")
      #expect(stage.signals == ["NotificationReplied \(id) aceace", "NotificationClosed \(id) 2"])
      try stage.waitForFocus(false, keyboard)
    }
  }
}
