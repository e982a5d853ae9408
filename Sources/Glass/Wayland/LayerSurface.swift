public import Geometry

/// A surface on a layer of an output: a bar, a banner, a wallpaper.
///
/// After its creation, the first `commit` leads to a configure event, which is acknowledged before the
/// surface is drawn and committed again. A surface that is unmapped or closed is destroyed and made anew.
@MainActor public final class LayerSurface {
  /// The place and the size of a surface, in logical pixels.
  public struct Configuration {
    /// The output of the surface; nil: the compositor chooses one.
    public var output: Output?
    public var layer: ZwlrLayerShellV1.Layer
    public var anchors: ZwlrLayerSurfaceV1.Anchor
    /// Requested size in whole numbers; 0 between two opposite anchors: the surface extends to both.
    public var size: LogicalSize
    /// The distance from the anchored edge that is kept free of windows; 0: the surface keeps out of others'
    /// zones; -1: it ignores them.
    public var exclusiveZone: Int
    /// Distances from the anchored edges.
    public var margins = EdgeMargins()
    public var keyboard = ZwlrLayerSurfaceV1.KeyboardInteractivity.none
    /// The kind of surface, by which the compositor's configuration can refer to it.
    public var namespace = "hyaline"

    public init(
      output: Output?, layer: ZwlrLayerShellV1.Layer = .top, anchors: ZwlrLayerSurfaceV1.Anchor,
      size: LogicalSize, exclusiveZone: Int = 0
    ) {
      self.output = output
      self.layer = layer
      self.anchors = anchors
      self.size = size
      self.exclusiveZone = exclusiveZone
    }
  }

  /// An event of the compositor.
  public enum Event: Equatable {
    /// The surface is to have this size in logical pixels, in which 0 leaves the choice to us; the serial is
    /// acknowledged before the commit with that size.
    case configure(LogicalSize, serial: UInt32)
    /// The surface is no longer shown, and has to be destroyed.
    case closed
  }

  public let surface: Surface
  /// Receives each event with the surface itself, which a handler must not capture.
  public var onEvent: ((LayerSurface, Event) -> Void)?

  private let role: ZwlrLayerSurfaceV1

  /// Makes the surface and sets its state, without a commit.
  public init(_ connection: Connection, _ configuration: Configuration) throws(WaylandError) {
    // Version 4 has keyboard focus on demand; all required requests are in version 1, and KWin has only 3.
    let shell = try connection.globals.shared(ZwlrLayerShellV1.self, version: 4)
    surface = try Surface(connection)
    role = shell.getLayerSurface(
      surface: surface.proxy, output: configuration.output?.proxy, layer: configuration.layer,
      namespace: configuration.namespace)
    role.onEvent = { [unowned self] _, event in receive(event) }
    set(configuration)
  }

  isolated deinit {
    destroy()
  }

  // MARK: - State, from the next commit on

  /// Whether the compositor can move the surface to another layer.
  public var canChangeLayer: Bool { role.version >= 2 }

  /// Sets everything but output and namespace, which are fixed; the layer is fixed too unless
  /// `canChangeLayer`.
  ///
  /// Keyboard focus on demand becomes exclusive focus on compositors without it.
  public func set(_ configuration: Configuration) {
    // `set_layer` exists since version 2.
    if canChangeLayer { role.setLayer(layer: configuration.layer) }
    role.setAnchor(anchor: configuration.anchors)
    setSize(configuration.size)
    setExclusiveZone(configuration.exclusiveZone)
    let margins = configuration.margins
    role.setMargin(
      top: Int32(margins.top), right: Int32(margins.right), bottom: Int32(margins.bottom),
      left: Int32(margins.left))
    // `onDemand` exists since version 4.
    let isTooNew = configuration.keyboard == .onDemand && role.version < 4
    role.setKeyboardInteractivity(
      keyboardInteractivity: isTooNew ? .exclusive : configuration.keyboard)
  }

  /// Requests a size in logical pixels, as in `Configuration`; traps unless it is in whole numbers.
  public func setSize(_ size: LogicalSize) {
    guard let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height) else {
      preconditionFailure("\(size) is not whole")
    }
    role.setSize(width: width, height: height)
  }

  /// Sets the exclusive zone in logical pixels, as in `Configuration`.
  public func setExclusiveZone(_ pixels: Int) {
    role.setExclusiveZone(zone: Int32(pixels))
  }

  /// Becomes the parent of a popup that was made without a parent and is not committed yet.
  func adopt(_ popup: XdgPopup) { role.getPopup(popup: popup) }

  /// Acknowledges a `configure`; the next commit has its size.
  public func acknowledge(_ serial: UInt32) {
    role.ackConfigure(serial: serial)
  }

  /// Commits the surface's state and the role's.
  public func commit() {
    surface.commit()
  }

  // MARK: - End

  /// Destroys frame callback, role and surface, in this order; idempotent.
  ///
  /// Subsurfaces and an EGL window have other owners, which destroy them before.
  public func destroy() {
    onEvent = nil
    surface.cancelFrame()
    role.destroy()
    surface.destroy()
  }

  private func receive(_ event: ZwlrLayerSurfaceV1.Event) {
    switch event {
    case .configure(let serial, let width, let height):
      onEvent?(
        self, .configure(LogicalSize(width: Double(width), height: Double(height)), serial: serial))
    case .closed:
      onEvent?(self, .closed)
    }
  }
}
