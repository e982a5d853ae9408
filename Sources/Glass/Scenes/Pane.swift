public import Geometry
public import VisualEffects

/// The properties of a sheet of glass that decide, before anything is drawn, what is blurred and which pixels
/// leak.
public struct Pane: Equatable, Sendable {
  /// Frame of the sheet in physical pixels of the surface.
  public var frame: PixelRect
  public var material: Material
  public var corners: Corners
  public var mask: Mask?
  /// The shapes that flow together instead of the frame; nil: there is only the frame.
  public var merging: Merging?

  public init(
    frame: PixelRect, material: Material, corners: Corners = .square, mask: Mask? = nil,
    merging: Merging? = nil
  ) {
    self.frame = frame
    self.material = material
    self.corners = corners
    self.mask = mask
    self.merging = merging
  }
}

extension Scene {
  /// The sheets with a material that do not lie in another sheet's content, in the order of drawing.
  public var panes: [Pane] {
    nodes.compactMap { if case .effect(let effect) = $0 { effect.pane } else { nil } }
  }
}

extension EffectNode {
  /// The pane of the sheet; nil if it has no material.
  var pane: Pane? {
    material.map { Pane(frame: frame, material: $0, corners: corners, mask: mask, merging: merging) }
  }
}
