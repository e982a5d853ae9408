import ArgumentParser
import CPlatform
import Geometry
import Glibc
import Loop
import Rendering
import RenderingGLES
import Scenes
import Settings
import ShellModel
import Toml
import Typography
import VisualEffects

/// `hyaline rehearse`, which hyaline calls itself: draws a banner off screen, so that the driver's cache on the disk has
/// what banners are drawn with, and nobody waits for its compiler.
///
/// Not where banners are shown: compiling takes about a second without a GPU, and leaves its memory behind.
struct RehearsalCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "rehearse", abstract: "Fill the driver's cache for another process.", shouldDisplay: false)

  @Argument var settings: String
  @Argument var scale: Double
  @Argument var width: Int
  @Argument var height: Int
  /// Its panel does not hang upright.
  @Argument var isTurned: Bool
  /// What is added to the stamp when all is done.
  @Argument var key: String

  /// Of computing, seconds: some times what it takes on a slow machine.
  private static let mostTime: rlim_t = 30

  func run() throws { try onMainThread { try rehearse() } }

  @MainActor private func rehearse() throws {
    // What nobody waits for any more would only be in others' way.
    hyaline_end_with_parent()
    yieldToOthers()
    guard (0.25...8).contains(scale), (1...16384).contains(width), (1...16384).contains(height) else {
      throw ExitCode.failure
    }
    let settings = SettingsFile(path: settings).load().settings
    let presentation = Presentation(settings)
    let effect = SampleBanner.effect(settings)
    let engine = TextEngine()
    let output = PixelSize(width: width, height: height)
    for isDark in [true, false] {
      let material = effect.material(isDark: isDark)
      let banner = SampleBanner(
        settings.notifications, material: material, legibility: presentation.legibility, scale: scale,
        output: output, measurer: engine)
      let context = try unsafe GraphicsContext(display: nil)
      // Else what was compiled last might never be written.
      defer { context.destroy(endsDisplay: true) }
      let rehearsal = try context.makeRehearsal(
        moving: banner.moving, resting: banner.resting, origin: (width - banner.resting.size.width, 0),
        scale: scale, leak: Leak.forBlur(sigma: material.blurRadius * scale), output: output,
        isTurned: isTurned
      ) { engine.rasterise($0) }
      defer { rehearsal.destroy() }
      while try rehearsal.step() {}
    }
    RehearsalStamp(Environment.value)?.add(key)
  }

  /// Limits the processor time, and lets other programs go first.
  ///
  /// Beside programs that keep every processor busy a niceness of 10 leaves a tenth of a processor's time; 15 would leave a
  /// thirtieth, with which compiling takes minutes.
  private func yieldToOthers() {
    var limit = rlimit(rlim_cur: Self.mostTime, rlim_max: Self.mostTime)
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
  }
}
