import Geometry
import Glibc
import HeadlessSession
import Scenes
import TestSupport
import Testing
import TextProcessing
import Wayland

extension LiveTests {
  /// Tests of input on the modules of a bar, and of the reports of `hyaline bar inspect`.
  @Suite struct BarModuleTests {
    private static let layout = LogicalSize(width: 640, height: 360)

    /// A desktop with a bar of some modules, and a pointer. Motion is reduced, so that the places of modules in a report are those at
    /// which they are seen.
    @MainActor private final class Scenario {
      let session: HeadlessSway
      let client: TestClient
      let bar: RunningHyaline
      let pointer: VirtualPointer
      let scratch = ScratchDirectory()

      init(_ settings: (ScratchDirectory) -> String) throws {
        session = try HeadlessSway(output: "resolution 640x360@60Hz position 0 0")
        // The program may run as another user than the test.
        _ = unsafe chmod(scratch.path, 0o777)
        client = try TestClient(session)
        _ = try client.showWallpaper(TestPictures.desktop(client.output.description.mode))
        pointer = try VirtualPointer(client)
        try pointer.move(x: 320, y: 200, in: layout)
        bar = try RunningHyaline(
          in: session,
          settings: "appearance = \"dark\"\n" + RunningHyaline.still + "[bar]\ncenter = []\n"
            + settings(scratch))
        try bar.waitForStatistics("live glass") { $0.has("source", "live") && $0.has("phase", "watching") }
      }

      func inspect() throws -> [JSONValue] {
        let answer = try JSONValue(parsing: try bar.request(#"{"command":"bar","action":"inspect"}"#))
        guard case .array(let bars)? = answer["bars"], case .array(let modules)? = bars.first?["modules"]
        else {
          return []
        }
        return modules
      }

      func module(_ name: String) throws -> JSONValue? { try inspect().first { $0["name"]?.string == name } }

      func text(_ name: String) throws -> String? { try module(name)?["text"]?.string }

      /// The middle of a module.
      func place(_ name: String) throws -> (x: Double, y: Double) {
        let frame = try #require(try module(name)?["frame"])
        func number(_ name: String) -> Double { frame[name]?.number ?? 0 }
        return (number("x") + number("width") / 2, number("y") + number("height") / 2)
      }

      func pointAt(_ name: String) throws {
        let (x, y) = try place(name)
        try pointer.move(x: x, y: y, in: layout)
      }

      func click(_ name: String, _ button: UInt32 = 0x110) throws {
        try pointAt(name)
        try pointer.click(button)
      }
    }

    @Test func `a click runs the bound command with its environment, and format_alt toggles`() throws {
      let scenario = try Scenario { scratch in
        """
        start = ["text.command", "text.alt", "script.broken", "clock"]
        [text.command]
        text = "command"
        on.click = ["sh", "-c", "echo $HYALINE_OUTPUT $HYALINE_MODULE > \(scratch("new")); mv \(scratch("new")) \(scratch("told"))"]
        on.right = ["sh", "-c", "touch \(scratch("right"))"]
        [text.alt]
        text = "long"
        format = "{text}"
        format_alt = "other {text}"
        [script.broken]
        command = ["sh", "-c", "exit 3"]
        interval = 0
        """
      }
      defer { scenario.session.stop() }
      try scenario.click("text.command")
      try eventually("the command") { scenario.scratch.contents(of: "told") == "HEADLESS-1 text.command\n" }
      #expect(scenario.scratch.contents(of: "right") == nil)
      try scenario.click("text.command", 0x111)
      try eventually("the other command") { scenario.scratch.contents(of: "right") != nil }
      #expect(try scenario.text("text.alt") == "long")
      try scenario.click("text.alt")
      try eventually("the other format") { try scenario.text("text.alt") == "other long" }
      try scenario.click("text.alt")
      try eventually("the format again") { try scenario.text("text.alt") == "long" }
      // One that fails shows its sign, and the others go on.
      try eventually("its sign") {
        let broken = try scenario.module("script.broken")
        return broken?["failure"]?.string == "script.broken: exited with status 3"
          && broken?["tooltip"]?.string == "The command failed with the status 3."
      }
      #expect(try scenario.text("clock")?.isEmpty == false)
    }

    @Test func `commands of the control socket do what a hand would`() throws {
      let scenario = try Scenario { scratch in
        """
        start = ["text.a", "script.count"]
        [text.a]
        text = "one"
        on.scroll_up = ["touch", "\(scratch("scrolled"))"]
        [text.a.states.empty]
        when = { text = "two" }
        ink = "#ff0000"
        [script.count]
        command = ["sh", "-c", "echo x >> \(scratch("log")); wc -l < \(scratch("log"))"]
        interval = 0
        """
      }
      defer { scenario.session.stop() }
      func ask(_ more: String) throws -> String {
        try scenario.bar.request(#"{"command":"bar",\#(more)}"#)
      }
      try eventually("the first run") { try scenario.text("script.count") == "1" }
      _ = try ask(#""action":"refresh","module":"script.count""#)
      try eventually("the second run") { try scenario.text("script.count") == "2" }
      _ = try ask(#""action":"set","module":"text.a","text":"two""#)
      try eventually("the text") { try scenario.text("text.a") == "two" }
      guard case .array(let states)? = try scenario.module("text.a")?["states"] else {
        Issue.record("no states")
        return
      }
      #expect(states.compactMap(\.string) == ["empty"])
      _ = try ask(#""action":"activate","module":"text.a","gesture":"scroll_up""#)
      try eventually("the command of the wheel") { scenario.scratch.contents(of: "scrolled") != nil }
      #expect(try ask(#""action":"activate","module":"text.a""#).contains("text.a does nothing for click"))
      #expect(try ask(#""action":"activate","module":"text.b""#).contains(#"did you mean \"text.a\"?"#))
      #expect(try ask(#""action":"set","module":"script.count","text":"x""#).contains("takes no text"))
      #expect(try scenario.bar.request(#"{"command":"reload"}"#).contains("error") == false)
    }

    @Test func `a click on a clock opens a calendar, and Escape closes it`() throws {
      let scenario = try Scenario { _ in "start = [\"clock\"]" }
      defer { scenario.session.stop() }
      let keyboard = try VirtualKeyboard(scenario.client)
      func popups() throws -> [String] {
        let answer = try JSONValue(
          parsing: try scenario.bar.request(#"{"command":"bar","action":"inspect"}"#))
        guard case .array(let popups)? = answer["popups"] else { return [] }
        return popups.compactMap { $0["name"]?.string }
      }
      #expect(try popups().isEmpty)
      try scenario.click("clock")
      try eventually("the calendar") { try popups() == ["calendar"] }
      try keyboard.type(.escape)
      try eventually("no calendar") { try popups().isEmpty }
      try scenario.click("clock")
      try eventually("the calendar again") { try popups() == ["calendar"] }
      try scenario.click("clock")
      try eventually("its end by another click") { try popups().isEmpty }
    }

    @Test func `a click on a workspace switches to it`() throws {
      let scenario = try Scenario { _ in
        """
        start = ["workspaces"]
        [workspaces]
        persistent = ["1", "2"]
        """
      }
      defer { scenario.session.stop() }
      func items() throws -> [JSONValue] {
        guard case .array(let items)? = try scenario.module("workspaces")?["items"] else { return [] }
        return items
      }
      func active() throws -> [String] {
        try items().filter { item in
          guard case .array(let states)? = item["states"] else { return false }
          return states.contains { $0.string == "active" || $0.string == "focused" }
        }.compactMap { $0["text"]?.string }
      }
      try eventually("two workspaces, the first active") {
        try items().count == 2 && active() == ["1"]
      }
      let frame = try #require(try items().last?["frame"])
      func number(_ name: String) -> Double { frame[name]?.number ?? 0 }
      try scenario.pointer.move(
        x: number("x") + number("width") / 2, y: number("y") + number("height") / 2, in: Self.layout)
      try scenario.pointer.click(0x110)
      try eventually("the second workspace") { try active() == ["2"] }
    }

    @Test func `a module shows that the pointer is over it`() throws {
      let scenario = try Scenario { _ in
        """
        start = ["text.a"]
        [text.a]
        text = "MMMM"
        on.click = ["true"]
        """
      }
      defer { scenario.session.stop() }
      func corner() throws -> [UInt8] {
        // Within the fill under the text, beside its letters.
        Array(try scenario.client.capture(PixelRect(x: 7, y: 14, width: 2, height: 2)).bytes)
      }
      let before = try corner()
      try scenario.pointAt("text.a")
      try eventually("another look") { try corner() != before }
      try scenario.pointer.move(x: 320, y: 200, in: Self.layout)
      try eventually("the first look") { try corner() == before }
    }
  }
}
