import Loop

/// The version of this program, and the command lines by which it runs its own subcommands in separate processes.
public enum OwnProgram {
  /// The version, which `--version` prints and the bus reports to clients.
  public nonisolated static let version = "0.1.0"
  /// The subcommand that decodes pictures of other programs in a confined process.
  public nonisolated static let decoding = "decode-pictures"
  /// The subcommand that prints the words that a shell offers.
  public nonisolated static let completing = "complete"
  /// The subcommand that fills the graphics driver's cache.
  public nonisolated static let rehearsing = "rehearse"

  /// The command line that runs a subcommand of this program, valid even after its file was replaced by a newer one.
  public nonisolated static func command(_ subcommand: String) -> [String] {
    ["/proc/self/exe", subcommand]
  }

  /// The folder of the catalogues of translations: that of HYALINE_LOCALE_DIR, or `share/locale` beside the folder of the
  /// program; nil: the program's place cannot be read.
  public static var localeFolder: String? {
    if let folder = Environment.value("HYALINE_LOCALE_DIR") { return folder }
    guard let path = linkTarget(of: "/proc/self/exe") else { return nil }
    return path.lastIndex(of: "/").map { path[..<$0] + "/../share/locale" }
  }
}
