import BarUI
import DesktopModel
import ModuleModel

nonisolated extension ServiceMenu {
  /// The entries below this one that are to be seen, without lines at either end or two in a row; `icon` returns the icon of
  /// an entry.
  func menuEntries(icon: (ServiceMenu) -> ModuleIcon?) -> [MenuEntry] {
    var result: [MenuEntry] = []
    for entry in entries where entry.isVisible {
      if entry.isSeparator, result.last?.isSeparator != false { continue }
      result.append(entry.menuEntry(icon: icon))
    }
    if result.last?.isSeparator == true { result.removeLast() }
    return result
  }

  /// Identifiers of menus of this program are not negative.
  private func menuEntry(icon: (ServiceMenu) -> ModuleIcon?) -> MenuEntry {
    let number = Int(UInt32(bitPattern: id))
    if isSeparator { return .separator(number) }
    var entry = MenuEntry(number, "", shortcut: shortcut, isEnabled: isEnabled)
    (entry.label, entry.mnemonic, entry.mnemonicPlace) = (label, mnemonic, mnemonicPlace)
    entry.icon = icon(self).map { .icon($0) }
    switch toggle {
    case _? where isMixed: entry.mark = .mixed
    case .check: entry.mark = .checkbox(isOn: isOn)
    case .radio: entry.mark = .radio(isOn: isOn)
    case nil: break
    }
    entry.tone =
      switch disposition {
      case .normal: .normal
      case .informative: .informative
      case .warning: .warning
      case .alert: .alert
      }
    entry.spokenLabel = spokenLabel
    if hasSubmenu { entry.submenu = menuEntries(icon: icon) }
    return entry
  }
}
