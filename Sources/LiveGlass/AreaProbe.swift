public import Measures
import Wayland

/// Knows how much of an output the compositor leaves to surfaces that give way to panels, those of other programs too.
///
/// Compositors tell no zones. But a surface that is held to all edges is told the size of what is left, again whenever
/// that changes, and need never be shown for it. Where the area lies is not told.
@MainActor public final class AreaProbe {
  /// Logical pixels; nil: not known.
  public private(set) var size: LogicalSize?
  /// Called when `size` has changed; do not draw in it.
  public var onChange: (() -> Void)?
  private weak var output: LiveOutput?
  private var surface: LayerSurface?

  /// Asks at once; what is opened on the output after this gets its size later than `size` is known.
  public init(_ output: LiveOutput) {
    self.output = output
    var configuration = LayerSurface.Configuration(
      output: output.output, anchors: [.top, .bottom, .left, .right],
      size: LogicalSize(width: 0, height: 0))
    configuration.namespace = "hyaline-area"
    // Without it the zones of our own surfaces are what is known.
    surface = try? LayerSurface(output.session.connection, configuration)
    surface?.onEvent = { [unowned self] surface, event in receive(event, surface) }
    surface?.surface.setInputRegion([])
    surface?.commit()
  }

  isolated deinit { close() }

  /// Asks no more; idempotent.
  public func close() {
    onChange = nil
    surface?.destroy()
    surface = nil
  }

  private func receive(_ event: LayerSurface.Event, _ surface: LayerSurface) {
    var told: LogicalSize?
    if case .configure(let size, let serial) = event {
      // Compositors keep what is not acknowledged.
      surface.acknowledge(serial)
      told = size.width > 0 && size.height > 0 ? size : nil
    }
    guard told != size else { return }
    if size != nil { output?.areaChanged() }
    size = told
    onChange?()
  }
}
