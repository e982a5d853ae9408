public import Geometry

extension Node {
  /// The bounds of everything that the node may draw on, in physical pixels of the surface.
  public var extent: PixelRect {
    switch self {
    case .effect(let effect): effect.extent
    case .text(let text): text.frame
    case .image(let image): image.frame
    case .fill(let fill): fill.frame
    }
  }
}

extension EffectNode {
  /// The bounds of the frame, which clips the content, and of the shadows around it, in physical pixels of the
  /// surface.
  public var extent: PixelRect { shadows.reduce(frame) { $0.union($1.extent(of: frame)) } }
}

extension Shadow {
  /// The bounds of the shadow of a shape in `frame`, in physical pixels: beyond three standard deviations it
  /// is invisible.
  public func extent(of frame: PixelRect) -> PixelRect {
    let reach = 3 * sigma
    let left = (Double(frame.x) + offsetX - reach).rounded(.down)
    let top = (Double(frame.y) + offsetY - reach).rounded(.down)
    let right = (Double(frame.maxX) + offsetX + reach).rounded(.up)
    let bottom = (Double(frame.maxY) + offsetY + reach).rounded(.up)
    return PixelRect(x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
  }
}
