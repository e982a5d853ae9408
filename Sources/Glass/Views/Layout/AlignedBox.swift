import Geometry

extension FittedBox {
  /// Draws the view in a frame, which may be larger, at the place that `alignment` says.
  func place(_ alignment: Alignment, in frame: PixelRect, isMirrored: Bool, on canvas: inout Canvas) {
    let x = frame.x + alignment.horizontal.start(of: width, in: frame.width, isMirrored: isMirrored)
    if alignment.vertical == .center { return placeCentred(x: x, in: frame, on: &canvas) }
    let length = height.taken(of: frame.height)
    let y = alignment.vertical == .bottom ? frame.maxY - length : frame.y
    place(Placement(frame: PixelRect(x: x, y: y, width: width, height: length)), on: &canvas)
  }
}
