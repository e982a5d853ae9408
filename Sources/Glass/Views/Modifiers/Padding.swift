import Geometry

extension View {
  /// Adds the same room on all sides, in points.
  public func padding(_ length: Double) -> ViewTree {
    padding(leading: length, trailing: length, top: length, bottom: length)
  }

  /// Adds room at both sides, and above and below, in points.
  public func padding(horizontal: Double = 0, vertical: Double = 0) -> ViewTree {
    padding(leading: horizontal, trailing: horizontal, top: vertical, bottom: vertical)
  }

  /// Adds room on each side, in points.
  public func padding(leading: Double = 0, trailing: Double = 0, top: Double = 0, bottom: Double = 0)
    -> ViewTree
  {
    modified { content, context in
      let sides = (context.pixels(leading), context.pixels(trailing))
      let isMirrored = context.environment.isRightToLeft
      return PaddingBox(
        content: content.box(in: context), left: isMirrored ? sides.1 : sides.0,
        right: isMirrored ? sides.0 : sides.1, top: context.pixels(top), bottom: context.pixels(bottom))
    }
  }
}

private struct PaddingBox: Wrapper {
  let content: any Box
  let left, right, top, bottom: Int

  var width: Span { content.width + Span(left + right) }

  func fitted(_ width: Int) -> any FittedBox {
    FittedPadding(content: content.fitted(max(0, width - left - right)), sides: self)
  }
}

private struct FittedPadding: FittedBox {
  let content: any FittedBox
  let sides: PaddingBox

  var width: Int { content.width + sides.left + sides.right }
  var height: Span { content.height + Span(sides.top + sides.bottom) }
  var baseline: Int? { content.baseline.map { $0 + sides.top } }
  var centresItself: Bool { content.centresItself }
  var centredHeight: Int { content.centredHeight + sides.top + sides.bottom }

  func place(_ placement: Placement, on canvas: inout Canvas) {
    let frame = placement.frame
    content.place(
      placement.with(
        PixelRect(
          x: frame.x + sides.left, y: frame.y + sides.top, width: frame.width - sides.left - sides.right,
          height: max(0, frame.height - sides.top - sides.bottom))), on: &canvas)
  }
}
