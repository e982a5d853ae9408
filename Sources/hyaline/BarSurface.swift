import Measures
import Rendering
import Settings
import VisualEffects
import Wayland

/// The bar's two surfaces: the carrier with the layer role and, above it, the content that is drawn.
///
/// Order of protocol: the content is synchronised to the carrier while their sizes change, so that both appear in
/// one frame, and free of it otherwise. Torn down content first.
final class BarSurface {
  let layer: LayerSurface
  let content: Subsurface
  private let connection: Connection
  private var carrier: SharedMemoryBuffer?
  private var leak = Leak.opaque
  private var size = PixelSize(width: 0, height: 0)
  private(set) var isMapped = false

  /// Asks for a place on `output`; the compositor answers by a configure event.
  init(
    _ connection: Connection, output: Output, placement: BarPlacement,
    onEvent: @escaping (LayerSurface.Event) -> Void
  ) throws(WaylandError) {
    self.connection = connection
    layer = try LayerSurface(
      connection,
      LayerSurface.Configuration(
        output: output, layer: .top, anchors: Self.anchors(placement.edge),
        size: LogicalSize(width: 0, height: Double(placement.height)), exclusiveZone: placement.height))
    layer.surface.setBufferScale(placement.bufferScale)
    layer.commit()
    // After the first commit: sway 1.7 learns of a layer surface only then, and shows no later commit of a
    // subsurface that was there before.
    content = try Subsurface(connection, on: layer.surface)
    content.surface.setBufferScale(placement.bufferScale)
    layer.onEvent = { _, event in onEvent(event) }
  }

  /// Asks for another height; the compositor answers by a configure event.
  func request(height: Int) {
    layer.setSize(LogicalSize(width: 0, height: Double(height)))
    layer.setExclusiveZone(height)
    layer.surface.commit()
  }

  /// Shows a carrier of `size` at `origin` on the output together with what `drawContent` commits.
  ///
  /// Needed for the first frame and after each change of size or leak. `serial` acknowledges a configure event.
  func present(
    at frame: PixelRect, leak: Leak, acknowledging serial: UInt32?,
    drawContent: () throws(RenderingError) -> Void
  ) throws(RenderingError) {
    content.setSynchronised(true)
    try drawContent()
    if let serial { layer.acknowledge(serial) }
    var retired: SharedMemoryBuffer?
    if carrier == nil || frame.size != size || leak != self.leak {
      do { retired = try replaceCarrier(frame: frame, leak: leak) } catch {
        throw .allocation(what: "carrier", frame.size)
      }
    }
    layer.surface.commit()
    retired?.destroy()
    content.setSynchronised(false)
    isMapped = true
  }

  /// Answers a configure event that changes nothing.
  func acknowledge(_ serial: UInt32) {
    layer.acknowledge(serial)
    layer.surface.commit()
  }

  func destroy() {
    content.destroy()
    layer.destroy()
    carrier?.destroy()
    carrier = nil
    isMapped = false
  }

  /// Attaches a new carrier and returns the old one, to be destroyed after the commit.
  private func replaceCarrier(frame: PixelRect, leak: Leak) throws(WaylandError) -> SharedMemoryBuffer? {
    let buffer = try SharedMemoryBuffer(connection, size: frame.size)
    let pixels = DitherPattern.carrierPixels(
      x: frame.x, y: frame.y, width: frame.width, height: frame.height, leak: leak)
    unsafe pixels.withUnsafeBytes { unsafe buffer.bytes.copyMemory(from: $0) }
    layer.surface.attach(buffer)
    layer.surface.damage(PixelRect(frame.size))
    defer { carrier = buffer }
    size = frame.size
    self.leak = leak
    return carrier
  }

  private static func anchors(_ edge: BarSettings.Edge) -> ZwlrLayerSurfaceV1.Anchor {
    switch edge {
    case .top: [.top, .left, .right]
    case .bottom: [.bottom, .left, .right]
    }
  }
}
