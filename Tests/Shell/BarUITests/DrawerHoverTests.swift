import BarUI
import Settings
import Testing

struct DrawerHoverTests {
  private let one = ModuleName(.group, "one")
  private let two = ModuleName(.group, "two")

  @Test func `the former drawer closes before the next one opens`() {
    var hover = DrawerHover()
    func follow(_ group: ModuleName?) -> [String] {
      hover.follow(group).map { "\($0.group) \($0.isOpen)" }
    }
    #expect(follow(nil) == [])
    #expect(follow(one) == ["group.one true"])
    #expect(follow(one) == [])
    #expect(follow(two) == ["group.one false", "group.two true"])
    #expect(follow(nil) == ["group.two false"])
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
    let expected = isDrawer && opens ? one : nil
    func found(_ action: BarAction) -> ModuleName? { settings.openingGroup(action, on: settings.bar) }
    #expect(found(.toggleDrawer(one)) == expected)
    #expect(found(.use(BarItem(zone: .start, place: [1, 0], module: text))) == expected)
    #expect(found(.use(BarItem(zone: .start, place: [0], module: text))) == nil)
    #expect(found(.use(BarItem(zone: .start, place: [9, 0], module: text))) == nil)
  }

  @Test func `of drawers in one another the outermost is opened`() {
    let text = ModuleName(.text, "a")
    var (inner, outer) = (GroupSettings(), GroupSettings())
    (inner.modules, inner.isDrawer, inner.opensUnderPointer) = ([text], true, true)
    (outer.modules, outer.isDrawer) = ([text, two], true)
    func found(_ outerOpens: Bool) -> ModuleName? {
      outer.opensUnderPointer = outerOpens
      var settings = Settings()
      settings.modules[one] = ModuleSettings(.group, outer)
      settings.modules[two] = ModuleSettings(.group, inner)
      (settings.bar.start, settings.bar.center) = ([one], [])
      return settings.openingGroup(
        .use(BarItem(zone: .start, place: [0, 1, 0], module: text)), on: settings.bar)
    }
    #expect(found(true) == one && found(false) == two)
  }
}
