public import Geometry
import Loop
import Rendering
import RenderingGLES
import Scenes
public import Settings
import ShellModel
import Typography
import VisualEffects

/// Draws a banner off screen, so that the driver's cache on disk contains the shaders of banners.
///
/// A separate process does this: compiling takes about a second without a GPU, and leaves memory allocated.
@MainActor public struct CacheRehearsal {
  /// The properties of an output that banners are drawn for.
  public struct Output: Equatable {
    /// Physical pixels per logical pixel.
    public var scale: Double
    /// Size of the output, in physical pixels.
    public var size: PixelSize
    /// Whether the output's transform is not normal.
    public var isTurned: Bool

    /// Makes an output; nil if a value is out of range.
    public init?(scale: Double, width: Int, height: Int, isTurned: Bool) {
      guard (0.25...8).contains(scale), (1...16384).contains(width), (1...16384).contains(height) else {
        return nil
      }
      self.init(scale: scale, size: PixelSize(width: width, height: height), isTurned: isTurned)
    }

    init(scale: Double, size: PixelSize, isTurned: Bool) {
      (self.scale, self.size, self.isTurned) = (scale, size, isTurned)
    }

    /// The command-line arguments for this output.
    var arguments: [String] { ["\(scale)", "\(size.width)", "\(size.height)", "\(isTurned)"] }
  }

  private let settings: Settings
  private let output: Output

  /// Prepares the banners of these settings.
  public init(_ settings: Settings, on output: Output) { (self.settings, self.output) = (settings, output) }

  /// Draws a dark and a light banner, and adds `key` to the stamp when both are done.
  ///
  /// Throws if graphics cannot be started or used.
  public func run(key: String) throws {
    let engine = TextEngine()
    for isDark in [true, false] { try draw(isDark: isDark, engine) }
    RehearsalStamp(Environment.value)?.add(key)
  }

  private func draw(isDark: Bool, _ engine: TextEngine) throws {
    let material = settings.bannerEffect.material(isDark: isDark)
    let banner = SampleBanner(
      settings.notifications, material: material, legibility: Presentation(settings).legibility,
      scale: output.scale, output: output.size, measurer: engine)
    let context = try unsafe GraphicsContext(display: nil)
    // Some drivers write the last compiled shaders only when the display is terminated.
    defer { context.destroy(endsDisplay: true) }
    let warmUp = try context.makeDrawingWarmUp(
      moving: banner.moving, resting: banner.resting,
      origin: (output.size.width - banner.resting.size.width, 0), scale: output.scale,
      leak: Leak.forBlur(sigma: material.blurRadius * output.scale), output: output.size,
      isTurned: output.isTurned
    ) { engine.rasterise($0) }
    defer { warmUp.destroy() }
    while try warmUp.step() {}
  }
}
