import Geometry
import Scenes
import Wayland

/// The protocol role of a carrier, which gives it its place on the screen.
protocol SurfaceRole: AnyObject {
  var surface: Surface { get }
  /// The role as the parent of popups.
  var popupParent: PopupSurface.Parent { get }
  /// Whether the layer may change while the surface is mapped.
  var canChangeLayer: Bool { get }
  /// Whether the carrier may be committed only once the compositor has made the role.
  var awaitsCreation: Bool { get }
  /// Whether every commit of the content has to be followed by one of the carrier.
  var commitsTogether: Bool { get }
  /// Requests a placement, from the next commit on.
  func set(_ placement: SurfacePlacement)
  /// Acknowledges a configure event; the next commit has its size.
  func acknowledge(_ serial: UInt32)
  /// Destroys role and surface; idempotent.
  func destroy()
}

/// The role of a surface on a layer of its output.
extension LayerSurface: SurfaceRole {
  /// Requests a place on `output`, without a commit.
  convenience init(
    _ connection: Connection, on output: Output, _ placement: SurfacePlacement,
    onEvent: @escaping (Event) -> Void
  ) throws(WaylandError) {
    try self.init(connection, placement.configuration(on: output))
    self.onEvent = { _, event in onEvent(event) }
    if placement.inputRegion != nil { surface.setInputRegion(placement.inputPixels) }
  }

  var popupParent: PopupSurface.Parent { .layer(self) }
  var awaitsCreation: Bool { false }
  var commitsTogether: Bool { false }

  func set(_ placement: SurfacePlacement) {
    set(placement.configuration(on: nil))
    surface.setInputRegion(placement.inputPixels)
  }
}

/// The role of a popup of another surface.
extension PopupSurface: SurfaceRole {
  /// Requests a place beside a part of the parent, whose size is in logical pixels, without a commit; a grab
  /// uses the serial of the last press of `seats`. The events report the frame of the surface, with the outset of the
  /// placement.
  convenience init(
    _ connection: Connection, of parent: any SurfaceRole, _ placement: PopupPlacement,
    parentSize: LogicalSize, seats: Seats?, onEvent: @escaping (Event) -> Void
  ) throws(WaylandError) {
    try self.init(connection, of: parent.popupParent, placement.rules(in: parentSize))
    self.onEvent = { event in
      guard case .configure(let place, let serial) = event else { return onEvent(event) }
      onEvent(.configure(placement.surfaceFrame(of: place), serial: serial))
    }
    if placement.takesGrab { seats?.grab(for: self) }
    let size = placement.surfaceSize
    if !placement.takesInput {
      surface.takeNoInput()
    } else if size != (placement.width, placement.height) {
      surface.setInputRegion(placement.inputRegion.map(\.wholePixels))
    }
  }

  var popupParent: Parent { .popup(self) }
  var canChangeLayer: Bool { true }
  var awaitsCreation: Bool { true }
  /// sway 1.7 does not see damage of a subsurface of a popup before the popup itself is committed.
  var commitsTogether: Bool { true }

  /// Sets only the input region, since a popup keeps its place.
  func set(_ placement: SurfacePlacement) { surface.setInputRegion(placement.inputPixels) }
}

extension PopupPlacement {
  /// The placement in the terms of xdg-shell, for a parent of this size in logical pixels.
  func rules(in parent: LogicalSize) -> PopupSurface.Rules {
    let (anchor, gravity): (XdgPositioner.Anchor, XdgPositioner.Gravity) =
      switch (self.gravity, alignment) {
      case (.top, .start): (.topLeft, .topRight)
      case (.top, .centre): (.top, .top)
      case (.top, .end): (.topRight, .topLeft)
      case (.bottom, .start): (.bottomLeft, .bottomRight)
      case (.bottom, .centre): (.bottom, .bottom)
      case (.bottom, .end): (.bottomRight, .bottomLeft)
      case (.left, .start): (.topLeft, .bottomLeft)
      case (.left, .centre): (.left, .left)
      case (.left, .end): (.bottomLeft, .topLeft)
      case (.right, .start): (.topRight, .bottomRight)
      case (.right, .centre): (.right, .right)
      case (.right, .end): (.bottomRight, .topRight)
      }
    var rules = PopupSurface.Rules(
      anchorRect: wholeAnchor(in: parent), width: width, height: height, anchor: anchor, gravity: gravity)
    let distance = self.gravity == .top || self.gravity == .left ? -gap : gap
    if self.gravity.isLevel { rules.offsetY = distance } else { rules.offsetX = distance }
    if surfaceSize != (width, height) { rules.inset = (outset.left, outset.top) }
    rules.adjustment = [.slideX, .slideY, self.gravity.isLevel ? .flipY : .flipX]
    return rules
  }
}

extension SurfacePlacement {
  /// The input region in whole logical pixels, as regions need it; nil: all of the surface.
  fileprivate var inputPixels: [PixelRect]? {
    inputRegion?.map(\.wholePixels)
  }

  /// The placement in the terms of wlr-layer-shell.
  fileprivate func configuration(on output: Output?) -> LayerSurface.Configuration {
    var anchor: ZwlrLayerSurfaceV1.Anchor = []
    if anchors.contains(.top) { anchor.insert(.top) }
    if anchors.contains(.bottom) { anchor.insert(.bottom) }
    if anchors.contains(.left) { anchor.insert(.left) }
    if anchors.contains(.right) { anchor.insert(.right) }
    var configuration = LayerSurface.Configuration(
      output: output, layer: layer.protocolLayer, anchors: anchor,
      size: LogicalSize(width: Double(width), height: Double(height)), exclusiveZone: exclusiveZone)
    configuration.margins = margins
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

extension LogicalRect {
  /// The least rectangle of whole logical pixels that contains this one.
  fileprivate var wholePixels: PixelRect {
    let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    return PixelRect(
      x: left, y: top, width: Int(maxX.rounded(.up)) - left, height: Int(maxY.rounded(.up)) - top)
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
