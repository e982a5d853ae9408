import BarSurfaces
import BarUI
import Geometry
import ModuleModel
import PopupUI
import Scenes
import Settings
import ShellModel
import Testing

/// A menu of a module of a bar, on a compositor that a test plays.
struct BarMenuTests {
  /// What the module's menu has, and what was chosen.
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
    /// What was shown and hidden, in order.
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
    menu.target = choices.target
    return try BarStage.withClock(edge: edge, direction: direction, opening: .menu(menu))
  }

  private func click(_ surface: FakeSurface, x: Double = 12, y: Double = 10) {
    surface.onPointer?(PointerEvent(.entered, x: x, y: y))
    surface.onPointer?(PointerEvent(.pressed(.left), x: x, y: y))
    surface.onPointer?(PointerEvent(.released(.left), x: x, y: y))
    surface.grantKeyboard()
  }

  private func press(_ surface: FakeSurface, _ keysym: UInt32) { surface.onKey?(KeyEvent(keysym: keysym)) }

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
    #expect(placement.gravity == .left && placement.anchor.x == 0)
    #expect(placement.anchor.width == Double(menu.frame.width))
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
    stage.bar.focus()
    surface.grantKeyboard()
    press(surface, Keysym.enter)
    let menu = try #require(surface.popups.first).surface
    menu.show()
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
    stage.bar.focus()
    surface.grantKeyboard()
    press(surface, Keysym.enter)
    let popup = try #require(surface.popups.first).surface
    popup.show()
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

  @Test func `a module is told which menus are shown, and of the choice when they are not any more`() throws {
    let (stage, surface) = try stage()
    stage.bar.focus()
    surface.grantKeyboard()
    press(surface, Keysym.enter)
    let popup = try #require(surface.popups.first).surface
    popup.show()
    for key in [Keysym.down, Keysym.right, Keysym.left, Keysym.right, Keysym.enter] { press(surface, key) }
    #expect(choices.shown == ["+menu", "+3", "-3", "+3", "-3", "-menu", "chosen 31"])
  }

  @Test func `escape closes submenus one after the other, whoever gets the key`() throws {
    let (stage, surface) = try stage()
    stage.bar.focus()
    surface.grantKeyboard()
    press(surface, Keysym.enter)
    let popup = try #require(surface.popups.first).surface
    popup.show()
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
    submenu.onPointer?(PointerEvent(.entered, x: 40, y: 5 + 13))
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
    stage.bar.redraw()
    #expect(items(stage).first == "Two on")
    popup.onTouch?(TouchEvent(.began, id: 1, x: 40, y: 18))
    popup.onTouch?(TouchEvent(.ended, id: 1, x: 40, y: 18))
    #expect(choices.chosen == [1] && popup.isFadingOut)
    click(surface)
    choices.entries = []
    stage.bar.redraw()
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
    // It keeps six pixels from the bar and from the end of the output.
    #expect(placement.height == 600 - 12 - (edge.isLevel ? place.height : 6))
    let first = stage.bar.popupReports[0].items[0].frame.y
    popup.onPointer?(PointerEvent(.scrolled(dx: 0, dy: 50), x: 40, y: 40))
    #expect(stage.bar.popupReports[0].items.first { $0.label == "Entry 2" }?.frame.y == first + 2)
    press(surface, Keysym.end)
    #expect(items(stage).last == "Entry 99 highlighted")
    press(surface, Keysym.home)
    #expect(items(stage).first == "Entry 0 highlighted")
    // A finger takes the entries with it, and chooses none.
    popup.onTouch?(TouchEvent(.began, id: 1, x: 40, y: 400))
    popup.onTouch?(TouchEvent(.moved, id: 1, x: 40, y: 300))
    popup.onTouch?(TouchEvent(.ended, id: 1, x: 40, y: 300))
    #expect(choices.chosen.isEmpty && items(stage).first != "Entry 0 highlighted")
  }
}
