import Geometry
import Rendering
import Scenes
import VisualEffects
import Wayland

/// The two surfaces of one sheet: the carrier with the layer role and, above it, the content that is drawn.
///
/// Order of protocol: the content is synchronised to the carrier while their sizes change, so that both appear in
/// one frame, and free of it otherwise. Torn down content first.
final class SurfacePair: SurfaceWindow {
  private let layer: LayerSurface
  private let content: Subsurface
  /// The content's memory, where the renderer draws into such.
  private let canvas: SharedMemoryCanvas
  /// Told when the compositor says at which scale it wants this drawn, in 1/120.
  var onPreferredScale: ((Int) -> Void)?
  private let connection: Connection
  private let compositorBlur: CompositorBlur
  /// A change takes effect with the next picture.
  var fit: OutputFit {
    didSet { if fit != oldValue { isFitted = false } }
  }
  private var isFitted = true
  /// Of the carrier and the content, where the output's scale needs them.
  private var viewports: [Viewport] = []
  private let preferredScale: FractionalScale?
  private var blurring: SurfaceBlur?
  /// Behind what that is.
  private var blurred: [Pane] = []
  private var carrier: SharedMemoryBuffer?
  /// What the carrier was made for.
  private var carried: Glass?
  /// The last carrier, until the next one is committed.
  private var retired: SharedMemoryBuffer?

  /// Asks for a place on `output`; the compositor answers by a configure event.
  init(
    _ connection: Connection, output: Output, placement: SurfacePlacement, fit: OutputFit,
    blur: CompositorBlur, onEvent: @escaping (LayerSurface.Event) -> Void
  ) throws(WaylandError) {
    self.connection = connection
    self.fit = fit
    compositorBlur = blur
    layer = try LayerSurface(connection, placement.configuration(on: output))
    preferredScale = FractionalScale(connection, of: layer.surface)
    if placement.inputRegion != nil { layer.surface.setInputRegion(placement.inputPixels) }
    layer.commit()
    // After the first commit: sway 1.7 learns of a layer surface only then, and shows no later commit of a
    // subsurface that was there before.
    content = try Subsurface(connection, on: layer.surface)
    canvas = SharedMemoryCanvas(connection, for: content.surface)
    applyFit()
    layer.onEvent = { _, event in onEvent(event) }
    preferredScale?.onChange = { [unowned self] in onPreferredScale?($0) }
  }

  var native: NativeWindow { unsafe NativeWindow(surface: content.nativeSurface, canvas: canvas) }
  var proxy: WlSurface? { layer.surface.proxy }
  var canChangeLayer: Bool { layer.canChangeLayer }

  private func applyFit() {
    for viewport in viewports { viewport.destroy() }
    viewports = []
    for surface in [layer.surface, content.surface] {
      surface.setBufferScale(fit.bufferScale)
      surface.setBufferTransform(fit.transform)
      // A fit that uses it is made only where it is offered.
      guard fit.usesViewport, let viewport = try? Viewport(connection, on: surface) else { continue }
      viewports.append(viewport)
    }
    carried = nil
    isFitted = true
  }

  func request(_ placement: SurfacePlacement) {
    prepare(placement)
    layer.surface.commit()
  }

  func prepare(_ placement: SurfacePlacement) {
    layer.set(placement.configuration(on: nil))
    layer.surface.setInputRegion(placement.inputPixels)
  }

  func commitPlacement() { layer.commit() }

  /// Needed for the first frame and after each change of the glass but of its materials alone.
  func prepare(
    _ glass: Glass, logicalSize: LogicalSize, commitContent: () throws(RenderingError) -> Void
  ) throws(RenderingError) {
    content.setSynchronised(true)
    if !isFitted { applyFit() }
    for viewport in viewports { viewport.setDestination(logicalSize) }
    try commitContent()
    if glass != carried {
      do { retired = try replaceCarrier(glass) } catch {
        throw .allocation(what: "carrier", glass.frame.size)
      }
    }
  }

  func show(acknowledging serial: UInt32?) {
    if let serial { layer.acknowledge(serial) }
    layer.surface.commit()
    retired?.destroy()
    retired = nil
    content.setSynchronised(false)
  }

  func blur(_ panes: [Pane], scale: Double) {
    guard panes != blurred else { return }
    blurred = panes
    if panes.isEmpty {
      blurring?.destroy()
      blurring = nil
    } else {
      if blurring == nil { blurring = compositorBlur.makeBlur(behind: layer.surface) }
      blurring?.setRegion(panes.flatMap { $0.logicalRows(scale: scale) })
    }
    layer.surface.commit()
  }

  func acknowledge(_ serial: UInt32) {
    layer.acknowledge(serial)
    layer.surface.commit()
  }

  func presentCanvas() { canvas.present() }

  func requestFrame(_ handler: @escaping () -> Void) {
    content.surface.requestFrame { _ in handler() }
  }

  func commitContent() { content.surface.commit() }

  func destroy() {
    for viewport in viewports { viewport.destroy() }
    viewports = []
    blurring?.destroy()
    blurring = nil
    preferredScale?.destroy()
    content.destroy()
    canvas.destroy()
    layer.destroy()
    for buffer in [carrier, retired] { buffer?.destroy() }
    (carrier, retired) = (nil, nil)
  }

  /// Attaches a new carrier and returns the old one, to be destroyed after the commit.
  ///
  /// That of frozen glass is transparent.
  private func replaceCarrier(_ glass: Glass) throws(WaylandError) -> SharedMemoryBuffer? {
    let frame = glass.frame
    let buffer = try SharedMemoryBuffer(connection, size: fit.transform.turned(frame.size))
    if !glass.isFrozen, glass.leak != .opaque {
      let pixels = glass.coverage.carrierPixels(x: frame.x, y: frame.y, leak: glass.leak)
      unsafe pixels.withUnsafeBytes { pixels in
        if fit.transform == .normal {
          unsafe buffer.bytes.copyMemory(from: pixels)
        } else {
          unsafe turn(pixels.bindMemory(to: UInt32.self), of: frame.size, into: buffer)
        }
      }
    }
    layer.surface.attach(buffer)
    layer.surface.damage()
    defer { carrier = buffer }
    carried = glass
    return carrier
  }

  /// Writes upright pixels as the panel has them.
  private func turn(
    _ pixels: UnsafeBufferPointer<UInt32>, of size: PixelSize, into buffer: SharedMemoryBuffer
  ) {
    let map = fit.transform.panelMap(from: size)
    unsafe buffer.bytes.withMemoryRebound(to: UInt32.self) { turned in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let place = map.place(x: x, y: y)
          unsafe turned[place.y * buffer.size.width + place.x] = unsafe pixels[y * size.width + x]
        }
      }
    }
  }
}

extension Pane {
  /// What of it is no corner, in whole logical pixels as regions have them: one rectangle for each row of the corners.
  func logicalRows(scale: Double) -> [PixelRect] {
    let left = Int((Double(frame.x) / scale).rounded(.up))
    let top = Int((Double(frame.y) / scale).rounded(.up))
    let right = Int((Double(frame.maxX) / scale).rounded(.down))
    let bottom = Int((Double(frame.maxY) / scale).rounded(.down))
    guard right > left, bottom > top else { return [] }
    // How far a circle is away from the side at a distance from its end.
    func inset(_ radius: Double, _ distance: Double) -> Int {
      let radius = radius / scale
      let rest = radius - distance
      return rest <= 0 ? 0 : Int((radius - (max(0, radius * radius - rest * rest)).squareRoot()).rounded(.up))
    }
    var rows: [PixelRect] = []
    for y in top..<bottom {
      let (above, below) = (Double(y - top) + 0.5, Double(bottom - y) - 0.5)
      let start = left + max(inset(corners.topLeft, above), inset(corners.bottomLeft, below))
      let end = right - max(inset(corners.topRight, above), inset(corners.bottomRight, below))
      guard end > start else { continue }
      if let last = rows.last, last.x == start, last.maxX == end {
        rows[rows.count - 1].height += 1
      } else {
        rows.append(PixelRect(x: start, y: y, width: end - start, height: 1))
      }
    }
    return rows
  }
}

extension SurfacePlacement {
  /// A surface placed so can go there; `canChangeLayer`: to another layer too.
  func isSameRole(as other: SurfacePlacement, canChangeLayer: Bool) -> Bool {
    (layer == other.layer || canChangeLayer) && namespace == other.namespace
      && (anchors == other.anchors || covering(other) != nil)
  }

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

extension SurfaceLayer {
  fileprivate var protocolLayer: ZwlrLayerShellV1.Layer {
    switch self {
    case .background: .background
    case .bottom: .bottom
    case .top: .top
    case .overlay: .overlay
    }
  }
}
