/// The folders of the XDG Base Directory Specification.
///
/// `variable` returns the value of an environment variable; relative paths count as unset, as in the specification.
public enum BaseFolders {
  /// The user's folder that the variable `name` names, or else the folder `usual` in the home directory; nil without a home
  /// directory.
  public static func user(_ name: String, usual: String, _ variable: (String) -> String?) -> String? {
    func absolute(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
    return absolute(name) ?? absolute("HOME").map { "\($0)/\(usual)" }
  }

  /// The folders of programs' data, that of the user first.
  static func data(_ variable: (String) -> String?) -> [String] {
    let own = user("XDG_DATA_HOME", usual: ".local/share", variable)
    let others = (variable("XDG_DATA_DIRS") ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
    return [own].compactMap(\.self)
      + (others.isEmpty ? ["/usr/local/share", "/usr/share"] : others.map(String.init))
  }
}
