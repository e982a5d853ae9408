import Geometry

/// A leaf whose height does not depend on its width.
struct FlexibleBox: Box {
  var width: Span
  var height: Span
  /// Draws the leaf in its frame; nil: the leaf only takes room.
  var draw: ((PixelRect, inout Canvas) -> Void)?

  func fitted(_ width: Int) -> any FittedBox {
    FittedLeaf(width: self.width.taken(of: width), height: height, draw: draw)
  }
}

/// A leaf of known width.
struct FittedLeaf: FittedBox {
  let width: Int
  let height: Span
  let draw: ((PixelRect, inout Canvas) -> Void)?

  func place(_ placement: Placement, on canvas: inout Canvas) {
    draw?(placement.frame, &canvas)
  }
}
