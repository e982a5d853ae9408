import BarUI
import DesktopModel
import ModuleModel
import Testing

@testable import Modules

/// Tests of the entries that are made of menus of other programs.
struct ServiceMenuEntriesTests {
  private func menu(_ id: Int32, _ label: String = "", _ entries: [ServiceMenu] = []) -> ServiceMenu {
    var menu = ServiceMenu(id: id)
    (menu.label, menu.entries, menu.hasSubmenu) = (label, entries, !entries.isEmpty)
    return menu
  }

  private func separator(_ id: Int32) -> ServiceMenu {
    var menu = ServiceMenu(id: id)
    menu.isSeparator = true
    return menu
  }

  @Test func `hidden entries and lines that keep nothing apart are left out`() {
    var hidden = menu(3, "hidden")
    hidden.isVisible = false
    let whole = menu(
      0, "",
      [
        separator(1), menu(2, "a"), separator(4), hidden, separator(5), menu(6, "b"), separator(7),
        separator(8),
      ])
    #expect(whole.menuEntries { _ in nil }.map(\.id) == [2, 4, 6])
  }

  @Test func `marks, icons, mnemonics, shortcuts and submenus are kept`() throws {
    var radio = menu(-1, "radio")
    (radio.toggle, radio.isOn, radio.isEnabled) = (.radio, true, false)
    var check = menu(2, "check")
    (check.toggle, check.icon, check.shortcut, check.mnemonic) = (.check, "wifi", "Ctrl+Q", "c")
    var empty = menu(3, "empty")
    empty.hasSubmenu = true
    let entries = menu(0, "", [radio, check, menu(4, "more", [menu(5, "inner")]), empty]).menuEntries {
      $0.icon.isEmpty ? nil : ModuleIcon($0.icon)
    }
    #expect(
      entries[0].mark == .radio(isOn: true) && !entries[0].isEnabled && entries[0].id == Int(UInt32.max))
    #expect(entries[1].mark == .checkbox(isOn: false) && entries[1].icon == .icon("wifi"))
    #expect(entries[1].shortcut == "Ctrl+Q" && entries[1].mnemonic == "c" && entries[1].submenu == nil)
    #expect(entries[2].submenu?.map(\.label) == ["inner"] && entries[3].submenu == [])
  }
}
