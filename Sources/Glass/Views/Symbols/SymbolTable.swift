/// The drawings of symbols, by name, and the shapes that they are made of.
///
/// Outer edges of lines lie on whole units, so that the middle of a line is three quarters of a unit within its edge.
enum SymbolTable {
  typealias Part = SymbolDrawing.Part

  static let all: [String: SymbolDrawing] =
    [
      batteries, sound, media, network, bluetooth, machines, inputs, light, windows, controls, signs, session,
      things,
    ]
    .reduce(into: [:]) { all, table in
      all.merge(table) { _, _ in preconditionFailure("a symbol is drawn twice") }
    }

  static func drawing(_ parts: [Part]...) -> SymbolDrawing { SymbolDrawing(parts: Array(parts.joined())) }

  /// Lines along paths.
  static func lines(_ paths: String...) -> [Part] { paths.map { .line($0) } }

  /// Areas with sharp edges.
  static func areas(_ paths: String...) -> [Part] { paths.map { .area($0) } }

  /// An area with round corners, drawn with its edge.
  static func solid(_ path: String) -> [Part] { [.area(path), .line(path)] }

  /// A line of another width.
  static func line(_ path: String, width: Double) -> [Part] { [.wideLine(path, width: width)] }

  /// A full circle.
  static func dot(_ x: Double, _ y: Double, _ diameter: Double) -> [Part] {
    line("M\(x) \(y)", width: diameter)
  }

  /// A full circle whose edges lie between pixels at every size, where it may be higher than wide for that.
  static func spot(_ x: Double, _ y: Double, _ diameter: Double) -> [Part] {
    [.spot(x: x, y: y, diameter: diameter)]
  }

  /// A gap around a point, in which nothing of what was drawn before stays.
  static func hole(_ x: Double, _ y: Double, _ diameter: Double) -> [Part] {
    [.gap("M\(x) \(y)", width: diameter, isArea: false)]
  }

  /// A gap along a line.
  static func cut(_ path: String, width: Double) -> [Part] { [.gap(path, width: width, isArea: false)] }

  /// The path of a box with round corners.
  static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ r: Double) -> String {
    let (x1, y1) = (x + width, y + height)
    return "M\(x + r) \(y)H\(x1 - r)A\(r) \(r) 0 0 1 \(x1) \(y + r)V\(y1 - r)A\(r) \(r) 0 0 1 \(x1 - r) \(y1)"
      + "H\(x + r)A\(r) \(r) 0 0 1 \(x) \(y1 - r)V\(y + r)A\(r) \(r) 0 0 1 \(x + r) \(y)Z"
  }

  /// The path of a circle.
  static func circle(_ x: Double, _ y: Double, _ r: Double) -> String {
    "M\(x - r) \(y)A\(r) \(r) 0 0 1 \(x + r) \(y)A\(r) \(r) 0 0 1 \(x - r) \(y)Z"
  }

  /// A line from corner to corner, with a gap as wide as the line at both sides. It marks the symbol below it as absent or switched
  /// off.
  static let slash = cut(diagonal, width: 3 * SymbolDrawing.lineWidth) + lines(diagonal)
  private static let diagonal = "M2.75 2.75L13.25 13.25"
}
