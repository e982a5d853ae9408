public import Geometry
import Scenes
import Wayland

/// A probe of the area of an output that panels, also those of other programs, leave to surfaces with an
/// exclusive zone of 0.
///
/// No protocol reports exclusive zones. But a surface that is anchored to all edges is configured with the
/// size of the remaining area, and again whenever that changes. Some compositors (wayfire) report changes
/// only while the surface is mapped, so it becomes one transparent pixel above the wallpaper. The place of
/// the area is not reported.
@MainActor public final class AreaProbe {
  /// The size of the area in logical pixels; nil: it is not known.
  public private(set) var size: LogicalSize?
  /// Called when `size` has changed; the handler must not draw.
  public var onChange: (() -> Void)?
  private weak var output: LiveOutput?
  private var surface: LayerSurface?
  /// Whether the surface was configured, before which it must not be mapped.
  private var isConfigured = false
  private var staysOnScreen = false
  /// The buffer of the transparent pixel; nil until the surface is mapped.
  private var pixel: SharedMemoryBuffer?

  /// The placement of the surface of a probe.
  static let placement: SurfacePlacement = {
    var placement = SurfacePlacement(anchors: [.top, .bottom, .left, .right], width: 0, height: 0)
    placement.layer = .background
    return placement
  }()

  /// Asks for the size at once. It is known before surfaces that are opened on the output later get their
  /// sizes. It stays unknown where our own surfaces leave less than nothing, for which sway 1.7 ends.
  public init(_ output: LiveOutput) {
    self.output = output
    guard output.glass.roster.admitProbe() else { return }
    var configuration = LayerSurface.Configuration(
      output: output.output, layer: .background, anchors: [.top, .bottom, .left, .right],
      size: LogicalSize(width: 0, height: 0))
    configuration.namespace = "hyaline-area"
    // Without this surface, only the zones of our own surfaces are known.
    surface = try? LayerSurface(output.session.connection, configuration)
    if surface == nil { output.glass.roster.dismissProbe() }
    surface?.onEvent = { [unowned self] surface, event in receive(event, surface) }
    surface?.surface.setInputRegion([])
    surface?.commit()
  }

  isolated deinit { close() }

  /// Maps the probe's surface, so that every compositor reports changes; idempotent.
  ///
  /// The compositor draws a frame for that, for which captures under way wait: call this after surfaces have
  /// been opened.
  public func stayOnScreen() {
    guard !staysOnScreen else { return }
    staysOnScreen = true
    if let surface, isConfigured { show(surface) }
  }

  /// Ends the probe; idempotent.
  public func close() {
    onChange = nil
    if let surface {
      surface.destroy()
      output?.glass.roster.dismissProbe()
    }
    surface = nil
    pixel?.destroy()
    pixel = nil
  }

  private func receive(_ event: LayerSurface.Event, _ surface: LayerSurface) {
    var told: LogicalSize?
    if case .configure(let size, let serial) = event {
      // Compositors keep configure events in memory until they are acknowledged.
      surface.acknowledge(serial)
      isConfigured = true
      show(surface)
      told = size.width > 0 && size.height > 0 ? size : nil
    }
    guard told != size else { return }
    if let told { output?.glass.roster.areaChanged(to: told) }
    size = told
    onChange?()
  }

  private func show(_ surface: LayerSurface) {
    if staysOnScreen, pixel == nil, let output {
      // Without the pixel, only the first size is reported on some compositors.
      pixel = try? SharedMemoryBuffer(output.session.connection, size: PixelSize(width: 1, height: 1))
      if let pixel { surface.surface.attach(pixel) }
    }
    surface.commit()
  }
}
