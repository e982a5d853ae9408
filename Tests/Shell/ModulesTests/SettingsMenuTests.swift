import BarUI
import ModuleModel
import Modules
import Testing

struct SettingsMenuTests {
  @Test func `entries of the settings have actions, at any depth, and identifiers of their own`() throws {
    let menu = SettingsMenu([
      MenuItem("_One", icon: "x", .action(.command(["one"]))), .separator,
      MenuItem("More", .submenu([MenuItem("Two", .action(.builtIn("refresh")))])),
    ])
    #expect(menu.entries.map(\.label) == ["One", "", "More"])
    #expect(menu.entries.map(\.isSeparator) == [false, true, false])
    #expect(menu.entries[0].icon == .icon("x") && menu.entries[0].mnemonic == "o")
    #expect(menu.action(of: menu.entries[0].id) == .command(["one"]))
    #expect(menu.action(of: menu.entries[2].id) == nil)
    let deep = try #require(menu.entries[2].submenu?.first)
    #expect(menu.action(of: deep.id) == .builtIn("refresh"))
    let ids = menu.entries.map(\.id) + [deep.id]
    #expect(Set(ids).count == 4 && ids.allSatisfy { $0 < -1 })
  }

  @Test func `they stand below the entries of the module itself, with a line between`() {
    let menu = SettingsMenu([MenuItem("Mine", .action(.command(["x"])))])
    #expect(menu.entries(below: []).map(\.label) == ["Mine"])
    #expect(menu.entries(below: [MenuEntry(1, "Close")]).map(\.isSeparator) == [false, true, false])
    #expect(SettingsMenu([]).entries(below: [MenuEntry(1, "Close")]).map(\.label) == ["Close"])
  }
}
