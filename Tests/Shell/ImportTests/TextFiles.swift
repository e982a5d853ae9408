import Import

extension SourceFiles {
  /// Files with texts, by their paths; the home directory is `/home/me`.
  static func texts(_ texts: [String: String]) -> SourceFiles {
    SourceFiles(
      read: { path, _ in texts[path].map { Array($0.utf8) } },
      variable: { $0 == "HOME" ? "/home/me" : nil })
  }
}
