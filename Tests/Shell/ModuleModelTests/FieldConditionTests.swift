import ModuleModel
import TestSupport
import Testing
import VisualEffects

struct FieldConditionTests {
  private static let fields = [
    FieldSummary("percent", .integer, .percent, example: "1", "a part"),
    FieldSummary("power", .real, .watts, example: "1", "a power"),
    FieldSummary("left", .duration, example: "1:00", "a time"),
    FieldSummary("state", .text, example: "full", "a text"),
    FieldSummary("muted", .bool, example: "yes", "a bool"),
    FieldSummary("history", .list, example: "", "a list"),
  ]
  private static let values: [String: FieldValue] = [
    "percent": .integer(20, .percent), "power": .real(2.5), "left": .duration(.seconds(90)),
    "state": .text("charging"), "muted": .bool(false),
  ]

  @Test(arguments: [
    ("percent", FieldCondition.Operand.text("<= 20"), true), ("percent", .text("<20"), false),
    ("percent", .text(">= 20"), true), ("percent", .text("> 20"), false), ("percent", .text("= 20"), true),
    ("percent", .text("== 20"), true), ("percent", .text("!= 20"), false), ("percent", .text("20"), true),
    ("percent", .number(20), true), ("percent", .number(20.5), false), ("power", .text("> 2.4"), true),
    ("power", .text("<= -1"), false), ("left", .text("< 120"), true), ("state", .text("charging"), true),
    ("state", .text("!= charging"), false), ("state", .text("== full"), false),
    ("state", .text("!=full"), true),
    ("muted", .bool(false), true), ("muted", .text("true"), false), ("percent", .text("!20"), false),
    ("percent", .text("! 21"), true), ("state", .text("!charging"), false), ("state", .text("! full"), true),
    ("state", .text("char*"), true), ("state", .text("*full"), false), ("state", .text("charg?ng"), true),
    ("state", .text("!char*"), false), ("state", .text("!= *full"), true), ("state", .text("= char*"), true),
    ("state", .text("== char*"), false), ("state", .text("harg*"), false), ("state", .text("/char*/"), false),
  ]) func `a condition compares a field`(field: String, operand: FieldCondition.Operand, holds: Bool) throws {
    let condition = try FieldCondition(field, operand, fields: Self.fields)
    #expect(condition.holds(in: Self.values) == holds)
    #expect(!condition.holds(in: [:]))
  }

  @Test(arguments: [
    ("percnt", FieldCondition.Operand.text("<= 20")), ("percent", .text("<= x")), ("percent", .text("")),
    ("percent", .text("<= inf")), ("percent", .bool(true)), ("state", .number(1)), ("state", .bool(true)),
    ("state", .text("[*")), ("state", .text("*\\")), ("state", .text("*\0")),
    ("muted", .text("yes")), ("muted", .number(1)), ("history", .text("> 0")),
  ]) func `what cannot be compared is refused`(field: String, operand: FieldCondition.Operand) {
    #expect(throws: FieldCondition.Mistake.self) { try FieldCondition(field, operand, fields: Self.fields) }
  }

  @Test func `the last state that holds wins, and overrides what it names alone`() throws {
    var style = ModuleStyle()
    style.look.ink = .vibrant(.secondaryLabel)
    style.look.format = try FormatTemplate("{percent}%", fields: Self.fields)
    func state(_ name: String, _ limit: String, _ change: (inout ModuleLook) -> Void) throws -> ModuleState {
      var look = ModuleLook()
      change(&look)
      return ModuleState(name, when: [try FieldCondition("percent", .text(limit), fields: Self.fields)], look)
    }
    style.states = [
      try state("low", "<= 20") { $0.ink = .colour([1, 0, 0, 1]) },
      try state("never", "> 100") { $0.isHidden = true },
      try state("lower", "<= 30") { $0.format = try? FormatTemplate("!", fields: []) },
    ]
    let kind = KindSummary(fields: Self.fields, format: "")
    let shown = style.shown(ModuleReading(Self.values, states: ["charging"]), kind)
    #expect(shown.states == ["low", "lower", "charging"])
    #expect(shown.text == "!" && shown.look.ink == .colour([1, 0, 0, 1]) && shown.isVisible)
    let failed = style.shown(.failure("it failed"), kind)
    #expect(
      failed.states == [] && failed.failure == "it failed" && failed.tooltip == "it failed"
        && failed.isVisible)
    let told = style.shown(.failure("it failed", words: "Es ist fehlgeschlagen."), kind)
    #expect(told.failure == "it failed" && told.tooltip == "Es ist fehlgeschlagen.")
  }

  @Test func `a state without a condition is one that the source names`() {
    var hidden = ModuleLook()
    hidden.isHidden = true
    var style = ModuleStyle()
    style.states = [ModuleState("idle", hidden)]
    style.look.format = FormatTemplate(time: "time", format: "%H")
    let kind = KindSummary(fields: [], format: "")
    let fields: [String: FieldValue] = ["time:%H": .text("9")]
    #expect(style.shown(ModuleReading(fields), kind).isVisible)
    #expect(!style.shown(ModuleReading(fields, states: ["idle"]), kind).isVisible)
  }

  @Test(arguments: [
    (-5.0, "a"), (0, "a"), (33, "a"), (34, "b"), (67, "c"), (100, "c"), (1e9, "c"), (.nan, "a"),
  ])
  func `icons are chosen by level`(level: Double, icon: String) throws {
    var style = ModuleStyle()
    style.look.icons = .levels(["a-x", "b-x", "c-x"])
    style.look.format = try FormatTemplate("{icon}", fields: [])
    let kind = KindSummary(fields: Self.fields, format: "", levelField: "percent")
    let shown = style.shown(ModuleReading(["percent": .real(level)], icon: "own"), kind)
    #expect(shown.icon?.description == icon + "-x")
    style.look.icons = .names(["charging": "bolt-x", "default": "plug-x"])
    let named = KindSummary(fields: Self.fields, format: "", nameField: "state")
    #expect(style.shown(ModuleReading(Self.values), named).icon == "bolt-x")
    #expect(style.shown(ModuleReading(), named).icon == "plug-x")
    // A table of icons that has no default shows the text itself, unless the source has an icon.
    style.look.icons = .names(["full": "plug-x"])
    #expect(style.shown(ModuleReading(Self.values), named).text == "charging")
    #expect(style.shown(ModuleReading(Self.values, icon: "own"), named).icon == "own")
    #expect(style.shown(ModuleReading(), named).pieces == [])
  }

  @Test func `a pattern is compared with the fields of each item`() throws {
    let fields = [FieldSummary("name", .text, example: "", "")]
    var style = ModuleStyle()
    style.states = [
      ModuleState("web", when: [try FieldCondition("name", .text("web*"), fields: fields)]),
      ModuleState("rest", when: [try FieldCondition("name", .text("!web*"), fields: fields)]),
    ]
    let kind = KindSummary(fields: [], itemFields: fields, format: "")
    let items = ["web 1", "mail"].map { ItemReading(id: $0, ["name": .text($0)]) }
    #expect(style.shown(ModuleReading(items: items), kind).items.map(\.states) == [["web"], ["rest"]])
  }

  @Test(arguments: [(" \u{A0} ", true), ("   ", false), ("", false)])
  func `spaces without a break take room`(text: String, isVisible: Bool) throws {
    let field = FieldSummary("text", .text, example: "", "")
    var style = ModuleStyle()
    style.look.format = try FormatTemplate("{text}", fields: [field])
    let kind = KindSummary(fields: [field], format: "")
    #expect(style.shown(.text(text), kind).isVisible == isVisible)
  }

  @Test func `an item has its own fields, states and actions`() throws {
    var style = ModuleStyle()
    style.look.format = try FormatTemplate("{name}", fields: [FieldSummary("name", .text, example: "", "")])
    style.on[.right] = .builtIn("close")
    let kind = KindSummary(
      fields: [], itemFields: [FieldSummary("name", .text, example: "", "")], format: "",
      actions: [ActionSummary("activate", "shows it"), ActionSummary("close", "closes it")],
      gestures: [.click: "activate"])
    let items = [
      ItemReading(id: "1", ["name": .text("one")], states: ["focused"]),
      ItemReading(id: "2", ["name": .text("two")], actions: ["activate"]),
    ]
    let shown = style.shown(ModuleReading(items: items), kind)
    #expect(shown.items.map(\.text) == ["one", "two"] && shown.text == "one two" && shown.pieces.isEmpty)
    #expect(shown.items.map(\.states) == [["focused"], []] && shown.items.map(\.id) == ["1", "2"])
    #expect(shown.items[0].actions == [.click: .builtIn("activate"), .right: .builtIn("close")])
    #expect(shown.items[1].actions == [.click: .builtIn("activate")])
  }

  @Test func `a click toggles the other format unless it does something else`() {
    var style = ModuleStyle()
    let kind = KindSummary(fields: [], format: "", gestures: [.scrollUp: "next"])
    #expect(style.shown(ModuleReading(), kind).actions == [.scrollUp: .builtIn("next")])
    style.look.alternate = FormatTemplate(time: "time", format: "%H")
    #expect(style.shown(ModuleReading(), kind).actions[.click] == .builtIn("toggle_format"))
    style.on = [.click: .command(["x"]), .scrollUp: .builtIn("none")]
    #expect(style.shown(ModuleReading(), kind).actions == [.click: .command(["x"])])
  }

  @Test func `what a click does by itself is done by another button where the click toggles the format`() {
    var style = ModuleStyle()
    style.look.alternate = FormatTemplate(time: "time", format: "%H")
    var kind = KindSummary(fields: [], format: "", gestures: [.click: "calendar"])
    let (toggle, calendar) = (ModuleAction.builtIn("toggle_format"), ModuleAction.builtIn("calendar"))
    func actions() -> [ModuleGesture: ModuleAction] { style.shown(ModuleReading(), kind).actions }
    #expect(actions() == [.click: toggle, .right: calendar, .touchLong: calendar])
    style.on = [.right: .command(["x"])]
    #expect(actions() == [.click: toggle, .right: .command(["x"]), .middle: calendar, .touchLong: calendar])
    style.on = [.click: calendar]
    #expect(actions() == [.click: calendar])
    style.on = [:]
    kind.gestures[.right] = "next"
    #expect(actions() == [.click: toggle, .right: .builtIn("next"), .middle: calendar, .touchLong: calendar])
    style.menu = [MenuItem("Terminal", .action(.command(["foot"])))]
    let menu = ModuleAction.builtIn(ActionSummary.menu)
    #expect(actions() == [.click: toggle, .right: menu, .touchLong: menu, .middle: calendar])
  }

  @Test func `a menu of the settings takes the right button and long touches from what the kind does`() {
    var style = ModuleStyle()
    style.menu = [MenuItem("Terminal", .action(.command(["foot"])))]
    let kind = KindSummary(
      fields: [], format: "", gestures: [.click: "popup", .right: "next", .touchLong: "send"])
    let menu = ModuleAction.builtIn(ActionSummary.menu)
    #expect(
      style.shown(ModuleReading(), kind).actions == [
        .click: .builtIn("popup"), .right: menu, .touchLong: menu,
      ])
    style.on = [.right: .builtIn("next")]
    #expect(style.shown(ModuleReading(), kind).actions[.right] == .builtIn("next"))
  }

  @Test func `a menu of the settings is opened by gestures that do nothing else`() {
    var style = ModuleStyle()
    style.menu = [MenuItem("Terminal", .action(.command(["foot"])))]
    let kind = KindSummary(fields: [], format: "", gestures: [.click: "next"])
    let menu = ModuleAction.builtIn(ActionSummary.menu)
    #expect(
      style.shown(ModuleReading(), kind).actions == [
        .click: .builtIn("next"), .right: menu, .touchLong: menu,
      ])
    style.on = [.right: .command(["x"]), .touchLong: .builtIn("none")]
    let idle = KindSummary(fields: [], format: "")
    #expect(style.shown(ModuleReading(), idle).actions == [.click: menu, .right: .command(["x"])])
  }

  @Test(arguments: DailySeeds.first(300) as [Int]) func `whatever is written, nothing traps`(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let tokens = [
      "{", "}", "{{", ":", "percent", "icon", "state", "history", "time", "<", ">", "^", "0", "9", ".", "-",
      "%H",
      " ", "é", "😀", "=", "!", "20", "left", "\u{0}",
    ]
    func text() -> String {
      (0..<Int.random(in: 0..<12, using: &random)).map { _ in tokens.randomElement(using: &random)! }.joined()
    }
    var style = ModuleStyle()
    for _ in 0..<20 {
      let format = text()
      do throws(FormatMistake) {
        style.look.format = try FormatTemplate(format, fields: Self.fields)
      } catch {
        #expect((1...format.unicodeScalars.count + 1).contains(error.column) && !error.words.isEmpty)
      }
      let field = Self.fields.randomElement(using: &random)!.name
      if let condition = try? FieldCondition(field, .text(text()), fields: Self.fields) {
        style.states.append(ModuleState("s", when: [condition]))
      }
      _ = style.shown(
        ModuleReading(Self.values.filter { _ in Bool.random(using: &random) }),
        KindSummary(fields: Self.fields, format: ""))
    }
  }
}
