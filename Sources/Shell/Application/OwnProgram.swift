/// What the program knows of itself: its version, and how it starts itself again for what another process does better.
public enum OwnProgram {
  /// The version, printed by `--version` and reported on the bus.
  public nonisolated static let version = "0.1.0"
  /// The subcommand that decodes pictures of other programs in a confined process.
  public nonisolated static let decoding = "decode-pictures"
  /// The subcommand that fills the driver's cache.
  public nonisolated static let rehearsing = "rehearse"

  /// The command line that runs a subcommand of this program, valid even after its file was replaced by a newer one.
  public nonisolated static func command(_ subcommand: String) -> [String] {
    ["/proc/self/exe", subcommand]
  }
}
