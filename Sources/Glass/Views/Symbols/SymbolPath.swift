import Geometry

/// Lines that the path of an SVG drawing consists of, in its unit.
struct SymbolPath: Equatable, Sendable {
  /// A straight line; a curve is as many of them as its bend needs.
  struct Line: Equatable, Sendable {
    var x0, y0, x1, y1: Double
    /// Whether it is a part of a curve.
    var isCurved = false
  }

  /// A syntax error of a path.
  enum Mistake: Error, Equatable {
    case unknownCommand(Character)
    case missingNumber
  }

  private(set) var lines: [Line] = []
  /// Lines of a curve: enough for symbols of some hundred pixels.
  private static let curveLines = 24

  /// Makes the path of a line between two points.
  init(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
    lines = [Line(x0: start.x, y0: start.y, x1: end.x, y1: end.y)]
  }

  /// Reads the attribute `d` of a path: the commands M, L, H, V, C, A and Z, and those relative to the last point.
  init(_ text: String) throws(Mistake) {
    var reader = Reader(Array(text.utf8))
    var (x, y, startX, startY) = (0.0, 0.0, 0.0, 0.0)
    var command = Character("M")
    while true {
      if let next = reader.command() {
        command = next
      } else {
        if reader.isAtEnd { return }
        // After a path was closed numbers mean nothing.
        if command == "Z" || command == "z" { throw .unknownCommand(command) }
      }
      let isRelative = command.isLowercase
      let (originX, originY) = isRelative ? (x, y) : (0, 0)
      switch command {
      case "M", "m":
        (x, y) = (originX + (try reader.number()), originY + (try reader.number()))
        (startX, startY) = (x, y)
        // A point alone is a dot.
        lines.append(Line(x0: x, y0: y, x1: x, y1: y))
        command = isRelative ? "l" : "L"
      case "L", "l": add(&x, &y, originX + (try reader.number()), originY + (try reader.number()))
      case "H", "h": add(&x, &y, originX + (try reader.number()), y)
      case "V", "v": add(&x, &y, x, originY + (try reader.number()))
      case "C", "c":
        var numbers: [Double] = []
        for index in 0..<6 { numbers.append((index % 2 == 0 ? originX : originY) + (try reader.number())) }
        addCurve(&x, &y, numbers)
      case "A", "a":
        let (radiusX, radiusY) = (try reader.number(), try reader.number())
        _ = try reader.number()
        let (isLarge, isClockwise) = (try reader.number() != 0, try reader.number() != 0)
        let (endX, endY) = (originX + (try reader.number()), originY + (try reader.number()))
        addArc(&x, &y, radiusX, radiusY, isLarge: isLarge, isClockwise: isClockwise, endX, endY)
      case "Z", "z":
        add(&x, &y, startX, startY)
      default: throw .unknownCommand(command)
      }
    }
  }

  /// Whether all lines lie on the column or on the row at `middle`.
  func lies(along middle: Double) -> Bool {
    lines.allSatisfy { ($0.x0, $0.x1) == (middle, middle) || ($0.y0, $0.y1) == (middle, middle) }
  }

  private mutating func add(
    _ x: inout Double, _ y: inout Double, _ newX: Double, _ newY: Double, isCurved: Bool = false
  ) {
    lines.append(Line(x0: x, y0: y, x1: newX, y1: newY, isCurved: isCurved))
    (x, y) = (newX, newY)
  }

  private mutating func addCurve(_ x: inout Double, _ y: inout Double, _ n: [Double]) {
    let (startX, startY) = (x, y)
    for step in 1...Self.curveLines {
      let t = Double(step) / Double(Self.curveLines)
      let u = 1 - t
      let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      add(
        &x, &y, a * startX + b * n[0] + c * n[2] + d * n[4], a * startY + b * n[1] + c * n[3] + d * n[5],
        isCurved: true)
    }
  }

  /// An arc of an ellipse whose axes lie along those of the drawing, as the annex on arcs of the SVG specification has it.
  private mutating func addArc(
    _ x: inout Double, _ y: inout Double, _ radiusX: Double, _ radiusY: Double, isLarge: Bool,
    isClockwise: Bool, _ endX: Double, _ endY: Double
  ) {
    guard radiusX > 0, radiusY > 0, x != endX || y != endY else { return add(&x, &y, endX, endY) }
    let (halfX, halfY) = ((x - endX) / 2, (y - endY) / 2)
    let length = halfX * halfX / (radiusX * radiusX) + halfY * halfY / (radiusY * radiusY)
    // Radii that are too short for the way are made long enough.
    let (rx, ry) = (radiusX * max(1, length.squareRoot()), radiusY * max(1, length.squareRoot()))
    let share = max(0, 1 / max(length * (radiusX * radiusX) / (rx * rx), 1e-12) - 1).squareRoot()
    let sign = isLarge == isClockwise ? -1.0 : 1.0
    let centreX = (x + endX) / 2 + sign * share * rx * halfY / ry
    let centreY = (y + endY) / 2 - sign * share * ry * halfX / rx
    let start = angle((x - centreX) / rx, (y - centreY) / ry)
    var sweep = angle((endX - centreX) / rx, (endY - centreY) / ry) - start
    if isClockwise, sweep < 0 { sweep += 2 * .pi }
    if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
    for step in 1..<Self.curveLines {
      let (sine, cosine) = sineAndCosine(start + sweep * Double(step) / Double(Self.curveLines))
      add(&x, &y, centreX + rx * cosine, centreY + ry * sine, isCurved: true)
    }
    add(&x, &y, endX, endY, isCurved: true)
  }
}

extension SymbolPath {
  /// The length from which a straight line is an edge, in pixels or units.
  private static let leastEdge = 0.99

  /// The path with another unit.
  func scaled(by factor: Double) -> SymbolPath { moved(x: { $0 * factor }, y: { $0 * factor }) }

  /// The path with its points moved.
  func moved(x: (Double) -> Double, y: (Double) -> Double) -> SymbolPath {
    var path = self
    for index in lines.indices {
      let line = lines[index]
      path.lines[index] = Line(
        x0: x(line.x0), y0: y(line.y0), x1: x(line.x1), y1: y(line.y1), isCurved: line.isCurved)
    }
    return path
  }

  /// The abscissas of upright edges, and of points where a curve turns back to the left or right.
  var columns: [Double] { stems(lines.map { ($0.x0, $0.x1, abs($0.y1 - $0.y0), $0.isCurved) }) }

  /// The ordinates of level edges, and of points where a curve turns back up or down.
  var rows: [Double] { stems(lines.map { ($0.y0, $0.y1, abs($0.x1 - $0.x0), $0.isCurved) }) }

  /// The places of edges and turns on an axis; each line has its ends there, and its extent along the other axis.
  private func stems(_ lines: [(start: Double, end: Double, across: Double, isCurved: Bool)]) -> [Double] {
    let lines = lines.filter { $0.start != $0.end || $0.across > 0 }
    return lines.indices.compactMap { index in
      let (line, next) = (lines[index], lines[(index + 1) % lines.count])
      if !line.isCurved {
        return abs(line.end - line.start) < 1e-6 && line.across >= Self.leastEdge ? line.start : nil
      }
      let turns = (line.end - line.start) * (next.end - next.start) < 0
      return next.isCurved && turns && abs(line.end - next.start) < 1e-6 ? line.end : nil
    }
  }
}

/// Reads commands and numbers.
private struct Reader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return place == bytes.count
    }
  }

  mutating func command() -> Character? {
    skipSpace()
    guard place < bytes.count, bytes[place] | 0x20 >= 0x61, bytes[place] | 0x20 <= 0x7A else { return nil }
    defer { place += 1 }
    return Character(Unicode.Scalar(bytes[place]))
  }

  mutating func number() throws(SymbolPath.Mistake) -> Double {
    skipSpace()
    let start = place
    var hasPoint = false
    while place < bytes.count {
      let byte = bytes[place]
      let isSign = byte == UInt8(ascii: "-") && place == start
      let isPoint = byte == UInt8(ascii: ".") && !hasPoint
      guard isSign || isPoint || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { break }
      hasPoint = hasPoint || isPoint
      place += 1
    }
    guard let number = Double(String(decoding: bytes[start..<place], as: UTF8.self)) else {
      throw .missingNumber
    }
    return number
  }

  private mutating func skipSpace() {
    while place < bytes.count, bytes[place] == 0x20 || bytes[place] == UInt8(ascii: ",") { place += 1 }
  }
}
