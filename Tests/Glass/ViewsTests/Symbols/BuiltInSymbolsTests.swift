import Geometry
import Scenes
import Testing

@testable import Views

struct BuiltInSymbolsTests {
  @Test func `every symbol is drawn within its square, at every size`() throws {
    for name in BuiltInSymbols.names + BuiltInSymbols.synonyms.keys {
      for side in [12, 16, 20, 24, 32] {
        let bitmap = try #require(BuiltInSymbols.bitmap(named: name, side: side), "\(name)")
        #expect(bitmap.size.width == side && bitmap.size.height == side)
        let alphas = stride(from: 3, to: bitmap.bytes.count, by: 4).map { bitmap.bytes[$0] }
        #expect(alphas.contains { $0 > 60 }, "\(name) at \(side)")
        #expect(bitmap == BuiltInSymbols.bitmap(named: name + "-symbolic", side: side))
      }
      let drawing = try #require(
        BuiltInSymbols.drawings[name]
          ?? BuiltInSymbols.synonyms[name].flatMap { BuiltInSymbols.drawings[$0] }, "\(name)")
      #expect(drawing.isInside, "\(name) leaves its square")
    }
  }

  @Test(
    arguments: [16, 20, 24, 32, 40, 48], ["window-maximize", "folder", "drive-harddisk", "battery-level-50"])
  func `the outer edge of a frame lies between two pixels at every size`(side: Int, name: String) throws {
    let bitmap = try #require(BuiltInSymbols.bitmap(named: name, side: side))
    for line in [
      (0..<side).map { bitmap.bytes[($0 * side + side / 2) * 4 + 3] },
      (0..<side).map { bitmap.bytes[(side / 2 * side + $0) * 4 + 3] },
    ] {
      #expect(line.first { $0 > 0 } == 255, "\(line)")
      #expect(line.last { $0 > 0 } == 255, "\(line)")
    }
  }

  @Test(arguments: [20, 24, 32, 40, 48]) func `lines fill whole pixels from 20 pixels on`(side: Int) throws {
    let bitmap = try #require(BuiltInSymbols.bitmap(named: "window-maximize", side: side))
    let line = (0..<side).map { bitmap.bytes[($0 * side + side / 2) * 4 + 3] }
    #expect(line.allSatisfy { $0 == 0 || $0 == 255 }, "\(line)")
  }

  @Test(arguments: ["go-home", "", "battery-level-105"]) func `a name that is not in the set has no symbol`(
    name: String
  ) {
    #expect(BuiltInSymbols.bitmap(named: name, side: 16) == nil)
  }

  @Test(arguments: [
    (1.125, 1.0), (1.3, 1.5), (1.5, 1.5), (1.6875, 1.5), (1.875, 2), (2.25, 2), (3, 3), (3.75, 4), (0, 0),
  ])
  func `a line is as wide as whole or half pixels`(width: Double, expected: Double) {
    #expect(PixelGrid.width(width) == expected)
  }

  @Test(arguments: [
    (1.5, 16, 2.0), (1.125, 12, 1), (1.6875, 18, 2), (1.40625, 15, 1), (1.59375, 17, 1.5), (3, 32, 3),
  ])
  func `a line along the middle has even widths in even squares, if that is near`(
    width: Double, side: Double, expected: Double
  ) {
    #expect(PixelGrid.width(width, inMiddleOf: side) == expected)
  }

  @Test(arguments: ["system-shutdown", "power-profile-balanced", "list-add"])
  func `lines along the middle fill whole pixels at 16 pixels`(name: String) throws {
    let bitmap = try #require(BuiltInSymbols.bitmap(named: name, side: 16))
    let row = (0..<16).map { (x: Int) -> UInt8 in bitmap.bytes[(6 * 16 + x) * 4 + 3] }
    #expect(row[7] == 255 && row[8] == 255)
    #expect(row[6] < 20 && row[9] < 20)
  }

  @Test(arguments: [16, 20, 24, 32], ["network-workgroup", "network-offline"])
  func `the equator of a globe ends within the line around it`(side: Int, name: String) throws {
    let bitmap = try #require(BuiltInSymbols.bitmap(named: name, side: side))
    let row = (0..<side).map { bitmap.bytes[(side / 2 * side + $0) * 4 + 3] }
    let (first, last) = (try #require(row.first { $0 > 0 }), try #require(row.last { $0 > 0 }))
    #expect(first > 240 && last > 240, "\(row)")
  }

  @Test(arguments: [16, 20, 24, 32]) func `nothing is drawn beside a slash in a gap as wide as its line`(
    side: Int
  ) throws {
    let drawn = try #require(BuiltInSymbols.drawings["network-offline"]).coverage(side: side)
    let width = SymbolDrawing.lineWidth * Double(side) / SymbolDrawing.side
    let line = PixelGrid.width(width) / 2
    // The ends of the slash, which are round, are left out.
    let middle = side / 4..<3 * side / 4
    for x in middle {
      #expect(drawn[x * side + x] == 1)
      for y in middle {
        // A pixel is touched by what is less than half of one from its middle.
        let distance = Double(abs(x - y)) / 2.0.squareRoot()
        guard distance >= line + 0.5, distance <= 1.5 * width - 0.5 else { continue }
        #expect(drawn[y * side + x] < 0.001, "\(x) \(y)")
      }
    }
  }

  @Test(arguments: [16, 20, 24, 32])
  func `the symbol of Bluetooth is little heavier while it is connected`(side: Int) throws {
    func weight(_ name: String) throws -> Double {
      try #require(BuiltInSymbols.drawings[name]).coverage(side: side).reduce(0, +)
    }
    let rest = try weight("bluetooth-active")
    #expect(try weight("bluetooth-connected") > rest * 1.1)
    #expect(try weight("bluetooth-connected") < rest * 1.25)
  }

  @Test(
    arguments: [
      (16, 7..<9, 1..<3), (20, 8..<12, 1..<4), (24, 10..<14, 1..<5), (32, 13..<19, 2..<7),
    ] as [(Int, Range<Int>, Range<Int>)])
  func `the dots of a connected Bluetooth fill whole pixels, alike at both sides`(
    side: Int, rows: Range<Int>, columns: Range<Int>
  ) throws {
    func drawn(_ name: String) throws -> [Double] {
      try #require(BuiltInSymbols.drawings[name]).coverage(side: side)
    }
    let (rest, connected) = (try drawn("bluetooth-active"), try drawn("bluetooth-connected"))
    for y in 0..<side {
      for x in 0..<side / 4 {
        let isDot = rows.contains(y) && columns.contains(x)
        for column in [x, side - 1 - x] {
          let added = connected[y * side + column] - rest[y * side + column]
          // The corners of a dot are round.
          #expect(isDot ? added > 0.1 : added == 0, "\(column) \(y)")
        }
      }
    }
  }

  @Test(
    arguments: [
      (2.5, nil, 2.0), (3.125, nil, 3), (0.3, nil, 1), (2.5, 16, 2), (3.125, 20, 4), (3.75, 24, 4),
      (0.5, 16, 2),
      (2.5, 17, 3), (0.5, 17, 1),
    ] as [(Double, Double?, Double)])
  func `a dot in the middle is as many pixels wide as leave as many on both sides`(
    width: Double, side: Double?, expected: Double
  ) {
    #expect(PixelGrid.diameter(width, inMiddleOf: side) == expected)
  }

  @Test func `stems move to pixels alike on both sides, and what lies between them in proportion`() {
    let grid = PixelGrid([(1.875, 1), (18.125, 1), (10, 1)], side: 20)
    #expect([1.875, 18.125, 10].map(grid.moved) == [2, 18, 10])
    #expect(grid.moved(0.875) == 1 && grid.moved(19.125) == 19)
    #expect(abs(grid.moved(5.9375) - 6) < 1e-9)
    #expect(PixelGrid([], side: 20).moved(3.3) == 3.3)
  }

  @Test func `a path has stems where it runs straight and where curves turn back`() throws {
    let circle = try SymbolPath(SymbolTable.circle(8, 8, 6))
    #expect(circle.columns.map { ($0 * 100).rounded() / 100 }.sorted() == [2, 14])
    #expect(circle.rows.map { ($0 * 100).rounded() / 100 }.sorted() == [2, 14])
    let corner = try SymbolPath("M2 3V9H2.5L4 12")
    #expect(corner.columns == [2] && corner.rows == [])
  }

  @Test func `what a battery holds grows with its level`() throws {
    let sums = try (0...10).map { tenth in
      try #require(BuiltInSymbols.drawings["battery-level-\(tenth * 10)"]).coverage(side: 32).reduce(0, +)
    }
    #expect(zip(sums, sums.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test(
    arguments: [
      ("M1 2L3 4", [[1, 2, 1, 2], [1, 2, 3, 4]]), ("M1,2 3 4", [[1, 2, 1, 2], [1, 2, 3, 4]]),
      ("m1 2h3v-.5z", [[1, 2, 1, 2], [1, 2, 4, 2], [4, 2, 4, 1.5], [4, 1.5, 1, 2]]),
      ("M0 0L1 1Zl2 0", [[0, 0, 0, 0], [0, 0, 1, 1], [1, 1, 0, 0], [0, 0, 2, 0]]), ("", []),
    ] as [(String, [[Double]])])
  func `a path is read as SVG has it`(text: String, lines: [[Double]]) throws {
    #expect(try SymbolPath(text).lines.map { [$0.x0, $0.y0, $0.x1, $0.y1] } == lines)
  }

  @Test(arguments: ["M1", "L", "M1 2Q3 4 5 6", "M1 2Z3", "M1 2 x", "M--1 2", "M1 2A1 1 0 0"])
  func `what is no path is a mistake`(text: String) {
    #expect(throws: SymbolPath.Mistake.self) { try SymbolPath(text) }
  }

  @Test(arguments: [(0, 1, 10.0, 20.0), (0, 0, 10, 0), (1, 1, 10, 20), (1, 0, 10, 0)])
  func `half a circle bulges to the side that it is told`(
    isLarge: Int, isClockwise: Int, x: Double, y: Double
  )
    throws
  {
    let path = try SymbolPath("M20 10A10 10 0 \(isLarge) \(isClockwise) 0 10")
    let middle = path.lines[path.lines.count / 2]
    #expect(abs(middle.x1 - x) < 1e-9 && abs(middle.y1 - y) < 1e-9)
    #expect(
      path.lines.allSatisfy { abs((($0.x1 - 10) * ($0.x1 - 10) + ($0.y1 - 10) * ($0.y1 - 10)) - 100) < 1e-6 })
  }
}

extension SymbolDrawing {
  /// Whether all that it draws lies in its square.
  fileprivate var isInside: Bool {
    parts.allSatisfy { part in
      let (text, reach): (String, Double)
      switch part {
      case .line(let path), .faintLine(let path): (text, reach) = (path, Self.lineWidth / 2)
      case .wideLine(let path, let width): (text, reach) = (path, width / 2)
      case .area(let path): (text, reach) = (path, 0)
      case .spot(let x, let y, let diameter): (text, reach) = ("M\(x) \(y)", diameter / 2)
      case .gap: return true
      }
      guard let path = try? SymbolPath(text) else { return false }
      return path.lines.allSatisfy { line in
        [line.x0, line.y0, line.x1, line.y1].allSatisfy {
          $0 - reach >= -0.01 && $0 + reach <= Self.side + 0.01
        }
      }
    }
  }
}
