import CPlatform
import Glibc
import Measures
import Rendering
import Settings
import ShellModel
import Typography
import Wayland

/// What the contexts of all outputs use together; owned by `App`.
final class SharedResources {
  let connection: Connection
  let text = TextEngine()
  /// Makes the loop settle again before it sleeps.
  let wakeUp: () -> Void
  /// Made after the first requests to the compositor: both then work at once.
  private(set) var graphics: GraphicsContext?

  init(_ connection: Connection, wakeUp: @escaping () -> Void) {
    self.connection = connection
    self.wakeUp = wakeUp
  }

  /// Starts GL, unless that was done.
  func startGraphics() throws(RenderingError) {
    guard graphics == nil else { return }
    graphics = try unsafe GraphicsContext(display: connection.nativeDisplay)
  }

  /// A renderer for an output; GL was started.
  func makeRenderer(_ outputSize: PixelSize) throws(RenderingError) -> any OutputRenderer {
    guard let graphics else { preconditionFailure("a renderer without GL") }
    let text = text
    return try GLESOutputRenderer(graphics, output: outputSize) { text.rasterise($0) }
  }

  func captureInterval(_ settings: Settings) -> Duration {
    CaptureRate.interval(
      setting: settings.backdrop.maxRate, isSoftware: graphics?.isSoftware ?? true,
      isOnBattery: PowerSupply.isOnBattery)
  }

  /// Gives back what only compiling programs needed: about 6 MB with Mesa.
  func tidy() {
    graphics?.releaseCompiler()
    hyaline_return_free_memory()
  }

  /// Ends GL; what was drawn with it is gone already. Before the connection closes.
  func destroy() {
    graphics?.destroy()
    graphics = nil
  }
}

/// What an output's context has done, for `hyaline doctor` and tests.
struct OutputStatistics: Equatable {
  /// Pictures handed to the compositor.
  var commits = 0
  /// Captures that the compositor completed.
  var captures = 0
  /// Captures whose damage met our region.
  var absorbed = 0
}
