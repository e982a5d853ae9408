import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import TestSupport
import Testing
import Views
import VisualEffects

@testable import BarUI

/// Modules, their items and groups on a bar.
@Suite struct ModuleItemTests {
  private let measurer = MonospaceMeasurer()

  @Test func `a group in a group is shown in its place, with the look of those around it`() throws {
    var view = bar(start: ["one", "two", "three"], width: 800)
    let (outer, inner) = (ModuleName(.group, "outer"), ModuleName(.group, "inner"))
    var (settings, groups) = (view.state.settings, (outer: GroupSettings(), inner: GroupSettings()))
    groups.inner.modules = [settings.bar.start[1], settings.bar.start[2]]
    groups.outer.modules = [settings.bar.start[0], inner]
    settings.modules[outer] = ModuleSettings(.group, groups.outer)
    settings.modules[inner] = ModuleSettings(.group, groups.inner)
    settings.modules[outer]?.style.look.ink = .colour([1, 0, 0, 1])
    let plain = view.scene(measurer: measurer).texts
    settings.bar.start = [outer]
    view.bar = settings.bar
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    let texts = view.scene(measurer: measurer).texts
    #expect(texts.map(\.text.string) == ["one", "two", "three"])
    #expect(texts.map(\.frame) == plain.map(\.frame))
    #expect(texts.allSatisfy { $0.ink == .colour([1, 0, 0, 1]) })
    // A group that contains itself is no reason for more than a few copies.
    groups.inner.modules.append(inner)
    settings.modules[inner] = ModuleSettings(.group, groups.inner)
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    #expect(view.scene(measurer: measurer).texts.count == 1 + 2 * (GroupSettings.mostDepth - 1))
  }

  @Test(arguments: [nil, 0, 30] as [Double?], [false, true]) func `a group has the spacing of its own`(
    spacing: Double?, hasFill: Bool
  ) throws {
    var view = bar(start: ["one", "two", "three"], width: 800, height: 48)
    let group = ModuleName(.group, "both")
    var (settings, both) = (view.state.settings, GroupSettings())
    (both.modules, both.spacing) = (Array(settings.bar.start.prefix(2)), spacing)
    settings.modules[group] = ModuleSettings(.group, both)
    if hasFill { settings.modules[group]?.style.look.fill = .vibrant(.fill) }
    (settings.bar.start, settings.bar.spacing) = ([group] + settings.bar.start.suffix(1), 10)
    view.bar = settings.bar
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    let texts = view.scene(measurer: measurer).texts
    try #require(texts.map(\.text.string) == ["one", "two", "three"])
    // Letters have the same width here, so that the distances from texts to the edges of modules are the same.
    let room = texts[2].frame.x - texts[1].frame.maxX - 10
    #expect(texts[1].frame.x - texts[0].frame.maxX == room + Int(spacing ?? (hasFill ? 0 : 10)))
  }

  @Test(arguments: [OutputEdge.top, .left]) func `the modules of a stack lie across the bar`(edge: OutputEdge)
    throws
  {
    let isLevel = edge.isLevel
    var view = bar(start: ["one", "two"], width: isLevel ? 800 : 120, height: isLevel ? 48 : 800)
    let group = ModuleName(.group, "both")
    var (settings, stack) = (view.state.settings, GroupSettings())
    (stack.modules, stack.isStacked) = (settings.bar.start, true)
    settings.modules[group] = ModuleSettings(.group, stack)
    (settings.bar.start, settings.bar.edge) = ([group], edge)
    view.bar = settings.bar
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    let texts = view.scene(measurer: measurer).texts
    try #require(texts.map(\.text.string) == ["one", "two"])
    if isLevel {
      #expect(texts[0].frame.x == texts[1].frame.x && texts[1].frame.y >= texts[0].frame.maxY)
      // Both are in the bar.
      #expect(texts[0].frame.y >= 0 && texts[1].frame.maxY <= 48)
    } else {
      #expect(texts[0].frame.y == texts[1].frame.y && texts[1].frame.x >= texts[0].frame.maxX)
    }
  }

  @Test(arguments: [false, true]) func `windows have items of one width if the settings want that`(
    isEven: Bool
  ) throws {
    var view = bar(width: 800)
    let taskbar = ModuleName(.taskbar)
    var settings = view.state.settings
    settings.bar.start = [taskbar]
    view.bar = settings.bar
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    let items = ["a", "a longer title", "bc"].map { title in
      var item = ItemReading(id: title, ["title": .text(title), "windows": .integer(1)])
      if isEven { item.look.expands = true }
      return item
    }
    _ = view.state.update(.moduleReadingChanged(taskbar, ModuleReading(items: items)), now: .start)
    let widths = view.laidOut(measurer: measurer).identities.compactMap { identity in
      (identity.key.value as? BarItem)?.item == nil ? nil : identity.frame.width
    }
    try #require(widths.count == 3)
    #expect((Set(widths).count == 1) == isEven && widths.max() == widths[1])
  }

  /// A bar at the left edge with these windows and texts of one line below them, of a height in pixels.
  private func sideBar(
    _ titles: [String], format: FormatTemplate? = nil, priority: Double? = nil, end: [String] = ["load"],
    height: Int
  ) -> BarView {
    var view = bar(end: end, width: 48, height: height)
    let taskbar = ModuleName(.taskbar)
    var settings = view.state.settings
    (settings.bar.start, settings.bar.edge) = ([taskbar], .left)
    if let format {
      settings.modules[taskbar] = .defaults(of: .taskbar)
      settings.modules[taskbar]?.style.look.format = format
      settings.modules[taskbar]?.style.look.sideFormat = nil
    }
    if let priority {
      settings.modules[taskbar] = .defaults(of: .taskbar)
      settings.modules[taskbar]?.style.look.priority = priority
    }
    view.bar = settings.bar
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    var reading = ModuleReading(
      items: titles.map { ItemReading(id: $0, ["title": .text($0)], icon: "window-symbolic") })
    reading.rests = titles.indices.map {
      ItemReading(id: "more@#\($0)", ["hidden": .integer(titles.count - $0)], states: ["more"])
    }
    _ = view.state.update(.moduleReadingChanged(taskbar, reading), now: .start)
    return view
  }

  /// Items are 32 points high and what stands for others is 35, with 2 points between them. The text below needs 35, and 4 before it;
  /// the ends of the bar are 4 points from the modules.
  @Test(
    arguments: [
      (400, ["a", "b", "c", "d"], []), (181, ["a", "b", "c", "d"], []), (180, ["a", "b", "more@#2"], ["+2"]),
      (150, ["a", "b", "more@#2"], ["+2"]), (149, ["a", "more@#1"], ["+3"]),
      (116, ["a", "more@#1"], ["+3"]), (115, ["more@#0"], ["+4"]), (82, ["more@#0"], ["+4"]), (81, [], []),
    ] as [(Int, [String], [String])])
  func `windows on a bar at a side give way to a menu before the last one vanishes`(
    height: Int, items: [String], texts: [String]
  ) {
    let view = sideBar(["a", "b", "c", "d"], height: height).laidOut(measurer: measurer)
    #expect(view.identities.compactMap { ($0.key.value as? BarItem)?.item } == items)
    #expect(view.scene.texts.map(\.text.string) == texts + ["load"])
  }

  /// The texts need 35 points each, and 4 before each.
  @Test(
    arguments: [
      (nil, 160, ["+4", "one", "two", "load"]), (nil, 159, ["+3", "two", "load"]),
      (nil, 121, ["+4", "two", "load"]), (nil, 120, ["+3", "load"]), (20, 159, ["one", "two", "load"]),
      (20, 120, ["two", "load"]),
    ] as [(Double?, Int, [String])])
  func `the item for all windows vanishes by the priority 30, or by that of the settings`(
    priority: Double?, height: Int, texts: [String]
  ) {
    let bar = sideBar(
      ["a", "b", "c", "d"], priority: priority, end: ["one", "two", "load"], height: height)
    #expect(bar.scene(measurer: measurer).texts.map(\.text.string) == texts)
  }

  @Test(arguments: [(161, ["a", "b", "load"]), (160, ["load"]), (113, ["load"])])
  func `windows on a bar at a side are icons alone before any of them gives way`(
    height: Int, texts: [String]
  ) throws {
    let format = try FormatTemplate("{icon} {title}", fields: ModuleKind.taskbar.summary.itemFields)
    let view = sideBar(["a", "b"], format: format, height: height).laidOut(measurer: measurer)
    #expect(view.scene.texts.map(\.text.string) == texts)
    #expect(view.identities.compactMap { ($0.key.value as? BarItem)?.item } == ["a", "b"])
  }

  @Test func `modules that expand leave the others their room, and share the rest`() {
    var view = bar(start: ["one", "two"], end: ["three"], width: 800)
    var settings = view.state.settings
    for name in view.bar.start {
      settings.modules[name] = .defaults(of: .text)
      settings.modules[name]?.style.look.expands = true
    }
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    let frames = view.laidOut(measurer: measurer).identities.map(\.frame)
    #expect(frames.count == 3 && frames[2].maxX == 796 && frames[2].width == 56)
    #expect(abs(frames[0].width - frames[1].width) <= 1)
    #expect(frames[0].x == 4 && frames[1].maxX + 4 == frames[2].x)
  }

  @Test func `separators and groups have looks of their own`() throws {
    var view = bar(start: ["one", "two"], width: 800)
    let (line, group) = (ModuleName(.separator, "line"), ModuleName(.group, "both"))
    var settings = view.state.settings
    var members = GroupSettings()
    members.modules = [settings.bar.start[0], line, settings.bar.start[1]]
    settings.modules[line] = .defaults(of: .separator)
    settings.modules[line]?.style.look.ink = .colour([0, 1, 0, 1])
    settings.modules[line]?.style.look.padding = [6, 6]
    settings.modules[group] = ModuleSettings(.group, members)
    settings.modules[group]?.style.look.ink = .colour([1, 0, 0, 1])
    settings.bar.start = [group]
    view.bar = settings.bar
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    func fills() -> [FillNode] { view.scene(measurer: measurer).fills }
    let texts = view.scene(measurer: measurer).texts
    #expect(texts.map(\.ink) == [.colour([1, 0, 0, 1]), .colour([1, 0, 0, 1])])
    #expect(fills().map(\.ink) == [.colour([0, 1, 0, 1])])
    #expect(fills().map(\.frame.x) == [12 + 24 + 8 + 4 + 6])
    _ = view.state.update(.moduleReadingChanged(members.modules[0], .text("")), now: .start)
    #expect(fills().isEmpty, "there is no module before it")
    settings.modules[line]?.style.look.isHidden = true
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    _ = view.state.update(.moduleReadingChanged(members.modules[0], .text("one")), now: .start)
    #expect(fills().isEmpty)
  }

  @Test func `modules that are selected, have opened something or are under the pointer can be told apart`()
    throws
  {
    var view = bar(start: ["one"], width: 800)
    let module = view.bar.start[0]
    var settings = view.state.settings
    settings.modules[module] = .defaults(of: .text)
    settings.modules[module]?.style.on[.click] = .command(["true"])
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    func inks(_ change: (inout BarView) -> Void) -> [Ink] {
      var changed = view
      change(&changed)
      return changed.scene(measurer: measurer).fills.map(\.ink)
    }
    let region = try #require(view.laidOut(measurer: measurer).regions.first).id
    let item = BarItem(zone: .start, place: [0], module: module)
    #expect(inks { _ in }.isEmpty)
    #expect(inks { $0.interaction.hovered = region } == [.vibrant(.tertiaryFill)])
    #expect(inks { $0.context.opener = item } == [.vibrant(.fill)])
    #expect(
      inks {
        $0.context.opener = item
        $0.interaction.hovered = region
      } == [.vibrant(.fill)])
    let other = BarItem(zone: .end, place: [0], module: module)
    #expect(inks { $0.context.opener = other }.isEmpty, "it is another place")
    settings.modules[module]?.style.look.hasPill = true
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    #expect(inks { _ in } == [.vibrant(.fill)])
  }

  @Test func `the focused workspace lies on the accent, unless it has a colour of its own`() throws {
    var view = bar(width: 800)
    let workspaces = ModuleName(.workspaces)
    var settings = view.state.settings
    (settings.bar.start, settings.modules[workspaces]) = ([workspaces], .defaults(of: .workspaces))
    view.bar = settings.bar
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    func scene(_ states: [String]) -> Scene {
      let items = [("1", ["visible"]), ("2", states)].map { name, states in
        ItemReading(id: name, ["name": .text(name)], states: states)
      }
      _ = view.state.update(.moduleReadingChanged(workspaces, ModuleReading(items: items)), now: .start)
      return view.scene(measurer: measurer)
    }
    let accent = Ink.colour(SIMD4(Accent.systemBlue.shown(.standard), 1))
    for states in [["visible", "focused"], ["empty", "visible", "focused"]] {
      let shown = scene(states)
      #expect(shown.fills.map(\.ink) == [.vibrant(.fill), accent])
      #expect(shown.texts.map(\.ink) == [.vibrant(.label), .plain(.one)])
    }
    let urgent = scene(["visible", "focused", "urgent"])
    #expect(urgent.fills.map(\.ink) == [.vibrant(.fill), .vibrant(.fill)])
    #expect(!urgent.texts.map(\.ink).contains(.plain(.one)))
  }

  @Test func `a turned text runs along a bar at a side, behind its icon`() throws {
    var view = bar(start: ["one two", "x"], width: 40, height: 400)
    view.bar.edge = .left
    var settings = view.state.settings
    let (first, second) = (module("start", 0), module("start", 1))
    func texts(_ turn: StyledText.Turn?) -> [TextNode] {
      for module in [first, second] {
        settings.modules[module] = .defaults(of: .text)
        settings.modules[module]?.style.look.turn = turn
      }
      _ = view.state.update(.settingsLoaded(settings), now: .start)
      for (module, text) in [(first, "one two"), (second, "x")] {
        _ = view.state.update(.moduleReadingChanged(module, .text(text)), now: .start)
      }
      return view.scene(measurer: measurer).texts
    }
    #expect(texts(nil).map(\.text.string) == ["one", "two", "x"])
    let turned = texts(.clockwise)
    #expect(
      turned.map(\.text.string) == ["one two", "x"] && turned.map(\.text.turn) == [.clockwise, .clockwise])
    // Letters of the measurer are 8 pixels wide.
    #expect(turned[0].frame.height == 7 * 8 && turned[0].frame.width < 24)
    #expect(turned[1].frame.y == turned[0].frame.maxY + 8 + 4 + 8)
    _ = view.state.update(.moduleReadingChanged(first, .text("one two three")), now: .start)
    view.size.height = 100
    let cut = view.scene(measurer: measurer).texts
    #expect(cut.allSatisfy { $0.frame.maxY <= 100 })
    #expect(cut[0].text.maxWidth != nil)
  }

  @Test func `items have a distance and a padding of their own`() {
    var view = bar(width: 800)
    let workspaces = ModuleName(.workspaces)
    var settings = view.state.settings
    (settings.bar.start, settings.modules[workspaces]) = ([workspaces], .defaults(of: .workspaces))
    func places(_ spacing: Double?, _ padding: [Double]?) -> [Int] {
      settings.modules[workspaces]?.style.look.itemSpacing = spacing
      settings.modules[workspaces]?.style.look.itemPadding = padding
      view.bar = settings.bar
      _ = view.state.update(.settingsLoaded(settings), now: .start)
      let items = ["1", "2"].map { ItemReading(id: $0, ["name": .text($0)]) }
      _ = view.state.update(.moduleReadingChanged(workspaces, ModuleReading(items: items)), now: .start)
      return view.scene(measurer: measurer).texts.map(\.frame.x)
    }
    #expect(places(nil, nil) == [4 + 8, 4 + 8 + 8 + 8 + 2 + 8])
    #expect(places(10, nil) == [4 + 8, 4 + 8 + 8 + 8 + 10 + 8])
    #expect(places(0, [3, 3]) == [4 + 3, 4 + 3 + 8 + 3 + 3])
    #expect(places(0, [1, 5]) == [4 + 1, 4 + 1 + 8 + 5 + 1])
  }

  @Test
  func `the fill of a short item is a circle where corners are that round and settings leave it`() {
    var view = bar(width: 800, height: 44)
    let workspaces = ModuleName(.workspaces)
    var settings = view.state.settings
    (settings.bar.start, settings.modules[workspaces]) = ([workspaces], .defaults(of: .workspaces))
    settings.bar.glass = .modules
    func fills(radius: Double, padding: [Double]? = nil) -> [PixelRect] {
      settings.bar.islandRadius = radius
      settings.modules[workspaces]?.style.look.itemPadding = padding
      view.bar = settings.bar
      _ = view.state.update(.settingsLoaded(settings), now: .start)
      let items = ["1", "in words"].map {
        ItemReading(id: $0, ["name": .text($0)], states: ["visible", "focused"])
      }
      _ = view.state.update(.moduleReadingChanged(workspaces, ModuleReading(items: items)), now: .start)
      return view.scene(measurer: measurer).fills.map(\.frame)
    }
    #expect(
      fills(radius: 22).map(\.width) == [36, 8 + 64 + 8] && fills(radius: 22).map(\.height) == [36, 36])
    #expect(fills(radius: 18).map(\.width) == [36, 80])
    #expect(fills(radius: 12).map(\.width) == [24, 80], "a box may stand upright")
    #expect(fills(radius: 22, padding: [3, 3]).map(\.width) == [14, 70])
  }

  @Test(arguments: [("Inbox", true), ("A title of more letters than a button has", false)])
  func `a title that is seen in full has no tooltip that repeats it`(title: String, isWhole: Bool) {
    let taskbar = ModuleName(.taskbar)
    var view = barOf(taskbar)
    let item = ItemReading(id: "1", ["title": .text(title)], icon: "app")
    _ = view.state.update(.moduleReadingChanged(taskbar, ModuleReading(items: [item])), now: .start)
    #expect(view.laidOut(measurer: measurer).tooltips.map(\.text) == (isWhole ? [] : [title]))
  }

  @Test(arguments: [(800, true), (100, false)])
  func `the title of a window that is cut is read in its tooltip`(width: Int, isWhole: Bool) {
    let window = ModuleName(.window)
    var view = barOf(window, width: width)
    let reading = ModuleReading(["title": .text("A letter to you")])
    _ = view.state.update(.moduleReadingChanged(window, reading), now: .start)
    #expect(view.laidOut(measurer: measurer).tooltips.map(\.text) == (isWhole ? [] : ["A letter to you"]))
  }

  @Test(arguments: [ClockSettings.Hover.tooltip, .calendar])
  func `the tooltip of a clock that shows a calendar in its place stays, whatever it says`(
    hover: ClockSettings.Hover
  ) {
    let name = ModuleName(.clock)
    var clock = ClockSettings()
    clock.hover = hover
    var settings = ModuleSettings(.clock, clock)
    let format = FormatTemplate(time: "time", format: "%H:%M")
    (settings.style.look.format, settings.style.look.tooltip) = (format, format)
    var view = barOf(name, settings)
    let reading = ModuleReading(["time:%H:%M": .text("23:04")])
    _ = view.state.update(.moduleReadingChanged(name, reading), now: .start)
    #expect(view.laidOut(measurer: measurer).tooltips.map(\.text) == (hover == .calendar ? ["23:04"] : []))
  }

  /// A bar with one module at its start; `own` are the settings of the module, nil: the defaults of its kind.
  private func barOf(_ module: ModuleName, _ own: ModuleSettings? = nil, width: Int = 800) -> BarView {
    var view = bar(start: [], width: width)
    var settings = view.state.settings
    settings.bar.start = [module]
    settings.modules[module] = own ?? .defaults(of: module.kind)
    view.bar = settings.bar
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    return view
  }

  @Test func `a line between items is as far from the edge of a fill as from a text without one`() throws {
    let script = ModuleName(.script, "status")
    var view = barOf(script)
    let items = ["ab", "cd", "ef", ""].map { text in
      var item = ItemReading(id: text, ["text": .text(text)])
      item.hasSeparator = true
      if text == "cd" { item.look.fill = .colour([0.2, 0.2, 0.2, 1]) }
      return item
    }
    _ = view.state.update(.moduleReadingChanged(script, ModuleReading(items: items)), now: .start)
    let scene = view.scene(measurer: measurer)
    #expect(scene.texts.map(\.frame.x) == [12, 61, 110] && scene.texts.map(\.frame.maxX) == [28, 77, 126])
    // No line follows the last item that is seen.
    let lines = scene.fills.map(\.frame).filter { $0.width == 1 }
    #expect(lines.map(\.x) == [40, 97])
    let fill = try #require(scene.fills.map(\.frame).first { $0.width > 1 })
    #expect(fill.x == lines[0].maxX + 12 && fill.maxX == lines[1].x - 12)
  }

  @Test func `an item is as wide as another text would be, and stands where it is to`() throws {
    let script = ModuleName(.script, "status")
    var view = barOf(script)
    let items = [ContentSide.leading, .center, .trailing].enumerated().map { index, side in
      var item = ItemReading(id: "\(index)", ["text": .text("ab")])
      (item.look.widestText, item.look.side, item.hasSeparator) = ("abcdef", side, index < 2)
      return item
    }
    _ = view.state.update(.moduleReadingChanged(script, ModuleReading(items: items)), now: .start)
    let shown = view.laidOut(measurer: measurer)
    #expect(shown.scene.texts.map(\.text.string) == ["ab", "ab", "ab"])
    // Each is 48 wide with a padding of 8, and beside a line of 1 with room of 2 and gaps of 2.
    let step = 48 + 16 + 5 + 2 * 2
    #expect(shown.scene.texts.map(\.frame.x) == [12, 12 + step + 16, 12 + 2 * step + 32])
  }
}
