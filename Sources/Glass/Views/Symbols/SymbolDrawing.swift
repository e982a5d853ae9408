import Geometry
import Scenes

/// A symbol as strokes and fills, laid over one another on a square of 16 by 16.
///
/// Lines are 1.5 wide and have round ends and corners. `PixelGrid` moves them, so that edges that run straight lie between
/// pixels at every size.
struct SymbolDrawing: Equatable, Sendable {
  /// A part of the drawing, along the path of an SVG drawing.
  enum Part: Equatable, Sendable {
    /// A line along a path.
    case line(String)
    /// A line of a given width.
    case wideLine(String, width: Double)
    /// A dot whose edges lie between pixels.
    case spot(x: Double, y: Double, diameter: Double)
    /// The area that a path encloses.
    case area(String)
    /// A line of low opacity, such as an arc of a signal that is too weak for it.
    case faintLine(String)
    /// A gap in the parts before it: the pixels within a line of that width, and with `isArea` those that the path
    /// encloses.
    case gap(String, width: Double, isArea: Bool)
  }

  /// The side of the square, and the width of lines.
  static let side = 16.0
  static let lineWidth = 1.5
  /// The opacity of what does not count.
  static let faintness = 0.3

  var parts: [Part]

  /// The share of each pixel that the symbol covers on a square of `side` pixels, 0 … 1, row by row.
  func coverage(side: Int) -> [Double] {
    var result = [Double](repeating: 0, count: side * side)
    for pen in pens(side: side) {
      let (left, top, right, bottom) = pen.bounds(in: side)
      guard left < right, top < bottom else { continue }
      for y in top..<bottom {
        for x in left..<right {
          let covered = pen.coverage(Double(x) + 0.5, Double(y) + 0.5)
          guard covered > 0 else { continue }
          let index = y * side + x
          if pen.removes {
            result[index] *= 1 - covered
          } else {
            result[index] += covered * pen.opacity * (1 - result[index])
          }
        }
      }
    }
    return result
  }

  /// The pens of the parts, moved to the grid of pixels together, so that parts that touch do so at every size.
  private func pens(side: Int) -> [Pen] {
    let pens = parts.map { Pen($0, scale: Double(side) / Self.side) }
    let drawn = pens.filter { !$0.removes && !$0.isPlaced }
    let columns = PixelGrid(
      drawn.flatMap { pen in pen.path.columns.map { (place: $0, radius: pen.radius) } }, side: side)
    let rows = PixelGrid(
      drawn.flatMap { pen in pen.path.rows.map { (place: $0, radius: pen.radius) } }, side: side)
    return pens.map { $0.moved(columns, rows) }
  }

  /// The symbol in `side` by `side` pixels, white.
  func bitmap(side: Int) -> Bitmap {
    var bitmap = Bitmap(size: PixelSize(width: side, height: side))
    for (index, covered) in coverage(side: side).enumerated() {
      let byte = UInt8((min(max(covered, 0), 1) * 255).rounded())
      for channel in 0..<4 { bitmap.bytes[4 * index + channel] = byte }
    }
    return bitmap
  }
}

/// Tells how much of a pixel a part covers, by the distance of its middle from the lines of the path.
private struct Pen {
  /// The path, in pixels.
  private(set) var path: SymbolPath
  /// Half the width of the line, in pixels.
  let radius: Double
  let opacity: Double
  let removes: Bool
  /// Whether the path lies on the grid of pixels by itself.
  let isPlaced: Bool
  private let isArea: Bool

  /// The greatest width, in units of the drawing, of what is a line and no dot.
  private static let widestLine = 2.0

  init(_ part: SymbolDrawing.Part, scale: Double) {
    let text: String
    var (width, isArea, opacity, removes) = (SymbolDrawing.lineWidth, false, 1.0, false)
    var placed: (path: SymbolPath, radius: Double)?
    switch part {
    case .line(let own): text = own
    case .wideLine(let own, let ownWidth): (text, width) = (own, ownWidth)
    case .area(let own): (text, width, isArea) = (own, 0, true)
    case .faintLine(let own): (text, opacity) = (own, SymbolDrawing.faintness)
    case .gap(let own, let ownWidth, let ownIsArea):
      (text, width, isArea, removes) = (own, ownWidth, ownIsArea, true)
    case .spot(let x, let y, let diameter):
      text = ""
      placed = Self.spot(x * scale, y * scale, diameter * scale, side: SymbolDrawing.side * scale)
    }
    guard let path = try? SymbolPath(text) else { preconditionFailure("path \(text)") }
    self.path = placed?.path ?? path.scaled(by: scale)
    let isLine = width <= Self.widestLine && !removes
    let isMiddle = path.lies(along: SymbolDrawing.side / 2)
    radius =
      placed?.radius
      ?? (isLine
        ? PixelGrid.width(width * scale, inMiddleOf: isMiddle ? SymbolDrawing.side * scale : nil)
        : width * scale) / 2
    (self.isArea, self.opacity, self.removes, isPlaced) = (isArea, opacity, removes, placed != nil)
  }

  /// The path and the radius of a dot in a drawing of `side` pixels. One that is to be higher than wide is a short line.
  private static func spot(
    _ x: Double, _ y: Double, _ diameter: Double, side: Double
  ) -> (path: SymbolPath, radius: Double) {
    func span(_ place: Double) -> (middle: Double, length: Double) {
      let isMiddle = abs(place - side / 2) < 0.01
      let length = PixelGrid.diameter(diameter, inMiddleOf: isMiddle ? side : nil)
      return (PixelGrid([(place: place, radius: length / 2)], side: Int(side)).moved(place), length)
    }
    let (column, row) = (span(x), span(y))
    let radius = min(column.length, row.length) / 2
    let (halfWidth, halfHeight) = (column.length / 2 - radius, row.length / 2 - radius)
    let path = SymbolPath(
      from: (column.middle - halfWidth, row.middle - halfHeight),
      to: (column.middle + halfWidth, row.middle + halfHeight))
    return (path, radius)
  }

  /// The pen with its path moved to the grid of pixels.
  func moved(_ columns: PixelGrid, _ rows: PixelGrid) -> Pen {
    if isPlaced { return self }
    var pen = self
    pen.path = path.moved(x: columns.moved, y: rows.moved)
    return pen
  }

  /// The pixels that it can cover.
  func bounds(in side: Int) -> (left: Int, top: Int, right: Int, bottom: Int) {
    let (reach, most) = (radius + 1, Double(side))
    func clamped(_ value: Double) -> Int { Int(min(max(value, 0), most)) }
    let xs = path.lines.flatMap { [$0.x0, $0.x1] }
    let ys = path.lines.flatMap { [$0.y0, $0.y1] }
    return (
      clamped((xs.min() ?? 0) - reach), clamped((ys.min() ?? 0) - reach),
      clamped(((xs.max() ?? 0) + reach).rounded(.up)), clamped(((ys.max() ?? 0) + reach).rounded(.up))
    )
  }

  func coverage(_ x: Double, _ y: Double) -> Double {
    var nearest = Double.infinity
    var winding = 0
    for line in path.lines {
      let (dx, dy) = (line.x1 - line.x0, line.y1 - line.y0)
      let square = dx * dx + dy * dy
      let t = square > 0 ? min(max(((x - line.x0) * dx + (y - line.y0) * dy) / square, 0), 1) : 0
      let (offX, offY) = (line.x0 + t * dx - x, line.y0 + t * dy - y)
      nearest = min(nearest, offX * offX + offY * offY)
      guard isArea, (line.y0 <= y) != (line.y1 <= y) else { continue }
      if line.x0 + (y - line.y0) / dy * dx > x { winding += dy > 0 ? 1 : -1 }
    }
    let distance = nearest.squareRoot()
    return min(max(0.5 + radius - (isArea && winding != 0 ? -distance : distance), 0), 1)
  }
}
