import Geometry
import HeadlessSession
import TestSupport
import Testing
import TextProcessing

extension LiveTests {
  /// Tests of the texts of modules and of the programs they start, along each edge and in any compositor.
  @Suite struct ModuleEdgeTests {
    private func stage(edge: OutputEdge) throws -> ModuleStage {
      try ModuleStage(isSway: false) { scratch in
        """
        [bar]
        edge = "\(edge.rawValue)"
        height = 36
        start = []
        center = ["group.all"]
        end = ["text.end"]
        [group.all]
        modules = ["text.one", "text.two"]
        drawer = true
        [text.one]
        text = "one"
        tooltip = "the first\\nand the second line"
        [text.two]
        text = "two"
        [text.end]
        text = "end"
        """
      }
    }

    private func names(_ stage: ModuleStage) throws -> [String] {
      try stage.bars().first?["modules"].elements.compactMap { $0["name"]?.string } ?? []
    }

    @Test(arguments: OutputEdge.allCases)
    func `a drawer is opened by its handle and closed by a command`(edge: OutputEdge) throws {
      let stage = try stage(edge: edge)
      defer { stage.stop() }
      let (closed, open) = (
        ["group.all", "text.one", "text.end"], ["group.all", "text.one", "text.two", "text.end"]
      )
      try eventually("a closed drawer") { try names(stage) == closed }
      #expect(try stage.module("group.all")?["actions"].elements.compactMap(\.string) == ["click"])
      try stage.click("group.all")
      try eventually("an open drawer") { try names(stage) == open }
      #expect(try stage.module("group.all")?["states"].elements.compactMap(\.string) == ["open"])
      // The module slides out of the handle.
      try eventually("the module beside the handle") {
        guard let handle = try stage.module("group.all")?["frame"]?.frame,
          let two = try stage.module("text.two")?["frame"]?.frame
        else { return false }
        return edge.isLevel ? two.x >= handle.maxX : two.y >= handle.maxY
      }
      try stage.command("activate", #","module":"group.all""#)
      try eventually("a closed drawer again") { try names(stage) == closed }
      #expect(try stage.module("group.all")?["states"].elements.isEmpty == true)
      let answer = try stage.command("activate", #","module":"group.all","gesture":"right""#)
      #expect(answer.contains("group.all responds only to a click"))
    }

    @Test(arguments: OutputEdge.allCases)
    func `a tooltip of two lines is beside its module and on the output`(edge: OutputEdge) throws {
      let stage = try stage(edge: edge)
      defer { stage.stop() }
      try stage.point(at: stage.module("text.one")?["frame"]?.frame)
      try eventually("the tooltip") { try stage.popups() == ["tooltip"] }
      let frame = try #require(try stage.popupFrame())
      let bar = try #require(try stage.bars().first?["frame"]?.frame)
      #expect(frame.x >= 0 && frame.y >= 0 && frame.maxX <= 640 && frame.maxY <= 360)
      switch edge {
      case .top: #expect(frame.y >= bar.maxY)
      case .bottom: #expect(frame.maxY <= bar.y)
      case .left: #expect(frame.x >= bar.maxX)
      case .right: #expect(frame.maxX <= bar.x)
      }
      // One line is some 30 high.
      #expect(frame.height >= 40 && frame.height <= 64, "\(frame)")
      try stage.pointer.move(x: 320, y: 180, in: stage.layout)
      try eventually("no tooltip") { try stage.popups().isEmpty }
    }

    @Test func `commands of clicks and of panels can bring a window to the front, those of the wheel cannot`()
      throws
    {
      let stage = try ModuleStage(isSway: false) { scratch in
        func tell(_ name: String) -> String {
          let command = "echo $HYALINE_OUTPUT ${XDG_ACTIVATION_TOKEN:-none} > \(scratch("new-" + name))"
          return #"["sh", "-c", "\#(command); mv \#(scratch("new-" + name)) \#(scratch(name))"]"#
        }
        return """
          [bar]
          start = ["text.a", "session"]
          center = []
          [text.a]
          text = "text"
          on.click = \(tell("click"))
          on.scroll_up = \(tell("wheel"))
          [session]
          actions = ["lock"]
          lock = \(tell("lock"))
          """
      }
      defer { stage.stop() }
      let output = try #require(try stage.bars().first?["output"]?.string)
      func told(_ name: String) -> [Substring]? {
        stage.scratch.contents(of: name)?.split { $0 == " " || $0 == "\n" }
      }
      try stage.click("text.a")
      try eventually("the command of the click") { told("click")?.count == 2 }
      #expect(told("click")?[0] == output[...] && told("click")?[1] != "none")
      try stage.command("activate", #","module":"text.a","gesture":"scroll_up""#)
      try eventually("the command of the wheel") { told("wheel")?.count == 2 }
      #expect(told("wheel") == [output[...], "none"])
      try stage.click("session")
      try eventually("the panel") { try stage.entries().contains { $0.hasPrefix("Lock") } }
      try stage.clickEntry("Lock")
      try eventually("the command of the panel") { told("lock")?.count == 2 }
      #expect(told("lock")?[0] == output[...] && told("lock")?[1] != "none")
    }
  }
}
