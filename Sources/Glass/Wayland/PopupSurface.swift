public import Geometry

/// A popup of a layer surface or of another popup: a menu, a panel, a tooltip.
///
/// Created, configured by its first `commit`, then acknowledged, drawn and committed again, while its parent is on the
/// screen. It has to be destroyed before its parent.
@MainActor public final class PopupSurface {
  /// Where a popup is to lie, relative to its parent's origin; logical pixels.
  public struct Rules {
    /// A part of the parent, not empty.
    public var anchorRect: PixelRect
    public var width, height: Int
    /// The side or corner of `anchorRect` that the popup is held to.
    public var anchor: XdgPositioner.Anchor
    /// The direction in which the popup lies from its anchor.
    public var gravity: XdgPositioner.Gravity
    public var offsetX = 0
    public var offsetY = 0
    /// What the compositor may do so that the popup is on the screen.
    public var adjustment: XdgPositioner.ConstraintAdjustment = []

    public init(
      anchorRect: PixelRect, width: Int, height: Int, anchor: XdgPositioner.Anchor,
      gravity: XdgPositioner.Gravity
    ) {
      self.anchorRect = anchorRect
      self.width = width
      self.height = height
      self.anchor = anchor
      self.gravity = gravity
    }
  }

  /// What the popup belongs to.
  public enum Parent {
    case layer(LayerSurface)
    case popup(PopupSurface)
  }

  /// What the compositor tells.
  public enum Event: Equatable {
    /// The place relative to the parent, and the size to take. To be acknowledged before the commit that takes it.
    case configure(LogicalRect, serial: UInt32)
    /// The popup is no longer shown, and to be destroyed.
    case done
  }

  public let surface: Surface
  /// Receives each event.
  public var onEvent: ((Event) -> Void)?

  private let xdgSurface: XdgSurface
  private let role: XdgPopup
  /// Told with the role's own event, and complete with that of the surface.
  private var place = LogicalRect(x: 0, y: 0, width: 0, height: 0)

  /// Makes the popup, uncommitted.
  public init(_ connection: Connection, of parent: Parent, _ rules: Rules) throws(WaylandError) {
    // 1: popups that are moved or resized are made anew; sway 1.7 knows no `reposition`.
    let shell = try connection.globals.shared(XdgWmBase.self, version: 1)
    shell.onEvent = { shell, event in
      if case .ping(let serial) = event { shell.pong(serial: serial) }
    }
    surface = try Surface(connection)
    let positioner = shell.createPositioner()
    let rect = rules.anchorRect
    positioner.setSize(width: Int32(rules.width), height: Int32(rules.height))
    positioner.setAnchorRect(
      x: Int32(rect.x), y: Int32(rect.y), width: Int32(rect.width), height: Int32(rect.height))
    positioner.setAnchor(anchor: rules.anchor)
    positioner.setGravity(gravity: rules.gravity)
    positioner.setConstraintAdjustment(constraintAdjustment: rules.adjustment.rawValue)
    positioner.setOffset(x: Int32(rules.offsetX), y: Int32(rules.offsetY))
    xdgSurface = shell.getXdgSurface(surface: surface.proxy)
    switch parent {
    case .layer(let layer):
      // A layer surface is no xdg surface: it adopts the popup before that is committed.
      role = xdgSurface.getPopup(parent: nil, positioner: positioner)
      layer.adopt(role)
    case .popup(let popup): role = xdgSurface.getPopup(parent: popup.xdgSurface, positioner: positioner)
    }
    positioner.destroy()
    role.onEvent = { [unowned self] _, event in receive(event) }
    xdgSurface.onEvent = { [unowned self] _, event in
      guard case .configure(let serial) = event else { return }
      onEvent?(.configure(place, serial: serial))
    }
  }

  isolated deinit { destroy() }

  /// Has input that is not for surfaces of ours close the popup; before its first commit, with the serial of a press.
  ///
  /// A compositor that refuses that closes the popup at once, or ignores it.
  func grab(_ seat: WlSeat, serial: UInt32) { role.grab(seat: seat, serial: serial) }

  /// Answers a `configure`; the next commit takes its size.
  public func acknowledge(_ serial: UInt32) { xdgSurface.ackConfigure(serial: serial) }

  /// Destroys frame callback, role and surface, in this order; idempotent.
  ///
  /// Subsurfaces and an EGL window are their owner's, and go before, as popups of this one do.
  public func destroy() {
    onEvent = nil
    surface.cancelFrame()
    role.destroy()
    xdgSurface.destroy()
    surface.destroy()
  }

  private func receive(_ event: XdgPopup.Event) {
    switch event {
    case .configure(let x, let y, let width, let height):
      place = LogicalRect(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
    case .popupDone: onEvent?(.done)
    }
  }
}
