import Measures
import Settings
import Wayland

/// An unseen strip along an edge of an output that notices the pointer.
final class EdgeStrip {
  /// Logical pixels: the pointer stops at the edge, so that the least is enough where the edge is the screen's end.
  static let thickness = 2

  private let layer: LayerSurface
  private let connection: Connection
  private var buffer: SharedMemoryBuffer?

  init(
    _ connection: Connection, on output: Output, edge: BarSettings.Edge
  ) throws(WaylandError) {
    self.connection = connection
    let anchors: ZwlrLayerSurfaceV1.Anchor =
      switch edge {
      case .top: [.top, .left, .right]
      case .bottom: [.bottom, .left, .right]
      case .left: [.left, .top, .bottom]
      case .right: [.right, .top, .bottom]
      }
    let size = LogicalSize(
      width: edge.isLevel ? 0 : Double(Self.thickness), height: edge.isLevel ? Double(Self.thickness) : 0)
    // -1: at the very edge, whatever other panels keep.
    var configuration = LayerSurface.Configuration(
      output: output, layer: .top, anchors: anchors, size: size, exclusiveZone: -1)
    configuration.namespace = "hyaline-edge"
    layer = try LayerSurface(connection, configuration)
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

  func takesInput(of surface: WlSurface) -> Bool { layer.surface.proxy === surface }

  /// Takes it away; idempotent.
  func destroy() {
    layer.destroy()
    buffer?.destroy()
    buffer = nil
  }

  /// A buffer of nothing: a surface without one takes no input.
  private func show(_ size: LogicalSize) {
    let pixels = PixelSize(width: max(1, Int(size.width)), height: max(1, Int(size.height)))
    let old = buffer
    buffer = try? SharedMemoryBuffer(connection, size: pixels)
    layer.surface.attach(buffer)
    layer.surface.damage()
    layer.commit()
    old?.destroy()
  }
}
