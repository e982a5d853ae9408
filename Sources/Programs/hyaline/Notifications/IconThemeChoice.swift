import Glibc

/// The icon theme that the desktop is set to, as programs of GTK see it.
enum IconThemeChoice {
  /// Where nothing is said; what it lacks is in `hicolor`.
  static let standard = "Adwaita"

  /// What `settings.ini` of GTK 4, or else of GTK 3, names.
  static func ofDesktop(_ variable: (String) -> String?) -> String {
    let folder =
      variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? variable("HOME").map { $0 + "/.config" }
    guard let folder else { return standard }
    for version in ["gtk-4.0", "gtk-3.0"] {
      if let name = name(in: contents(of: "\(folder)/\(version)/settings.ini")) { return name }
    }
    return standard
  }

  /// The value of `gtk-icon-theme-name`; nil: there is none, or one that is no name.
  static func name(in text: String) -> String? {
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, trimmed(parts[0]) == "gtk-icon-theme-name" else { continue }
      let name = trimmed(parts[1])
      return name.isEmpty || name.contains("/") ? nil : name
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }

  /// At most 64 KiB, which is many times what such files have.
  private static func contents(of path: String) -> String {
    guard let file = unsafe fopen(path, "re") else { return "" }
    defer { unsafe fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = unsafe fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
