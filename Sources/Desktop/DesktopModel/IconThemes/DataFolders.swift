/// The folders of programs' data, by the XDG Base Directory Specification.
enum DataFolders {
  /// The data folders, that of the user first; `variable` returns the value of an environment variable.
  static func standard(_ variable: (String) -> String?) -> [String] {
    func absolute(_ path: String) -> String? { path.hasPrefix("/") ? path : nil }
    let home = variable("HOME").flatMap(absolute)
    let own = variable("XDG_DATA_HOME").flatMap(absolute) ?? home.map { $0 + "/.local/share" }
    let others = (variable("XDG_DATA_DIRS") ?? "").split(separator: ":").compactMap { absolute(String($0)) }
    return [own].compactMap { $0 } + (others.isEmpty ? ["/usr/local/share", "/usr/share"] : others)
  }
}
