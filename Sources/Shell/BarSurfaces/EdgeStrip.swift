import Geometry
import LiveGlass
import Wayland

/// A transparent surface along an edge of an output that notices pointers and fingers.
final class EdgeStrip: EdgeWatch {
  /// How thick it is, in logical pixels: the pointer stops at the edge, so that the least is enough where the edge is the
  /// screen's end.
  static let thickness = 2

  private let layer: LayerSurface
  private let session: GlassSession
  private var buffer: SharedMemoryBuffer?

  init(
    _ session: GlassSession, on output: Output, edge: OutputEdge,
    onPointer: @escaping (PointerEvent) -> Void, onTouch: @escaping (TouchEvent) -> Void
  ) throws(WaylandError) {
    self.session = session
    let anchors: ZwlrLayerSurfaceV1.Anchor =
      switch edge {
      case .top: [.top, .left, .right]
      case .bottom: [.bottom, .left, .right]
      case .left: [.left, .top, .bottom]
      case .right: [.right, .top, .bottom]
      }
    let size = LogicalSize(
      width: edge.isLevel ? 0 : Double(Self.thickness), height: edge.isLevel ? Double(Self.thickness) : 0)
    // -1 puts it at the very edge, whatever other panels keep free.
    var configuration = LayerSurface.Configuration(
      output: output, layer: .top, anchors: anchors, size: size, exclusiveZone: -1)
    configuration.namespace = "hyaline-edge"
    layer = try LayerSurface(session.connection, configuration)
    session.listen(to: layer.surface.proxy, onPointer: onPointer, onTouch: onTouch)
    layer.onEvent = { [unowned self] layer, event in
      switch event {
      case .configure(let size, let serial):
        layer.acknowledge(serial)
        show(size)
      case .closed: destroy()
      }
    }
    layer.commit()
  }

  /// Takes it away; idempotent.
  func destroy() {
    session.ignore(layer.surface.proxy)
    layer.destroy()
    buffer?.destroy()
    buffer = nil
  }

  /// Attaches a transparent buffer: a surface without one takes no input.
  private func show(_ size: LogicalSize) {
    let pixels = PixelSize(width: max(1, Int(size.width)), height: max(1, Int(size.height)))
    let old = buffer
    buffer = try? SharedMemoryBuffer(session.connection, size: pixels)
    layer.surface.attach(buffer)
    layer.surface.damage()
    layer.commit()
    old?.destroy()
  }
}
