import Application
import Arguments
import CPlatform
import Glibc
import Loop
import ShellSurfaces
import Toml

/// `hyaline rehearse`, which hyaline itself starts: fills the driver's cache, so that no banner
/// waits for its compiler.
struct RehearsalCommand: RunnableCommand {
  var settings = ""
  var scale = 1.0
  var width = 0
  var height = 0
  /// Whether the output's transform is not normal.
  var isTurned = false
  /// The key that is added to the stamp when all is done.
  var key = ""

  static var rows: [Row<Self>] {
    [
      .argument(needed: "settings", \.settings, .file, "The settings file."),
      .argument(needed: "scale", \.scale, .number, "The scale of the output."),
      .argument(needed: "width", \.width, .integer, "The width of the output."),
      .argument(needed: "height", \.height, .integer, "The height of the output."),
      .argument(needed: "is-turned", \.isTurned, .boolean, "Whether the output is rotated or flipped."),
      .argument(needed: "key", \.key, .text, "The key of the build and the driver."),
    ]
  }

  /// Limit of the CPU time in seconds, several times what a slow machine needs.
  private static let mostTime: rlim_t = 30

  func run() throws {
    // The process ends with its parent, since nobody else waits for it.
    hyaline_end_with_parent()
    yieldToOthers()
    guard
      let output = CacheRehearsal.Output(scale: scale, width: width, height: height, isTurned: isTurned)
    else { throw ExitStatus.failure }
    let reader = NamedFileReader(patience: .seconds(2))
    try CacheRehearsal(SettingsFile.named(settings).load(reader).settings, on: output).run(key: key)
  }

  /// Limits the CPU time, and lowers the priority below that of other programs.
  ///
  /// If other programs keep every processor busy, a niceness of 10 leaves a tenth of a processor's time; 15
  /// would leave a thirtieth, with which compiling takes minutes.
  private func yieldToOthers() {
    var limit = rlimit(rlim_cur: Self.mostTime, rlim_max: Self.mostTime)
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
  }
}
