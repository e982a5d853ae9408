public import Geometry
public import VisualEffects

/// A sheet of glass on a surface, as far as it must be known before anything is drawn: what is to be blurred, how far
/// around, and which pixels leak.
public struct Pane: Equatable, Sendable {
  /// Physical pixels of the surface.
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
  /// The effects with a material that lie in no other's content, in the order of drawing.
  public var panes: [Pane] {
    nodes.compactMap { node in
      guard case .effect(let effect) = node, let material = effect.material else { return nil }
      return Pane(frame: effect.frame, material: material, corners: effect.corners, mask: effect.mask)
    }
  }
}
