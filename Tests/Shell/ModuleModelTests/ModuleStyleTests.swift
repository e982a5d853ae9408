import ModuleModel
import Scenes
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

  @Test func `the short form has the format with the short values`() throws {
    var item = ItemReading(id: "volume", ["text": .text("Volume 45%"), "name": .text("♪")])
    item.shortFields = ["text": .text("45%")]
    let plain = ItemReading(id: "disk", ["text": .text("31 G")])
    let module = try shown(ModuleReading(items: [item, plain]), format: "{name} {text}")
    #expect(module.items.map(\.text) == ["♪ Volume 45%", " 31 G"])
    #expect(module.items.map(\.shortPieces) == [[.text("♪ 45%")], nil])
    let same = try shown(ModuleReading(items: [item]), format: "{name}")
    #expect(same.items.map(\.shortPieces) == [nil], "the format does not show what is shorter")
  }

  @Test func `a title with an override of direction leaves the other fields in their places`() throws {
    let item = ItemReading(
      id: "window", ["text": .text("\u{202E}Title"), "name": .text("\u{202D}5\u{202C}")])
    let module = try shown(ModuleReading(items: [item]), format: "{text} {name}!")
    #expect(
      module.items.map { Array($0.text.unicodeScalars) }
        == [Array("\u{2060}Title \u{2066}5\u{2069}!".unicodeScalars)])
  }

  @Test func `a bar at the side has a format of its own, unless a state or the click has another`() throws {
    let item = ItemReading(id: "disk", ["text": .text("31 G"), "name": .text("Disk")], states: ["urgent"])
    let side = try FormatTemplate("{icon}", fields: Self.kind.namedFields)
    func pieces(isAlternate: Bool = false, _ change: (inout ModuleStyle) -> Void = { _ in }) throws
      -> [ShownModule.Piece]
    {
      var style = ModuleStyle()
      style.look.format = try FormatTemplate("{name} {text}", fields: Self.kind.namedFields)
      style.look.sideFormat = side
      change(&style)
      var reading = ModuleReading(items: [item])
      reading.items[0].icon = "disk-symbolic"
      let shown = style.shown(reading, Self.kind, isAlternate: isAlternate).items[0]
      #expect(shown.pieces(isUpright: false) == shown.pieces)
      return shown.pieces(isUpright: true)
    }
    #expect(try pieces() == [.icon("disk-symbolic")])
    let own = try FormatTemplate("{text}", fields: Self.kind.namedFields)
    #expect(try pieces(isAlternate: true) { $0.look.alternate = own } == [.text("31 G")])
    #expect(
      try pieces {
        var look = ModuleLook()
        look.format = own
        $0.states = [ModuleState("urgent", look)]
      } == [.text("31 G")])
  }

  @Test func `what is missing is a dash where no icon is shown, or what the settings have for the state`()
    throws
  {
    let reading = ModuleReading.absent("nobody tells", icon: "a-symbolic")
    let dash = try shown(reading, format: "{text}%")
    #expect(dash.pieces == [.text("–")] && dash.text.isEmpty && dash.tooltip == "nobody tells")
    #expect(try shown(reading, format: "{icon} {text}%").pieces == [.icon("a-symbolic")])
    let format = try FormatTemplate("none", fields: Self.kind.namedFields)
    let own = try shown(reading, format: "{text}%") {
      var look = ModuleLook()
      (look.format, look.tooltip) = (format, format)
      $0.states = [ModuleState(ModuleReading.absentState, look)]
    }
    #expect(own.text == "none" && own.tooltip == "none")
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

  @Test func `what stands for items without room has the looks of items, and is found by its name`() throws {
    var reading = ModuleReading(items: [ItemReading(id: "a", ["text": .text("A")])])
    reading.rests = [ItemReading(id: "more", ["text": .text("+1")], states: ["urgent"])]
    reading.keptItem = "a"
    let module = try shown(reading, format: "<{text}>")
    #expect(module.items.map(\.text) == ["<A>"] && module.rests.map(\.text) == ["<+1>"])
    #expect(module.rests[0].look.ink == Self.urgent.ink && module.keptItem == "a" && module.text == "<A>")
    #expect(module.item("more")?.text == "<+1>" && module.item("a")?.text == "<A>" && module.item("b") == nil)
  }

  @Test func `icons stand in a row, by their names or as texts`() throws {
    let reading = ModuleReading([
      "text": .icons([.named(ModuleIcon("a b", or: "firefox")), .chosen("✉"), .chosen("mail")]),
      "name": .icons([]),
    ])
    let module = try shown(reading, format: "1 {text}!{name}")
    #expect(
      module.pieces == [
        .text("1"), .gap, .icon(ShownIcon(ModuleIcon("a b", or: "firefox"))), .gap, .text("✉"), .gap,
        .icon(ShownIcon("mail", orText: "mail")), .text("!"),
      ])
    #expect(module.icons == [ModuleIcon("a b", or: "firefox"), "mail"])
    #expect(try shown(reading, format: "{name}").pieces == [])
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
    #expect(try shown(markup, format: "{text}").text == "one two")
  }

  @Test(arguments: [
    ("a & {text}", false, "a & x", 4..<5), ("<i>{text}</i>", false, "<i>x</i>", 3..<4),
    ("{name}: {text}", false, "1 < 2: x", 7..<8), ("{text:>3}", false, "  x", nil),
    ("{name}", false, "1 < 2", nil), ("&lt;{text}", true, "<x", 1..<2), ("{bad}", false, "<b>y", nil),
    ("{bad}{text}", true, "<b>yx", 4..<5), ("<i>{text}", true, "<i>x", nil),
  ])
  func `markup of fields is kept, and everything else stands as it is`(
    format: String, isMarkup: Bool, text: String, bold: Range<Int>?
  ) throws {
    let fields = Self.kind.namedFields + [FieldSummary("bad", .text, example: "", "")]
    let item = ItemReading(
      id: "a", ["text": .markup("<b>x</b>"), "name": .text("1 < 2"), "bad": .markup("<b>y")])
    let module = try shown(ModuleReading(items: [item]), format: "") {
      $0.look.isMarkup = isMarkup
      $0.look.format = try? FormatTemplate(format, fields: fields)
    }
    let runs = bold.map { [StyledText.Run(range: $0, isBold: true)] } ?? []
    #expect(module.items.first?.pieces == [.text(RichText(text, runs: runs))])
    #expect(module.items.first?.text == text)
  }

  @Test(arguments: [
    ("<span color='#f00'>a</span>", true, "a", 0..<1), ("<b>a", true, "<b>a", nil),
    ("a & b", true, "a & b", nil),
    ("<b>a</b>", false, "<b>a</b>", nil),
  ])
  func `an icon that is a text has markup where formats have it`(
    icon: String, isMarkup: Bool, text: String, styled: Range<Int>?
  ) throws {
    let module = try shown(ModuleReading(["text": .text("x")]), format: "{icon}") {
      ($0.look.isMarkup, $0.look.icons) = (isMarkup, .levels([icon]))
    }
    guard case .text(let shown)? = module.pieces.first else {
      Issue.record("no text")
      return
    }
    #expect(shown.string == text && shown.inks.first?.range == styled)
  }

  @Test func `elements go on over icons and graphs`() throws {
    let module = try shown(
      ModuleReading(["text": .text("1 < 2")], icon: "a b+c"), format: "<b>{icon} {text}</b>!"
    ) {
      $0.look.isMarkup = true
    }
    let text = RichText("1 < 2!", runs: [StyledText.Run(range: 0..<5, isBold: true)])
    #expect(module.pieces == [.icon("a b+c"), .gap, .text(text)])
    #expect(module.text == "1 < 2!" && module.icon == "a b+c")
  }

  @Test(
    arguments: [
      ("\u{F0E7}", .text("\u{F0E7}")), ("1", .text("1")), ("10", .icon(ShownIcon("10", orText: "10"))),
      ("web", .icon(ShownIcon("web", orText: "web"))), ("two words", .text("two words")),
      ("/a b.png", .icon("/a b.png")),
    ] as [(String, ShownModule.Piece)])
  func `an icon of the settings is a name or a text, one of a source a name`(
    icon: String, piece: ShownModule.Piece
  )
    throws
  {
    let reading = ModuleReading(["text": .text("x")], icon: "own icon\nown")
    #expect(try shown(reading, format: "{icon}") { $0.look.icons = .levels([icon]) }.pieces == [piece])
    #expect(try shown(reading, format: "{icon}").pieces == [.icon("own icon\nown")])
    let tip = try shown(reading, format: "{text}") {
      $0.look.icons = .levels([icon])
      $0.look.tooltip = try? FormatTemplate("{icon} {text}", fields: Self.kind.namedFields)
    }.tooltip
    #expect(tip == (piece == .text(RichText(icon)) ? "\(icon) x" : " x"))
  }

  @Test func `the format of a time may have markup and several lines`() throws {
    let format = "<b>%H</b>\n%M"
    let fields = ["time:" + format: FieldValue.text("<b>9</b>\n41"), "time:%c": .text("a\nb")]
    func pieces(_ template: FormatTemplate) throws -> [ShownModule.Piece] {
      try shown(ModuleReading(fields), format: "") {
        ($0.look.isMarkup, $0.look.format) = (true, template)
      }.pieces
    }
    let bold = StyledText.Run(range: 0..<1, isBold: true)
    #expect(
      try pieces(FormatTemplate(time: "time", format: format)) == [.text(RichText("9\n41", runs: [bold]))])
    #expect(try pieces(FormatTemplate(time: "time", format: "%c")) == [.text("a b")])
  }

  @Test func `markup of the settings and of programs names colours of the settings`() throws {
    let ink = ModuleInk.colour([0, 0, 1, 1])
    let text = "<span color='frost'>x</span>"
    func pieces(_ reading: ModuleReading, _ format: String, isMarkup: Bool) throws -> [ShownModule.Piece] {
      try shown(reading, format: format) {
        ($0.look.isMarkup, $0.look.colours) = (isMarkup, ["frost": [0, 0, 1, 1]])
      }.pieces
    }
    let blue = ShownModule.Piece.text(RichText("x", inks: [.init(range: 0..<1, ink: ink)]))
    #expect(try pieces(ModuleReading(), text, isMarkup: true) == [blue])
    let reading = ModuleReading(["text": .markup(text, plain: "x")])
    #expect(try pieces(reading, "{text}", isMarkup: false) == [blue])
  }

  @Test func `a tooltip has no tags`() throws {
    let tip = try FormatTemplate("<b>{text}</b> &amp;", fields: Self.kind.namedFields)
    let module = try shown(ModuleReading(["text": .text("<1>")]), format: "{text}") {
      ($0.look.tooltip, $0.look.isMarkup) = (tip, true)
    }
    #expect(module.tooltip == "<1> &")
  }
}
