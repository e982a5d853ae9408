import Geometry

/// Computes how far a shape that merges with none covers pixels, in one rectangle after another.
///
/// Each row of pixels is cut into sixteen slices, along which the coverage is exact. Places of a corner's curve are computed
/// once for all rectangles and for all corners that are alike, since their powers take most of the time.
struct ShapeCoverage {
  private let top, bottom, left, right: Double
  private let frame: PixelRect
  /// The different curves among those of the corners.
  private var curves: [SlicedCurve] = []
  /// The indices in `curves` of the corners top left, top right, bottom right and bottom left.
  private var corners: [Int] = []

  /// The number of slices of a row.
  private static let cuts = 16

  init(of shape: Shape) {
    precondition(shape.merging == nil, "\(shape) merges")
    frame = shape.frame
    (left, right) = (Double(frame.x) + shape.inset, Double(frame.maxX) - shape.inset)
    (top, bottom) = (Double(frame.y) + shape.inset, Double(frame.maxY) - shape.inset)
    for curve in shape.curves {
      if let known = curves.firstIndex(where: { $0.curve == curve }) {
        corners.append(known)
      } else {
        corners.append(curves.count)
        curves.append(SlicedCurve(curve, inset: shape.inset, cuts: Self.cuts))
      }
    }
  }

  /// The coverage of each pixel of `rect`, 0 … 255, rows top to bottom.
  mutating func bytes(in rect: PixelRect) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: rect.area)
    guard !rect.isEmpty else { return bytes }
    var row = [Double](repeating: 0, count: rect.width)
    var (former, slices): ([Slice], [Slice]) = ([], [])
    for y in rect.y..<rect.maxY {
      cut(y, of: rect, into: &slices)
      let first = (y - rect.y) * rect.width
      if y > rect.y, slices == former {
        // Between the corners, all rows are the same.
        for index in 0..<rect.width { bytes[first + index] = bytes[first - rect.width + index] }
        continue
      }
      swap(&former, &slices)
      Self.add(former, to: &row)
      for index in row.indices { bytes[first + index] = UInt8(min(255, (row[index] * 255).rounded())) }
    }
    return bytes
  }

  /// A slice of a row: the covered span in pixels from the row's first, and the covered share of the row's height.
  private struct Slice: Equatable {
    var start, end, share: Double
  }

  /// Sets `slices` to those of the row `y` that the shape covers, in pixels of `rect`.
  private mutating func cut(_ y: Int, of rect: PixelRect, into slices: inout [Slice]) {
    slices.removeAll(keepingCapacity: true)
    let cuts = Self.cuts
    for cut in 0..<cuts {
      // The share of this slice that lies between top and bottom.
      let (low, high) = (Double(y) + Double(cut) / Double(cuts), Double(y) + Double(cut + 1) / Double(cuts))
      let share = min(high, bottom) - max(low, top)
      guard share > 0 else { continue }
      let (fromTop, fromBottom) = (cuts * (y - frame.y) + cut, cuts * (frame.maxY - y) - cut - 1)
      let start = max(curves[corners[0]].start(fromTop), curves[corners[3]].start(fromBottom))
      let end = max(curves[corners[1]].start(fromTop), curves[corners[2]].start(fromBottom))
      slices.append(
        Slice(
          start: max(left + start - Double(rect.x), 0),
          end: min(right - end - Double(rect.x), Double(rect.width)), share: share))
    }
  }

  /// Sets each pixel of a row to the sum of the slices' lengths within it, times their shares.
  private static func add(_ slices: [Slice], to row: inout [Double]) {
    for index in row.indices { row[index] = 0 }
    var (latestStart, leastEnd, inner) = (-Double.infinity, Double.infinity, 0.0)
    for slice in slices where slice.end > slice.start {
      latestStart = max(latestStart, slice.start)
      leastEnd = min(leastEnd, slice.end)
      inner += slice.share
    }
    guard inner > 0 else { return }
    // Pixels whose whole width all slices cover have the same sum.
    let (first, last) = (Int(latestStart.rounded(.up)), Int(leastEnd))
    for slice in slices where slice.end > slice.start {
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
}

/// The places of a corner's curve in the middles of slices, each computed when it is asked for the first time.
private struct SlicedCurve {
  let curve: Shape.Curve
  private let inset: Double
  private let cuts: Int
  /// The distances of the curve from the corner's side, by slices from its other side; not numbers where they are not known.
  private var starts: [Double]

  init(_ curve: Shape.Curve, inset: Double, cuts: Int) {
    (self.curve, self.inset, self.cuts) = (curve, inset, cuts)
    // Slices beyond the corner's extent start at its side.
    let count = curve.extent > 0 ? Int(((curve.extent + inset) * Double(cuts)).rounded(.up)) : 0
    starts = [Double](repeating: .nan, count: count)
  }

  /// The distance in pixels of the curve from one of the corner's sides, in the middle of the slice `index` of those that begin at
  /// the frame's other side.
  mutating func start(_ index: Int) -> Double {
    guard index < starts.count else { return 0 }
    if starts[index].isNaN {
      starts[index] = curve.start(atDepth: (Double(index) + 0.5) / Double(cuts) - inset)
    }
    return starts[index]
  }
}
