public import Geometry

/// A surface on a layer of an output: a bar, a banner, a wallpaper.
///
/// Created, configured by its first `commit`, then acknowledged, drawn and committed again. One that is unmapped or
/// closed is destroyed and made anew.
@MainActor public final class LayerSurface {
  /// Where a surface lies, and how large it is; logical pixels.
  public struct Configuration {
    /// Nil: the compositor's choice.
    public var output: Output?
    public var layer: ZwlrLayerShellV1.Layer
    public var anchors: ZwlrLayerSurfaceV1.Anchor
    /// Whole numbers; 0 where both opposite edges are anchors: as far as they reach.
    public var size: LogicalSize
    /// Kept free of windows from the anchored edge on; 0: give way to others; -1: do not.
    public var exclusiveZone: Int
    /// From the anchored edges.
    public var margins = Margins()
    public var keyboard = ZwlrLayerSurfaceV1.KeyboardInteractivity.none
    /// What kind of surface it is, for the compositor's rules.
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

  /// Distances from the edges of the output in logical pixels.
  public nonisolated struct Margins: Equatable, Sendable {
    public var top = 0
    public var right = 0
    public var bottom = 0
    public var left = 0

    public init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
      self.top = top
      self.right = right
      self.bottom = bottom
      self.left = left
    }
  }

  /// What the compositor tells.
  public enum Event: Equatable {
    /// The size to take; 0: free to choose. To be acknowledged before the commit that takes it.
    case configure(LogicalSize, serial: UInt32)
    /// The surface is no longer shown, and to be destroyed.
    case closed
  }

  public let surface: Surface
  /// Receives each event with the surface itself, which a handler must not capture.
  public var onEvent: ((LayerSurface, Event) -> Void)?

  private let role: ZwlrLayerSurfaceV1

  /// Makes the surface with its state, uncommitted.
  public init(_ connection: Connection, _ configuration: Configuration) throws(WaylandError) {
    // 4: keyboard on demand; the rest is in version 1, and KWin stays at 3.
    let shell = try connection.globals.shared(ZwlrLayerShellV1.self, version: 4)
    surface = try Surface(connection)
    role = shell.getLayerSurface(
      surface: surface.proxy, output: configuration.output?.proxy, layer: configuration.layer,
      namespace: configuration.namespace)
    role.onEvent = { [unowned self] _, event in receive(event) }
    setState(configuration)
  }

  isolated deinit {
    destroy()
  }

  // MARK: - State, from the next commit on

  /// Takes over all but output and namespace, which are fixed, as the layer is unless `canChangeLayer`.
  ///
  /// Keyboard on demand becomes exclusive where the compositor does not know it.
  public func set(_ configuration: Configuration) { setState(configuration) }

  /// Whether the compositor takes another layer for the surface.
  public var canChangeLayer: Bool { role.version >= 2 }

  private func setState(_ configuration: Configuration) {
    // Since 2.
    if canChangeLayer { role.setLayer(layer: configuration.layer) }
    role.setAnchor(anchor: configuration.anchors)
    setSize(configuration.size)
    setExclusiveZone(configuration.exclusiveZone)
    let margins = configuration.margins
    role.setMargin(
      top: Int32(margins.top), right: Int32(margins.right), bottom: Int32(margins.bottom),
      left: Int32(margins.left))
    // On demand since 4.
    let isTooNew = configuration.keyboard == .onDemand && role.version < 4
    role.setKeyboardInteractivity(
      keyboardInteractivity: isTooNew ? .exclusive : configuration.keyboard)
  }

  /// Asks for a size as in `Configuration`; traps unless it is whole.
  public func setSize(_ size: LogicalSize) {
    guard let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height) else {
      preconditionFailure("\(size) is not whole")
    }
    role.setSize(width: width, height: height)
  }

  /// As in `Configuration`.
  public func setExclusiveZone(_ pixels: Int) {
    role.setExclusiveZone(zone: Int32(pixels))
  }

  /// Takes a popup, which is made without a parent and not committed yet.
  func adopt(_ popup: XdgPopup) { role.getPopup(popup: popup) }

  /// Answers a `configure`; the next commit takes its size.
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
  /// Subsurfaces and an EGL window are their owner's, and go before.
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
