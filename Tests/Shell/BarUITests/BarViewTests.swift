import BarUI
import Geometry
import ModuleModel
import Scenes
import ShellModel
import TestSupport
import Testing
import Views
import VisualEffects

@testable import Settings

@Suite struct BarViewTests {
  private let measurer = MonospaceMeasurer()

  @Test func `zones lie at the start, in the middle and at the end`() {
    let scene = bar(start: ["one", "two"], center: ["clock"], end: ["load"], width: 800).scene(
      measurer: measurer)
    #expect(scene.texts.map(\.text.string) == ["one", "two", "clock", "load"])
    #expect(scene.texts.map(\.frame.x) == [12, 12 + 24 + 20, (800 - 40) / 2, 800 - 12 - 32])
  }

  @Test func `geometry follows the scale in whole pixels`() {
    let scene = bar(start: ["one", "two"], width: 1200, height: 48, scale: 1.5).scene(measurer: measurer)
    #expect(scene.texts.map(\.frame.x) == [18, 18 + 36 + 30])
    #expect(scene.texts.allSatisfy { $0.text.scale == 1.5 })
  }

  @Test func `empty readings and modules without one take no room`() {
    var view = bar(start: ["one", "", " ", "two"], width: 800)
    let settings = view.state.settings
    let scene = view.scene(measurer: measurer)
    #expect(scene.texts.map(\.frame.x) == [12, 12 + 24 + 20])
    view.state = State()
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    #expect(view.scene(measurer: measurer).texts.isEmpty)
  }

  @Test func `all texts stand on one line, with capital letters in the middle`() {
    for height in [24, 32, 41] {
      let scene = bar(start: ["one", "😀"], center: ["x"], width: 800, height: height).scene(
        measurer: measurer)
      let lines = Set(scene.texts.map { $0.frame.y + measurer.measure($0.text).baseline })
      #expect(lines.count == 1)
      let middle = Double(lines.first!) - 10.5 / 2
      #expect(abs(middle - Double(height) / 2) <= 0.5)
    }
  }

  @Test(arguments: [OutputEdge.left, .right])
  func `at the sides each word is a line of its own, in the middle of the bar`(edge: OutputEdge) {
    var view = bar(start: ["one two"], center: ["clock"], end: ["load"], width: 60, height: 600)
    view.bar.edge = edge
    let texts = view.scene(measurer: measurer).texts
    #expect(texts.map(\.text.string) == ["one", "two", "clock", "load"])
    let line = measurer.measure(texts[0].text).size.height
    #expect(texts.map(\.frame.y) == [12, 12 + line, (600 - line) / 2, 600 - 12 - line])
    #expect(texts.map(\.frame.x) == [18, 18, 10, 14])
  }

  @Test func `a bar at the side that is too short leaves modules out, and cuts long words`() {
    var view = bar(start: ["a", "b"], center: ["c", "d"], end: ["eeeeeeeeeeee"], width: 40, height: 130)
    view.bar.edge = .left
    let texts = view.scene(measurer: measurer).texts
    #expect(texts.count < 5)
    #expect(texts.last?.text.maxWidth == 34)
    #expect(texts.allSatisfy { $0.frame.y >= 12 && $0.frame.maxY <= 130 - 12 })
  }

  @Test(arguments: [
    (OutputEdge.top, 0, -16), (.bottom, 0, 16), (.left, -400, 0), (.right, 400, 0),
  ]) func `a bar slides in from its edge, corners and all`(edge: OutputEdge, x: Int, y: Int) throws {
    var view = bar(start: ["one"], width: 800, height: 32, scale: 2)
    (view.bar.edge, view.bar.cornerRadius, view.reach, view.alpha) = (edge, 6, 0.5, 0.25)
    let scene = view.scene(measurer: measurer)
    guard case .effect(let sheet)? = scene.nodes.first else {
      Issue.record("no glass")
      return
    }
    #expect(sheet.frame == PixelRect(x: x, y: y, width: 800, height: 32))
    #expect(sheet.corners == Corners(12) && sheet.alpha == 0.25)
    view.reach = 0
    #expect(view.scene(measurer: measurer).nodes.isEmpty)
  }

  @Test(
    arguments: [
      // A zone of 480 pixels at the start leaves the clock no room in the middle, and neither does one at the end.
      (60, true, [12, 12 + 480 + 20, 780], nil), (60, false, [12, 308 - 20 - 40, 308], nil),
      // There are 688 pixels for one that is too long.
      (200, true, [12, 12 + 688 + 20, 780], 688), (200, false, [12, 12 + 8 + 20, 100], 688),
    ] as [(Int, Bool, [Int], Int?)])
  func `the centre moves aside for a long zone, which is shortened only where there is no room`(
    letters: Int, isAtStart: Bool, places: [Int], most: Int?
  ) {
    let long = String(repeating: "s", count: letters)
    let scene = bar(
      start: [isAtStart ? long : "e"], center: ["clock"], end: [isAtStart ? "e" : long], width: 800
    ).scene(measurer: measurer)
    #expect(scene.texts.map(\.frame.x) == places)
    #expect(scene.texts.map(\.text.maxWidth) == (isAtStart ? [most, nil, nil] : [nil, nil, most]))
  }

  @Test func `the centre gives way to a zone that cannot be shorter`() {
    let scene = bar(
      start: ["aaaa", "bbbb", "cccc", "dddd"], center: ["clock"], end: ["e"], width: 400
    ).scene(measurer: measurer)
    #expect(scene.texts.map(\.frame.x) == [12, 64, 116, 168, 220, 400 - 12 - 8])
  }

  @Test func `a program whose icon is not found has its letter on a square of the same size`() throws {
    let taskbar = ModuleName(.taskbar)
    var view = bar(width: 800)
    var settings = view.state.settings
    settings.bar.start = [taskbar]
    view.bar = settings.bar
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    let icon = ModuleIcon(ofProgram: "absent", name: "org.gnome.Maps")
    let item = ItemReading(id: "map", ["title": .text("Oslo")], icon: icon)
    _ = view.state.update(.moduleReadingChanged(taskbar, ModuleReading(items: [item])), now: .start)
    let waiting = view.scene(measurer: measurer).texts
    #expect(waiting.map(\.text.string) == ["Oslo"], "the icon is still being read")
    view.context.pictures.pictures.updateValue(nil, forKey: PictureTable.Key(icon, side: 16))
    let shown = view.scene(measurer: measurer).texts
    #expect(shown.map(\.text.string) == ["M", "Oslo"])
    #expect(shown.last?.frame == waiting.last?.frame)
    // The middle of the letter's ink, and not its capitals, is in the middle of the square.
    let below = view.scene(measurer: MonospaceMeasurer(inkMiddle: -3))
    let square = try #require(below.fills.first { $0.frame.width == 16 && $0.frame.height == 16 }?.frame)
    #expect(below.texts.first.map { $0.frame.y + 14 } == square.y + 8 - 3)
    #expect(below.texts.last?.frame == waiting.last?.frame)
  }

  @Test func `the longest text is shortened first`() {
    let long = String(repeating: "s", count: 200)
    let scene = bar(start: [long, "one"], end: ["end"], width: 800).scene(measurer: measurer)
    #expect(scene.texts.map(\.text.maxWidth) == [800 - 24 - 24 - 24 - 40, nil, nil])
  }

  @Test func `long texts in different zones share alike`() {
    let long = String(repeating: "s", count: 200)
    let scene = bar(start: [long], center: [long], end: [long], width: 808).scene(measurer: measurer)
    #expect(Set(scene.texts.map(\.text.maxWidth)) == [(808 - 24 - 40) / 3])
  }

  @Test(arguments: [(800, ["first", "volume 45%"]), (150, ["first", "45%"])])
  func `an item shows its short form where the modules have too little room`(width: Int, texts: [String]) {
    let script = ModuleName(.script, "status")
    var view = bar(width: width)
    var settings = view.state.settings
    settings.bar.start = [script]
    view.bar = settings.bar
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    var items = [("a", "first"), ("b", "volume 45%")].map { ItemReading(id: $0.0, ["text": .text($0.1)]) }
    items[1].shortFields = ["text": .text("45%")]
    _ = view.state.update(.moduleReadingChanged(script, ModuleReading(items: items)), now: .start)
    let shown = view.scene(measurer: measurer).texts
    #expect(shown.map(\.text.string) == texts)
    #expect(shown.map(\.text.maxWidth) == [nil, nil])
  }

  @Test
  func `an item that may not be wide is cut, and shows its short form only where there is too little room`() {
    let script = ModuleName(.script, "status")
    var view = bar(width: 800)
    var settings = view.state.settings
    settings.bar.start = [script]
    settings.modules[script] = .defaults(of: .script)
    settings.modules[script]?.style.look.maxWidth = 60
    view.bar = settings.bar
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    var item = ItemReading(id: "b", ["text": .text("volume 45%")])
    item.shortFields = ["text": .text("45%")]
    _ = view.state.update(.moduleReadingChanged(script, ModuleReading(items: [item])), now: .start)
    let shown = view.scene(measurer: measurer).texts
    #expect(shown.map(\.text.string) == ["volume 45%"] && shown.map(\.text.maxWidth) == [60])
  }

  @Test func `a failure is a sign in the module's place, which says why`() {
    var view = bar(start: ["one"], width: 1600)
    _ = view.state.update(
      .moduleReadingChanged(module("start", 0), .failure("text.a: no such file")), now: .start)
    let shown = view.laidOut(measurer: measurer)
    #expect(shown.scene.texts.map(\.text.string) == ["⚠"])
    #expect(shown.scene.texts.map(\.ink) == [.vibrant(.secondaryLabel)])
    #expect(shown.tooltips.map(\.text) == ["text.a: no such file"])
  }

  @Test func `a refused command has the sign of a failure beside what the module shows`() {
    var view = bar(start: ["one"], width: 1600)
    _ = view.state.update(.commandEnded(module("start", 0), refusal: "it may not"), now: .start)
    let shown = view.laidOut(measurer: measurer)
    #expect(shown.scene.texts.map(\.text.string) == ["one", "⚠"])
    #expect(shown.scene.texts.last?.ink == .vibrant(.secondaryLabel))
    #expect(shown.tooltips.map(\.text) == ["it may not"])
    _ = view.state.update(.commandEnded(module("start", 0), refusal: nil), now: .start)
    #expect(view.laidOut(measurer: measurer).scene.texts.map(\.text.string) == ["one"])
  }

  @Test func `icons that are folded away or come with the next use are read ahead`() {
    let tray = ModuleName(.tray)
    var view = bar(start: ["one"], width: 1600)
    var settings = view.state.settings
    settings.bar.start = [tray]
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    var reading = ModuleReading(items: [ItemReading(id: "a", [:], icon: "shown")])
    reading.foldable = [ItemReading(id: "b", [:], icon: "folded")]
    reading.nextIcons = ["next"]
    _ = view.state.update(.moduleReadingChanged(tray, reading), now: .start)
    view.bar = settings.bar
    #expect(Set(view.wantedPictures.map(\.icon)) == ["shown", "folded", "next"])
    let shown = view.state.shown(tray)
    #expect(shown?.item("a") != nil && shown?.item("b") == nil && shown?.itemOrFolded("b") != nil)
  }

  @Test(arguments: [true, false])
  func `assistive technology is told whether what is folded away is shown`(isUnfolded: Bool) throws {
    let tray = ModuleName(.tray)
    var view = bar(start: ["one"], width: 1600)
    var settings = view.state.settings
    settings.bar.start = [tray]
    settings.modules[tray] = .defaults(of: .tray)
    settings.modules[tray]?.style.look.format = try FormatTemplate(
      "{title}", fields: ModuleKind.tray.summary.itemFields)
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    let items = ["fold", "a", "b"].map { ItemReading(id: $0, ["title": .text($0)]) }
    var reading = ModuleReading(items: isUnfolded ? items : [items[0], items[2]])
    (reading.foldable, reading.isUnfolded) = ([items[1]], isUnfolded)
    _ = view.state.update(.moduleReadingChanged(tray, reading), now: .start)
    view.bar = settings.bar
    let nodes = view.laidOut(measurer: measurer).accessibility.flatMap { [$0] + $0.children }
    let told = nodes.filter { !$0.states.isEmpty }
    #expect(told.map(\.label) == ["fold"])
    #expect(told.map(\.states) == [isUnfolded ? [.expandable, .expanded] : [.expandable]])
  }

  @Test func `settings choose distances, radii and sizes`() throws {
    var view = bar(start: ["one", "two"], end: ["load"], width: 800)
    (view.bar.spacing, view.bar.endPadding, view.bar.pillRadius) = (1, 10, 0)
    #expect(view.scene(measurer: measurer).texts.map(\.frame.x) == [18, 18 + 24 + 17, 800 - 18 - 32])
    let idle = ModuleName(.idle)
    var settings = view.state.settings
    settings.bar.start = [idle]
    settings.modules[idle] = .defaults(of: .idle)
    settings.modules[idle]?.style.look.iconSize = 20
    settings.modules[idle]?.style.look.format = try FormatTemplate("{icon}", fields: [])
    view.bar = settings.bar
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    let icon = ModuleIcon("cup", or: "mug")
    let reading = ModuleReading(icon: icon)
    _ = view.state.update(.moduleReadingChanged(idle, reading), now: .start)
    let wanted = try #require(view.wantedPictures.first)
    #expect(wanted == PictureTable.Key(icon, side: 20))
    view.context.pictures.pictures = [
      wanted: .init(bitmap: Bitmap(size: PixelSize(width: 40, height: 40)), isTemplate: true)
    ]
    #expect(
      view.scene(measurer: measurer).images.map(\.frame) == [PixelRect(x: 12, y: 6, width: 20, height: 20)])
  }

  @Test func `an icon of the settings that is not found is shown as text, once that is known`() throws {
    var view = bar(start: ["one"], width: 800)
    let text = try #require(view.bar.start.first)
    var settings = view.state.settings
    settings.modules[text] = .defaults(of: .text)
    settings.modules[text]?.style.look.icons = .names(["default": "10"])
    settings.modules[text]?.style.look.format = try FormatTemplate(
      "{icon} {text}", fields: text.kind.summary.fields)
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    let wanted = try #require(view.wantedPictures.first)
    #expect(view.scene(measurer: measurer).texts.map(\.text.string) == ["one"])
    view.context.pictures.pictures = [wanted: nil]
    #expect(view.scene(measurer: measurer).texts.map(\.text.string) == ["10", "one"])
  }

  @Test func `markup has styles and inks, and several lines lie below each other`() throws {
    var view = bar(start: ["one"], width: 800, height: 60)
    let text = try #require(view.bar.start.first)
    var settings = view.state.settings
    settings.modules[text] = .defaults(of: .text)
    settings.modules[text]?.style.look.isMarkup = true
    settings.modules[text]?.style.look.format = try FormatTemplate(
      "<b>{text}</b> <span color='red'>x</span>\nsecond", fields: text.kind.summary.fields)
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    let laidOut = view.laidOut(measurer: measurer)
    let texts = laidOut.scene.texts
    try #require(texts.map(\.text.string) == ["one x", "one x", "second"])
    #expect(texts[1].ink == .colour([1, 0, 0, 1]) && texts[0].text.runs.first?.style.weight == 700)
    #expect(texts[2].frame.y >= texts[0].frame.maxY && texts[0].frame.x == texts[2].frame.x + 4)
    #expect(laidOut.accessibility.flatMap { [$0] + $0.children }.contains { $0.label == "one x\nsecond" })
  }

  @Test(arguments: [(ContentSide?.none, 400), (.leading, 12), (.trailing, 800 - 12)])
  func `a module that expands takes the free length, and has its content at its side`(
    side: ContentSide?, place: Int
  ) throws {
    var view = bar(start: ["one"], width: 800)
    var settings = view.state.settings
    settings.modules[view.bar.start[0]] = .defaults(of: .text)
    settings.modules[view.bar.start[0]]?.style.look.expands = true
    settings.modules[view.bar.start[0]]?.style.look.side = side
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    let text = try #require(view.scene(measurer: measurer).texts.first).frame
    switch side {
    case .leading?: #expect(text.x == place)
    case .trailing?: #expect(text.maxX == place)
    default: #expect(text.x + text.maxX == 2 * place)
    }
  }

  @Test func `a tooltip has the styles of its markup, and a reason has none`() throws {
    var view = bar(start: ["one"], width: 800)
    let module = module("start", 0)
    var settings = view.state.settings
    settings.modules[module] = .defaults(of: .text)
    settings.modules[module]?.style.look.isMarkup = true
    settings.modules[module]?.style.look.tooltip = try FormatTemplate(
      "a <b>c</b>\n<span color=\"#ff0000\">d</span>\n", fields: [])
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    _ = view.state.update(.moduleReadingChanged(module, .text("one")), now: .start)
    let help = try #require(view.laidOut(measurer: measurer).tooltips.first?.help)
    #expect(help.string == "a c\nd")
    #expect(help.runs.map(\.range) == [2..<3])
    #expect(help.inks == [Text.InkRun(4..<5, .colour([1, 0, 0, 1]))])
    _ = view.state.update(.commandEnded(module, refusal: "it may not"), now: .start)
    let refused = try #require(view.laidOut(measurer: measurer).tooltips.first?.help)
    #expect(refused == HelpText("it may not\na c\nd"))
  }

  @Test func `a picture takes its room in the bar, unless it is hidden, and a failure is told`() throws {
    var view = bar(start: [], end: ["one"], width: 800)
    let image = ModuleName(.image, "logo")
    var settings = view.state.settings
    settings.bar.start = [image, image]
    var own = ImageSettings()
    own.size = 24
    settings.modules[image] = ModuleSettings(.image, own)
    view.bar = settings.bar
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    let reading = ModuleReading(["path": .text("/logo.png"), "version": .integer(3)])
    func places() -> [Int] {
      view.laidOut(measurer: measurer).identities.filter { ($0.key.value as? BarItem)?.module == image }
        .map(\.frame.x).sorted()
    }
    #expect(places().isEmpty, "before there is a path")
    _ = view.state.update(.moduleReadingChanged(image, reading), now: .start)
    let wanted = try #require(view.wantedPictures.first)
    #expect(wanted == PictureTable.Key(ModuleIcon("/logo.png", version: 3), side: 24))
    // The picture has its room before it was read.
    #expect(places() == [4, 4 + 24 + 16 + 4])
    let bitmap = Bitmap(size: PixelSize(width: 24, height: 12))
    view.context.pictures.pictures = [wanted: .init(bitmap: bitmap, isTemplate: false)]
    #expect(places() == [4, 4 + 24 + 16 + 4])
    #expect(view.scene(measurer: measurer).images.map(\.frame.size.height) == [12, 12])
    view.context.pictures.pictures = [wanted: nil]
    let failed = view.laidOut(measurer: measurer)
    #expect(failed.scene.texts.prefix(2).map(\.text.string) == ["⚠", "⚠"])
    let reason = "image.logo: there is no picture that can be read at /logo.png"
    let words = "The picture “/logo.png” cannot be read."
    #expect(failed.tooltips.map(\.text) == [words, words])
    let report = BarReport(
      output: "", layout: failed, frame: PixelRect(x: 0, y: 0, width: 800, height: 32), scale: 1,
      state: view.state, pictures: view.context.pictures)
    #expect(report.modules.map { $0.shown?.failure } == [reason, reason, nil])
    view.context.pictures.pictures = [:]
    own.paths = ["/more.png"]
    settings.modules[image] = ModuleSettings(.image, own)
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    var several = reading
    (several.fields["path1"], several.fields["version1"]) = (.text("/more.png"), .integer(0))
    _ = view.state.update(.moduleReadingChanged(image, several), now: .start)
    // Two pictures of 24 points have a gap of 5 between them.
    #expect(places() == [4, 4 + 53 + 16 + 4] && view.wantedPictures.count == 2)
    view.context.pictures.pictures = [wanted: nil]
    #expect(!view.laidOut(measurer: measurer).scene.texts.contains { $0.text.string == "⚠" })
    view.context.pictures.pictures = [:]
    settings.modules[image]?.style.look.isHidden = true
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    #expect(places().isEmpty)
  }

  @Test(arguments: [nil, [1, 0, 0, 1]] as [SIMD4<Double>?])
  func `a graph has the colour of its module`(colour: SIMD4<Double>?) throws {
    var view = bar(width: 800)
    let cpu = ModuleName(.cpu)
    var settings = view.state.settings
    var module = ModuleSettings.defaults(of: .cpu)
    module.style.look.format = try FormatTemplate("{history}", fields: ModuleKind.cpu.summary.fields)
    module.style.look.ink = colour.map { .colour($0) }
    (settings.bar.start, settings.modules[cpu]) = ([cpu], module)
    view.bar = settings.bar
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    _ = view.state.update(.moduleReadingChanged(cpu, ModuleReading(["history": .list([1, 1])])), now: .start)
    guard case .effect(let sheet)? = view.scene(measurer: measurer).nodes.first else {
      Issue.record("no sheet")
      return
    }
    let inks = sheet.content.compactMap { if case .image(let image) = $0 { image.ink } else { nil } }
    #expect(inks == [.colour(colour ?? [1, 1, 1, 0.6])])
  }

  @Test func `a graph of bars has as many of the last values as there is room for, each at the bottom`()
    throws
  {
    var view = bar(width: 800)
    let cpu = ModuleName(.cpu)
    var settings = view.state.settings
    var module = ModuleSettings.defaults(of: .cpu)
    module.style.look.format = try FormatTemplate("{history}", fields: ModuleKind.cpu.summary.fields)
    (module.style.look.graphStyle, module.style.look.graphWidth) = (.bars, 12)
    (settings.bar.start, settings.modules[cpu]) = ([cpu], module)
    view.bar = settings.bar
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    let values = [1, 1, 0, 0.5, 1]
    _ = view.state.update(.moduleReadingChanged(cpu, ModuleReading(["history": .list(values)])), now: .start)
    let frames = view.laidOut(measurer: measurer).scene.fills.map(\.frame)
    #expect(frames.map(\.height) == [1, 7, 14] && frames.map(\.width) == [3, 3, 3])
    #expect(Set(frames.map(\.maxY)).count == 1)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $1.x - $0.x == 4 })
    // The time before the first value has no bars.
    let young = ModuleReading(["history": .list([nil, nil, nil, nil, 0.5])])
    _ = view.state.update(.moduleReadingChanged(cpu, young), now: .start)
    #expect(view.laidOut(measurer: measurer).scene.fills.map(\.frame) == [frames[1].offset(x: 4, y: 0)])
  }

  @Test(arguments: [BarSettings.Glass.bar, .none])
  func `the ink of the bar is that of texts without one of their own`(glass: BarSettings.Glass) {
    var view = bar(start: ["one", "two", "three", "four"], width: 800)
    var settings = view.state.settings
    let (own, bar): (SIMD4<Double>, SIMD4<Double>) = ([0, 1, 0, 1], [1, 0.9, 0.5, 1])
    (settings.bar.ink, settings.bar.glass) = (.colour(bar), glass)
    func change(_ place: Int, _ change: (inout ModuleLook) -> Void) {
      var module = ModuleSettings.defaults(of: .text)
      change(&module.style.look)
      settings.modules[settings.bar.start[place]] = module
    }
    change(1) { $0.ink = .colour(own) }
    change(2) { $0.fill = .accent }
    change(3) { $0.fill = .colour([1, 1, 1, 1]) }
    view.bar = settings.bar
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    let inks = view.scene(measurer: measurer).texts.map(\.ink)
    #expect(inks[0] == .colour(bar) && inks[1] == .colour(own))
    #expect(inks[2] == .plain([1, 1, 1, 1]) && inks[3] != .colour(bar))
  }

  /// The number of pictures that are drawn in amber.
  private func signs(_ nodes: [Node]) -> Int {
    nodes.reduce(0) { count, node in
      switch node {
      case .effect(let effect): count + signs(effect.content)
      case .image(let image): count + (image.ink == .colour(SIMD4(255, 159, 10, 255) / 255) ? 1 : 0)
      case .text, .fill: count
      }
    }
  }

  @Test func `a notice takes the place of the zones`() {
    var view = bar(start: ["one"], center: ["clock"], end: ["load"], width: 400)
    let message = String(repeating: "n", count: 90)
    _ = view.state.update(.settingsRejected([message]), now: .start)
    let layout = view.laidOut(measurer: measurer)
    let items = layout.scene.texts
    #expect(items.map(\.text.string) == ["Settings not applied", message])
    #expect(
      items[0].frame.x == 12 + 16 + 8 && items[1].text.maxWidth != nil && items[1].frame.maxX <= 400 - 12)
    #expect(layout.regions.compactMap { $0.actions[.tap(.primary)]?.as(BarAction.self) } == [.openSettings])
    #expect(layout.tooltips.map(\.text) == [message])
    #expect(signs(layout.scene.nodes) == 1)
    _ = view.state.update(.settingsRejected(["a", "b", "c"]), now: .start)
    let several = view.scene(measurer: measurer).texts
    #expect(several.map(\.text.string) == ["Settings not applied", "a  (+2 more)"])
    _ = view.state.update(.settingsRejected(["a.\"\u{202E}b\": unknown key"]), now: .start)
    let reversed = view.scene(measurer: measurer).texts
    #expect(reversed.map(\.text.string) == ["Settings not applied", "a.\"\u{2060}b\": unknown key"])
    view.bar.edge = .left
    #expect(view.scene(measurer: measurer).texts.isEmpty)
  }

  @Test func `all text lies in one sheet of glass as large as the bar`() {
    let view = bar(start: ["one"], end: ["two"], width: 800)
    let scene = view.scene(measurer: measurer)
    #expect(scene.panes == [Pane(frame: PixelRect(scene.size), material: view.material)])
    #expect(scene.nodes.count == 1)
    #expect(scene.texts.map(\.ink) == [.vibrant(.label), .vibrant(.label)])
  }

  @Test(arguments: [(1, 1.0), (1.5, 2), (2, 2)])
  func `a material's own ink and border are used`(scale: Double, width: Double) throws {
    var view = bar(start: ["one"], width: 800, scale: scale)
    view.material = Material(.legible, isDark: true)
    let scene = view.scene(measurer: measurer)
    #expect(scene.texts.map(\.ink) == [.colour([0, 0, 0, 0.7])])
    guard case .effect(let sheet) = scene.nodes[0] else {
      Issue.record("no sheet")
      return
    }
    #expect(sheet.border == Border(width: width, colour: [0, 0, 0, 0.4]) && sheet.corners == .square)
  }

  @Test func `a material that has only an ink of its own keeps the light along the edge`() throws {
    var view = bar(start: ["one"], width: 800)
    view.bar.cornerRadius = 10
    func border(_ overrides: MaterialOverrides) -> Border? {
      view.material = BlurEffect(style: .systemMaterial, name: "mine", overrides: overrides)
        .material(isDark: true)
      guard case .effect(let sheet)? = view.scene(measurer: measurer).nodes.first else {
        Issue.record("no sheet")
        return nil
      }
      return sheet.border
    }
    let plain = try #require(border(MaterialOverrides()))
    #expect(plain.rim != nil)
    #expect(border(MaterialOverrides(ink: [1, 1, 0, 1])) == plain)
    let red = SIMD4<Double>(1, 0, 0, 1)
    #expect(border(MaterialOverrides(borderColour: red)) == Border(width: 1, colour: red))
    #expect(border(MaterialOverrides(borderWidth: 0)) == nil)
  }

  @Test func `a floating bar has the edge that people need`() throws {
    func border(_ change: (inout AccessibilitySettings) -> Void) -> Border? {
      var view = bar(start: ["one"], width: 800)
      var settings = view.state.settings
      settings.bar.cornerRadius = 10
      change(&settings.accessibility)
      _ = view.state.update(.settingsLoaded(settings), now: .start)
      view.bar = settings.bar
      guard case .effect(let sheet)? = view.scene(measurer: measurer).nodes.first else { return nil }
      return sheet.border
    }
    let lit = try #require(border { _ in })
    #expect(lit.rim != nil)
    #expect(border { $0.reduceTransparency = .on } == Border(width: lit.width, colour: lit.colour))
    #expect(border { $0.increaseContrast = .on } == Border(width: 1, colour: .one))
  }

  @Test(arguments: [OutputEdge.top, .bottom])
  func `a floating bar slides from beyond its surface, shadow and all`(edge: OutputEdge) {
    var view = bar(start: ["one"], width: 400, height: 30)
    view.bar.edge = edge
    // The shadow reaches 44 pixels below the bar and 28 above it.
    let surface = PixelSize(width: 416, height: edge == .top ? 12 + 30 + 44 : 28 + 30 + 12)
    let place = edge == .top ? 12 : 28
    view.place = (8, place, surface)
    func y() -> Int { view.scene(measurer: measurer).panes.first?.frame.y ?? .min }
    #expect(y() == place)
    view.reach = 0.5
    #expect(y() == (edge == .top ? 12 - 43 : 28 + 35))
    view.reach = 0.001
    // The last rows of the shadow leave the surface.
    #expect(edge == .top ? y() + 30 + 44 <= 0 : y() - 28 >= surface.height)
  }

  @Test func `the contrast is the one that is wanted`() {
    var view = bar(start: ["one"], width: 800)
    for contrast in [0, 4.5, 7] {
      var settings = view.state.settings
      settings.legibility.contrast = contrast
      _ = view.state.update(.settingsLoaded(settings), now: .start)
      guard case .effect(let sheet) = view.scene(measurer: measurer).nodes[0] else {
        Issue.record("no sheet")
        return
      }
      #expect(sheet.legibility == Legibility(contrast: contrast))
    }
  }
}
