import BarUI
import DesktopModel
import DesktopServices
import Loop
import ModuleModel

/// The menu of an item of the tray while it is read and shown.
final class TrayMenu: Cancellable {
  let item: TrayItem
  /// Called when the entries have come or changed.
  var onChange: (() -> Void)?
  private let source: ServiceMenuSource
  /// The number by which files of icons are told from those of former menus.
  private let version: Int

  /// `version` is another number than that of former menus of the item, since files of icons may have changed meanwhile.
  /// `onFailed` is called once if the program does not tell its menu.
  init(
    _ source: ServiceMenuSource, of item: TrayItem, version: Int, onFailed: @escaping () -> Void
  ) {
    (self.source, self.item, self.version) = (source, item, version)
    source.onFailed = onFailed
    source.onChange = { [unowned self] in onChange?() }
  }

  /// Whether the program lays the menu out from right to left; nil: it does not tell.
  var isRightToLeft: Bool? { source.isRightToLeft }

  /// The entries as they are now; empty: they have not come yet.
  var entries: [MenuEntry] {
    source.menu?.menuEntries { [item, version, folders = source.iconFolders] entry in
      var icon = item.icon(named: entry.icon, in: folders)
      // Icons of themes do not change with the program.
      let isOwn = icon.candidates.contains { if case .named = $0 { false } else { true } }
      icon.version = isOwn ? version : 0
      if !entry.iconData.isEmpty { icon.candidates.append(.sent(.file(entry.iconData))) }
      return icon.candidates.isEmpty ? nil : icon
    } ?? []
  }

  /// The menu (0), or the submenu of an entry, is shown from now on, or not any more.
  func isShown(_ isShown: Bool, entry: Int32) {
    switch (isShown, entry) {
    // The program was told that the menu is shown when its reading began.
    case (true, 0): break
    case (true, _): source.willShow(entry)
    case (false, _):
      source.didHide(entry)
      if entry == 0 { cancel() }
    }
  }

  /// A hand has chosen an entry.
  func choose(_ entry: Int32) { source.choose(entry) }

  /// Stops following the menu; idempotent.
  func cancel() {
    source.close()
    onChange = nil
  }
}
