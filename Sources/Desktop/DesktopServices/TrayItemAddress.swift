import DBus

/// The address of a tray item: the bus name of its program, and the path of its object.
struct TrayItemAddress: Equatable {
  /// The bus name, well-known or unique.
  let name: String
  let path: String

  /// The longest address in bytes: 255 for the name, which is the limit of the bus, and as many for the path.
  static let longest = 510
  private static let longestPath = 255
  private static let usualPath = "/StatusNotifierItem"
  /// The prefixes of the names that programs own for their items.
  static let prefixes = ["org.kde.StatusNotifierItem-", "org.freedesktop.StatusNotifierItem-"]

  /// Reads an address from a registration with the watcher; nil if it is invalid.
  ///
  /// KDE's libraries register a name, Ayatana's a path, and Electron a name that is followed by a path. `program` is
  /// the bus name of the program that registers the item.
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
