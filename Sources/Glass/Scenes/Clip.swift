public import Geometry

/// The visible part of a sheet: its shape without what its mask hides.
public struct Clip: Equatable, Sendable {
  public var shape: Shape
  public var mask: Mask?

  public init(frame: PixelRect, corners: Corners, mask: Mask?, merging: Merging? = nil) {
    shape = Shape(frame: frame, corners: corners, merging: merging)
    self.mask = mask
  }

  /// Makes a clip that has no mask.
  package init(_ shape: Shape) { self.shape = shape }

  /// The clip moved by `x` and `y` pixels; a mask that is a picture follows the frame.
  public func moved(x: Int, y: Int) -> Clip {
    var clip = self
    clip.shape.frame = shape.frame.offset(x: x, y: y)
    if case .shape(let rect, let corners) = mask { clip.mask = .shape(rect.offset(x: x, y: y), corners) }
    return clip
  }

  /// The clip's coverage in parts that do not overlap.
  public var tiles: [CoverageTile] {
    guard let mask else { return shape.tiles }
    let frame = shape.frame
    switch mask {
    case .shape(let rect, let corners):
      let inner = Shape(frame: rect, corners: corners)
      if shape.isRectangle, frame.contains(rect) { return inner.tiles }
      let both = frame.intersection(rect)
      if both.isEmpty { return [] }
      if shape.isRectangle, inner.isRectangle { return [CoverageTile(rect: both, bytes: nil)] }
      let bytes = zip(shape.coverage(in: both), inner.coverage(in: both)).map(product)
      return [CoverageTile(rect: both, bytes: bytes)]
    case .image(let bitmap):
      guard !frame.isEmpty, !bitmap.size.isEmpty else { return [] }
      let scaled = bitmap.scaled(to: frame.size)
      let alpha = scaled.alpha
      let bytes = shape.isRectangle ? alpha : zip(shape.coverage(in: frame), alpha).map(product)
      return [CoverageTile(rect: frame, bytes: bytes)]
    }
  }
}

extension EffectNode {
  package var clip: Clip { Clip(frame: frame, corners: corners, mask: mask, merging: merging) }
}

extension Pane {
  package var clip: Clip { Clip(frame: frame, corners: corners, mask: mask, merging: merging) }
}

/// a · b / 255 to the nearest integer.
func product(_ a: UInt8, _ b: UInt8) -> UInt8 {
  let product = Int(a) * Int(b)
  return UInt8((product * 2 + 255) / 510)
}
