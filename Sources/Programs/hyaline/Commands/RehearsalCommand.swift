import Application
import ArgumentParser
import BannerSurfaces
import CPlatform
import Glibc
import Toml

/// `hyaline rehearse`, which hyaline itself starts: fills the driver's cache, so that no banner
/// waits for its compiler.
struct RehearsalCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: OwnProgram.rehearsing,
    abstract: "Fill the driver's cache for another process.", shouldDisplay: false)

  @Argument var settings: String
  @Argument var scale: Double
  @Argument var width: Int
  @Argument var height: Int
  /// Whether the output's transform is not normal.
  @Argument var isTurned: Bool
  /// The key that is added to the stamp when all is done.
  @Argument var key: String

  /// Limit of the CPU time in seconds, several times what a slow machine needs.
  private static let mostTime: rlim_t = 30

  func run() throws { try onMainThread { try rehearse() } }

  @MainActor private func rehearse() throws {
    // The process ends with its parent, since nobody else waits for it.
    hyaline_end_with_parent()
    yieldToOthers()
    guard
      let output = CacheRehearsal.Output(scale: scale, width: width, height: height, isTurned: isTurned)
    else { throw ExitCode.failure }
    try CacheRehearsal(SettingsFile(path: settings).load().settings, on: output).run(key: key)
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
