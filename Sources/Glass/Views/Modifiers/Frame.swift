import Geometry
import Scenes

extension View {
  /// Puts the view in a frame of this size, in points; nil: the frame is as large as the view.
  public func frame(width: Double? = nil, height: Double? = nil, alignment: Alignment = .center) -> ViewTree {
    frame(
      minWidth: width, maxWidth: width, minHeight: height, maxHeight: height, alignment: alignment)
  }

  /// Puts the view in a frame whose size is limited, in points.
  ///
  /// The frame is as large as the view within these limits; a greatest length of `.infinity` makes it as large as there
  /// is room for.
  public func frame(
    minWidth: Double? = nil, maxWidth: Double? = nil, minHeight: Double? = nil, maxHeight: Double? = nil,
    alignment: Alignment = .center
  ) -> ViewTree {
    modified { content, context in
      FrameBox(
        content: content.box(in: context), widths: (context.limit(minWidth), context.limit(maxWidth)),
        heights: (context.limit(minHeight), context.limit(maxHeight)),
        alignment: context.unmirrored(alignment))
    }
  }

  /// Puts the view in a frame that takes all room, at one side of it or in its middle.
  public func alignment(_ alignment: Alignment) -> ViewTree {
    frame(maxWidth: .infinity, maxHeight: .infinity, alignment: alignment)
  }

  /// Puts the view in a frame whose height depends on that of a line in the environment's font whose capital letters are in the middle,
  /// both in points.
  public func height(_ choose: @escaping @Sendable (_ lineHeight: Double) -> Double) -> ViewTree {
    modified { content, context in
      let line = context.controlHeight(of: context.measurer.measure(context.line("X")))
      let height = context.pixels(choose(Double(line) / context.environment.scale))
      return FrameBox(
        content: content.box(in: context), widths: (nil, nil), heights: (height, height), alignment: .center)
    }
  }

  /// Makes the view as high as a control for one line of text: at least `height` points, or what the font needs for a
  /// line whose capital letters are in the middle, with `clearance` points above and below together.
  public func controlHeight(_ height: Double, clearance: Double = 4) -> ViewTree {
    modified { content, context in
      let line = context.controlHeight(of: context.measurer.measure(context.line("X")))
      let height = max(context.pixels(height), line + context.pixels(clearance))
      return FrameBox(
        content: content.box(in: context), widths: (nil, nil), heights: (height, height), alignment: .center)
    }
  }
}

private struct FrameBox: Wrapper {
  let content: any Box
  let widths, heights: (least: Int?, most: Int?)
  let alignment: Alignment
  /// Kept, as every view around asks for it.
  let width: Span

  init(
    content: any Box, widths: (least: Int?, most: Int?), heights: (least: Int?, most: Int?),
    alignment: Alignment
  ) {
    self.content = content
    self.widths = widths
    self.heights = heights
    self.alignment = alignment
    width = content.width.limited(least: widths.least, most: widths.most)
  }

  func fitted(_ width: Int) -> any FittedBox {
    let inner = content.fitted(content.width.taken(of: width))
    let takesAll = self.width.isFlexible
    let own = takesAll ? width : max(inner.width, min(width, widths.least ?? 0))
    return FittedFrame(content: inner, width: own, limits: heights, alignment: alignment)
  }
}

private struct FittedFrame: FittedBox {
  let content: any FittedBox
  let width: Int
  /// The least and the greatest height, in pixels.
  let limits: (least: Int?, most: Int?)
  let alignment: Alignment
  /// Whether the height is that of the content, which is then laid out as if it had no frame.
  private let isAsHigh: Bool
  /// Kept: frames in frames would ask for that of the innermost again and again.
  let height: Span

  init(
    content: any FittedBox, width: Int, limits: (least: Int?, most: Int?), alignment: Alignment
  ) {
    self.content = content
    self.width = width
    self.limits = limits
    self.alignment = alignment
    isAsHigh = limits.least == nil && limits.most == nil
    var span = content.height
    if !isAsHigh, alignment.vertical == .center {
      let centred = content.centredHeight
      span = Span(least: span.least, ideal: centred, most: max(span.most, centred))
    }
    height = span.limited(least: limits.least, most: limits.most)
  }

  var centresItself: Bool { isAsHigh && content.centresItself }
  var centredHeight: Int { isAsHigh ? content.centredHeight : height.ideal }
  var baseline: Int? { isAsHigh || alignment.vertical == .top ? content.baseline : nil }

  func place(_ placement: Placement, on canvas: inout Canvas) {
    let frame = placement.frame
    guard isAsHigh else { return content.place(alignment, in: frame, on: &canvas) }
    let x = alignment.horizontal.start(of: content.width, in: frame.width)
    content.place(
      placement.with(PixelRect(x: frame.x + x, y: frame.y, width: content.width, height: frame.height)),
      on: &canvas)
  }
}
