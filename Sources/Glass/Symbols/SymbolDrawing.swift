import Geometry
import Scenes

/// A symbol as strokes and fills, laid over one another on a square of 24 by 24.
///
/// Lines are 1.5 wide and have round ends and corners. Those that run straight lie on odd multiples of .75, so that they
/// fill whole pixels at 16 and 32 pixels.
struct SymbolDrawing: Equatable, Sendable {
  /// A part of the drawing, along the path of an SVG drawing.
  enum Part: Equatable, Sendable {
    /// A line along a path.
    case line(String)
    /// A line of a given width.
    case wideLine(String, width: Double)
    /// The area that a path encloses.
    case area(String)
    /// A line of low opacity, such as an arc of a signal that is too weak for it.
    case faintLine(String)
    /// A gap in the parts before it: the pixels within a line of that width, and with `isArea` those that the path
    /// encloses.
    case gap(String, width: Double, isArea: Bool)
  }

  /// The side of the square, and the width of lines.
  static let side = 24.0
  static let lineWidth = 1.5
  /// The opacity of what does not count.
  static let faintness = 0.3

  var parts: [Part]

  /// The share of each pixel that the symbol covers on a square of `side` pixels, 0 … 1, row by row.
  func coverage(side: Int) -> [Double] {
    let scale = Double(side) / Self.side
    var result = [Double](repeating: 0, count: side * side)
    for part in parts {
      let pen = Pen(part, scale: scale)
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
  let lines: [SymbolPath.Line]
  /// Half the width of the line, in pixels.
  let radius: Double
  let isArea: Bool
  let opacity: Double
  let removes: Bool

  init(_ part: SymbolDrawing.Part, scale: Double) {
    let text: String
    var (width, isArea, opacity, removes) = (SymbolDrawing.lineWidth, false, 1.0, false)
    switch part {
    case .line(let own): text = own
    case .wideLine(let own, let ownWidth): (text, width) = (own, ownWidth)
    case .area(let own): (text, width, isArea) = (own, 0, true)
    case .faintLine(let own): (text, opacity) = (own, SymbolDrawing.faintness)
    case .gap(let own, let ownWidth, let ownIsArea):
      (text, width, isArea, removes) = (own, ownWidth, ownIsArea, true)
    }
    guard let path = try? SymbolPath(text) else { preconditionFailure("path \(text)") }
    lines = path.lines.map {
      SymbolPath.Line(x0: $0.x0 * scale, y0: $0.y0 * scale, x1: $0.x1 * scale, y1: $0.y1 * scale)
    }
    radius = width * scale / 2
    (self.isArea, self.opacity, self.removes) = (isArea, opacity, removes)
  }

  /// The pixels that it can cover.
  func bounds(in side: Int) -> (left: Int, top: Int, right: Int, bottom: Int) {
    let (reach, most) = (radius + 1, Double(side))
    func clamped(_ value: Double) -> Int { Int(min(max(value, 0), most)) }
    let xs = lines.flatMap { [$0.x0, $0.x1] }
    let ys = lines.flatMap { [$0.y0, $0.y1] }
    return (
      clamped((xs.min() ?? 0) - reach), clamped((ys.min() ?? 0) - reach),
      clamped(((xs.max() ?? 0) + reach).rounded(.up)), clamped(((ys.max() ?? 0) + reach).rounded(.up))
    )
  }

  func coverage(_ x: Double, _ y: Double) -> Double {
    var nearest = Double.infinity
    var winding = 0
    for line in lines {
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
