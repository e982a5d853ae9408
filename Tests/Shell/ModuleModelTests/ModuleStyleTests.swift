import ModuleModel
import Testing
import VisualEffects

struct ModuleStyleTests {
  private static let kind = KindSummary(
    fields: [FieldSummary("text", .text, example: "", "a text")],
    itemFields: [FieldSummary("name", .text, example: "", "a name")], mayLackItems: true, format: "{text}",
    states: [ModuleState("urgent", urgent)], actions: [ActionSummary("send", "sends")],
    gestures: [.click: "send"])
  private static var urgent: ModuleLook {
    var look = ModuleLook()
    look.ink = .colour([1, 0, 0, 1])
    return look
  }

  private func shown(
    _ reading: ModuleReading, format: String, _ change: (inout ModuleStyle) -> Void = { _ in }
  )
    throws -> ShownModule
  {
    var style = ModuleStyle()
    style.look.format = try FormatTemplate(format, fields: Self.kind.namedFields)
    change(&style)
    return style.shown(reading, Self.kind)
  }

  @Test func `a reading without items is shown by itself where the kind may lack them`() throws {
    let module = try shown(.text("alone"), format: "<{text}>")
    #expect(module.text == "<alone>" && module.items.isEmpty && module.isVisible)
    #expect(module.actions.isEmpty, "there is no item for the click")
    let alternate = try shown(.text("alone"), format: "{text}") { $0.look.alternate = $0.look.format }
    #expect(alternate.actions == [.click: .builtIn(ActionSummary.toggleFormat)])
  }

  @Test func `an item has the look that its source gives it, below those of states`() throws {
    var item = ItemReading(id: "a", ["text": .text("A")])
    item.look.ink = .colour([0, 1, 0, 1])
    item.hasSeparator = true
    var urgent = item
    urgent.states = ["urgent"]
    let module = try shown(ModuleReading(items: [item, urgent]), format: "{text}") {
      $0.look.ink = .vibrant(.label)
    }
    #expect(module.items.map(\.look.ink) == [.colour([0, 1, 0, 1]), .colour([1, 0, 0, 1])])
    #expect(module.items.map(\.hasSeparator) == [true, true])
    #expect(module.items.map(\.actions) == [[.click: .builtIn("send")], [.click: .builtIn("send")]])
  }

  @Test func `line breaks of values are spaces on the bar, and are kept in tooltips`() throws {
    let tooltip = try FormatTemplate("{text}\n{text:.4}\n{name}", fields: Self.kind.namedFields)
    for isMarkup in [false, true] {
      let module = try shown(.text("one\ntwo"), format: "{text}!") {
        $0.look.tooltip = tooltip
        $0.look.isMarkup = isMarkup
      }
      #expect(module.text == "one two!" && module.pieces == [.text("one two!")])
      #expect(module.tooltip == "one\ntwo\none…", "what is missing leaves no empty line at the end")
    }
    let markup = ModuleReading(["text": .markup("<b>one\ntwo</b>", plain: "one\ntwo")])
    #expect(try shown(markup, format: "{text}").pieces == [.text("<b>one two</b>")])
  }

  @Test(arguments: [
    ("a & {text}", false, "a &amp; <b>x</b>", "a & x"),
    ("<i>{text}</i>", true, "<i><b>x</b></i>", "<i><b>x</b></i>"),
    ("{text:>3}", false, "  x", "  x"), ("{name}", false, "1 &lt; 2", "1 < 2"),
  ])
  func `markup of fields is kept, and everything else stands as it is`(
    format: String, isMarkup: Bool, piece: String, text: String
  ) throws {
    let item = ItemReading(id: "a", ["text": .markup("<b>x</b>", plain: "x"), "name": .text("1 < 2")])
    let module = try shown(ModuleReading(items: [item]), format: format) { $0.look.isMarkup = isMarkup }
    #expect(module.items.first?.pieces == [.text(piece)])
    #expect(module.items.first?.text == text)
    #expect(module.items.first?.look.isMarkup == true)
  }
}
