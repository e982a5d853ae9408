import Geometry
import Scenes

extension View {
  /// Shows the view in a room of another length than its own along an axis, as while the view becomes longer or shorter.
  ///
  /// `length` is that of the room, and `rest` that in which the view is laid out, both in points. The view keeps its place at the
  /// end of the room that `anchor` names, or in the middle; leading is the upper end of an upright room. Of what does not fit, the
  /// part within `insets` of the room's ends is not seen either: two lengths in points, the leading one first.
  public func resized(
    to length: Double, from rest: Double, along axis: RevealAxis, anchor: HorizontalAlignment,
    insets: (leading: Double, trailing: Double) = (0, 0)
  ) -> ViewTree {
    modified { content, context in
      let isLevel = axis == .level
      let ends = (context.pixels(insets.leading), context.pixels(insets.trailing))
      let whole = context.pixels(rest)
      var room = context.pixels(length)
      // Half of an odd difference would move what is in the middle by a pixel to and fro.
      if anchor == .center { room = whole + (room - whole) / 2 * 2 }
      return ResizedBox(
        content: content.box(in: context), length: max(0, room), rest: whole, axis: axis,
        anchor: isLevel ? context.unmirrored(anchor) : anchor,
        insets: isLevel && context.environment.isRightToLeft ? (ends.1, ends.0) : ends,
        reach: context.pixels(FeatheredFill.reach + FeatheredFill.feather))
    }
  }
}

private struct ResizedBox: Wrapper {
  let content: any Box
  /// The length of the room, and that in which the content is laid out, in pixels.
  let length, rest: Int
  let axis: RevealAxis
  /// The end of the room at which the content has its place, where leading is left or above.
  let anchor: HorizontalAlignment
  /// The lengths at the left or upper end of the room and at the other end, in pixels, in which content that is cut there is not
  /// seen.
  let insets: (start: Int, end: Int)
  /// The distance in pixels by which grounds of texts extend beyond content that is not cut.
  let reach: Int

  var width: Span { axis == .level ? span(of: content.width) : content.width }

  /// The span of content with this span, along the axis.
  func span(of own: Span) -> Span {
    Span(
      least: min(own.least, length), short: min(own.short, length), firm: min(own.firm, length),
      ideal: length, most: length)
  }

  func fitted(_ width: Int) -> any FittedBox {
    guard axis == .level else {
      let inner = content.fitted(content.width.taken(of: width))
      return FittedResize(content: inner, width: inner.width, box: self)
    }
    let room = width < length ? min(rest, width) : rest
    let inner = content.fitted(content.width.taken(of: room))
    return FittedResize(content: inner, width: min(width, length), box: self)
  }

  /// The part of a room in which content can be seen; both are given as start and end along the axis.
  func seen(of content: (start: Int, end: Int), in room: (start: Int, end: Int)) -> (start: Int, end: Int) {
    (
      content.start < room.start ? room.start + insets.start : room.start - reach,
      content.end > room.end ? room.end - insets.end : room.end + reach
    )
  }
}

private struct FittedResize: FittedBox {
  let content: any FittedBox
  let width: Int
  let box: ResizedBox

  private var isLevel: Bool { box.axis == .level }

  var height: Span { isLevel ? content.height : box.span(of: content.height) }
  var baseline: Int? { isLevel ? content.baseline : nil }
  var centresItself: Bool { isLevel && content.centresItself }
  var centredHeight: Int { isLevel ? content.centredHeight : height.ideal }

  func place(_ placement: Placement, on canvas: inout Canvas) {
    let frame = placement.frame
    if frame.isEmpty { return }
    var whole = frame
    if isLevel {
      whole.width = content.width
      whole.x += box.anchor.start(of: whole.width, in: frame.width)
    } else {
      whole.height = content.height.taken(of: box.rest)
      whole.y += box.anchor.start(of: whole.height, in: frame.height)
    }
    let inner = placement.with(whole)
    if frame.contains(whole) { return content.place(inner, on: &canvas) }
    let seen = seen(of: whole, in: frame)
    if seen.isEmpty { return }
    canvas.enclose(
      clip: seen, draw: { content.place(inner, on: &$0) },
      as: { .effect(EffectNode(frame: seen, material: nil, content: $0)) })
  }

  /// The part of the surface in which content with the frame `whole` is seen in a room with the frame `frame`.
  private func seen(of whole: PixelRect, in frame: PixelRect) -> PixelRect {
    var seen = frame.outset(by: box.reach)
    if isLevel {
      let (start, end) = box.seen(of: (whole.x, whole.maxX), in: (frame.x, frame.maxX))
      (seen.x, seen.width) = (start, max(0, end - start))
    } else {
      let (start, end) = box.seen(of: (whole.y, whole.maxY), in: (frame.y, frame.maxY))
      (seen.y, seen.height) = (start, max(0, end - start))
    }
    return seen
  }
}
