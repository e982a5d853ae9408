import DesktopModel
import Loop

/// The icon theme in the desktop's settings, as GTK programs read it.
public enum IconThemeChoice {
  /// The theme if the desktop names none; icons that it lacks come from `hicolor`.
  nonisolated public static let standard = "Adwaita"
  /// Most bytes of a settings file that are read: many times the size of such files.
  nonisolated private static let longestFile = 65536

  /// The theme of the first of the settings files that names one; the standard one if none does. This takes as long as the
  /// file system does.
  nonisolated static func theme(in files: [String]) -> String {
    for path in files {
      let text = RegularFile.text(ofPath: path, upTo: longestFile)
      if let name = text.flatMap({ name(in: KeyFile(text: $0)) }) { return name }
    }
    return standard
  }

  /// The absolute paths of `settings.ini` of GTK 4 and of GTK 3, of which the first that names a theme counts.
  ///
  /// `variable` returns the value of an environment variable.
  static func settingsFiles(_ variable: (String) -> String?) -> [String] {
    guard let folder = BaseFolders.user("XDG_CONFIG_HOME", usual: ".config", variable) else { return [] }
    return ["gtk-4.0", "gtk-3.0"].map { "\(folder)/\($0)/settings.ini" }
  }

  /// The value of `gtk-icon-theme-name`; nil if there is none, or if it is empty or a path.
  nonisolated private static func name(in file: KeyFile) -> String? {
    guard let name = file.value("gtk-icon-theme-name", in: "Settings") else { return nil }
    return name.isEmpty || name.contains("/") ? nil : String(name)
  }
}
