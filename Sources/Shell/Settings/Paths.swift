extension BackdropSettings {
  /// The path of the wallpaper with a leading `~` replaced by `home`; nil if none is set.
  ///
  /// A leading `~user` is not expanded.
  public func wallpaperPath(home: String) -> String? {
    guard let wallpaper, wallpaper == "~" || wallpaper.hasPrefix("~/") else { return wallpaper }
    return home + wallpaper.dropFirst()
  }
}

extension Settings {
  /// The path of the settings file by the XDG Base Directory Specification; nil without a home directory.
  ///
  /// `variable` returns the value of an environment variable. Relative paths count as unset, as in
  /// the specification.
  public static func standardPath(_ variable: (String) -> String?) -> String? {
    func absolute(_ name: String) -> String? {
      variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let directory = absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map({ $0 + "/.config" }) else {
      return nil
    }
    return directory + "/hyaline/settings.toml"
  }
}
