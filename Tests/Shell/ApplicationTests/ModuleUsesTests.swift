import DesktopModel
import Geometry
import Loop
import ModuleModel
import Settings
import ShellModel
import ShellSurfaces
import Testing

@testable import Application
@testable import BarUI

struct ModuleUsesTests {
  @Test(
    arguments: [
      (.click, ["token for DP-1", "run echo hi"]), (.right, ["refresh"]),
      (.middle, ["perform louder of - on DP-1"]), (.double, ["token for DP-1", "run player --next"]),
      (.back, []),
    ] as [(ModuleGesture, [String])])
  func `each gesture performs the action that the settings give it`(gesture: ModuleGesture, effects: [String])
    throws
  {
    let stage = try UseStage(on: [
      .click: .command(["echo", "hi"]), .right: .builtIn(ActionSummary.refresh), .middle: .builtIn("louder"),
      .double: .builtIn("next"),
    ])
    stage.source.programs = ["next": ["player", "--next"]]
    stage.use(gesture)
    #expect(stage.record == effects)
    #expect(stage.command(gesture) == (effects.isEmpty ? .nothing : .done))
  }

  @Test func `a slider sets the level of a module whose source has one`() throws {
    let stage = try UseStage()
    stage.uses.slide(at: stage.place(), to: 0.25)
    #expect(stage.record == ["slide to 0.25"])
    stage.use(PlainSource())
    stage.uses.slide(at: stage.place(), to: 0.5)
    #expect(stage.record.count == 1)
  }

  @Test func `the command for updates runs without a token, and its end is not reported to the module`()
    throws
  {
    let stage = try UseStage(on: [.update: .command(["echo", "new"]), .click: .command(["echo", "hi"])])
    stage.uses.update(UseStage.text)
    #expect(stage.record == ["run echo new apart"])
    #expect(stage.environments.last?["HYALINE_MODULE"] == "text.one")
    stage.uses.update(UseStage.workspaces)
    #expect(stage.record.count == 1)
  }

  @Test func `the format is toggled on the bar's output`() throws {
    let stage = try UseStage(on: [.click: .builtIn(ActionSummary.toggleFormat)])
    stage.use(.click)
    #expect(stage.uses.perform(UseStage.text, nil, .click, on: nil) == .done)
    #expect(
      stage.model.events == [
        .formatToggled(UseStage.text, on: "DP-1"), .formatToggled(UseStage.text, on: nil),
      ])
  }

  @Test func `an item has actions of its own, and one that is not shown has none`() throws {
    let stage = try UseStage()
    #expect(stage.uses.perform(UseStage.workspaces, "2", .click, on: stage.bar) == .nothing)
    stage.deliver(
      ModuleReading(items: [ItemReading(id: "2", ["name": .text("web")])]), of: UseStage.workspaces)
    stage.use(.click, of: UseStage.workspaces, "2")
    #expect(stage.record == ["perform activate of 2 on DP-1"])
    #expect(stage.uses.perform(UseStage.workspaces, "3", .click, on: stage.bar) == .nothing)
  }

  @Test func `a module without a reading has no action`() throws {
    let stage = try UseStage()
    #expect(stage.uses.perform(.clock, nil, .click, on: stage.bar) == .nothing && stage.bar.toggled.isEmpty)
  }

  // MARK: - Commands

  @Test(
    arguments: [
      (.click, .shown, "secret"), (.click, .opening, "secret"), (.click, .hidden, nil),
      (.scrollUp, .shown, nil), (.scrollLeft, .shown, nil),
    ] as [(ModuleGesture, MissingBar.Bar.Visibility, String?)])
  func `a command has a token if the input on a bar that is there allows one`(
    gesture: ModuleGesture, visibility: MissingBar.Bar.Visibility, token: String?
  ) throws {
    let stage = try UseStage(on: [gesture: .command(["echo"])])
    stage.bar.visibility = visibility
    stage.use(gesture)
    var expected = ["HYALINE_OUTPUT": "DP-1", "HYALINE_MODULE": "text.one"]
    expected["XDG_ACTIVATION_TOKEN"] = token
    #expect(stage.environments == [expected])
  }

  @Test func `a command of an item names the item, and one without a bar names no output`() throws {
    let stage = try UseStage {
      var workspaces = ModuleSettings.defaults(of: .workspaces)
      workspaces.style.on = [.middle: .command(["echo"])]
      $0.modules[UseStage.workspaces] = workspaces
    }
    stage.deliver(
      ModuleReading(items: [ItemReading(id: "2", ["name": .text("web")])]), of: UseStage.workspaces)
    #expect(stage.uses.perform(UseStage.workspaces, "2", .middle, on: nil) == .done)
    #expect(
      stage.environments == [
        ["HYALINE_OUTPUT": "", "HYALINE_MODULE": "workspaces", "HYALINE_ITEM": "2"]
      ])
  }

  @Test func `a command that a module starts by itself has a token only for a use of its popup`() throws {
    let stage = try UseStage(bars: [FakeBar("DP-1"), FakeBar("DP-2")])
    stage.uses.run(["first"], of: UseStage.text)
    stage.bars[1].popupOpener = stage.place()
    stage.uses.run(["second"], of: UseStage.text)
    #expect(stage.record == ["run first", "token for DP-2", "run second"])
    #expect(stage.environments.map { $0["HYALINE_OUTPUT"] } == ["DP-1", "DP-2"])
  }

  @Test func `a level that a command sets is shown, and one that a hand sets on the bar is not`() throws {
    let stage = try UseStage(on: [.scrollUp: .builtIn("louder"), .middle: .builtIn("next")])
    stage.source.levels = ["louder": Level(.volume, symbol: "", .part(percent: 50, isMuted: false))]
    stage.use(.scrollUp)
    #expect(stage.command(.scrollUp) == .done && stage.command(.middle) == .done)
    let louder = "perform louder of - on DP-1"
    #expect(stage.record == [louder, louder, "show 50%", "perform next of - on DP-1"])
  }

  @Test func `a module without a source does nothing`() throws {
    let stage = try UseStage(on: [.click: .builtIn("louder"), .right: .builtIn(ActionSummary.refresh)])
    stage.use(PlainSource())
    #expect(stage.command(.click) == .done && stage.command(.right) == .done)
    #expect(stage.record.isEmpty)
  }

  // MARK: - Calendars and panels

  @Test func `a calendar has the day and the week numbers of its clock`() throws {
    let stage = try UseStage {
      var settings = ClockSettings()
      settings.hasWeekNumbers = true
      $0.modules[.clock] = ModuleSettings(.clock, settings)
    }
    stage.deliver(ModuleReading(), of: .clock)
    let day = CalendarDate(year: 2024, month: 2, day: 29)
    stage.source.days = ["DP-1": day]
    stage.use(.click, of: .clock)
    let calendar = try #require(stage.bar.calendar)
    #expect(calendar.today() == day && calendar.showsWeekNumbers)
    #expect(stage.bar.toggled.map(\.item) == [stage.place(.clock)])
    // A clock without a time zone of its own shows the day in the time zone of the system.
    #expect(calendar.clocks().shown.isEmpty)
    stage.source.clocks = [WorldClock(place: "Tokyo", time: "16:41")]
    stage.clock.set(wallTime: WallTime(sinceEpoch: .seconds(600_017)))
    let (clocks, rest) = (calendar.clocks(), Duration.seconds(43))
    #expect(clocks.shown == stage.source.clocks && clocks.untilChange == rest)
    stage.source.days = [:]
    stage.clock.set(wallTime: WallTime(sinceEpoch: .seconds(90_000 * 86_400)))
    let later = calendar.today()
    #expect(abs(later.day - 90_000) <= 1)
  }

  @Test(arguments: [UseSource.pointer, .key])
  func `a popup opens at the place of the input and for its origin`(source: UseSource) throws {
    let stage = try UseStage(on: [.click: .builtIn(ActionSummary.calendar)])
    let other = BarItem(zone: .end, place: [7], module: UseStage.text)
    stage.uses.perform(at: other, .click, from: source, on: stage.bar)
    #expect(stage.bar.toggled.map(\.item) == [other] && stage.bar.toggled.map(\.source) == [source])
    #expect(stage.command(.click) == .done)
    #expect(stage.bar.toggled.last?.item == stage.place() && stage.bar.toggled.last?.source == .command)
  }

  @Test func `a popup waits until a hidden bar is shown, and one that cannot be shown opens none`() throws {
    let stage = try UseStage(on: [.click: .builtIn(ActionSummary.calendar)])
    (stage.bar.visibility, stage.bar.canBeShown) = (.hidden, false)
    #expect(stage.command(.click) == .hidden)
    #expect(stage.uses.perform(UseStage.text, nil, .click, on: nil) == .hidden)
    stage.bar.canBeShown = true
    #expect(stage.command(.click) == .done && stage.bar.toggled.isEmpty)
    stage.bar.visibility = .shown
    #expect(stage.bar.toggled.count == 1)
    // The module may have gone from the bar meanwhile.
    stage.bar.visibility = .hidden
    #expect(stage.command(.click) == .done)
    stage.bar.places = []
    stage.bar.visibility = .shown
    #expect(stage.bar.toggled.count == 1)
  }

  @Test func `a panel is that of the source, and without one its action is performed`() throws {
    let stage = try UseStage(on: [.click: .builtIn(ActionSummary.panel)])
    stage.use(.click)
    #expect(stage.record == ["perform popup of - on DP-1"] && stage.bar.toggled.isEmpty)
    stage.source.content = ControlPanel("Sound")
    stage.use(.click)
    let panel = try #require(stage.bar.panel)
    #expect(panel.content() == ControlPanel("Sound"))
    _ = panel.open {}
    panel.use(.turn(true))
    #expect(stage.record.dropFirst() == ["open the panel", "use turn(true)"])
    stage.use(PlainSource())
    #expect(panel.content() == nil)
  }

  @Test func `an action that has to be confirmed is performed and opens the panel, unless that is open`()
    throws
  {
    let stage = try UseStage(on: [.click: .builtIn("power_off")])
    stage.source.askingActions = ["power_off"]
    stage.bar.canBeShown = false
    #expect(stage.command(.click) == .hidden && stage.record.isEmpty)
    stage.bar.canBeShown = true
    for _ in 1...2 {
      #expect(stage.command(.click) == .done)
      #expect(stage.bar.panel != nil && stage.bar.toggled.count == 1)
    }
    #expect(stage.record == Array(repeating: "perform power_off of - on DP-1", count: 2))
  }

  // MARK: - Menus

  private static let menu = [
    MenuItem("First", .action(.command(["first"]))),
    MenuItem("Day", .action(.builtIn(ActionSummary.calendar))),
  ]

  @Test func `a menu has the entries of the source, and below them those of the settings`() throws {
    let stage = try UseStage(menu: Self.menu)
    stage.source.entries = [MenuEntry(1, "Own"), MenuEntry(2, "Program")]
    stage.source.programs = ["2": ["program"]]
    stage.use(.right, from: .key)
    let menu = try #require(stage.bar.menu)
    #expect(menu.entries().map(\.label) == ["Own", "Program", "", "First", "Day"])
    #expect(menu.target == nil && stage.bar.toggled.last?.source == .key)
    let before = stage.record.count
    for entry in menu.entries() where !entry.isSeparator { menu.choose(entry.id) }
    #expect(
      stage.record.dropFirst(before) == [
        "choose 1 of -", "token for DP-1", "run program", "token for DP-1", "run first",
      ])
    // The popup that an entry opens is not one for the input that has opened the menu.
    #expect(stage.bar.calendar != nil && stage.bar.toggled.last?.source == .command)
    menu.onShown(true, nil)
    #expect(stage.record.last == "shows the menu")
  }

  @Test func `an empty menu opens nothing, and the right button's action takes its place`() throws {
    let stage = try UseStage(on: [.click: .builtIn(ActionSummary.menu), .right: .command(["right"])])
    #expect(stage.command(.click) == .nothing)
    stage.uses.openMenu(at: stage.place(), from: .key, on: stage.bar)
    #expect(stage.bar.toggled.isEmpty && stage.record.last == "run right")
    stage.source.entries = [MenuEntry(1, "Own")]
    stage.uses.openMenu(at: stage.place(), from: .key, on: stage.bar)
    #expect(stage.bar.menu?.entries().map(\.label) == ["Own"])
  }

  @Test func `an action of the source may open its menu`() throws {
    let stage = try UseStage(on: [.click: .builtIn("activate")])
    (stage.source.entries, stage.source.menuActions) = ([MenuEntry(1, "Own")], ["activate"])
    stage.use(.click)
    #expect(stage.bar.menu != nil)
    stage.bar.canBeShown = false
    #expect(stage.command(.click) == .hidden)
  }

  @Test func `a menu of another program opens once it was sent, and is redrawn when it changes`() throws {
    let stage = try UseStage(on: [.click: .builtIn(ActionSummary.menu)])
    stage.source.isMenuRemote = true
    var redraws = 0
    let observation = stage.model.contentChanges.add { redraws += 1 }
    defer { observation.cancel() }
    stage.use(.click, from: .pointer)
    #expect(stage.bar.toggled.isEmpty && stage.record == ["read the menu"])
    stage.source.entries = [MenuEntry(1, "Own")]
    stage.source.onMenuChange?()
    #expect(stage.bar.menu != nil && stage.bar.toggled.map(\.source) == [.pointer])
    stage.source.onMenuChange?()
    #expect(stage.bar.toggled.count == 1 && stage.record == ["read the menu"])
    #expect(redraws == 1)
    // An open menu is closed without being read again.
    stage.use(.click)
    #expect(stage.bar.popupOpener == nil && stage.record == ["read the menu"])
    #expect(redraws == 1)
    stage.source.entries = []
    stage.use(.click)
    stage.source.onMenuChange?()
    #expect(stage.bar.popupOpener == nil && stage.bar.toggled.count == 2)
  }

  @Test func `a program shows the menu of its item on a bar that is shown, opened to an entry`() throws {
    let stage = try UseStage(bars: [FakeBar("DP-1", .hidden), FakeBar("DP-2"), FakeBar("DP-3")])
    stage.source.entries = [MenuEntry(1, "Own")]
    stage.uses.showMenu(of: UseStage.text, "item", at: 1, for: nil)
    #expect(stage.bars.map(\.toggled.count) == [0, 1, 0])
    #expect(stage.bars[1].menu?.target == 1 && stage.bars[1].toggled[0].item.item == "item")
    // A menu that is open already is led to the entry.
    stage.uses.showMenu(of: UseStage.text, "item", at: 2, for: nil)
    #expect(stage.bars[1].entries == [2] && stage.bars[1].toggled.count == 1)
  }

  @Test(arguments: [UseSource.key, .pointer, .command])
  func `the menu that a program shows in place of what a key asked of it has its first entry highlighted`(
    source: UseSource
  ) throws {
    let stage = try UseStage(on: [.click: .builtIn("activate")])
    stage.source.entries = [MenuEntry(1, "Own")]
    stage.use(.click, from: source)
    let contact = try #require(stage.source.contact)
    stage.uses.showMenu(of: UseStage.text, "item", at: nil, for: contact)
    #expect(stage.bar.menu?.highlightsFirst == (source == .key))
    #expect(stage.bar.toggled.map(\.source) == [.command])
  }

  @Test
  func `a program shows no menu while a popup is open or about to open, or where its item is not shown`()
    throws
  {
    let stage = try UseStage(bars: [FakeBar("DP-1"), FakeBar("DP-2")])
    stage.source.entries = [MenuEntry(1, "Own")]
    func count(on output: String? = nil) -> [Int] {
      let contact = output.map { ModuleContact(.click, on: $0) }
      stage.uses.showMenu(of: UseStage.text, "item", at: nil, for: contact)
      return stage.bars.map(\.toggled.count)
    }
    stage.bars[0].popupOpener = stage.place(.clock)
    #expect(count(on: "DP-2") == [0, 0])
    (stage.bars[0].popupOpener, stage.bars[1].isPopupAwaited) = (nil, true)
    #expect(count() == [0, 0])
    stage.bars[1].isPopupAwaited = false
    stage.bars[0].places = []
    #expect(count(on: "DP-1") == [0, 0])
    #expect(count(on: "DP-9") == [0, 0])
    #expect(count() == [0, 1])
  }
}
