import Geometry
import LiveGlass
import Wayland

/// A transparent surface on an output that notices pointers and fingers.
final class InputCatcher: InputWatch {
  /// The thickness of a strip at an edge, in logical pixels: the pointer stops at the edge, so that a thin strip is
  /// enough if the edge is the end of the screen.
  static let thickness = 2

  var onClosed: (() -> Void)?
  private let layer: LayerSurface
  private let session: GlassSession
  private var buffer: SharedMemoryBuffer?
  /// The parts of the surface that leave input to the surfaces below, in logical pixels.
  private let openings: [PixelRect]
  /// Stretches one pixel over the surface; nil if the compositor cannot do that.
  private let viewport: Viewport?

  private init(
    _ session: GlassSession, _ configuration: LayerSurface.Configuration, openings: [PixelRect] = [],
    onPointer: @escaping (PointerEvent) -> Void, onTouch: @escaping (TouchEvent) -> Void
  ) throws(WaylandError) {
    self.session = session
    self.openings = openings
    layer = try LayerSurface(session.connection, configuration)
    viewport =
      Viewport.isOffered(by: session.connection)
      ? try? Viewport(session.connection, on: layer.surface) : nil
    session.listen(to: layer.surface.proxy, onPointer: onPointer, onTouch: onTouch)
    layer.onEvent = { [unowned self] layer, event in
      switch event {
      case .configure(let size, let serial):
        layer.acknowledge(serial)
        show(size)
      case .closed:
        destroy()
        onClosed?()
      }
    }
    layer.commit()
  }

  /// Creates a strip along an edge of an output.
  static func strip(
    _ session: GlassSession, on output: Output, edge: OutputEdge,
    onPointer: @escaping (PointerEvent) -> Void, onTouch: @escaping (TouchEvent) -> Void
  ) throws(WaylandError) -> InputCatcher {
    let anchors: ZwlrLayerSurfaceV1.Anchor =
      switch edge {
      case .top: [.top, .left, .right]
      case .bottom: [.bottom, .left, .right]
      case .left: [.left, .top, .bottom]
      case .right: [.right, .top, .bottom]
      }
    let size = LogicalSize(
      width: edge.isLevel ? 0 : Double(thickness), height: edge.isLevel ? Double(thickness) : 0)
    // -1 puts it at the very edge, whatever other panels keep free.
    var configuration = LayerSurface.Configuration(
      output: output, layer: .top, anchors: anchors, size: size, exclusiveZone: -1)
    configuration.namespace = "hyaline-edge"
    return try InputCatcher(session, configuration, onPointer: onPointer, onTouch: onTouch)
  }

  /// Creates a surface that covers an output, above or below the surfaces that a layer has already, as the compositor decides, but
  /// below their popups. Input at `frames`, in logical pixels of the output, is left to the surfaces there, which have to follow
  /// it while a popup is open.
  static func cover(
    _ session: GlassSession, on output: Output, layer: SurfaceLayer, leavingOut frames: [PixelRect],
    onPress: @escaping () -> Void
  ) throws(WaylandError) -> InputCatcher {
    var configuration = LayerSurface.Configuration(
      output: output, layer: layer == .overlay ? .overlay : .top, anchors: [.top, .left, .bottom, .right],
      size: LogicalSize(width: 0, height: 0), exclusiveZone: -1)
    configuration.namespace = "hyaline-dismissal"
    return try InputCatcher(session, configuration, openings: frames) { event in
      if case .pressed = event.kind { onPress() }
    } onTouch: { event in
      if event.kind == .began { onPress() }
    }
  }

  /// Removes the surface; idempotent.
  func destroy() {
    session.ignore(layer.surface.proxy)
    viewport?.destroy()
    layer.destroy()
    buffer?.destroy()
    buffer = nil
  }

  /// Attaches a transparent buffer: a surface without one takes no input.
  private func show(_ size: LogicalSize) {
    let whole = PixelSize(width: max(1, Int(size.width)), height: max(1, Int(size.height)))
    let old = buffer
    buffer = try? SharedMemoryBuffer(
      session.connection, size: viewport == nil ? whole : PixelSize(width: 1, height: 1))
    viewport?.setDestination(LogicalSize(width: Double(whole.width), height: Double(whole.height)))
    if !openings.isEmpty { layer.surface.setInputRegion(PixelRect(whole).subtracting(openings)) }
    layer.surface.attach(buffer)
    layer.surface.damage()
    layer.commit()
    old?.destroy()
  }
}

/// Several input catchers that are used as one.
final class InputCatchers: InputWatch {
  var onClosed: (() -> Void)?
  private var catchers: [InputCatcher]

  init(_ catchers: [InputCatcher]) {
    self.catchers = catchers
    for catcher in catchers { catcher.onClosed = { [unowned self] in onClosed?() } }
  }

  isolated deinit { destroy() }

  func destroy() {
    for catcher in catchers { catcher.destroy() }
    catchers = []
  }
}
