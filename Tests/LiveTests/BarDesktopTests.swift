import Geometry
import Glibc
import HeadlessSession
import Scenes
import TestSupport
import Testing
import TextProcessing
import Wayland

extension LiveTests {
  /// A bar on each of two outputs of a sway: what it tells of workspaces and windows, and what hands do with that.
  @Suite struct BarDesktopTests {
    private static let states: Set = ["focused", "urgent"]

    @Test func `workspaces of two outputs are switched by wheel and click, renamed and urgent`() throws {
      let stage = try ModuleStage(outputs: 2) { _ in
        "[bar]\nstart = [\"workspaces\"]\ncenter = []\n[workspaces]\nwrap = false\n"
      }
      defer { stage.stop() }
      func texts(_ output: String) throws -> [String] {
        try stage.texts("workspaces", on: output, states: Self.states)
      }
      let sway = stage.session
      // Each output has workspaces of its own.
      try sway.message("focus output HEADLESS-2; workspace right; focus output HEADLESS-1; workspace one")
      let window = try stage.showWindow("first")
      try sway.message("workspace two")
      let other = try stage.showWindow("second")
      try eventually("both lists") {
        try texts("HEADLESS-1") == ["one", "two focused"] && texts("HEADLESS-2") == ["right"]
      }
      try stage.point(at: stage.items("workspaces", on: "HEADLESS-1").first?["frame"]?.frame)
      try stage.pointer.turn(.verticalScroll, notches: -1, value: 15)
      try eventually("the workspace before") { try texts("HEADLESS-1") == ["one focused", "two"] }
      try stage.pointer.turn(.verticalScroll, notches: 1, value: 15)
      try eventually("the workspace after") { try texts("HEADLESS-1") == ["one", "two focused"] }
      try stage.click("workspaces", item: 0)
      try eventually("the first workspace") { try texts("HEADLESS-1") == ["one focused", "two"] }
      try sway.message("rename workspace two to code")
      try eventually("the new name") { try texts("HEADLESS-1") == ["one focused", "code"] }
      try sway.message("[app_id=second] urgent enable")
      try eventually("an urgent workspace") { try texts("HEADLESS-1") == ["one focused", "code urgent"] }
      // The bar of the other output is clicked, too.
      let right = try stage.items("workspaces", on: "HEADLESS-2").first?["frame"]?.frame
      try stage.point(at: right, x: 640)
      try stage.pointer.click()
      try eventually("the other output") {
        try texts("HEADLESS-2") == ["right focused"] && texts("HEADLESS-1") == ["one", "code urgent"]
      }
      window.close()
      other.close()
    }

    @Test func `formats and time zones that are chosen on one output stay as they are on another`() throws {
      let stage = try ModuleStage(outputs: 2) { _ in
        """
        [bar]
        start = ["text.one", "clock"]
        center = []
        [text.one]
        text = "one"
        format_alt = "other {text}"
        [clock]
        format = "{zone}"
        timezones = ["AAA0", "BBB-5", "CCC-10"]
        """
      }
      defer { stage.stop() }
      func texts(_ output: String) throws -> [String?] {
        try ["text.one", "clock"].map { try stage.text($0, on: output) }
      }
      try eventually("both bars") {
        try texts("HEADLESS-1") == ["one", "AAA0"] && texts("HEADLESS-2") == ["one", "AAA0"]
      }
      try stage.point(at: stage.module("text.one", on: "HEADLESS-1")?["frame"]?.frame)
      try stage.pointer.click()
      try eventually("the other format") { try texts("HEADLESS-1") == ["other one", "AAA0"] }
      #expect(try texts("HEADLESS-2") == ["one", "AAA0"])
      let scroll = #""output":"HEADLESS-2","module":"clock","gesture":"scroll_down""#
      try stage.command("activate", "," + scroll)
      try eventually("the next zone") { try texts("HEADLESS-2") == ["one", "BBB-5"] }
      #expect(try texts("HEADLESS-1") == ["other one", "AAA0"])
      try stage.command("activate", #","output":"HEADLESS-2","module":"text.one""#)
      try eventually("the format of the second") { try texts("HEADLESS-2") == ["other one", "BBB-5"] }
      try stage.pointer.click()
      try eventually("the first format again") { try texts("HEADLESS-1") == ["one", "AAA0"] }
      #expect(try texts("HEADLESS-2") == ["other one", "BBB-5"])
    }

    @Test func `titles of windows are told per output`() throws {
      let stage = try ModuleStage(outputs: 2) { _ in
        "[bar]\nstart = [\"window\"]\ncenter = []\n[window]\nformat = \"{app_id}\"\n"
      }
      defer { stage.stop() }
      try stage.session.message("focus output HEADLESS-1")
      let first = try stage.showWindow("first")
      try eventually("the first window") { try stage.text("window", on: "HEADLESS-1") == "first" }
      try stage.session.message("focus output HEADLESS-2")
      let second = try stage.showWindow("second")
      try eventually("both windows") {
        try stage.text("window", on: "HEADLESS-2") == "second"
          && stage.text("window", on: "HEADLESS-1") == "first"
      }
      second.close()
      try eventually("one window") {
        try stage.text("window", on: "HEADLESS-2") ?? "" == ""
          && stage.text("window", on: "HEADLESS-1") == "first"
      }
      first.close()
    }

    @Test func `a taskbar focuses windows, and its menu closes them and shows them in fullscreen`() throws {
      let stage = try ModuleStage { _ in
        "[bar]\nstart = [\"taskbar\"]\ncenter = []\n[taskbar]\nformat = \"{app_id}\"\n"
      }
      defer { stage.stop() }
      func windows() throws -> [String] { try stage.texts("taskbar", states: ["focused", "fullscreen"]) }
      let first = try stage.showWindow("first")
      let second = try stage.showWindow("second")
      try eventually("two windows") { try windows() == ["first", "second focused"] }
      try stage.click("taskbar", item: 0)
      try eventually("the first window") { try windows() == ["first focused", "second"] }
      try stage.click("taskbar", item: 1, 0x111)
      // Actions that sway does not support are left out.
      try eventually("the menu") { try stage.entries() == ["Activate", "Minimise", "Full screen", "Close"] }
      try stage.clickEntry("Full screen")
      try eventually("fullscreen") { try windows().contains("second focused fullscreen") }
      #expect(try stage.popups().isEmpty)
      try stage.session.message("[app_id=second] fullscreen disable")
      try eventually("no fullscreen") { try windows() == ["first", "second focused"] }
      try stage.click("taskbar", item: 1, 0x111)
      try eventually("the menu again") {
        try stage.entries() == ["Activate", "Minimise", "Full screen", "Close"]
      }
      // The menu goes with its item.
      second.close()
      try eventually("one window, and no menu") {
        try stage.texts("taskbar") == ["first"] && stage.popups().isEmpty
      }
      first.close()
    }

    @Test func `a taskbar shows urgent windows and minimises them by sway's socket`() throws {
      let stage = try ModuleStage { _ in
        "[bar]\nstart = [\"taskbar\"]\ncenter = []\n[taskbar]\nformat = \"{app_id}\"\n"
      }
      defer { stage.stop() }
      func windows() throws -> [String] {
        try stage.texts("taskbar", states: ["focused", "urgent", "minimised"])
      }
      let first = try stage.showWindow("first")
      let second = try stage.showWindow("second")
      try eventually("two windows") { try windows() == ["first", "second focused"] }
      try stage.session.message("[app_id=first] urgent enable")
      try eventually("the urgent window") { try windows() == ["first urgent", "second focused"] }
      try stage.click("taskbar", item: 0)
      try eventually("the first window") { try windows() == ["first focused", "second"] }
      try stage.click("taskbar", item: 0)
      try eventually("the minimised window") { try windows() == ["first minimised", "second focused"] }
      try stage.click("taskbar", item: 0)
      try eventually("the window again") { try windows() == ["first focused", "second"] }
      // Both are tiled as before.
      let tree = try stage.session.message("-t", "get_tree")
      #expect(tree.split(separator: "\"floating_con\"").count == 1)
      first.close()
      second.close()
    }

    @Test func `a taskbar starts a pinned program, and has a menu of the windows that have no room`() throws {
      let data = ScratchDirectory()
      let entry =
        "[Desktop Entry]\nName=Writer\nExec=sh -c \"printenv HYALINE_ITEM HYALINE_OUTPUT > \(data("ran"))\"\n"
      _ = unsafe (chmod(data.path, 0o777), mkdir(data("applications"), 0o755))
      data.write(entry, to: "applications/writer.desktop")
      func environment(_ session: HeadlessSway) -> [String: String] { ["XDG_DATA_HOME": data.path] }
      let stage = try ModuleStage(environment: environment) { _ in
        """
        [bar]
        start = ["taskbar"]
        center = []
        [taskbar]
        format = "{app_id}"
        pinned = ["writer", "nobody"]
        max_items = 2
        """
      }
      defer { stage.stop() }
      func items() throws -> [String] { try stage.texts("taskbar", states: ["launcher", "focused", "more"]) }
      try eventually("the launcher") { try items() == [" launcher"] }
      try stage.click("taskbar", item: 0)
      try eventually("the program") { readText(data("ran")) == "launch-writer\nHEADLESS-1\n" }
      let first = try stage.showWindow("first")
      let second = try stage.showWindow("second")
      // The window with the keyboard has an item.
      try eventually("two items and the rest") {
        try items() == [" launcher", "second focused", "+1 more"]
          && stage.items("taskbar").last?["name"]?.string == "more@HEADLESS-1"
      }
      try stage.click("taskbar", item: 2)
      try eventually("the menu") { try stage.entries() == ["first"] }
      try stage.clickEntry("first")
      try eventually("the first window") {
        try items() == [" launcher", "first focused", "+1 more"] && stage.popups().isEmpty
      }
      second.close()
      try eventually("room for all") { try items() == [" launcher", "first focused"] }
      first.close()
    }

    @Test func `bar, menu, submenu and calendar are walked by keyboard alone`() throws {
      let stage = try ModuleStage { scratch in
        """
        [bar]
        start = ["text.one", "clock"]
        center = []
        [text.one]
        text = "one"
        menu = [
          { label = "_Look", run = "refresh" }, { separator = true },
          { label = "More", menu = [{ label = "Deep", run = ["touch", "\(scratch("deep"))"] }] },
        ]
        """
      }
      defer { stage.stop() }
      let keyboard = stage.keyboard
      try stage.command("focus")
      try eventually("the first module") { try stage.focused() == "text.one" }
      try keyboard.type(.right)
      try eventually("the clock") { try stage.focused() == "clock" }
      try keyboard.type(.enter)
      try eventually("the calendar") { try stage.popups() == ["calendar"] }
      try keyboard.type(.escape)
      try eventually("the clock again") { try stage.popups().isEmpty && stage.focused() == "clock" }
      try keyboard.type(.left)
      try eventually("the first module again") { try stage.focused() == "text.one" }
      try keyboard.type(.menu)
      try eventually("the menu") { try stage.entries() == ["Look highlighted", "More submenu"] }
      try keyboard.type(.down)
      try eventually("the next entry") { try stage.entries() == ["Look", "More highlighted submenu"] }
      try keyboard.type(.right)
      try eventually("the submenu") { try stage.entries() == ["Deep highlighted"] }
      try keyboard.type(.escape)
      try eventually("the menu alone") { try stage.entries() == ["Look", "More highlighted submenu"] }
      try keyboard.type(.enter)
      try eventually("the submenu again") { try stage.entries() == ["Deep highlighted"] }
      try keyboard.type(.enter)
      try eventually("the command") { try stage.popups().isEmpty && stage.scratch.exists("deep") }
      try eventually("the module") { try stage.focused() == "text.one" }
      try keyboard.type(.escape)
      try eventually("no focus") { try stage.focused() == nil }
    }

    @Test func `a tooltip comes after a while, goes from neighbour to neighbour, and away with the pointer`()
      throws
    {
      let stage = try ModuleStage { _ in
        """
        [bar]
        start = ["text.one", "text.two"]
        center = []
        [text.one]
        text = "one"
        tooltip = "about {text}"
        [text.two]
        text = "two"
        tooltip = "about {text}"
        """
      }
      defer { stage.stop() }
      try stage.point(at: stage.module("text.one")?["frame"]?.frame)
      try eventually("a tooltip") { try stage.popups() == ["tooltip"] }
      let first = try #require(try stage.popupFrame())
      let bar = try #require(try stage.bars().first?["frame"]?.frame)
      #expect(first.y >= bar.maxY)
      try stage.point(at: stage.module("text.two")?["frame"]?.frame)
      try eventually("that of the neighbour") {
        try stage.popups() == ["tooltip"] && stage.popupFrame() != first
      }
      try stage.pointer.move(x: 320, y: 300, in: stage.layout)
      try eventually("no tooltip") { try stage.popups().isEmpty }
    }

    @Test func `a drawer is opened and closed by a click on its arrow`() throws {
      let stage = try ModuleStage { _ in
        """
        [bar]
        start = ["group.all"]
        center = []
        [group.all]
        modules = ["text.one", "text.two"]
        drawer = true
        [text.one]
        text = "one"
        [text.two]
        text = "two"
        """
      }
      defer { stage.stop() }
      func shown() throws -> [String] {
        let texts = try stage.bars().first?["modules"].elements.compactMap { $0["text"]?.string } ?? []
        return texts.filter { !$0.isEmpty }
      }
      #expect(try shown() == ["one"])
      try stage.click("group.all")
      try eventually("an open drawer") { try shown() == ["one", "two"] }
      try stage.pointer.click()
      try eventually("a closed drawer") { try shown() == ["one"] }
    }

    @Test func `a drawer opens under the pointer, and closes when that goes elsewhere`() throws {
      let stage = try ModuleStage { _ in
        """
        [bar]
        start = ["group.all", "text.three"]
        center = []
        [group.all]
        modules = ["text.one", "text.two"]
        drawer = true
        hover = true
        [text.one]
        text = "one"
        [text.two]
        text = "two"
        menu = [{ label = "Look", run = "refresh" }]
        [text.three]
        text = "three"
        """
      }
      defer { stage.stop() }
      func shown() throws -> [String] {
        let names = try stage.bars().first?["modules"].elements.compactMap { $0["name"]?.string } ?? []
        return names.filter { $0 != "group.all" }
      }
      let (closed, open) = (["text.one", "text.three"], ["text.one", "text.two", "text.three"])
      #expect(try shown() == closed)
      try stage.point(at: stage.module("text.one")?["frame"]?.frame)
      try eventually("an open drawer") { try shown() == open }
      // The module slides out of the handle.
      try eventually("the module in its place") {
        guard let handle = try stage.module("group.all")?["frame"]?.frame,
          let two = try stage.module("text.two")?["frame"]?.frame
        else { return false }
        return two.x >= handle.maxX
      }
      try stage.click("text.two")
      try eventually("the menu") { try stage.entries() == ["Look"] }
      try stage.point(atEntry: "Look")
      // The bar is told that the pointer has left it before the menu is told that the pointer has come.
      try eventually("the entry") { try stage.entries() == ["Look highlighted"] }
      #expect(try shown() == open)
      try stage.pointer.move(x: 600, y: 300, in: stage.layout)
      try stage.pointer.click()
      try eventually("a closed drawer") { try shown() == closed && stage.popups().isEmpty }
      try stage.point(at: stage.module("text.one")?["frame"]?.frame)
      try eventually("an open drawer") { try shown() == open }
      try stage.point(at: stage.module("text.three")?["frame"]?.frame)
      try eventually("a closed drawer") { try shown() == closed }
    }

    @Test func `a reload of sway's configuration leaves bar and workspaces as they are`() throws {
      let stage = try ModuleStage(outputs: 2) { _ in
        "[bar]\nstart = [\"workspaces\", \"clock\"]\ncenter = []\n"
      }
      defer { stage.stop() }
      try stage.session.message("focus output HEADLESS-1; workspace before")
      try eventually("the workspace") {
        try stage.texts("workspaces", on: "HEADLESS-1", states: Self.states) == ["before focused"]
      }
      try stage.session.message("reload")
      try stage.session.message("workspace after")
      try eventually("the workspace after") {
        try stage.bars().count == 2
          && stage.texts("workspaces", on: "HEADLESS-1", states: Self.states) == ["after focused"]
      }
      try stage.click("clock")
      try eventually("the calendar") { try stage.popups() == ["calendar"] }
    }

    @Test func `a socket of sway that ends shows why, and what it tells returns with it`() throws {
      var relay: SocketRelay?
      let modules = "[bar]\nstart = [\"workspaces\", \"text.one\"]\ncenter = []\n[text.one]\ntext = \"one\"\n"
      let stage = try ModuleStage(
        environment: { session in
          relay = try SocketRelay(session, to: session.environment["SWAYSOCK"] ?? "")
          return ["SWAYSOCK": relay?.path ?? ""]
        }, { _ in modules })
      defer {
        relay?.stop()
        stage.stop()
      }
      try eventually("the workspace") { try stage.texts("workspaces") == ["1"] }
      // sway 1.12 tells of workspaces by a protocol as well, which takes the place of the socket.
      let hasProtocol = stage.client.connection.globals.all.contains {
        $0.interface == ExtWorkspaceManagerV1.interfaceName
      }
      relay?.stop()
      if !hasProtocol {
        try eventually("the reason") { try stage.module("workspaces")?["failure"]?.string != nil }
      }
      #expect(try stage.text("text.one") == "one")
      try stage.session.message("workspace later")
      if hasProtocol {
        try eventually("the workspace by the protocol") { try stage.texts("workspaces") == ["later"] }
      }
      try relay?.start()
      try eventually("the workspace of now") {
        try stage.texts("workspaces") == ["later"]
          && stage.module("workspaces")?["failure"]?.string == nil
      }
    }
  }
}
