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

  public init(frame: PixelRect, material: Material, corners: Corners = .square, mask: Mask? = nil) {
    self.frame = frame
    self.material = material
    self.corners = corners
    self.mask = mask
  }
}

extension Scene {
  /// The sheets with a material that do not lie in another sheet's content, in the order of drawing.
  public var panes: [Pane] {
    nodes.compactMap { node in
      guard case .effect(let effect) = node, let material = effect.material else { return nil }
      return Pane(frame: effect.frame, material: material, corners: effect.corners, mask: effect.mask)
    }
  }
}
