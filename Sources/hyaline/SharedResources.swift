import Glibc
import Measures
import Rendering
import Settings
import ShellModel
import Typography
import Wayland

/// What the contexts of all outputs use together; owned by `App`.
struct SharedResources {
  let connection: Connection
  let graphics: GraphicsContext
  let text: TextEngine
  /// Makes the loop settle again before it sleeps.
  let wakeUp: () -> Void

  func makeRenderer(_ outputSize: PixelSize) throws(RenderingError) -> any OutputRenderer {
    let text = text
    return try GLESOutputRenderer(graphics, output: outputSize) { text.rasterise($0) }
  }

  func captureInterval(_ settings: Settings) -> Duration {
    CaptureRate.interval(
      setting: settings.backdrop.maxRate, isSoftware: graphics.isSoftware,
      isOnBattery: PowerSupply.isOnBattery)
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
