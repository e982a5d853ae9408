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
  /// How far inside the frame's edges the shape's own lie; corners are smaller by as much.
  public var inset: Double

  public init(frame: PixelRect, corners: Corners, inset: Double = 0) {
    self.frame = frame
    self.corners = corners
    self.inset = inset
  }

  /// What 1.52866 says: how many radii a corner reaches along a side where there is room.
  static let reach = 1.52866

  /// Whether the shape is its frame.
  public var isRectangle: Bool { inset == 0 && (corners == .square || frame.isEmpty) }

  /// Along a side.
  struct Curve {
    /// a of the corner.
    var extent: Double
    /// n of the corner.
    var exponent: Double

    /// From the side's end to the curve, `depth` pixels from the other side of the corner.
    func start(atDepth depth: Double) -> Double {
      guard extent > 0, depth < extent else { return 0 }
      let v = min(max(1 - depth / extent, 0), 1)
      if v == 0 { return 0 }
      let rest = 1 - pow(v, exponent)
      return extent * (1 - (rest <= 0 ? 0 : pow(rest, 1 / exponent)))
    }
  }

  /// Top left, top right, bottom right, bottom left.
  var curves: [Curve] {
    let (width, height) = (Double(frame.width) - 2 * inset, Double(frame.height) - 2 * inset)
    var radii = [corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft].map {
      max(0, $0 - inset)
    }
    // As CSS has it, all shrink alike until each side has room for its two.
    let sides = [
      (width, radii[0] + radii[1]), (height, radii[1] + radii[2]), (width, radii[2] + radii[3]),
      (height, radii[3] + radii[0]),
    ]
    let factor = sides.reduce(1.0) { $1.1 > $1.0 ? min($0, max($1.0, 0) / $1.1) : $0 }
    for index in radii.indices { radii[index] *= factor }
    return radii.indices.map { index in
      let radius = radii[index]
      guard radius > 0 else { return Curve(extent: 0, exponent: 2) }
      // What the side's two corners do not need is shared by their radii.
      let room = [(width, radii[index ^ 1]), (height, radii[3 - index])].map { side, other in
        radius + max(0, side - radius - other) * radius / (radius + other)
      }
      let extent = min(Self.reach * radius, room[0], room[1])
      return Curve(extent: extent, exponent: Self.exponent(radius: radius, extent: extent))
    }
  }

  /// n with 2 (1 − d/a)ⁿ = 1, where d = (1 − 1/√2) r.
  private static func exponent(radius: Double, extent: Double) -> Double {
    let diagonal = (1 - 0.5.squareRoot()) * radius
    return -log(2) / log(1 - diagonal / extent)
  }

  /// How far each pixel of `rect` is covered, 0 … 255, rows top to bottom.
  ///
  /// Exact along rows, which are cut in sixteen.
  public func coverage(in rect: PixelRect) -> [UInt8] {
    let cuts = 16
    var bytes = [UInt8](repeating: 0, count: rect.area)
    guard !rect.isEmpty else { return bytes }
    let curves = self.curves
    let (left, right) = (Double(frame.x) + inset, Double(frame.maxX) - inset)
    let (top, bottom) = (Double(frame.y) + inset, Double(frame.maxY) - inset)
    var row = [Double](repeating: 0, count: rect.width)
    var slices: [Slice] = []
    for y in rect.y..<rect.maxY {
      var own: [Slice] = []
      for cut in 0..<cuts {
        // The share of this slice that lies between top and bottom.
        let (low, high) = (Double(y) + Double(cut) / Double(cuts), Double(y) + Double(cut + 1) / Double(cuts))
        let share = min(high, bottom) - max(low, top)
        guard share > 0 else { continue }
        let (fromTop, fromBottom) = ((low + high) / 2 - top, bottom - (low + high) / 2)
        let start = max(curves[0].start(atDepth: fromTop), curves[3].start(atDepth: fromBottom))
        let end = max(curves[1].start(atDepth: fromTop), curves[2].start(atDepth: fromBottom))
        own.append(
          Slice(
            start: max(left + start - Double(rect.x), 0),
            end: min(right - end - Double(rect.x), Double(rect.width)), share: share))
      }
      let first = (y - rect.y) * rect.width
      if y > rect.y, own == slices {
        // Between the corners all rows are alike.
        for index in 0..<rect.width { bytes[first + index] = bytes[first - rect.width + index] }
        continue
      }
      slices = own
      Self.add(slices, to: &row)
      for index in row.indices { bytes[first + index] = UInt8(min(255, (row[index] * 255).rounded())) }
    }
    return bytes
  }

  /// A part of a row's height, and what of it is covered: pixels from the row's first.
  private struct Slice: Equatable {
    var start, end, share: Double
  }

  /// Sets a row to the length of each slice in each pixel, times its share.
  private static func add(_ slices: [Slice], to row: inout [Double]) {
    for index in row.indices { row[index] = 0 }
    let slices = slices.filter { $0.end > $0.start }
    guard !slices.isEmpty else { return }
    // Pixels that all slices cover from side to side have the same sum.
    let first = Int(slices.map(\.start).max()!.rounded(.up))
    let last = Int(slices.map(\.end).min()!)
    let inner = slices.reduce(0.0) { $0 + $1.share }
    for slice in slices {
      let end = min(row.count, Int(slice.end.rounded(.up)))
      add(slice, Int(slice.start)..<min(end, max(first, Int(slice.start))), to: &row)
      add(slice, min(end, max(last, first, Int(slice.start)))..<end, to: &row)
    }
    if first < last { for index in first..<last { row[index] = inner } }
  }

  private static func add(_ slice: Slice, _ pixels: Range<Int>, to row: inout [Double]) {
    for index in pixels {
      row[index] += slice.share * (min(slice.end, Double(index + 1)) - max(slice.start, Double(index)))
    }
  }

  /// The shape in parts that do not overlap: those that it covers wholly, and its corners.
  public var tiles: [CoverageTile] {
    parts.map { CoverageTile(rect: $0.rect, bytes: $0.isWhole ? nil : coverage(in: $0.rect)) }
  }

  /// The parts of the frame that it covers wholly, but for those at corners.
  public var wholeRects: [PixelRect] { parts.filter(\.isWhole).map(\.rect) }

  /// The largest part from top to bottom that it covers wholly.
  public var core: PixelRect {
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
    if top + bottom > frame.height {
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
  /// A line of `width` pixels along the inside of the edge, in parts that do not overlap.
  public func borderTiles(width: Double) -> [CoverageTile] {
    let inside = Shape(frame: frame, corners: corners, inset: inset + width)
    // Below and above these, corners are done.
    let extents = curves.map { Int(($0.extent + inset).rounded(.up)) }
    let line = Int((inset + width).rounded(.up))
    let top = min(max(extents[0], extents[1], line), frame.height)
    let bottom = min(max(extents[2], extents[3], line), frame.height - top)
    let left = min(max(extents[0], extents[3], line), frame.width)
    let right = min(max(extents[1], extents[2], line), frame.width - left)
    // Where corners do not fit above one another, lines may lie in either half.
    let isNarrow = frame.height <= max(extents[0], extents[1], line) + max(extents[2], extents[3], line)
    let edges = isNarrow ? (top: top, bottom: bottom) : (top: line, bottom: line)
    let sides = min(line, frame.width)
    let (inner, middle) = (frame.width - left - right, frame.height - top - bottom)
    func part(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
      PixelRect(x: frame.x + x, y: frame.y + y, width: width, height: height)
    }
    // Corners, and between them nothing but the line.
    let rects = [
      part(0, 0, left, top), part(left, 0, inner, edges.top), part(left + inner, 0, right, top),
      part(0, top, sides, middle),
      part(max(frame.width - sides, sides), top, min(sides, frame.width - sides), middle),
      part(0, top + middle, left, bottom), part(left, frame.height - edges.bottom, inner, edges.bottom),
      part(left + inner, top + middle, right, bottom),
    ]
    return rects.filter { !$0.isEmpty }.map { rect in
      let bytes = zip(coverage(in: rect), inside.coverage(in: rect)).map { $0 - min($0, $1) }
      return CoverageTile(rect: rect, bytes: bytes)
    }
  }
}

/// A part of something that covers pixels.
public struct CoverageTile: Equatable, Hashable, Sendable {
  /// In the same pixels as what it is a part of.
  public var rect: PixelRect
  /// A byte per pixel, rows top to bottom; nil: all are covered wholly.
  public var bytes: [UInt8]?

  public init(rect: PixelRect, bytes: [UInt8]?) {
    precondition(bytes == nil || bytes?.count == rect.area, "\(bytes?.count ?? 0) bytes for \(rect)")
    self.rect = rect
    self.bytes = bytes
  }
}
