import DesktopModel
import PopupUI

nonisolated extension ServiceMenu {
  /// The entries below this one that are to be seen, without lines at either end or two in a row.
  var menuEntries: [MenuEntry] {
    var result: [MenuEntry] = []
    for entry in entries where entry.isVisible {
      if entry.isSeparator, result.last?.isSeparator != false { continue }
      result.append(entry.menuEntry)
    }
    if result.last?.isSeparator == true { result.removeLast() }
    return result
  }

  /// Identifiers of menus of this program are not negative.
  private var menuEntry: MenuEntry {
    let number = Int(UInt32(bitPattern: id))
    if isSeparator { return .separator(number) }
    var entry = MenuEntry(number, "", shortcut: shortcut, isEnabled: isEnabled)
    (entry.label, entry.mnemonic) = (label, mnemonic)
    if !icon.isEmpty { entry.icon = .symbol(icon) }
    switch toggle {
    case .check: entry.mark = .checkbox(isOn: isOn)
    case .radio: entry.mark = .radio(isOn: isOn)
    case nil: break
    }
    if hasSubmenu { entry.submenu = menuEntries }
    return entry
  }
}
