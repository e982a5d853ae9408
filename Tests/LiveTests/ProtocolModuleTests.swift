import Geometry
import HeadlessSession
import TestSupport
import Testing
import TextProcessing
import Wayland

extension LiveTests {
  /// Modules that show what the compositor tells by protocols alone, in whatever compositor the tests run.
  @Suite struct ProtocolModuleTests {
    private func stage() throws -> ModuleStage {
      // A sway without its socket tells by protocols alone, too.
      let environment = { (_: HeadlessSway) in ["SWAYSOCK": "", "I3SOCK": ""] }
      return try ModuleStage(
        size: PixelSize(width: 1000, height: 480), isSway: false, environment: environment
      ) { _ in
        """
        [bar]
        start = ["workspaces", "taskbar", "text.one"]
        center = []
        end = ["window"]
        [taskbar]
        format = "{app_id}"
        [window]
        format = "{app_id}"
        [text.one]
        text = "one"
        menu = [{ label = "First", run = "none" }]
        """
      }
    }

    @Test func `windows are shown, activated and closed, and stay in front while a menu has the keyboard`()
      throws
    {
      let stage = try stage()
      defer { stage.stop() }
      func windows() throws -> [String] { try stage.texts("taskbar", states: ["focused"]) }
      func front() throws -> String { try stage.text("window") ?? "" }
      let first = try stage.showWindow("first")
      try eventually("a window") { try windows() == ["first focused"] }
      let second = try stage.showWindow("second")
      try eventually("two windows") { try windows() == ["first", "second focused"] && front() == "second" }
      try stage.click("taskbar", item: 0)
      try eventually("the first window") {
        try windows() == ["first focused", "second"] && front() == "first"
      }
      try stage.command("activate", #","module":"text.one","gesture":"right""#)
      try eventually("the menu") { try stage.popups() == ["menu"] }
      try stage.keyboard.type(.down)
      try eventually("the first entry") { try stage.entries() == ["First highlighted"] }
      #expect(try front() == "first")
      try stage.keyboard.type(.escape)
      try eventually("no menu") { try stage.popups().isEmpty && windows() == ["first focused", "second"] }
      #expect(try front() == "first")
      second.close()
      try eventually("one window") { try windows() == ["first focused"] }
      first.close()
      try eventually("no window") { try windows().isEmpty && front() == "" }
    }

    /// Makes a sway show two workspaces, which it does only while windows are on them; other compositors have several
    /// by their configuration.
    private func fillWorkspaces(of stage: ModuleStage) throws -> [TestSurface] {
      guard stage.session.isSway else { return [] }
      let names = ["one", "two"]
      let windows = try names.map { name in
        try stage.session.message("workspace \(name)")
        return try stage.showWindow(name)
      }
      try eventually("two workspaces") {
        try names.allSatisfy { try stage.texts("workspaces").contains($0) }
      }
      return windows
    }

    @Test func `workspaces are shown with their names, and switched by a click and the wheel`() throws {
      let stage = try stage()
      defer { stage.stop() }
      func workspaces() throws -> [String] { try stage.texts("workspaces", states: ["focused"]) }
      guard
        stage.client.connection.globals.all.contains(where: {
          $0.interface == ExtWorkspaceManagerV1.interfaceName
        })
      else {
        // The module is not shown, as nothing would ever be in it.
        #expect(try stage.texts("workspaces").isEmpty)
        #expect(try stage.module("workspaces")?["failure"]?.string == nil)
        return
      }
      try eventually("a focused workspace") {
        try workspaces().contains { $0.hasSuffix(" focused") } && workspaces().allSatisfy { !$0.isEmpty }
      }
      let windows = try fillWorkspaces(of: stage)
      defer { for window in windows { window.close() } }
      let names = try stage.texts("workspaces")
      try #require(names.count > 1, "the compositor has to have several workspaces")
      for (place, name) in names.enumerated().reversed() {
        try stage.click("workspaces", item: place)
        try eventually("workspace \(name)") { try workspaces().dropFirst(place).first == "\(name) focused" }
      }
      try stage.command("activate", #","module":"workspaces","gesture":"scroll_down""#)
      try eventually("the next workspace") { try workspaces().dropFirst().first == "\(names[1]) focused" }
    }
  }
}
