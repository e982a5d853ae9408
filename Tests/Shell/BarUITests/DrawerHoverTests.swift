import Geometry
import ModuleModel
import Settings
import ShellModel
import TestSupport
import Testing
import Views
import VisualEffects

@testable import BarUI

struct DrawerHoverTests {
  private let one = ModuleName(.group, "one")
  private let two = ModuleName(.group, "two")

  @Test func `the former drawer closes before the next one opens`() {
    var hover = DrawerHover()
    func follow(_ groups: ModuleName...) -> [String] {
      hover.follow(groups).map { "\($0.group) \($0.isOpen)" }
    }
    #expect(follow() == [])
    #expect(follow(one) == ["group.one true"])
    #expect(follow(one) == [])
    // A drawer in an open one leaves that open, and closes before it.
    #expect(follow(one, two) == ["group.two true"])
    #expect(follow(one) == ["group.two false"])
    #expect(follow(one, two) == ["group.two true"])
    #expect(follow() == ["group.two false", "group.one false"])
    #expect(follow(one) == ["group.one true"])
    #expect(follow(two) == ["group.one false", "group.two true"])
    #expect(follow() == ["group.two false"])
  }

  @Test(arguments: [(true, true), (true, false), (false, true)])
  func `only modules and handles of drawers that open under the pointer belong to one`(
    isDrawer: Bool, opens: Bool
  ) {
    let text = ModuleName(.text, "a")
    var group = GroupSettings()
    (group.modules, group.isDrawer, group.opensUnderPointer) = ([text], isDrawer, opens)
    var settings = Settings()
    settings.modules[one] = ModuleSettings(.group, group)
    (settings.bar.start, settings.bar.center) = ([text, one], [])
    let expected = isDrawer && opens ? [one] : []
    func found(_ action: BarAction) -> [ModuleName] { settings.openingGroups(action, on: settings.bar) }
    #expect(found(.toggleDrawer(one)) == expected)
    #expect(found(.use(BarItem(zone: .start, place: [1, 0], module: text))) == expected)
    #expect(found(.use(BarItem(zone: .start, place: [0], module: text))) == [])
    #expect(found(.use(BarItem(zone: .start, place: [9, 0], module: text))) == [])
  }

  @Test func `of drawers in one another all around the pointer are open`() {
    let text = ModuleName(.text, "a")
    var (inner, outer) = (GroupSettings(), GroupSettings())
    (inner.modules, inner.isDrawer, inner.opensUnderPointer) = ([text], true, true)
    (outer.modules, outer.isDrawer) = ([text, two], true)
    func found(_ outerOpens: Bool, _ action: BarAction) -> [ModuleName] {
      outer.opensUnderPointer = outerOpens
      var settings = Settings()
      settings.modules[one] = ModuleSettings(.group, outer)
      settings.modules[two] = ModuleSettings(.group, inner)
      (settings.bar.start, settings.bar.center) = ([one], [])
      return settings.openingGroups(action, on: settings.bar)
    }
    let member = BarAction.use(BarItem(zone: .start, place: [0, 1, 0], module: text))
    let first = BarAction.use(BarItem(zone: .start, place: [0, 0], module: text))
    #expect(found(true, member) == [one, two] && found(false, member) == [two])
    #expect(found(true, first) == [one] && found(true, .toggleDrawer(one)) == [one])
    #expect(found(true, .toggleDrawer(two)) == [one, two] && found(false, .toggleDrawer(two)) == [two])
  }

  @Test(arguments: [true, false], [true, false])
  func `assistive technology is told whether a drawer is open`(hasArrow: Bool, isOpen: Bool) {
    let members = ["a", "b"].map { ModuleName(.text, $0) }
    var group = GroupSettings()
    (group.modules, group.isDrawer, group.hasArrow, group.startsOpen) = (members, true, hasArrow, isOpen)
    var settings = Settings()
    settings.modules[one] = ModuleSettings(.group, group)
    for name in members { settings.modules[name] = .defaults(of: .text) }
    (settings.bar.start, settings.bar.center, settings.bar.end) = ([one], [], [])
    var state = State()
    _ = state.update(.settingsLoaded(settings), now: .start)
    for name in members { _ = state.update(.moduleReadingChanged(name, .text("text")), now: .start) }
    let view = BarView(
      state: state, size: PixelSize(width: 400, height: 32), scale: 1,
      material: Material(name: "test", isDark: true, blurRadius: 30, chain: .identity))
    let told = view.laidOut(measurer: MonospaceMeasurer()).accessibility.filter { !$0.states.isEmpty }
    #expect(told.map(\.label) == ["group.one"] && told.map(\.role) == [.button])
    #expect(told.map(\.states) == [isOpen ? [.expandable, .expanded] : [.expandable]])
  }
}
