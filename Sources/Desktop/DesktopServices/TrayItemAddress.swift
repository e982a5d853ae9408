import DBus

/// The address of an item of the tray: the name of its program on the bus, and the path of its object.
struct TrayItemAddress: Equatable {
  /// The name, well-known or unique.
  let name: String
  let path: String

  /// The most bytes of an address: 255 of the name, which is the limit of the bus, and as many of the path.
  static let longest = 510
  private static let longestPath = 255
  private static let usualPath = "/StatusNotifierItem"
  /// The prefixes of the names that programs own for their items.
  static let prefixes = ["org.kde.StatusNotifierItem-", "org.freedesktop.StatusNotifierItem-"]

  /// Reads an address as programs tell it to the watcher; nil: it is none.
  ///
  /// Programs of KDE tell a name, those of Ayatana a path, and those of Electron a name that is followed by a path. `program`
  /// is the name of the program that tells it.
  init?(_ text: String, of program: String) {
    guard text.utf8.count <= Self.longest else { return nil }
    let slash = text.firstIndex(of: "/") ?? text.endIndex
    name = slash == text.startIndex ? program : String(text[..<slash])
    path = slash == text.endIndex ? Self.usualPath : String(text[slash...])
    guard path.utf8.count <= Self.longestPath, BusNames.isValid(name: name), BusNames.isValid(path: path)
    else {
      return nil
    }
  }

  /// The address as one text, such as `:1.42/StatusNotifierItem`.
  var text: String { name + path }
}
