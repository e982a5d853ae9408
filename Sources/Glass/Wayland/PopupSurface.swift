public import Geometry

/// A popup of a layer surface or of another popup: a menu, a panel, a tooltip.
///
/// The event `created` follows its creation, and the first `commit` after that leads to a configure event, which is
/// acknowledged before the popup is drawn and committed again. Its parent has to be mapped, and is destroyed after it.
@MainActor public final class PopupSurface {
  /// The requested place of a popup in logical pixels from the origin of its parent without its shadow, as in an
  /// xdg-shell positioner.
  public struct Rules {
    /// The part of the parent beside which the popup lies; not empty.
    public var anchorRect: PixelRect
    public var width, height: Int
    /// The side or corner of `anchorRect` to which the popup is anchored.
    public var anchor: XdgPositioner.Anchor
    /// The direction in which the popup lies from its anchor.
    public var gravity: XdgPositioner.Gravity
    public var offsetX = 0
    public var offsetY = 0
    /// The place of the popup on its surface, which shows a shadow around it; nil: the popup fills the surface.
    public var inset: (x: Int, y: Int)?
    /// The changes that the compositor may make to keep the popup on the screen.
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

  /// The parent of a popup.
  public enum Parent {
    case layer(LayerSurface)
    case popup(PopupSurface)
  }

  /// An event of the compositor.
  public enum Event: Equatable {
    /// The compositor has made the popup, and has reported the end of the parent if that came first. Only a popup whose
    /// parent has not ended may be committed: compositors end the connection if a popup that is committed has no
    /// parent.
    case created
    /// The popup gets this place relative to its parent, and this size, in logical pixels; the serial is
    /// acknowledged before the commit with that size.
    case configure(LogicalRect, serial: UInt32)
    /// The popup is no longer shown, and has to be destroyed.
    case done
  }

  public let surface: Surface
  /// Called with each event of the popup.
  public var onEvent: ((Event) -> Void)?

  private let xdgSurface: XdgSurface
  private let role: XdgPopup
  /// The place of the popup on its surface; nil: the popup fills the surface.
  private let inset: (x: Int, y: Int)?
  /// The frame in the popup's last configure event, which is reported with that of the `xdg_surface`.
  private var place = LogicalRect(x: 0, y: 0, width: 0, height: 0)

  /// Makes the popup, without a commit.
  public init(_ connection: Connection, of parent: Parent, _ rules: Rules) throws(WaylandError) {
    // Version 1 is enough: popups that are moved are made anew, and those that may grow leave room for that, since sway
    // 1.7 has no `reposition`.
    let shell = try connection.globals.shared(XdgWmBase.self, version: 1)
    shell.onEvent = { shell, event in
      if case .ping(let serial) = event { shell.pong(serial: serial) }
    }
    surface = try Surface(connection)
    inset = rules.inset
    let positioner = shell.createPositioner()
    let rect = rules.anchorRect
    positioner.setSize(width: Int32(rules.width), height: Int32(rules.height))
    positioner.setAnchorRect(
      x: Int32(rect.x), y: Int32(rect.y), width: Int32(rect.width), height: Int32(rect.height))
    positioner.setAnchor(anchor: rules.anchor)
    positioner.setGravity(gravity: rules.gravity)
    positioner.setConstraintAdjustment(constraintAdjustment: .init(rules.adjustment))
    positioner.setOffset(x: Int32(rules.offsetX), y: Int32(rules.offsetY))
    xdgSurface = shell.getXdgSurface(surface: surface.proxy)
    switch parent {
    case .layer(let layer):
      // A layer surface is no xdg surface: it becomes the parent by `get_popup` before the popup's first
      // commit.
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
    connection.afterRequests { [weak self] in self?.onEvent?(.created) }
  }

  isolated deinit { destroy() }

  /// Requests a grab, so that input elsewhere than on our surfaces closes the popup; called before its first
  /// commit, with the serial of a press.
  ///
  /// A compositor that refuses the grab closes the popup at once, or ignores the request.
  func grab(_ seat: WlSeat, serial: UInt32) { role.grab(seat: seat, serial: serial) }

  /// Acknowledges a `configure`; the next commit has its size.
  public func acknowledge(_ serial: UInt32) {
    xdgSurface.ackConfigure(serial: serial)
    if let inset {
      xdgSurface.setWindowGeometry(
        x: Int32(inset.x), y: Int32(inset.y), width: Int32(place.width), height: Int32(place.height))
    }
  }

  /// Destroys frame callback, role and surface, in this order; idempotent.
  ///
  /// Subsurfaces and an EGL window have other owners, which destroy them before, as well as popups of this
  /// one.
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

// The protocol gives the argument of `set_constraint_adjustment` as a number in Debian 12, and by its enumeration in newer releases.

extension UInt32 {
  fileprivate init(_ adjustment: XdgPositioner.ConstraintAdjustment) { self = adjustment.rawValue }
}

extension XdgPositioner.ConstraintAdjustment {
  fileprivate init(_ adjustment: Self) { self = adjustment }
}
