import Geometry

/// A view in its environment, whose width has still to be decided: the result of the first pass.
protocol Box {
  var width: Span { get }
  /// In the stack around; see `Division`.
  var priority: Double { get }
  /// The second pass: the view in at most this width. It decides itself how much of it it takes.
  func fitted(_ width: Int) -> any FittedBox
}

extension Box {
  var priority: Double { 0 }
}

/// A view of known width, whose height and place have still to be decided.
protocol FittedBox {
  var width: Int { get }
  /// At this width.
  var height: Span { get }
  /// From the top of the ideal height down to the first line of text; nil: there is none.
  var baseline: Int? { get }
  /// Whether it takes all of the height that it is centred in and centres what is in it: texts do, by their capitals,
  /// and rows of them.
  var centresItself: Bool { get }
  /// The least height in which it does not stick out once it is centred.
  var centredHeight: Int { get }
  /// Draws itself.
  func place(_ placement: Placement, on canvas: inout Canvas)
}

extension FittedBox {
  var baseline: Int? { nil }
  var centresItself: Bool { false }
  var centredHeight: Int { height.ideal }

  /// Draws itself in the middle of a height, as wide as it is, with its left edge at `x`.
  func placeCentred(x: Int, in frame: PixelRect, on canvas: inout Canvas) {
    if centresItself {
      let whole = PixelRect(x: x, y: frame.y, width: width, height: frame.height)
      place(Placement(frame: whole, isCentred: true), on: &canvas)
    } else {
      let length = height.taken(of: frame.height)
      let y = frame.y + (frame.height - length) / 2
      place(Placement(frame: PixelRect(x: x, y: y, width: width, height: length)), on: &canvas)
    }
  }
}

/// Where a view goes.
struct Placement {
  /// Physical pixels of the surface.
  var frame: PixelRect
  /// Whether the view is to lie in the middle of the frame's height; else at its top.
  var isCentred = false

  /// The same elsewhere.
  func with(_ frame: PixelRect) -> Placement { Placement(frame: frame, isCentred: isCentred) }
}

/// A view around another that is as large, or larger by what it says itself.
protocol Wrapper: Box {
  var content: any Box { get }
  /// This view around its fitted content.
  func wrap(_ content: any FittedBox) -> any FittedBox
}

extension Wrapper {
  var width: Span { content.width }
  var priority: Double { content.priority }
  func fitted(_ width: Int) -> any FittedBox { wrap(content.fitted(width)) }
}

/// A view around another that is just as large.
protocol FittedWrapper: FittedBox {
  var content: any FittedBox { get }
}

extension FittedWrapper {
  var width: Int { content.width }
  var height: Span { content.height }
  var baseline: Int? { content.baseline }
  var centresItself: Bool { content.centresItself }
  var centredHeight: Int { content.centredHeight }
}

extension PixelRect {
  /// Mirrored left to right in `frame`, if that is to be.
  func mirrored(in frame: PixelRect, if isMirrored: Bool) -> PixelRect {
    guard isMirrored else { return self }
    var mirrored = self
    mirrored.x = frame.x + frame.maxX - maxX
    return mirrored
  }
}
