import DesktopModel
import DesktopServices
import ModuleModel
import PopupUI

/// The menu of an item of the tray while it is read and shown.
final class TrayMenu {
  let item: TrayItem
  /// Called when the entries have come or changed.
  var onChange: (() -> Void)?
  private let source: ServiceMenuSource
  private let provide: (String, ProvidedPicture?) -> Void
  /// The pictures that were provided, by the numbers of their entries.
  private var pictures: [Int32: (name: String, data: [UInt8])] = [:]

  /// Tells all pictures of menus apart, since one that is being decoded must not be taken for a later one.
  private static var pictureCount = 0

  /// `readAgain` takes names of icons whose files may have changed since the menu was open before. `onFailed` is called once if
  /// the program does not tell its menu.
  init(
    _ source: ServiceMenuSource, of item: TrayItem, provide: @escaping (String, ProvidedPicture?) -> Void,
    readAgain: @escaping (String) -> Void, onFailed: @escaping () -> Void
  ) {
    (self.source, self.item, self.provide) = (source, item, provide)
    source.onFailed = onFailed
    var isFirst = true
    source.onChange = { [unowned self] in
      if isFirst { for place in ownPlaces { readAgain(place) } }
      isFirst = false
      providePictures()
      onChange?()
    }
  }

  /// Whether the program lays the menu out from right to left; nil: it does not tell.
  var isRightToLeft: Bool? { source.isRightToLeft }

  /// The entries as they are now; empty: they have not come yet.
  var entries: [MenuEntry] {
    source.menu?.menuEntries { [pictures, item, folders = source.iconFolders] entry in
      let places =
        item.places(ofIcon: entry.icon, in: folders) + [pictures[entry.id]?.name].compactMap(\.self)
      return places.isEmpty ? nil : places.joined(separator: "\n")
    } ?? []
  }

  /// The places of icons in files and folders of the program.
  private var ownPlaces: Set<String> {
    let entries = source.menu?.all ?? []
    return Set(
      entries.flatMap { item.places(ofIcon: $0.icon, in: source.iconFolders) }.filter { $0.contains("/") })
  }

  /// The menu (0), or the submenu of an entry, is shown from now on, or not any more.
  func isShown(_ isShown: Bool, entry: Int32) {
    switch (isShown, entry) {
    // The program was told that the menu is shown when its reading began.
    case (true, 0): break
    case (true, _): source.willShow(entry)
    case (false, _):
      source.didHide(entry)
      if entry == 0 { close() }
    }
  }

  /// A hand has chosen an entry.
  func choose(_ entry: Int32) { source.choose(entry) }

  /// Follows no more; idempotent.
  func close() {
    source.close()
    onChange = nil
    for picture in pictures.values { provide(picture.name, nil) }
    pictures = [:]
  }

  private func providePictures() {
    let entries = source.menu?.all.filter { !$0.iconData.isEmpty } ?? []
    let wanted = Dictionary(entries.map { ($0.id, $0.iconData) }, uniquingKeysWith: { first, _ in first })
    for (id, picture) in pictures where wanted[id] != picture.data {
      provide(picture.name, nil)
      pictures[id] = nil
    }
    for (id, data) in wanted where pictures[id] == nil {
      Self.pictureCount += 1
      // The name is a path, since no theme has an icon of such a name.
      let name = "/tray/menu/\(Self.pictureCount)"
      pictures[id] = (name, data)
      provide(name, .file(data))
    }
  }
}
