public import Geometry
import Glibc
import VisualEffects

/// A rectangle with rounded corners, and how far it covers each pixel.
///
/// A corner of radius r is a quarter of the superellipse (1 − x/a)ⁿ + (1 − y/a)ⁿ = 1 in the square of side a at the
/// corner. Its curvature begins at zero, as no circle's does. a is 1.52866 r, how far the system's continuous corners
/// reach by published measurements of its paths, or what there is room for; n is such that the curve crosses the
/// corner's diagonal where the circle of radius r does. At a = r that is the circle itself, so a capsule's ends are
/// round.
public struct Shape: Equatable, Hashable, Sendable {
  public var frame: PixelRect
  public var corners: Corners
  /// Distance in pixels from the frame's edges inwards to the shape's; the radii of corners are smaller by as
  /// much.
  public var inset: Double
  /// The shapes that flow together instead of the rectangle; nil: the rectangle is the shape.
  public var merging: Merging?

  public init(frame: PixelRect, corners: Corners, inset: Double = 0, merging: Merging? = nil) {
    self.frame = frame
    self.corners = corners
    self.inset = inset
    self.merging = merging
  }

  /// The extent of a corner along a side, in radii, where there is room.
  static let reach = 1.52866

  /// Whether the shape is the whole rectangle of its frame.
  public var isRectangle: Bool { merging == nil && inset == 0 && (corners == .square || frame.isEmpty) }

  /// The curve of one corner.
  struct Curve: Equatable {
    /// The length a that the corner takes of each of its sides, in pixels.
    var extent: Double
    /// The exponent n of the superellipse.
    var exponent: Double

    /// Distance in pixels of the curve from one of the corner's sides, at `depth` pixels from its other side.
    func start(atDepth depth: Double) -> Double {
      guard extent > 0, depth < extent else { return 0 }
      let v = min(max(1 - depth / extent, 0), 1)
      if v == 0 { return 0 }
      let rest = 1 - pow(v, exponent)
      return extent * (1 - (rest <= 0 ? 0 : pow(rest, 1 / exponent)))
    }
  }

  /// The largest extent of a corner along a side, in pixels.
  package var largestCorner: Double { separate.flatMap(\.curves).map(\.extent).max() ?? 0 }

  /// The curves of the corners top left, top right, bottom right and bottom left.
  var curves: [Curve] {
    let (width, height) = (Double(frame.width) - 2 * inset, Double(frame.height) - 2 * inset)
    var radii = [corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft].map {
      max(0, $0 - inset)
    }
    // All radii shrink by one factor, as in CSS, until each side has room for its two.
    let sides = [
      (width, radii[0] + radii[1]), (height, radii[1] + radii[2]), (width, radii[2] + radii[3]),
      (height, radii[3] + radii[0]),
    ]
    let factor = sides.reduce(1.0) { $1.1 > $1.0 ? min($0, max($1.0, 0) / $1.1) : $0 }
    for index in radii.indices { radii[index] *= factor }
    return radii.indices.map { index in
      let radius = radii[index]
      guard radius > 0 else { return Curve(extent: 0, exponent: 2) }
      // The room that a side's two radii leave is shared in proportion to the radii.
      let room = [(width, radii[index ^ 1]), (height, radii[3 - index])].map { side, other in
        radius + max(0, side - radius - other) * radius / (radius + other)
      }
      let extent = min(Self.reach * radius, room[0], room[1])
      return Curve(extent: extent, exponent: Self.exponent(radius: radius, extent: extent))
    }
  }

  /// The exponent n with 2 (1 − d/a)ⁿ = 1, where d = (1 − 1/√2) r.
  private static func exponent(radius: Double, extent: Double) -> Double {
    let diagonal = (1 - 0.5.squareRoot()) * radius
    return -log(2) / log(1 - diagonal / extent)
  }

  /// The coverage of each pixel of `rect` by the shape, 0 … 255, rows top to bottom.
  public func coverage(in rect: PixelRect) -> [UInt8] {
    if merging != nil { return mergedCoverage(in: rect) }
    var coverage = ShapeCoverage(of: self)
    return coverage.bytes(in: rect)
  }

  /// The shape's coverage in parts that do not overlap: rectangles that it covers wholly, and its corners.
  public var tiles: [CoverageTile] {
    if merging != nil { return mergedTiles }
    var coverage = ShapeCoverage(of: self)
    return parts.map { CoverageTile(rect: $0.rect, bytes: $0.isWhole ? nil : coverage.bytes(in: $0.rect)) }
  }

  /// The parts of the frame, other than those at corners, that the shape covers wholly; none of them overlap.
  public var wholeRects: [PixelRect] { wholeRects(insideLineOf: 0) }

  /// The same parts without a line of `width` pixels along the edge.
  package func wholeRects(insideLineOf width: Int) -> [PixelRect] {
    if merging == nil {
      let whole = parts.filter(\.isWhole).map(\.rect)
      return width == 0 ? whole : whole.map { $0.intersection(frame.outset(by: -width)) }
    }
    let all = separate.flatMap { $0.wholeRects(insideLineOf: width) }
    return all.reduce(into: []) { distinct, rect in distinct += rect.subtracting(distinct) }
  }

  /// The widest part of the frame's full height that the shape covers wholly; empty if there is none.
  public var core: PixelRect {
    if merging != nil {
      let cores = separate.map(\.core).filter { $0.height == frame.height }
      return cores.max { $0.width < $1.width } ?? .empty
    }
    let whole = wholeRects
    guard whole.reduce(0, { $0 + $1.height }) == frame.height, let left = whole.map(\.x).max(),
      let right = whole.map(\.maxX).min(), left < right
    else { return .empty }
    return PixelRect(x: left, y: frame.y, width: right - left, height: frame.height)
  }

  private var parts: [(rect: PixelRect, isWhole: Bool)] {
    if frame.isEmpty { return [] }
    if isRectangle { return [(frame, true)] }
    let extents = curves.map { Int(($0.extent + inset).rounded(.up)) }
    let edge = Int(inset.rounded(.up))
    let top = max(extents[0], extents[1])
    let bottom = max(extents[2], extents[3])
    var bands = [
      (frame.y, top, extents[0], extents[1]), (frame.y + top, frame.height - top - bottom, edge, edge),
      (frame.maxY - bottom, bottom, extents[3], extents[2]),
    ]
    let isEven = extents[0] == extents[3] && extents[1] == extents[2]
    // Equal corners that meet make one band, as those of a capsule do.
    if top + bottom > frame.height || (top + bottom == frame.height && isEven) {
      bands = [(frame.y, frame.height, max(extents[0], extents[3]), max(extents[1], extents[2]))]
    }
    return bands.flatMap { y, height, left, right -> [(rect: PixelRect, isWhole: Bool)] in
      let first = left + right > frame.width ? frame.width : left
      let last = min(right, frame.width - first)
      let middle = PixelRect(x: frame.x + first, y: y, width: frame.width - first - last, height: height)
      let sides = [
        PixelRect(x: frame.x, y: y, width: first, height: height),
        PixelRect(x: frame.maxX - last, y: y, width: last, height: height),
      ]
      return sides.map { ($0, false) } + [(middle, inset == 0)]
    }.filter { !$0.rect.isEmpty }
  }
}

extension Shape {
  /// The coverage of a line of `width` pixels along the inside of the edge, in parts that do not overlap.
  public func borderTiles(width: Double) -> [CoverageTile] {
    if merging != nil { return mergedLine(width: width) }
    return borderTiles(width: width, rows: frame.y..<frame.maxY)
  }

  /// The tiles of `borderTiles` in some rows; those of shapes that flow together may go beyond.
  func borderTiles(width: Double, rows: Range<Int>) -> [CoverageTile] {
    if merging != nil { return mergedLine(width: width) }
    let inside = Shape(frame: frame, corners: corners, inset: inset + width)
    // `top`, `bottom`, `left` and `right` are the extents of the corners, at least the line's width.
    let extents = curves.map { Int(($0.extent + inset).rounded(.up)) }
    let line = Int((inset + width).rounded(.up))
    let top = min(max(extents[0], extents[1], line), frame.height)
    let bottom = min(max(extents[2], extents[3], line), frame.height - top)
    let left = min(max(extents[0], extents[3], line), frame.width)
    let right = min(max(extents[1], extents[2], line), frame.width - left)
    // Level lines may lie anywhere in the upper or lower half if the corners do not fit above one another.
    let isNarrow =
      frame.height < max(extents[0], extents[1], line) + max(extents[2], extents[3], line)
    let edges = isNarrow ? (top: top, bottom: bottom) : (top: line, bottom: line)
    // Upright lines may lie anywhere in the left or right half if the corners do not fit beside one another.
    let isSlim = frame.width < max(extents[0], extents[3], line) + max(extents[1], extents[2], line)
    let sides = isSlim ? (left: left, right: right) : (left: line, right: line)
    let (between, middle) = (frame.width - left - right, frame.height - top - bottom)
    func part(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
      PixelRect(x: frame.x + x, y: frame.y + y, width: width, height: height)
    }
    // These are the corners and, between them, the straight parts of the line.
    let rects = [
      part(0, 0, left, top), part(left, 0, between, edges.top), part(left + between, 0, right, top),
      part(0, top, sides.left, middle), part(frame.width - sides.right, top, sides.right, middle),
      part(0, top + middle, left, bottom), part(left, frame.height - edges.bottom, between, edges.bottom),
      part(left + between, top + middle, right, bottom),
    ]
    var (outer, inner) = (ShapeCoverage(of: self), ShapeCoverage(of: inside))
    return rects.compactMap { rect in
      if rect.width <= 0 || rect.height <= 0 { return nil }
      let rect = rect.intersection(
        PixelRect(x: frame.x, y: rows.lowerBound, width: frame.width, height: rows.count))
      if rect.isEmpty { return nil }
      let bytes = zip(outer.bytes(in: rect), inner.bytes(in: rect)).map { $0 - min($0, $1) }
      return CoverageTile(rect: rect, bytes: bytes)
    }
  }
}

/// A rectangle of pixels and how far a shape covers each of them.
public struct CoverageTile: Equatable, Hashable, Sendable {
  /// The rectangle, in the same coordinates as the shape.
  public var rect: PixelRect
  /// The coverage of each pixel, 0 … 255, rows top to bottom; nil: all are covered wholly.
  public var bytes: [UInt8]?

  public init(rect: PixelRect, bytes: [UInt8]?) {
    precondition(bytes == nil || bytes?.count == rect.area, "\(bytes?.count ?? 0) bytes for \(rect)")
    self.rect = rect
    self.bytes = bytes
  }

  /// Rectangles, one below the other, in which all pixels lie that are not covered wholly.
  package var partRects: [PixelRect] { spans { $0 != 255 } }

  /// Rectangles, one below the other, from the first to the last pixel in each row whose coverage, 0 … 255, meets a
  /// condition; none if all pixels are covered wholly.
  func spans(where isIncluded: (UInt8) -> Bool) -> [PixelRect] {
    guard let bytes else { return [] }
    var spans: [PixelRect] = []
    for row in 0..<rect.height {
      let line = bytes[row * rect.width..<(row + 1) * rect.width]
      guard let first = line.firstIndex(where: isIncluded), let last = line.lastIndex(where: isIncluded)
      else {
        continue
      }
      let span = PixelRect(
        x: rect.x + first - line.startIndex, y: rect.y + row, width: last - first + 1, height: 1)
      if let above = spans.last, above.maxY == span.y, above.x == span.x, above.width == span.width {
        spans[spans.count - 1].height += 1
      } else {
        spans.append(span)
      }
    }
    return spans
  }
}
