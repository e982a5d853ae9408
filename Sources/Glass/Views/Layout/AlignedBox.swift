import Geometry

extension FittedBox {
  /// Draws the view in a frame, which may be larger, at the place that `alignment` says, where leading is left.
  func place(_ alignment: Alignment, in frame: PixelRect, on canvas: inout Canvas) {
    let x = frame.x + alignment.horizontal.start(of: width, in: frame.width)
    if alignment.vertical == .center { return placeCentred(x: x, in: frame, on: &canvas) }
    let length = height.taken(of: frame.height)
    let y = alignment.vertical == .bottom ? frame.maxY - length : frame.y
    place(Placement(frame: PixelRect(x: x, y: y, width: width, height: length)), on: &canvas)
  }
}
