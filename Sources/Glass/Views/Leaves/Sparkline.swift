import Geometry
import Scenes

/// A small graph: a smooth line through the values, the latest at the trailing side, over a paler area.
public struct Sparkline: View, Element {
  /// The values, of which the first ones may be nil.
  private let values: [Double?]
  private let ink: ViewInk

  /// The width of the line, in points.
  static let lineWidth = 1.5
  /// The opacity of the area below the line, relative to the line's.
  static let areaOpacity = 0.35

  /// Makes a graph that takes all the width and height; `values` are parts of the height, 0 … 1, and nil for those of a time of which
  /// nothing is known. The graph begins with the first one that is known; later ones that are not are 0.
  public init(_ values: [Double?], ink: ViewInk = .mark(0.6)) {
    let known = values.firstIndex { $0 != nil } ?? values.endIndex
    self.values =
      [Double?](repeating: nil, count: known)
      + values[known...].map { value in value.map { $0.isFinite ? min(max($0, 0), 1) : 0 } ?? 0 }
    self.ink = ink
  }

  public var body: ViewTree { return ViewTree(self) }

  func box(in context: LayoutContext) -> any Box {
    let ink = self.inkOnGlass(in: context)
    let width = max(1, Self.lineWidth * context.environment.scale)
    let isMirrored = context.environment.isRightToLeft
    return FlexibleBox(width: .flexible, height: .flexible) { frame, canvas in
      guard !frame.isEmpty, let curve = SparklineCurve(values, size: frame.size, lineWidth: width)
      else { return }
      let bitmap = curve.bitmap(isMirrored: isMirrored)
      canvas.add(.image(ImageNode(frame: frame, bitmap: bitmap, ink: ink)))
    }
  }

  /// The ink of the line. The accent can be told from any glass, so that its hue need not be moved as that of a text.
  private func inkOnGlass(in context: LayoutContext) -> Ink {
    let shown = context.ink(ink)
    if ink == .accentMark, case .colour(let accent) = shown { return .plain(accent) }
    return shown
  }
}

/// The line of a graph, in pixels from the upper left corner, and the area below it.
struct SparklineCurve {
  private let size: PixelSize
  private let radius: Double
  /// The place where the line begins.
  private let start: Double
  /// The height of the line at the middle of each column of pixels and half a pixel beside it, from the left; before the beginning of
  /// the line, that of the beginning.
  private let heights: [Double]

  /// `values` are parts of the height, 0 … 1, from left to right, of which the first ones may be nil; `lineWidth` is in pixels. The
  /// line stays inside the picture, so that a value of 0 is a line along the lower edge. Nil if there is no value.
  init?(_ values: [Double?], size: PixelSize, lineWidth: Double) {
    let known = values.compactMap(\.self)
    if known.isEmpty { return nil }
    self.size = size
    radius = min(lineWidth, Double(size.height)) / 2
    let room = Double(size.height) - 2 * radius
    let (radius, last, missing) = (radius, Double(values.count - 1), Double(values.count - known.count))
    start = last > 0 ? Double(size.width) * missing / last : 0
    heights = (0...2 * size.width).map { half in
      let place = size.width > 0 ? Double(half) / Double(2 * size.width) * last : 0
      return radius + room * (1 - Self.value(at: max(0, place - missing), of: known))
    }
  }

  /// The value between two others: a cubic through both that is level at each extreme, so that it overshoots none.
  private static func value(at place: Double, of values: [Double]) -> Double {
    let left = min(Int(place), values.count - 1)
    let right = min(left + 1, values.count - 1)
    let t = place - Double(left)
    let (low, high) = (slope(at: left, of: values), slope(at: right, of: values))
    let (square, cube) = (t * t, t * t * t)
    let own = (2 * cube - 3 * square + 1) * values[left] + (3 * square - 2 * cube) * values[right]
    return own + (cube - 2 * square + t) * low + (cube - square) * high
  }

  /// The harmonic mean of the slopes at both sides of a value, which is 0 at an extreme and at the ends.
  private static func slope(at index: Int, of values: [Double]) -> Double {
    guard index > 0, index + 1 < values.count else { return 0 }
    let (before, after) = (values[index] - values[index - 1], values[index + 1] - values[index])
    return before * after > 0 ? 2 * before * after / (before + after) : 0
  }

  /// The graph in white, from right to left if it is mirrored: the line is opaque, the area below it is not.
  func bitmap(isMirrored: Bool = false) -> Bitmap {
    var bitmap = Bitmap(size: size)
    for x in 0..<size.width {
      for y in 0..<size.height {
        let byte = UInt8((coverage(x, y) * 255).rounded())
        let column = isMirrored ? size.width - 1 - x : x
        for channel in 0..<4 { bitmap.bytes[4 * (y * size.width + column) + channel] = byte }
      }
    }
    return bitmap
  }

  /// The share of a pixel that line and area cover, 0 … 1.
  private func coverage(_ x: Int, _ y: Int) -> Double {
    let (middle, height) = (Double(y) + 0.5, heights[2 * x + 1])
    let share = min(max(Double(x + 1) - start, 0), 1)
    if share == 0 { return 0 }
    // The distance from the line, which is as good as straight within two pixels.
    var nearest = Double.infinity
    for column in max(0, 2 * x - 3)..<min(2 * size.width, 2 * x + 5) {
      nearest = min(nearest, distance(Double(x) + 0.5, middle, toLineFrom: column))
    }
    let line = min(max(radius + 0.5 - nearest, 0), 1)
    let area = min(max(middle - height + 0.5, 0), 1) * Sparkline.areaOpacity
    return max(line, area) * share
  }

  /// The distance of a place from the piece of the line that begins at a half column.
  private func distance(_ x: Double, _ y: Double, toLineFrom column: Int) -> Double {
    let (left, top) = (Double(column) / 2, heights[column])
    let fall = heights[column + 1] - top
    let t = min(max(((x - left) * 0.5 + (y - top) * fall) / (0.25 + fall * fall), 0), 1)
    let (offX, offY) = (left + 0.5 * t - x, top + fall * t - y)
    return (offX * offX + offY * offY).squareRoot()
  }
}
