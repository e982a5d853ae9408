import Geometry

/// A view after the first pass of the layout, whose width has still to be decided.
protocol Box {
  var width: Span { get }
  /// The priority in the stack around the view; see `Division`.
  var priority: ViewPriority { get }
  /// Starts the second pass: offers the view at most this width, of which it may take less.
  func fitted(_ width: Int) -> any FittedBox
}

extension Box {
  var priority: ViewPriority { ViewPriority() }
}

/// A view of known width, whose height and place have still to be decided.
protocol FittedBox {
  var width: Int { get }
  /// The heights that the view may have at this width.
  var height: Span { get }
  /// The distance from the top of the ideal height down to the first line of text; nil: the view has no text.
  var baseline: Int? { get }
  /// Whether the view takes all of the height that it is centred in, and centres itself there: texts and rows
  /// of texts centre their capital letters.
  var centresItself: Bool { get }
  /// The least height that contains the view once it is centred.
  var centredHeight: Int { get }
  /// Draws the view.
  func place(_ placement: Placement, on canvas: inout Canvas)
}

extension FittedBox {
  var baseline: Int? { nil }
  var centresItself: Bool { false }
  var centredHeight: Int { height.ideal }

  /// Draws the view in the middle of a height, with its left edge at `x`.
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

/// The place of a view.
struct Placement: Equatable {
  /// The frame in physical pixels of the surface.
  var frame: PixelRect
  /// Whether the view lies in the middle of the frame's height; otherwise it lies at the top.
  var isCentred = false

  /// Makes a placement of the same kind in another frame.
  func with(_ frame: PixelRect) -> Placement { Placement(frame: frame, isCentred: isCentred) }
}

/// A view around another, with the width of that one unless it says otherwise.
protocol Wrapper: Box {
  var content: any Box { get }
  /// This view around its fitted content; by itself the content alone.
  func wrap(_ content: any FittedBox) -> any FittedBox
}

extension Wrapper {
  var width: Span { content.width }
  var priority: ViewPriority { content.priority }
  func fitted(_ width: Int) -> any FittedBox { wrap(content.fitted(width)) }
  func wrap(_ content: any FittedBox) -> any FittedBox { content }
}

/// A view around another that is just as large, and is drawn by a function.
struct DrawnBox: Wrapper {
  let content: any Box
  /// Whether the view fills the height that it is centred in, if its content does; otherwise it is as high as its content there.
  var fillsHeight = true
  let draw: (_ content: any FittedBox, _ placement: Placement, _ canvas: inout Canvas) -> Void

  func wrap(_ content: any FittedBox) -> any FittedBox { FittedDrawing(content: content, box: self) }
}

private struct FittedDrawing: FittedBox {
  let content: any FittedBox
  let box: DrawnBox

  var width: Int { content.width }
  var height: Span { content.height }
  var baseline: Int? { content.baseline }
  var centresItself: Bool { box.fillsHeight && content.centresItself }
  var centredHeight: Int { box.fillsHeight ? content.centredHeight : height.ideal }

  func place(_ placement: Placement, on canvas: inout Canvas) { box.draw(content, placement, &canvas) }
}

extension PixelRect {
  /// The rectangle mirrored left to right in `frame` if `isMirrored`, else the rectangle itself.
  func mirrored(in frame: PixelRect, if isMirrored: Bool) -> PixelRect {
    guard isMirrored else { return self }
    var mirrored = self
    mirrored.x = frame.x + frame.maxX - maxX
    return mirrored
  }
}
