import DBus

/// Where an item of the tray is: the name of a program on the bus, and the path of an object of it.
struct TrayItemAddress: Equatable {
  /// The name, well-known or unique.
  let name: String
  let path: String

  /// The most bytes of an address: a name has 255, as the bus permits, and a path no more.
  static let longest = 510
  private static let longestPath = 255
  private static let usualPath = "/StatusNotifierItem"
  /// What the names begin with that programs take for an item.
  static let prefixes = ["org.kde.StatusNotifierItem-", "org.freedesktop.StatusNotifierItem-"]

  /// Reads an address as programs tell it to the watcher: a name, as those of KDE, a path, as those of Ayatana, or a name that is
  /// followed by a path, as those of Electron. `program` is the name of the one that tells it. Nil: it is none of these.
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
