public import Geometry
import Wayland

/// Knows how much of an output the compositor leaves to surfaces that give way to panels, those of other programs too.
///
/// Compositors tell no zones. But a surface that is held to all edges is told the size of what is left, again whenever
/// that changes. Some tell changes only while the surface is on the screen (wayfire), so that it becomes one clear pixel
/// above the wallpaper. Where the area lies is not told.
@MainActor public final class AreaProbe {
  /// Logical pixels; nil: not known.
  public private(set) var size: LogicalSize?
  /// Called when `size` has changed; do not draw in it.
  public var onChange: (() -> Void)?
  private weak var output: LiveOutput?
  private var surface: LayerSurface?
  /// Whether a size was given, before which nothing may be put on the screen.
  private var isConfigured = false
  private var staysOnScreen = false
  /// Of that pixel, once it is on the screen.
  private var pixel: SharedMemoryBuffer?

  /// Asks at once; what is opened on the output after this gets its size later than `size` is known.
  public init(_ output: LiveOutput) {
    self.output = output
    var configuration = LayerSurface.Configuration(
      output: output.output, layer: .background, anchors: [.top, .bottom, .left, .right],
      size: LogicalSize(width: 0, height: 0))
    configuration.namespace = "hyaline-area"
    // Without it the zones of our own surfaces are what is known.
    surface = try? LayerSurface(output.session.connection, configuration)
    surface?.onEvent = { [unowned self] surface, event in receive(event, surface) }
    surface?.surface.setInputRegion([])
    surface?.commit()
  }

  isolated deinit { close() }

  /// Puts it on the screen, to hear of changes everywhere; idempotent.
  ///
  /// The compositor draws a frame for that, and what is captured meanwhile waits for it: a surface that is being opened
  /// comes first.
  public func stayOnScreen() {
    guard !staysOnScreen else { return }
    staysOnScreen = true
    if let surface, isConfigured { show(surface) }
  }

  /// Asks no more; idempotent.
  public func close() {
    onChange = nil
    surface?.destroy()
    surface = nil
    pixel?.destroy()
    pixel = nil
  }

  private func receive(_ event: LayerSurface.Event, _ surface: LayerSurface) {
    var told: LogicalSize?
    if case .configure(let size, let serial) = event {
      // Compositors keep what is not acknowledged.
      surface.acknowledge(serial)
      isConfigured = true
      show(surface)
      told = size.width > 0 && size.height > 0 ? size : nil
    }
    guard told != size else { return }
    if let told { output?.areaChanged(to: told) }
    size = told
    onChange?()
  }

  private func show(_ surface: LayerSurface) {
    if staysOnScreen, pixel == nil, let output {
      // Without it the size is told once.
      pixel = try? SharedMemoryBuffer(output.session.connection, size: PixelSize(width: 1, height: 1))
      if let pixel { surface.surface.attach(pixel) }
    }
    surface.commit()
  }
}
