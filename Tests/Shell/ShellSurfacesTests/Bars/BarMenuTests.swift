import BarUI
import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import ShellSurfaces
import ShellTestSupport
import Testing

/// A menu of a module of a bar, on a compositor that a test plays.
struct BarMenuTests {
  /// The entries of the module's menu, and those that were chosen.
  private final class Choices {
    var entries: [MenuEntry] = [
      MenuEntry(1, "_One"), .separator(2),
      MenuEntry(
        3, "More",
        submenu: [MenuEntry(31, "Deep"), MenuEntry(32, "Deeper", submenu: [MenuEntry(321, "End")])]),
      MenuEntry(4, "Off", isEnabled: false),
    ]
    var chosen: [Int] = []
    /// The entry to which the menu is opened.
    var target: Int?
    /// Whether the first entry is highlighted at first.
    var highlightsFirst = false
    /// The menus that were shown and hidden, in order.
    var shown: [String] = []
  }

  private let clock = ModuleName(.clock)
  private let choices = Choices()

  /// A bar on the screen whose module opens the menu.
  private func stage(
    edge: OutputEdge = .top, direction: LayoutDirection = .auto, menuIsRightToLeft: Bool? = nil
  ) throws -> (BarStage, FakeSurface) {
    var menu = ModuleMenu { [choices] in
      choices.entries
    } choose: { [choices] in
      choices.chosen.append($0)
      choices.shown.append("chosen \($0)")
    } onShown: { [choices] isShown, entry in
      choices.shown.append("\(isShown ? "+" : "-")\(entry.map { "\($0)" } ?? "menu")")
    } isRightToLeft: {
      menuIsRightToLeft
    }
    (menu.target, menu.highlightsFirst) = (choices.target, choices.highlightsFirst)
    return try BarStage.withClock(edge: edge, direction: direction, opening: .menu(menu))
  }

  private func click(_ surface: FakeSurface, x: Double = 12, y: Double = 10) {
    surface.onPointer?(PointerEvent(.entered, x: x, y: y))
    surface.onPointer?(PointerEvent(.pressed(.left), x: x, y: y))
    surface.onPointer?(PointerEvent(.released(.left), x: x, y: y))
    surface.grantKeyboard()
  }

  private func press(_ surface: FakeSurface, _ keysym: UInt32) { surface.onKey?(KeyEvent(keysym: keysym)) }

  /// A place of the uppermost glass in its surface, which is larger.
  private func onGlass(_ stage: BarStage, of popup: FakeSurface, x: Double, y: Double) throws -> (
    x: Double, y: Double
  ) {
    let glass = try #require(stage.bar.popupReports.last?.frame)
    return (glass.x - Double(popup.frame.x) + x, glass.y - Double(popup.frame.y) + y)
  }

  /// The labels and the states of the uppermost popup.
  private func items(_ stage: BarStage) -> [String] {
    (stage.bar.popupReports.last?.items ?? []).map { ([$0.label] + $0.states).joined(separator: " ") }
  }

  @Test func `from right to left, submenus open to the left by the key Left and close by Right`() throws {
    let (stage, surface) = try stage(direction: .rightToLeft)
    stage.bar.toggle(try #require(stage.opens), at: try #require(stage.bar.place(of: clock)))
    #expect(stage.bar.isPopupAwaited && stage.bar.popupOpener == nil)
    surface.grantKeyboard()
    #expect(!stage.bar.isPopupAwaited && stage.bar.popupOpener?.module == clock)
    let menu = try #require(surface.popups.last).surface
    menu.show()
    press(surface, Keysym.down)
    press(surface, Keysym.down)
    press(surface, Keysym.right)
    #expect(menu.popups.isEmpty)
    press(surface, Keysym.left)
    let (submenu, placement) = try #require(menu.popups.last)
    submenu.show()
    let glass = try #require(stage.bar.popupReports.first?.frame)
    // The submenu lies over the menu a little, at whichever side it is.
    #expect(placement.gravity == .left && placement.anchor.width == glass.width - 8)
    #expect(placement.anchor.x == glass.x - Double(menu.frame.x) + 4)
    #expect(items(stage) == ["Deep highlighted", "Deeper submenu"])
    press(surface, Keysym.right)
    #expect(submenu.isFadingOut && !menu.isFadingOut)
  }

  @Test(
    arguments: [
      (.leftToRight, true), (.rightToLeft, false), (.rightToLeft, nil), (.leftToRight, nil),
    ] as [(LayoutDirection, Bool?)])
  func `a menu whose program tells a direction has that, whatever the bar has`(
    direction: LayoutDirection, told: Bool?
  ) throws {
    let (stage, surface) = try stage(direction: direction, menuIsRightToLeft: told)
    let menu = try stage.openByKey(from: surface)
    press(surface, Keysym.down)
    let isRightToLeft = told ?? (direction == .rightToLeft)
    press(surface, isRightToLeft ? Keysym.right : Keysym.left)
    #expect(menu.popups.isEmpty)
    press(surface, isRightToLeft ? Keysym.left : Keysym.right)
    #expect(menu.popups.first?.placement.gravity == (isRightToLeft ? .left : .right))
  }

  @Test func `a click opens a menu, and a click on an entry chooses it`() throws {
    let (stage, surface) = try stage()
    click(surface)
    let (popup, placement) = try #require(surface.popups.first)
    popup.show()
    #expect(placement.takesGrab && placement.takesInput && placement.gravity == .bottom)
    #expect(items(stage) == ["One", "More submenu", "Off disabled"])
    #expect(stage.bar.popupReports.map(\.name) == ["menu"] && stage.bar.popupOpener?.module == clock)
    // The row of what is disabled does nothing.
    click(popup, x: 40, y: 5 + 26 + 9 + 26 + 13)
    #expect(choices.chosen.isEmpty && !popup.isFadingOut)
    click(popup, x: 40, y: 5 + 13)
    #expect(choices.chosen == [1] && popup.isFadingOut && stage.bar.popupOpener == nil)
    #expect(surface.placement.keyboard == .never)
  }

  @Test func `a key opens a menu with its first entry highlighted, and keys walk through it`() throws {
    let (stage, surface) = try stage()
    let popup = try stage.openByKey(from: surface)
    #expect(items(stage) == ["One highlighted", "More submenu", "Off disabled"])
    press(surface, Keysym.down)
    press(surface, Keysym.right)
    let (submenu, placement) = try #require(popup.popups.first)
    submenu.show()
    #expect(placement.gravity == .right && placement.alignment == .start && placement.takesGrab)
    #expect(items(stage) == ["Deep highlighted", "Deeper submenu"])
    press(surface, Keysym.left)
    #expect(submenu.isFadingOut && !popup.isFadingOut)
    press(surface, Keysym.right)
    press(surface, Keysym.enter)
    #expect(choices.chosen == [31] && popup.popups[1].surface.isFadingOut && popup.isFadingOut)
    // The walk goes on at the module.
    #expect(surface.placement.keyboard == .always)
  }

  @Test(arguments: [false, true])
  func `a menu that a click opened has an entry highlighted only if its module asks for that`(
    highlightsFirst: Bool
  ) throws {
    choices.highlightsFirst = highlightsFirst
    let (stage, surface) = try stage()
    click(surface)
    try #require(surface.popups.first).surface.show()
    #expect(items(stage).first == (highlightsFirst ? "One highlighted" : "One"))
  }

  @Test func `a module is told which menus are shown, and of the choice when they are not any more`() throws {
    let (stage, surface) = try stage()
    _ = try stage.openByKey(from: surface)
    for key in [Keysym.down, Keysym.right, Keysym.left, Keysym.right, Keysym.enter] { press(surface, key) }
    #expect(choices.shown == ["+menu", "+3", "-3", "+3", "-3", "-menu", "chosen 31"])
  }

  @Test func `escape closes submenus one after the other, whoever gets the key`() throws {
    let (stage, surface) = try stage()
    let popup = try stage.openByKey(from: surface)
    press(popup, Keysym.down)
    press(popup, Keysym.right)
    let submenu = try #require(popup.popups.first).surface
    submenu.show()
    press(submenu, Keysym.escape)
    #expect(submenu.isFadingOut && !popup.isFadingOut)
    press(popup, Keysym.escape)
    #expect(popup.isFadingOut && choices.chosen.isEmpty)
  }

  @Test func `a pointer that rests on an entry opens its submenu, which goes with another entry`() throws {
    let (stage, surface) = try stage()
    click(surface)
    let popup = try #require(surface.popups.first).surface
    popup.show()
    popup.onPointer?(PointerEvent(.entered, x: 40, y: 5 + 26 + 9 + 13))
    stage.settle()
    #expect(popup.popups.isEmpty)
    stage.pass(.milliseconds(225))
    let submenu = try #require(popup.popups.first).surface
    submenu.show()
    // On its way into the submenu the pointer leaves the menu.
    popup.onPointer?(PointerEvent(.left, x: 140, y: 50))
    let deep = try onGlass(stage, of: submenu, x: 40, y: 5 + 13)
    submenu.onPointer?(PointerEvent(.entered, x: deep.x, y: deep.y))
    stage.settle()
    #expect(items(stage) == ["Deep highlighted", "Deeper submenu"] && !submenu.isFadingOut)
    submenu.onPointer?(PointerEvent(.left, x: 0, y: 13))
    popup.onPointer?(PointerEvent(.entered, x: 40, y: 5 + 13))
    #expect(submenu.isFadingOut && items(stage).first == "One highlighted")
  }

  @Test func `a menu is opened to one of its entries, and led to another while it is open`() throws {
    choices.target = 32
    let (stage, surface) = try stage()
    click(surface)
    let popup = try #require(surface.popups.first).surface
    popup.show()
    #expect(items(stage) == ["One", "More highlighted submenu", "Off disabled"])
    stage.pass(.milliseconds(225))
    let submenu = try #require(popup.popups.first).surface
    submenu.show()
    #expect(items(stage) == ["Deep", "Deeper highlighted submenu"])
    stage.pass(.milliseconds(225))
    try #require(submenu.popups.first).surface.show()
    #expect(items(stage) == ["End"])
    stage.bar.leadMenu(to: 1)
    #expect(submenu.isFadingOut && items(stage).first == "One highlighted")
  }

  @Test func `a compositor that closes a submenu leaves its menu, and one that closes that ends all`() throws
  {
    let (stage, surface) = try stage()
    click(surface)
    let popup = try #require(surface.popups.first).surface
    popup.show()
    click(popup, x: 40, y: 5 + 26 + 9 + 13)
    let submenu = try #require(popup.popups.first).surface
    submenu.show()
    press(surface, Keysym.down)
    press(surface, Keysym.down)
    press(surface, Keysym.right)
    #expect(submenu.popups.count == 1)
    submenu.onClosed?()
    #expect(submenu.popups[0].surface.isFadingOut && !popup.isFadingOut)
    #expect(items(stage) == ["One", "More highlighted submenu", "Off disabled"])
    popup.onClosed?()
    #expect(stage.bar.popupOpener == nil && surface.placement.keyboard == .never)
  }

  @Test func `a finger chooses, and a menu follows what its module has`() throws {
    let (stage, surface) = try stage()
    click(surface)
    let popup = try #require(surface.popups.first).surface
    popup.show()
    choices.entries[0] = MenuEntry(1, "Two", mark: .checkbox(isOn: true))
    stage.changeContent()
    #expect(items(stage).first == "Two on")
    popup.onTouch?(TouchEvent(.began, id: 1, x: 40, y: 18))
    popup.onTouch?(TouchEvent(.ended, id: 1, x: 40, y: 18))
    #expect(choices.chosen == [1] && popup.isFadingOut)
    click(surface)
    choices.entries = []
    stage.changeContent()
    #expect(surface.popups.count == 2 && surface.popups[1].surface.isFadingOut)
    click(surface)
    #expect(surface.popups.count == 2 && surface.placement.keyboard == .never)
  }

  @Test(arguments: OutputEdge.allCases)
  func `a menu too long for the output is as high as there is room, and scrolls`(edge: OutputEdge) throws {
    let (stage, surface) = try stage(edge: edge)
    choices.entries = (0..<100).map { MenuEntry($0, "Entry \($0)") }
    let place = surface.frame
    click(surface, x: edge.isLevel ? 12 : 10, y: edge.isLevel ? 10 : 12)
    let (popup, placement) = try #require(surface.popups.first)
    popup.show()
    // The menu keeps eight pixels from the bar and from the end of the output.
    #expect(placement.height == 600 - 16 - (edge.isLevel ? place.height : 8))
    let first = stage.bar.popupReports[0].items[0].frame.y
    let (x, _) = try onGlass(stage, of: popup, x: 40, y: 0)
    popup.onPointer?(PointerEvent(.scrolled(dx: 0, dy: 50), x: x, y: 40))
    #expect(stage.bar.popupReports[0].items.first { $0.label == "Entry 2" }?.frame.y == first + 6)
    press(surface, Keysym.end)
    #expect(items(stage).last == "Entry 99 highlighted")
    press(surface, Keysym.home)
    #expect(items(stage).first == "Entry 0 highlighted")
    // A finger takes the entries with it, and chooses none.
    popup.onTouch?(TouchEvent(.began, id: 1, x: x, y: 400))
    popup.onTouch?(TouchEvent(.moved, id: 1, x: x, y: 300))
    popup.onTouch?(TouchEvent(.ended, id: 1, x: x, y: 300))
    #expect(choices.chosen.isEmpty && items(stage).first != "Entry 0 highlighted")
  }

  @Test(arguments: OutputEdge.allCases)
  func `a menu that grows while it is open becomes as large as its entries need`(edge: OutputEdge) throws {
    let (stage, surface) = try stage(edge: edge)
    choices.entries = [MenuEntry(1, "Loading…", isEnabled: false)]
    click(surface, x: edge.isLevel ? 12 : 10, y: edge.isLevel ? 10 : 12)
    let popup = try #require(surface.popups.first).surface
    popup.show()
    _ = popup.scene(at: stage.now)
    popup.drawFrame(at: stage.now)
    stage.pass(.seconds(1))
    popup.drawFrame(at: stage.now)
    func glass() throws -> LogicalRect { try #require(stage.bar.popupReports.first?.frame) }
    let first = try glass()
    #expect(first.height == 40 && first.width == 140 && !popup.isMoving)
    choices.entries = (1...10).map { MenuEntry($0, "A network with a long name \($0)") }
    stage.changeContent()
    #expect(items(stage).count == 10)
    let grown = try glass()
    #expect(grown.height == 292 && grown.width > 140)
    switch edge {
    case .top: #expect(grown.y == first.y)
    case .bottom: #expect(grown.maxY == first.maxY)
    case .left: #expect(grown.x == first.x)
    case .right: #expect(grown.maxX == first.maxX)
    }
    // Input is taken on the glass alone, and what is there already does not move by itself.
    let region = LogicalRect(
      x: grown.x - Double(popup.frame.x), y: grown.y - Double(popup.frame.y), width: grown.width,
      height: grown.height)
    #expect(popup.placement.inputRegion == [region])
    // The popup unfolds from its former place.
    func seen() -> Int {
      popup.scene(at: stage.now).nodes.reduce(0) { height, node in
        if case .effect(let sheet) = node { max(height, sheet.frame.height) } else { height }
      }
    }
    popup.drawFrame(at: stage.now)
    #expect(popup.isMoving && seen() < 100)
    stage.pass(.seconds(1))
    popup.drawFrame(at: stage.now)
    #expect(!popup.isMoving && seen() == 292)
    choices.entries = [MenuEntry(1, "One")]
    stage.changeContent()
    #expect(try glass().height == 40 && surface.popups.count == 1)
  }

  @Test func `a menu whose place is not known yet takes input on its glass once it is`() throws {
    let (stage, surface) = try stage()
    surface.placesPopups = false
    click(surface)
    let popup = try #require(surface.popups.first).surface
    press(surface, Keysym.down)
    #expect(popup.placement.inputRegion == nil)
    popup.findPlace()
    popup.show()
    _ = popup.scene(at: stage.now)
    stage.settle()
    let glass = try #require(stage.bar.popupReports.first?.frame)
    #expect(popup.placement.inputRegion?.first?.width == glass.width && glass.height < 200)
    #expect(items(stage).first == "One highlighted")
  }

  @Test func `keys that come before a menu has its place open its submenu once it has`() throws {
    let (stage, surface) = try stage()
    surface.placesPopups = false
    stage.bar.focus()
    surface.grantKeyboard()
    for key in [Keysym.enter, Keysym.down, Keysym.right, Keysym.down] { press(surface, key) }
    let menu = try #require(surface.popups.first).surface
    #expect(menu.popups.isEmpty)
    menu.findPlace()
    menu.show()
    _ = menu.scene(at: stage.now)
    stage.settle()
    let (submenu, placement) = try #require(menu.popups.first)
    submenu.show()
    let glass = try #require(stage.bar.popupReports.first?.frame)
    #expect(
      placement.anchor.x == glass.x - Double(menu.frame.x) + 4 && placement.anchor.width == glass.width - 8)
    #expect(items(stage) == ["Deep", "Deeper highlighted submenu"] && menu.popups.count == 1)
  }

  @Test func `a choice by keys before the menu has its place is made at once`() throws {
    let (stage, surface) = try stage()
    surface.placesPopups = false
    stage.bar.focus()
    surface.grantKeyboard()
    for key in [Keysym.enter, Keysym.down, Keysym.right, Keysym.enter] { press(surface, key) }
    #expect(choices.shown == ["+menu", "-menu", "chosen 31"] && stage.bar.popupOpener == nil)
  }

  @Test func `a click on an entry whose submenu is still empty opens that once it has entries`() throws {
    choices.entries = [MenuEntry(1, "One"), MenuEntry(3, "More", submenu: [])]
    let (stage, surface) = try stage()
    click(surface)
    let menu = try #require(surface.popups.first).surface
    menu.show()
    let row = try onGlass(stage, of: menu, x: 40, y: 6 + 28 + 14)
    click(menu, x: row.x, y: row.y)
    // The program is told, as it may fill the submenu only then.
    #expect(menu.popups.isEmpty && choices.shown == ["+menu", "+3"])
    choices.entries[1].submenu = [MenuEntry(31, "Deep")]
    stage.changeContent()
    try #require(menu.popups.first).surface.show()
    #expect(items(stage) == ["Deep"] && choices.shown == ["+menu", "+3"])
    press(surface, Keysym.left)
    #expect(choices.shown == ["+menu", "+3", "-3"])
  }

  @Test(arguments: [Keysym.up, Keysym.escape, Keysym.left])
  func `a submenu that stays empty is told to be hidden with the next key`(key: UInt32) throws {
    choices.entries = [MenuEntry(1, "One"), MenuEntry(3, "More", submenu: [])]
    let (stage, surface) = try stage()
    click(surface)
    let menu = try #require(surface.popups.first).surface
    menu.show()
    press(surface, Keysym.end)
    press(surface, Keysym.right)
    #expect(choices.shown == ["+menu", "+3"])
    press(surface, key)
    #expect(choices.shown == ["+menu", "+3", "-3"])
    #expect(menu.popups.isEmpty && !menu.isFadingOut)
    withExtendedLifetime(stage) {}
  }

  @Test func `a menu that grows keeps what is highlighted, scrolled and open`() throws {
    let (stage, surface) = try stage()
    choices.entries = (0..<40).map { MenuEntry($0, "Entry \($0)") }
    choices.entries.append(MenuEntry(100, "More", submenu: [MenuEntry(101, "Loading…")]))
    click(surface)
    let popup = try #require(surface.popups.first).surface
    popup.show()
    popup.onPointer?(PointerEvent(.scrolled(dx: 0, dy: 100), x: 40, y: 40))
    let first = items(stage).first
    choices.entries += (110..<120).map { MenuEntry($0, "Entry \($0)") }
    stage.changeContent()
    #expect(items(stage).first == first)
    stage.bar.leadMenu(to: 101)
    stage.pass(.milliseconds(225))
    let submenu = try #require(popup.popups.first).surface
    submenu.show()
    #expect(items(stage) == ["Loading… highlighted"])
    let place = try #require(choices.entries.firstIndex { $0.id == 100 })
    choices.entries[place] = MenuEntry(
      100, "More", submenu: [MenuEntry(101, "Ready")] + (102..<107).map { MenuEntry($0, "Network \($0)") })
    stage.changeContent()
    #expect(items(stage).count == 6 && items(stage).first == "Ready highlighted" && !submenu.isFadingOut)
    press(surface, Keysym.down)
    #expect(items(stage)[1] == "Network 102 highlighted")
  }
}
