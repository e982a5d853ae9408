import BarUI
import Geometry
import ModuleModel
import Settings
import ShellModel
import TestSupport
import Testing
import TextProcessing
import VisualEffects

@testable import Application
@testable import Control
@testable import ShellSurfaces

struct BarAnswersTests {
  private static let group = ModuleName(.group, "more")

  /// A stage whose first bar has a drawer too.
  private func stage(_ bars: [FakeBar] = [FakeBar()], on: [ModuleGesture: ModuleAction] = [:]) throws
    -> UseStage
  {
    try UseStage(bars: bars, on: on) {
      var drawer = GroupSettings()
      (drawer.modules, drawer.isDrawer) = ([.clock], true)
      $0.modules[Self.group] = ModuleSettings(.group, drawer)
      $0.bars[0].end = [Self.group]
    }
  }

  /// The response to a request, such as `{"action":"show"}`.
  private func answer(_ stage: UseStage, _ arguments: String, focused: String? = nil) throws -> Response {
    guard case .object(let members) = try JSONValue(parsing: arguments) else { return .failure("no object") }
    return stage.answers(focused: focused).answer(Request("bar", members))
  }

  @Test(
    arguments: [
      (#"{}"#, "bar: expected one of show, hide, toggle, peek, focus, inspect, activate, refresh, set"),
      (
        #"{"action":"dance"}"#,
        "bar: expected one of show, hide, toggle, peek, focus, inspect, activate, refresh, set"
      ),
      (
        #"{"action":7}"#,
        "bar: expected one of show, hide, toggle, peek, focus, inspect, activate, refresh, set"
      ),
      (#"{"action":"show","output":"DP-7"}"#, "no bar on output DP-7; there is one on: DP-1"),
      (#"{"action":"focus","output":"DP-7"}"#, "no bar on output DP-7; there is one on: DP-1"),
      (#"{"action":"activate"}"#, "bar: expected a module"),
      (#"{"action":"activate","module":["clock"]}"#, "bar: expected a module"),
      (#"{"action":"activate","module":""}"#, #"no module "" is shown"#),
      (
        #"{"action":"activate","module":"text.on"}"#,
        #"no module "text.on" is shown; did you mean "text.one"?"#
      ),
      (#"{"action":"activate","module":"text"}"#, #"no module "text" is shown"#),
      (#"{"action":"activate","module":"battery"}"#, #"no module "battery" is shown"#),
      (#"{"action":"activate","module":"clok"}"#, #"no module "clok" is shown; did you mean "clock"?"#),
      (#"{"action":"activate","module":"clock"}"#, "clock shows nothing yet"),
      (
        #"{"action":"activate","module":"text.one","gesture":"poke"}"#,
        #"bar activate: unknown gesture "poke"; expected one of click, middle, right, back, forward, double, triple, release, "#
          + "scroll_up, scroll_down, scroll_left, scroll_right, touch_long, enter, leave, update"
      ),
      (#"{"action":"activate","module":"text.one"}"#, "text.one does nothing for click"),
      (
        #"{"action":"activate","module":"text.one","item":"3"}"#,
        #"text.one has no item "3"; there are: none"#
      ),
      (
        #"{"action":"activate","module":"group.more","gesture":"right"}"#,
        "group.more responds only to a click"
      ),
      (#"{"action":"activate","module":"group.more","item":"1"}"#, "group.more responds only to a click"),
      (#"{"action":"activate","module":"group.less"}"#, #"no module "group.less" is shown"#),
      (#"{"action":"refresh"}"#, "bar: expected a module"),
      (#"{"action":"set","module":"text.one"}"#, "bar set: expected a text"),
      (#"{"action":"set","module":"text.one","text":1}"#, "bar set: expected a text"),
      (
        #"{"action":"set","module":"clock","text":"a"}"#,
        "clock takes no text; modules of the kind text do"
      ),
    ] as [(String, String)])
  func `a request that cannot be served is answered with the reason`(request: String, reason: String) throws {
    let stage = try stage()
    #expect(try answer(stage, request) == .failure(reason))
    #expect(stage.record.isEmpty && stage.model.events.isEmpty && stage.bar.requests.isEmpty)
  }

  @Test(arguments: BarPresence.Command.allCases)
  func `bars are shown and hidden on the wanted output, or on all`(command: BarPresence.Command) throws {
    let stage = try stage([FakeBar("DP-1"), FakeBar("DP-2"), FakeBar("DP-2", index: 1)])
    let word = command.rawValue
    #expect(try answer(stage, #"{"action":"\#(word)"}"#) == .success(["bars": 3]))
    #expect(try answer(stage, #"{"action":"\#(word)","output":"DP-2"}"#) == .success(["bars": 2]))
    #expect(stage.bars.map(\.requests) == [[word], [word, word], [word, word]])
  }

  @Test func `bars are shown for a time, and a time that makes no sense is refused`() throws {
    let stage = try stage([FakeBar("A"), FakeBar("B")])
    #expect(try answer(stage, #"{"action":"peek","seconds":2,"output":"B"}"#) == .success(["bars": 1]))
    #expect(stage.bars.map(\.requests) == [[], ["peek 2.0 seconds"]])
    for seconds in ["0", "-1", "1e9", "\"2\""] {
      #expect(
        try answer(stage, #"{"action":"peek","seconds":\#(seconds)}"#)
          == .failure("bar peek: expected a number of seconds from 0.1 to 3600"))
    }
  }

  @Test func `without any bar the reason names none`() throws {
    let stage = try stage([])
    for action in ["show", "focus"] {
      #expect(
        try answer(stage, #"{"action":"\#(action)"}"#) == .failure("there is no bar on any output"))
    }
    #expect(try answer(stage, #"{"action":"inspect"}"#) == .success(["bars": [], "popups": []]))
  }

  @Test(
    arguments: [
      (nil, "", "DP-2"), ("DP-1", "", "DP-1"), ("DP-3", "", "DP-3"), ("DP-9", "", "DP-2"),
      ("DP-3", #","output":"DP-1""#, "DP-1"),
    ] as [(String?, String, String)])
  func `the focus goes to the wanted output, else to the focused one, else to a bar that is shown`(
    focused: String?, more: String, output: String
  ) throws {
    let stage = try stage([FakeBar("DP-1", .hidden), FakeBar("DP-2"), FakeBar("DP-3")])
    let response = try answer(stage, #"{"action":"focus"\#(more)}"#, focused: focused)
    #expect(response == .success(["output": .string(output)]))
    #expect(stage.bars.filter { $0.requests == ["focus"] }.map(\.outputName) == [output])
  }

  @Test func `a bar that cannot be shown does not get the focus`() throws {
    let stage = try stage([FakeBar("DP-1", .hidden), FakeBar("DP-2", .hidden)])
    for bar in stage.bars { bar.canBeShown = false }
    #expect(
      try answer(stage, #"{"action":"focus"}"#) == .failure("the bars on DP-1, DP-2 are hidden"))
    stage.bars[1].canBeShown = true
    #expect(try answer(stage, #"{"action":"focus"}"#, focused: "DP-1") == .success(["output": "DP-2"]))
  }

  // MARK: - Modules

  @Test func `a module is used on the bar of the focused output, or of the wanted one`() throws {
    let stage = try stage([FakeBar("DP-1"), FakeBar("DP-2")], on: [.right: .builtIn("louder")])
    let request = #"{"action":"activate","module":"text.one","gesture":"right""#
    #expect(try answer(stage, request + "}", focused: "DP-2") == .success())
    #expect(try answer(stage, request + #","output":"DP-1"}"#, focused: "DP-2") == .success())
    #expect(stage.record == ["perform louder of - on DP-2", "perform louder of - on DP-1"])
  }

  @Test func `a popup for which no bar can be shown is refused with the reason`() throws {
    let stage = try stage(
      [FakeBar("DP-1", .hidden)], on: [.click: .builtIn(ActionSummary.calendar)])
    let request = #"{"action":"activate","module":"text.one"}"#
    #expect(try answer(stage, request) == .success())
    stage.bar.canBeShown = false
    #expect(try answer(stage, request) == .failure("the bar on DP-1 is hidden"))
  }

  @Test func `an item is used on the bar that shows it, by its identifier or its name`() throws {
    let stage = try stage([FakeBar("DP-1"), FakeBar("DP-2")])
    var reading = ModuleReading(items: [ItemReading(id: "1", ["name": .text("mail")])])
    reading.byOutput["DP-2"] = ModuleReading(items: [ItemReading(id: "2", ["name": .text("web")])])
    stage.deliver(reading, of: UseStage.workspaces)
    func use(_ item: String) throws -> Response {
      try answer(stage, #"{"action":"activate","module":"workspaces","item":"\#(item)"}"#)
    }
    for item in ["mail", "1", "web", "2"] { #expect(try use(item) == .success()) }
    let uses = ["1 on DP-1", "1 on DP-1", "2 on DP-2", "2 on DP-2"]
    #expect(stage.record == uses.map { "perform activate of " + $0 })
    #expect(try use("chat") == .failure(#"workspaces has no item "chat"; there are: 1"#))
  }

  @Test func `a drawer is toggled on the wanted output`() throws {
    let stage = try stage()
    #expect(try answer(stage, #"{"action":"activate","module":"group.more"}"#) == .success())
    #expect(
      try answer(stage, #"{"action":"activate","module":"group.more","gesture":"click","output":"DP-1"}"#)
        == .success())
    #expect(
      stage.model.events == [.drawerToggled(Self.group, on: nil), .drawerToggled(Self.group, on: "DP-1")])
  }

  @Test func `a source is read again, and one that takes a text shows it`() throws {
    let stage = try stage()
    #expect(try answer(stage, #"{"action":"refresh","module":"text.one"}"#) == .success())
    #expect(stage.record == ["refresh"])
    let source = PlainSource()
    stage.use(source)
    #expect(try answer(stage, #"{"action":"set","module":"text.one","text":"a b"}"#) == .success())
    #expect(source.text == "a b")
    // A source that cannot be read again is none of the user's mistakes.
    #expect(try answer(stage, #"{"action":"refresh","module":"text.one"}"#) == .success())
  }

  // MARK: - Reports

  private func elements(_ value: JSONValue?) -> [JSONValue] {
    if case .array(let elements)? = value { elements } else { [] }
  }

  @Test func `the report of a bar names its modules with their frames, actions and focus`() throws {
    let stage = try stage(on: [.click: .command(["true"])])
    let size = PixelSize(width: 800, height: 32)
    let view = BarView(
      state: stage.model.state, size: size, scale: 1,
      material: Material.named("systemMaterial", isDark: true)!)
    var report = BarReport(
      output: "DP-1", layout: view.laidOut(measurer: MonospaceMeasurer()),
      frame: PixelRect(x: 0, y: 10, width: 800, height: 32), scale: 1, state: stage.model.state)
    report.focused = stage.place()
    stage.bar.report = report
    let bar = try #require(
      elements(try answer(stage, #"{"action":"inspect","output":"DP-1"}"#)["bars"]).first)
    #expect(bar["output"] == "DP-1" && bar["focused"] == "text.one")
    #expect(bar["frame"] == ["x": 0, "y": 10, "width": 800, "height": 32])
    let modules = elements(bar["modules"])
    let module = try #require(modules.first)
    #expect(module["name"] == "text.one" && module["text"] == "hello" && module["zone"] == "start")
    #expect(module["actions"] == ["click"] && module["failure"] == .null && module["items"] == [])
    let drawer = try #require(modules.first { $0["name"] == "group.more" })
    #expect(drawer["actions"] == ["click"] && drawer["states"] == [])
    #expect(
      try answer(stage, #"{"action":"inspect","output":"DP-2"}"#)
        == .failure("no bar on output DP-2; there is one on: DP-1"))
  }

  @Test func `the report of a popup names its opener, but that of a tooltip does not`() throws {
    let stage = try stage()
    let frame = LogicalRect(x: 1, y: 2, width: 3, height: 4)
    let entry = PopupReport.Item(label: "First", frame: frame, states: ["highlighted"])
    stage.bar.popupReports = ["menu", "tooltip"].map {
      PopupReport(name: $0, frame: frame, items: $0 == "menu" ? [entry] : [])
    }
    stage.bar.popupOpener = stage.place(UseStage.workspaces, "2")
    let place: JSONValue = ["x": 1, "y": 2, "width": 3, "height": 4]
    #expect(
      try answer(stage, #"{"action":"inspect"}"#)
        == .success([
          "bars": [],
          "popups": [
            [
              "output": "DP-1", "name": "menu", "frame": place, "module": "workspaces", "item": "2",
              "items": [["label": "First", "frame": place, "states": ["highlighted"]]],
            ],
            [
              "output": "DP-1", "name": "tooltip", "frame": place, "module": nil, "item": nil, "items": [],
            ],
          ],
        ]))
  }
}

extension Response {
  /// A member of a success; nil if there is none.
  fileprivate subscript(name: String) -> JSONValue? {
    if case .success(let members) = self { members[name] } else { nil }
  }
}
