import Geometry
import HeadlessSession
import TestSupport
import Testing
import TextProcessing

extension LiveTests {
  /// Bars that keys and commands use: hidden ones, and those of two outputs.
  @Suite struct BarFocusTests {
    private static let menu = """
      [text.one]
      text = "one"
      menu = [{ label = "First", run = "none" }, { label = "Second", run = "none" }]

      """

    /// Waits until as many bars are on the screen.
    private func expectBars(_ stage: ModuleStage, _ count: Int, _ what: String) throws {
      try eventually("\(what): \(count) bars") { try stage.bars().count == count }
    }

    @Test(arguments: ["auto-hide", "hidden"])
    func `a hidden bar comes for the focus and for what a command opens, and goes after both`(mode: String)
      throws
    {
      let stage = try ModuleStage(isSway: true, waitsForGlass: false) { _ in
        """
        [bar]
        mode = "\(mode)"
        reveal_delay = 0
        hide_delay = 0.1
        start = ["clock", "text.one"]
        center = []
        \(Self.menu)
        """
      }
      defer { stage.stop() }
      try expectBars(stage, 0, "at the start")
      for _ in 1...2 {
        try stage.command("focus")
        try eventually("the focus") { try stage.focused() == "clock" }
        try stage.keyboard.type(.right)
        try eventually("the focus further on") { try stage.focused() == "text.one" }
        // Only time shows that it is not hidden after its delay.
        #expect(try stays { try stage.bars().count == 1 })
        try stage.keyboard.type(.escape)
        try expectBars(stage, 0, "after the focus")
        try stage.command("activate", #","module":"text.one""#)
        try eventually("the menu") { try stage.entries() == ["First", "Second"] }
        let (bar, menu) = (try stage.bars().first?["frame"]?.frame, try stage.popupFrame())
        // The popup is as far from the bar as from one that does not hide.
        #expect(bar.map { $0.y } == 0 && menu?.y == bar.map { $0.maxY + 8 })
        try stage.keyboard.type(.escape)
        try expectBars(stage, 0, "after the menu")
      }
    }

    @Test func `without an output, focus and menus are those of the output with the focus`() throws {
      let stage = try ModuleStage(outputs: 2) { _ in
        """
        [bar]
        start = ["workspaces", "text.one"]
        center = []
        \(Self.menu)
        """
      }
      defer { stage.stop() }
      try expectBars(stage, 2, "at the start")
      for output in ["HEADLESS-2", "HEADLESS-1", "HEADLESS-2"] {
        try stage.session.message("focus output \(output)")
        try eventually("the focus on \(output)") {
          try stage.items("workspaces", on: output).contains {
            $0["states"].elements.contains { $0.string == "focused" }
          }
        }
        let answer = try stage.command("focus")
        #expect(answer.contains(output), "\(answer)")
        try eventually("the walk on \(output)") {
          try stage.bars(on: output).first?["focused"]?.string != nil
        }
        try stage.keyboard.type(.escape)
        try eventually("no walk") { try stage.bars().allSatisfy { $0["focused"]?.string == nil } }
        try stage.command("activate", #","module":"text.one""#)
        try eventually("the menu on \(output)") {
          try stage.inspect()["popups"].elements.map { $0["output"]?.string } == [output]
        }
        try stage.keyboard.type(.escape)
        try eventually("no menu") { try stage.popups().isEmpty }
      }
      // An output that is named is meant, wherever the focus is.
      try stage.command("activate", #","module":"text.one","output":"HEADLESS-1""#)
      try eventually("the menu of the first output") {
        try stage.inspect()["popups"].elements.map { $0["output"]?.string } == ["HEADLESS-1"]
      }
    }

    @Test func `the focus goes from bar to bar of an output`() throws {
      let stage = try ModuleStage { _ in
        """
        [[bar]]
        start = ["clock", "text.one"]
        center = []
        end = []
        [[bar]]
        edge = "bottom"
        start = ["text.two"]
        center = []
        end = []
        \(Self.menu)
        [text.two]
        text = "two"
        on = { click = ["true"] }
        """
      }
      defer { stage.stop() }
      func focused() throws -> [String] { try stage.bars().compactMap { $0["focused"]?.string } }
      try expectBars(stage, 2, "at the start")
      try stage.command("focus")
      for next in ["clock", "text.one", "text.two", "clock"] {
        try eventually("the focus on \(next)") { try focused() == [next] }
        try stage.keyboard.type(.right)
      }
      try eventually("the focus on text.one") { try focused() == ["text.one"] }
      for last in ["clock", "text.two", "text.one"] {
        try stage.keyboard.type(.left)
        try eventually("the focus on \(last)") { try focused() == [last] }
      }
      try stage.keyboard.type(.escape)
      try eventually("no focus") { try focused().isEmpty }
    }
  }
}
