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
    ViewTree(
      PaddingElement(content: element, leading: leading, trailing: trailing, top: top, bottom: bottom))
  }
}

private struct PaddingElement: Element {
  var content: any Element
  var leading, trailing, top, bottom: Double

  func box(in context: LayoutContext) -> any Box {
    let sides = (context.pixels(leading), context.pixels(trailing))
    let isMirrored = context.environment.isRightToLeft
    return PaddingBox(
      content: content.box(in: context), left: isMirrored ? sides.1 : sides.0,
      right: isMirrored ? sides.0 : sides.1, top: context.pixels(top), bottom: context.pixels(bottom))
  }
}

private struct PaddingBox: Box {
  let content: any Box
  let left, right, top, bottom: Int

  var width: Span { content.width + Span(left + right) }
  var priority: Double { content.priority }

  func fitted(_ width: Int) -> any FittedBox {
    FittedPadding(
      content: content.fitted(max(0, width - left - right)), left: left, right: right, top: top,
      bottom: bottom)
  }
}

private struct FittedPadding: FittedBox {
  let content: any FittedBox
  let left, right, top, bottom: Int

  var width: Int { content.width + left + right }
  var height: Span { content.height + Span(top + bottom) }
  var baseline: Int? { content.baseline.map { $0 + top } }
  var centresItself: Bool { content.centresItself }
  var centredHeight: Int { content.centredHeight + top + bottom }

  func place(_ placement: Placement, on canvas: inout Canvas) {
    let frame = placement.frame
    content.place(
      placement.with(
        PixelRect(
          x: frame.x + left, y: frame.y + top, width: frame.width - left - right,
          height: max(0, frame.height - top - bottom))), on: &canvas)
  }
}
