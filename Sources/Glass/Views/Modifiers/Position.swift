public import Geometry

extension View {
  /// Puts the view at `rect`, in points from the top leading corner of the view around it, all of whose room
  /// it takes.
  ///
  /// Edges are rounded to pixels, not sizes, so that views that touch in points touch in pixels. A view that
  /// is smaller than `rect` lies in the middle of it.
  public func position(_ rect: LogicalRect) -> ViewTree {
    modified { content, context in
      PositionBox(
        content: content.box(in: context), place: context.pixels(rect),
        isMirrored: context.environment.isRightToLeft)
    }
  }
}

private struct PositionBox: Wrapper {
  let content: any Box
  let place: PixelRect
  let isMirrored: Bool

  var width: Span { Span(least: 0, ideal: max(0, place.maxX), most: Span.unbounded) }

  func fitted(_ width: Int) -> any FittedBox {
    FittedPosition(
      content: content.fitted(content.width.taken(of: max(0, place.width))), width: width, box: self)
  }
}

private struct FittedPosition: FittedBox {
  let content: any FittedBox
  let width: Int
  let box: PositionBox

  var height: Span { Span(least: 0, ideal: max(0, box.place.maxY), most: Span.unbounded) }

  func place(_ placement: Placement, on canvas: inout Canvas) {
    let frame = placement.frame
    let slot = box.place.offset(x: frame.x, y: frame.y).mirrored(in: frame, if: box.isMirrored)
    content.place(.center, in: slot, on: &canvas)
  }
}
