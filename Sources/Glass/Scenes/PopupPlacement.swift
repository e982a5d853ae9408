public import Geometry

/// The place of a popup beside a part of its parent surface, in the terms of an xdg-shell positioner.
///
/// All lengths are logical pixels. The compositor may flip the popup to the other side of its anchor, and slide it, so
/// that all of it is on the output; its place is fixed once it is open.
public struct PopupPlacement: Equatable, Sendable {
  /// The alignment of the popup along the side of its anchor.
  public enum Alignment: Sendable {
    /// The left or upper ends of popup and anchor are in line.
    case start
    case centre
    /// The right or lower ends of popup and anchor are in line.
    case end
  }

  /// The part of the parent surface beside which the popup lies, such as a module of a bar, in that surface's
  /// coordinates.
  public var anchor: LogicalRect
  public var width, height: Int
  /// The side of the anchor on which the popup lies.
  public var gravity: OutputEdge
  public var alignment = Alignment.centre
  /// The distance between anchor and popup.
  public var gap = 0
  /// Whether the popup takes a grab, as a menu does: input elsewhere closes it, and only a click, a touch or
  /// a key may open it.
  public var takesGrab = false
  /// Whether the popup takes pointer and touch input; a tooltip does not, and leaves it to the surfaces
  /// below.
  public var takesInput = true
  /// The distances by which the surface extends beyond the popup, for its shadow. The compositor does not count them
  /// when it places the popup, and they take no input.
  public var outset = SurfacePlacement.Margins()
  /// The outset of the parent surface, if that is a popup itself.
  public var parentOutset = SurfacePlacement.Margins()

  public init(anchor: LogicalRect, width: Int, height: Int, gravity: OutputEdge) {
    precondition(width > 0 && height > 0, "a popup of \(width) × \(height)")
    self.anchor = anchor
    self.width = width
    self.height = height
    self.gravity = gravity
  }

  /// Places a popup of a bar along one edge of the output on the side of the anchor that faces the output's
  /// middle.
  public init(anchor: LogicalRect, width: Int, height: Int, awayFrom edge: OutputEdge) {
    self.init(anchor: anchor, width: width, height: height, gravity: edge.opposite)
  }

  /// The size of the popup's surface.
  public var surfaceSize: (width: Int, height: Int) {
    (width + outset.left + outset.right, height + outset.top + outset.bottom)
  }

  /// The part of the popup's surface that takes input, in its coordinates; empty if there is none.
  public var inputRegion: [LogicalRect] {
    guard takesInput else { return [] }
    return [
      LogicalRect(
        x: Double(outset.left), y: Double(outset.top), width: Double(width), height: Double(height))
    ]
  }

  /// Returns the frame of the popup's surface from the place that the compositor gives the popup, both relative to the
  /// parent: the surface with its outset, and the popup without.
  public func surfaceFrame(of popup: LogicalRect) -> LogicalRect {
    LogicalRect(
      x: popup.x + Double(parentOutset.left - outset.left),
      y: popup.y + Double(parentOutset.top - outset.top),
      width: popup.width + Double(outset.left + outset.right),
      height: popup.height + Double(outset.top + outset.bottom))
  }

  /// The anchor in whole logical pixels, inside a parent surface of this size without its outset, as the protocol
  /// requires.
  public func wholeAnchor(in size: LogicalSize) -> PixelRect {
    let (anchor, outset) = (anchor.offset(x: -parentOutset.left, y: -parentOutset.top), parentOutset)
    let size = LogicalSize(
      width: size.width - Double(outset.left + outset.right),
      height: size.height - Double(outset.top + outset.bottom))
    func span(_ start: Double, _ end: Double, _ limit: Double) -> (start: Int, length: Int) {
      let limit = max(1, Int(limit))
      let first = min(max(0, Int(start.rounded(.down))), limit - 1)
      return (first, min(max(first + 1, Int(end.rounded(.up))), limit) - first)
    }
    let x = span(anchor.x, anchor.maxX, size.width)
    let y = span(anchor.y, anchor.maxY, size.height)
    return PixelRect(x: x.start, y: y.start, width: x.length, height: y.length)
  }

  /// Returns a placement whose popup keeps `margin` logical pixels to both ends of the output, along the side of the anchor beside
  /// which it lies. If the popup would come closer, its anchor is replaced by one that is as long as the popup. A popup that is too
  /// long for both margins keeps the one at its start. `parent` is the frame of the parent surface in the coordinates of `output`.
  public func keeping(_ margin: Double, at parent: LogicalRect, in output: LogicalRect) -> PopupPlacement {
    let isLevel = gravity.isLevel
    let (start, extent) = isLevel ? (anchor.x, anchor.width) : (anchor.y, anchor.height)
    let length = Double(isLevel ? width : height)
    let low = (isLevel ? output.x - parent.x : output.y - parent.y) + margin
    let high = low + (isLevel ? output.width : output.height) - 2 * margin - length
    let wanted =
      switch alignment {
      case .start: start
      case .centre: start + extent / 2 - length / 2
      case .end: start + extent - length
      }
    let place = max(low, min(wanted, high))
    guard place != wanted else { return self }
    var kept = self
    kept.alignment = place > wanted ? .start : .end
    if isLevel {
      (kept.anchor.x, kept.anchor.width) = (place, length)
    } else {
      (kept.anchor.y, kept.anchor.height) = (place, length)
    }
    return kept
  }

  /// The frame of the popup's surface by the protocol's rules, relative to the parent surface, which lies at `parent`,
  /// in the same coordinates as `output`.
  public func expectedFrame(at parent: LogicalRect, in output: LogicalRect) -> LogicalRect {
    let anchor = wholeAnchor(in: LogicalSize(width: parent.width, height: parent.height))
    // The part of the output in the surface's coordinates.
    let left = Int(output.x - parent.x) - parentOutset.left
    let top = Int(output.y - parent.y) - parentOutset.top
    let x = (low: left, high: left + Int(output.width) - width)
    let y = (low: top, high: top + Int(output.height) - height)
    func slid(_ place: Int, _ range: (low: Int, high: Int)) -> Int { max(range.low, min(place, range.high)) }
    func aligned(_ start: Int, _ length: Int, _ own: Int) -> Int {
      switch alignment {
      case .start: start
      case .centre: start + length / 2 - own / 2
      case .end: start + length - own
      }
    }
    func beside(_ start: Int, _ end: Int, _ own: Int, isAfter: Bool, _ range: (low: Int, high: Int)) -> Int {
      let (before, after) = (start - gap - own, end + gap)
      let (wanted, flipped) = isAfter ? (after, before) : (before, after)
      let fits = { (place: Int) in place >= range.low && place <= range.high }
      return fits(wanted) || !fits(flipped) ? slid(wanted, range) : flipped
    }
    let isAfter = gravity == .bottom || gravity == .right
    let place =
      gravity.isLevel
      ? (
        x: slid(aligned(anchor.x, anchor.width, width), x),
        y: beside(anchor.y, anchor.maxY, height, isAfter: isAfter, y)
      )
      : (
        x: beside(anchor.x, anchor.maxX, width, isAfter: isAfter, x),
        y: slid(aligned(anchor.y, anchor.height, height), y)
      )
    return surfaceFrame(
      of: LogicalRect(
        x: Double(place.x), y: Double(place.y), width: Double(width), height: Double(height)))
  }
}

extension LogicalRect {
  fileprivate func offset(x: Int, y: Int) -> LogicalRect {
    LogicalRect(x: self.x + Double(x), y: self.y + Double(y), width: width, height: height)
  }
}

extension OutputEdge {
  /// The opposite edge of the output.
  public var opposite: OutputEdge {
    switch self {
    case .top: .bottom
    case .bottom: .top
    case .left: .right
    case .right: .left
    }
  }
}
