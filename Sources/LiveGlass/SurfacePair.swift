import Measures
import Rendering
import Scenes
import VisualEffects
import Wayland

/// The two surfaces of one sheet: the carrier with the layer role and, above it, the content that is drawn.
///
/// Order of protocol: the content is synchronised to the carrier while their sizes change, so that both appear in
/// one frame, and free of it otherwise. Torn down content first.
final class SurfacePair {
  let layer: LayerSurface
  let content: Subsurface
  private let connection: Connection
  private var carrier: SharedMemoryBuffer?
  private var leak = Leak.opaque
  private var frame = PixelRect.empty

  /// Asks for a place on `output`; the compositor answers by a configure event.
  init(
    _ connection: Connection, output: Output, placement: SurfacePlacement, bufferScale: Int,
    onEvent: @escaping (LayerSurface.Event) -> Void
  ) throws(WaylandError) {
    self.connection = connection
    layer = try LayerSurface(connection, placement.configuration(on: output))
    layer.surface.setBufferScale(bufferScale)
    if placement.inputRegion != nil { layer.surface.setInputRegion(placement.inputPixels) }
    layer.commit()
    // After the first commit: sway 1.7 learns of a layer surface only then, and shows no later commit of a
    // subsurface that was there before.
    content = try Subsurface(connection, on: layer.surface)
    content.surface.setBufferScale(bufferScale)
    layer.onEvent = { _, event in onEvent(event) }
  }

  /// Asks for another place; the compositor answers by a configure event if that changes the size.
  func request(_ placement: SurfacePlacement) {
    layer.set(placement.configuration(on: nil))
    layer.surface.setInputRegion(placement.inputPixels)
    layer.surface.commit()
  }

  /// Shows a carrier for `frame` on the output together with what `drawContent` commits.
  ///
  /// Needed for the first frame and after each change of frame or leak. `serial` acknowledges a configure event.
  func present(
    at frame: PixelRect, leak: Leak, acknowledging serial: UInt32?,
    drawContent: () throws(RenderingError) -> Void
  ) throws(RenderingError) {
    content.setSynchronised(true)
    try drawContent()
    if let serial { layer.acknowledge(serial) }
    var retired: SharedMemoryBuffer?
    if carrier == nil || frame != self.frame || leak != self.leak {
      do { retired = try replaceCarrier(frame: frame, leak: leak) } catch {
        throw .allocation(what: "carrier", frame.size)
      }
    }
    layer.surface.commit()
    retired?.destroy()
    content.setSynchronised(false)
  }

  /// Answers a configure event that changes nothing.
  func acknowledge(_ serial: UInt32) {
    layer.acknowledge(serial)
    layer.surface.commit()
  }

  /// Takes both off the screen; idempotent. What draws into the content is gone before.
  func destroy() {
    content.destroy()
    layer.destroy()
    carrier?.destroy()
    carrier = nil
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
    self.frame = frame
    self.leak = leak
    return carrier
  }
}

extension SurfacePlacement {
  /// Whole logical pixels, as regions have them.
  fileprivate var inputPixels: [PixelRect]? {
    inputRegion?.map { part in
      let (left, top) = (Int(part.x.rounded(.down)), Int(part.y.rounded(.down)))
      return PixelRect(
        x: left, y: top, width: Int(part.maxX.rounded(.up)) - left, height: Int(part.maxY.rounded(.up)) - top)
    }
  }

  /// In the protocol's terms.
  fileprivate func configuration(on output: Output?) -> LayerSurface.Configuration {
    var anchor: ZwlrLayerSurfaceV1.Anchor = []
    if anchors.contains(.top) { anchor.insert(.top) }
    if anchors.contains(.bottom) { anchor.insert(.bottom) }
    if anchors.contains(.left) { anchor.insert(.left) }
    if anchors.contains(.right) { anchor.insert(.right) }
    var configuration = LayerSurface.Configuration(
      output: output, layer: layer.protocolLayer, anchors: anchor,
      size: LogicalSize(width: Double(width), height: Double(height)), exclusiveZone: exclusiveZone)
    configuration.margins = LayerSurface.Margins(
      top: margins.top, right: margins.right, bottom: margins.bottom, left: margins.left)
    configuration.keyboard =
      switch keyboard {
      case .never: .none
      case .onDemand: .onDemand
      case .always: .exclusive
      }
    configuration.namespace = namespace
    return configuration
  }
}

extension SurfacePlacement.Layer {
  fileprivate var protocolLayer: ZwlrLayerShellV1.Layer {
    switch self {
    case .background: .background
    case .bottom: .bottom
    case .top: .top
    case .overlay: .overlay
    }
  }
}
