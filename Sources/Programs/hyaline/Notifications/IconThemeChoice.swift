import IconThemes
import Loop

/// The icon theme that the desktop is set to, as programs of GTK see it.
enum IconThemeChoice {
  /// Where nothing is said; what it lacks is in `hicolor`.
  static let standard = "Adwaita"
  /// Bytes of a file of settings that are read: many times what such files have.
  private static let longestFile = 65536

  /// What `settings.ini` of GTK 4, or else of GTK 3, names.
  static func ofDesktop(_ variable: (String) -> String?) -> String {
    let folder =
      variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? variable("HOME").map { $0 + "/.config" }
    guard let folder else { return standard }
    for version in ["gtk-4.0", "gtk-3.0"] {
      let text = RegularFile.text(ofPath: "\(folder)/\(version)/settings.ini", upTo: longestFile)
      if let name = text.flatMap({ name(in: KeyFile(text: $0)) }) { return name }
    }
    return standard
  }

  /// The value of `gtk-icon-theme-name`; nil: there is none, or one that is no name.
  private static func name(in file: KeyFile) -> String? {
    guard let name = file.value("gtk-icon-theme-name", in: "Settings") else { return nil }
    return name.isEmpty || name.contains("/") ? nil : String(name)
  }
}
