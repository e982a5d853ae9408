import Geometry

/// An inhibitor that keeps the session from becoming idle, by the protocol idle-inhibit.
///
/// The protocol needs a visible surface. This one has a transparent pixel on the layer below windows, so that
/// it does not depend on bars, which may hide, and does not lie above windows in fullscreen.
@MainActor public final class IdleInhibitor {
  /// Called when the compositor has closed the surface, for example with its output: nothing is inhibited any
  /// more.
  public var onClosed: (() -> Void)?

  private let manager: ZwpIdleInhibitManagerV1
  private let layer: LayerSurface
  private let pixel: SharedMemoryBuffer
  private var inhibitor: ZwpIdleInhibitorV1?

  /// Starts to inhibit; nil if the compositor does not offer the protocol.
  public init?(_ connection: Connection) {
    let manager = try? connection.globals.shared(ZwpIdleInhibitManagerV1.self, version: 1)
    var configuration = LayerSurface.Configuration(
      output: nil, layer: .bottom, anchors: [.top, .left], size: LogicalSize(width: 1, height: 1),
      exclusiveZone: -1)
    configuration.namespace = "hyaline-idle"
    guard let manager, let layer = try? LayerSurface(connection, configuration),
      let pixel = try? SharedMemoryBuffer(connection, size: PixelSize(width: 1, height: 1))
    else { return nil }
    (self.manager, self.layer, self.pixel) = (manager, layer, pixel)
    layer.surface.takeNoInput()
    layer.onEvent = { [unowned self] _, event in receive(event) }
    layer.commit()
  }

  /// Whether the compositor has accepted the surface, so that it inhibits.
  public var isShown: Bool { inhibitor != nil }

  /// Whether the compositor offers the protocol.
  public static func isOffered(by connection: Connection) -> Bool {
    connection.globals.all.contains { $0.interface == ZwpIdleInhibitManagerV1.interfaceName }
  }

  isolated deinit {
    destroy()
  }

  /// Lets the session become idle again; idempotent.
  public func destroy() {
    onClosed = nil
    // The inhibitor is destroyed before its surface.
    inhibitor?.destroy()
    inhibitor = nil
    layer.destroy()
    pixel.destroy()
  }

  private func receive(_ event: LayerSurface.Event) {
    switch event {
    case .configure(_, let serial):
      layer.acknowledge(serial)
      if inhibitor == nil {
        layer.surface.attach(pixel)
        layer.surface.damage()
        inhibitor = manager.createInhibitor(surface: layer.surface.proxy)
      }
      layer.commit()
    case .closed: onClosed?()
    }
  }
}
