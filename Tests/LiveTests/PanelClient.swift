import Geometry
import Scenes
import TestSupport
import Wayland

/// Another program's panel along the upper or the lower edge, whose height changes.
final class PanelClient {
  private let client: TestClient
  private let layer: LayerSurface
  private let width: Int
  private var buffers: [SharedMemoryBuffer] = []
  private var size: LogicalSize?

  /// Nothing is seen of it before `show`.
  init(_ client: TestClient, at edge: ZwlrLayerSurfaceV1.Anchor = .top) throws {
    self.client = client
    width = client.output.description.mode.width
    var configuration = LayerSurface.Configuration(
      // Compositors differ in which of two surfaces of one layer lies outside.
      output: client.output, layer: .overlay, anchors: [edge, .left, .right],
      size: LogicalSize(width: 0, height: 1), exclusiveZone: 0)
    configuration.namespace = "panel"
    layer = try LayerSurface(client.connection, configuration)
    layer.onEvent = { [unowned self] layer, event in
      guard case .configure(let size, let serial) = event else { return }
      layer.acknowledge(serial)
      self.size = size
    }
    layer.commit()
    try client.wait("a configure") { self.size != nil }
  }

  func picture(_ height: Int) -> Bitmap {
    TestPictures.flat(PixelSize(width: width, height: height), SIMD3(0.9, 0.6, 0.1))
  }

  /// Shows the panel with this height, which it keeps free; 0: it goes for good.
  func show(height: Int) throws {
    guard height > 0 else {
      layer.destroy()
      _ = try client.connection.flush()
      return
    }
    layer.setSize(LogicalSize(width: 0, height: Double(height)))
    layer.setExclusiveZone(height)
    let picture = picture(height)
    let buffer = try SharedMemoryBuffer(client.connection, size: picture.size, format: .abgr8888)
    unsafe buffer.bytes.copyBytes(from: picture.bytes)
    buffers.append(buffer)
    layer.surface.attach(buffer)
    layer.surface.damage()
    layer.commit()
    _ = try client.connection.flush()
  }

  func close() {
    layer.destroy()
    for buffer in buffers { buffer.destroy() }
  }
}
