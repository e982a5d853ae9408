import DesktopModel

/// A path with a leading `~` replaced by `home`, if that is known; a leading `~user` is not expanded.
public func expandedPath(_ path: String, home: String?) -> String {
  guard let home, path == "~" || path.hasPrefix("~/") else { return path }
  return home + path.dropFirst()
}

extension BackdropSettings {
  /// The path of the wallpaper with a leading `~` replaced by `home`; nil if none is set.
  public func wallpaperPath(home: String) -> String? { wallpaper.map { expandedPath($0, home: home) } }
}

extension Settings {
  /// The path of the settings file by the XDG Base Directory Specification; nil without a home directory.
  ///
  /// `variable` returns the value of an environment variable. Relative paths count as unset, as in
  /// the specification.
  public static func standardPath(_ variable: (String) -> String?) -> String? {
    BaseFolders.user("XDG_CONFIG_HOME", usual: ".config", variable).map { $0 + "/hyaline/settings.toml" }
  }

  /// The paths of system-wide settings files, which users without a file of their own have, the most important first.
  public static func systemPaths(_ variable: (String) -> String?) -> [String] {
    systemFolders(variable).map { $0 + "/hyaline/settings.toml" }
  }

  /// The folders of system-wide configurations by the XDG Base Directory Specification, the most important first.
  ///
  /// Relative folders are ignored, as in the specification.
  public static func systemFolders(_ variable: (String) -> String?) -> [String] {
    let folders = variable("XDG_CONFIG_DIRS").flatMap { $0.isEmpty ? nil : $0 } ?? "/etc/xdg"
    return folders.split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
  }
}
