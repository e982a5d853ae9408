import Geometry
import Glibc
import Scenes
import TestSupport
import Testing
import VisualEffects

@Suite struct EdgeLightTests {
  private static func direction(_ degrees: Double) -> SIMD2<Double> {
    SIMD2(sin(degrees / 180 * .pi), -cos(degrees / 180 * .pi))
  }

  @Test(arguments: [(0, 1), (30, 0.911), (60, 0.667), (90, 0.333), (120, 0), (150, 0)] as [(Double, Double)])
  func `a light of 120° falls on an edge as far as it is turned to it`(angle: Double, share: Double) {
    let light = EdgeLight(direction: [0, -1], spread: 120, middle: 0.5)
    for angle in [angle, -angle] {
      #expect(abs(light.share(on: Self.direction(angle)) - share) < 0.0005)
    }
  }

  @Test func `the light from above reaches the sides, and that from below fades sooner`() {
    #expect(EdgeLight.key.share(on: [0, -1]) == 1 && EdgeLight.fill.share(on: [0, 1]) == 1)
    #expect(EdgeLight.key.share(on: [0, 1]) == 0 && EdgeLight.fill.share(on: [0, -1]) == 0)
    for angle in stride(from: 5.0, to: 90, by: 5) {
      let (up, down) = (Self.direction(angle), Self.direction(180 - angle))
      #expect(abs(EdgeLight.key.share(on: up) - cos(angle / 180 * .pi)) < 1e-12)
      #expect(EdgeLight.fill.share(on: down) < EdgeLight.key.share(on: up))
      #expect((EdgeLight.fill.share(on: down) > 0) == (angle < 80))
    }
  }

  @Test(arguments: [1, 1.25, 1.5, 1.75, 2, 3] as [Double], [0, 0.25, 0.5, 0.75])
  func `a fading line has the same light wherever it lies between the pixels`(depth: Double, inset: Double) {
    let frame = PixelRect(x: 3, y: 5, width: 60, height: 40)
    let shape = Shape(frame: frame, corners: Corners(12), inset: inset)
    let light = Self.bytes(shape.tiles(of: .key, width: depth, fades: true))
    let column = light.filter { $0.key.x == 33 }
    let sum = column.values.reduce(0, +)
    #expect(abs(Double(sum) - 255 * depth / 2) <= Double(column.count) / 2, "\(column)")
    // The strength falls with each row behind the one that the edge crosses.
    let rows = column.keys.map(\.y).sorted()
    let inner = rows.dropFirst(inset == 0 ? 0 : 1).compactMap { column[SIMD2(33, $0)] }
    #expect(inner == inner.sorted(by: >) && rows.last.map { Double($0 - 5) < inset + depth } == true)
  }

  @Test func `a line of one strength is that of the border as far as light falls on it`() {
    let shape = Shape(frame: PixelRect(x: 3, y: 5, width: 80, height: 60), corners: Corners(12))
    let border = Self.bytes(shape.borderTiles(width: 1))
    let light = Self.bytes(shape.tiles(of: .key, width: 1, fades: false))
    var rows: [Int: Int] = [:]
    for (place, byte) in light {
      #expect(byte <= border[place] ?? 0)
      rows[place.y] = max(rows[place.y] ?? 0, byte)
    }
    #expect(rows[5] == 255)
    let bright = rows.keys.sorted().compactMap { rows[$0] }
    // Beyond the straight part, the line lies on the curves, whose pixels it covers in part.
    #expect(bright.count < 24 && (bright.last ?? 255) < 40)
    #expect(rows.keys.allSatisfy { $0 < 5 + 19 })
  }

  @Test(arguments: [false, true])
  func `light from below is that from above on the shape upside down`(fades: Bool) {
    let corners = Corners(topLeft: 4, topRight: 6, bottomRight: 12, bottomLeft: 9)
    let flipped = Corners(topLeft: 9, topRight: 12, bottomRight: 6, bottomLeft: 4)
    let frame = PixelRect(x: 3, y: 5, width: 80, height: 60)
    let below = EdgeLight(direction: [0, 1], spread: 90, middle: 0.5)
    let lower = Self.bytes(Shape(frame: frame, corners: corners).tiles(of: below, width: 1.5, fades: fades))
    var upper: [SIMD2<Int>: Int] = [:]
    for (place, byte) in Self.bytes(
      Shape(frame: frame, corners: flipped).tiles(of: .key, width: 1.5, fades: fades))
    {
      upper[SIMD2(place.x, 69 - place.y)] = byte
    }
    #expect(lower == upper && lower.count > 80)
    #expect(lower.keys.allSatisfy { $0.y > 45 })
  }

  @Test(arguments: [false, true])
  func `light from the right is that from above on the shape turned`(fades: Bool) {
    let corners = Corners(topLeft: 4, topRight: 6, bottomRight: 12, bottomLeft: 9)
    let turned = Corners(topLeft: 6, topRight: 12, bottomRight: 9, bottomLeft: 4)
    let light = EdgeLight(direction: [1, 0], spread: 90, middle: 0.5)
    let shape = Shape(frame: PixelRect(x: 0, y: 0, width: 80, height: 60), corners: corners)
    let other = Shape(frame: PixelRect(x: 0, y: 0, width: 60, height: 80), corners: turned)
    let right = Self.bytes(shape.tiles(of: light, width: 1.5, fades: fades))
    let upper = Self.bytes(other.tiles(of: .key, width: 1.5, fades: fades))
    #expect(right.count > 60)
    for y in 0..<60 {
      for x in 0..<80 {
        // Coverage is exact along rows, and counted in sixteen slices across them.
        let (one, same) = (right[SIMD2(x, y)] ?? 0, upper[SIMD2(y, 79 - x)] ?? 0)
        #expect(abs(one - same) <= 3, "\(x), \(y): \(one), not \(same)")
      }
    }
  }

  @Test func `a light of more than 90° reaches edges that are turned away from it`() throws {
    let shape = Shape(frame: PixelRect(x: 0, y: 0, width: 80, height: 60), corners: Corners(12))
    let light = EdgeLight(direction: [0, -1], spread: 120, middle: 0.5)
    let bytes = Self.bytes(shape.tiles(of: light, width: 1, fades: false))
    #expect(bytes[SIMD2(0, 30)] == 85 && bytes[SIMD2(79, 30)] == 85, "a third of the light")
    #expect(bytes[SIMD2(40, 0)] == 255 && bytes[SIMD2(40, 59)] == nil)
    let oblique = EdgeLight(direction: [0.6, -0.8], spread: 90, middle: 0.5)
    let lit = Self.bytes(shape.tiles(of: oblique, width: 1, fades: false))
    #expect(lit[SIMD2(79, 30)] == 153 && lit[SIMD2(40, 0)] == 204 && lit[SIMD2(0, 30)] == nil)
  }

  @Test(arguments: [false, true])
  func `light follows a corner that reaches beyond the middle of its side`(fades: Bool) {
    func corner(height: Int) -> [SIMD2<Int>: Int] {
      let corners = Corners(topLeft: 24, topRight: 0, bottomRight: 0, bottomLeft: 0)
      let shape = Shape(frame: PixelRect(x: 3, y: 5, width: 90, height: height), corners: corners)
      return Self.bytes(shape.tiles(of: .key, width: 1.5, fades: fades)).filter { $0.key.x < 43 }
    }
    let low = corner(height: 40)
    // The corner takes 37 px of each of its sides.
    #expect(low == corner(height: 100))
    #expect(low.contains { $0.key.y >= 25 && $0.value > 10 } && low.keys.allSatisfy { $0.y < 42 })
  }

  /// Two capsules of 32 px that flow together.
  private static func merged(_ widths: [Int]) -> (shape: Shape, frame: PixelRect)? {
    var (x, nodes) = (5, [Node]())
    let material = Material(name: "glass", isDark: true, blurRadius: 20, chain: .identity)
    for width in widths {
      let frame = PixelRect(x: x, y: 4, width: width, height: 32)
      nodes.append(.effect(EffectNode(frame: frame, material: material, corners: Corners(16))))
      x += width + 6
    }
    let scene = Scene(size: PixelSize(width: x, height: 40), nodes: nodes).merged(within: 12)
    return scene.panes.first.map { ($0.clip.shape, $0.frame) }
  }

  @Test func `light falls on the upper side of a neck, and the fill light on its lower side`() throws {
    let (shape, _) = try #require(Self.merged([80, 80]))
    func column(_ light: EdgeLight) -> [Int] {
      let bytes = Self.bytes(shape.tiles(of: light, width: 1, fades: false))
      return (4..<36).map { bytes[SIMD2(88, $0)] ?? 0 }
    }
    let (upper, lower) = (column(.key), column(.fill))
    // The line is level in the middle of the neck.
    #expect(upper.reduce(0, +) > 230 && upper.prefix(16).contains { $0 > 100 })
    #expect(lower.reduce(0, +) > 230 && lower.suffix(16).contains { $0 > 100 })
    #expect(upper.suffix(16).allSatisfy { $0 == 0 } && lower.prefix(16).allSatisfy { $0 == 0 })
  }

  @Test func `the same light from above and from below is the same on shapes that flow together`() throws {
    let (shape, frame) = try #require(Self.merged([80, 50]))
    let below = EdgeLight(direction: [0, 1], spread: 90, middle: 0.5)
    let upper = Self.bytes(shape.tiles(of: .key, width: 1, fades: false))
    let lower = Self.bytes(shape.tiles(of: below, width: 1, fades: false))
    for y in frame.y..<frame.maxY {
      for x in frame.x..<frame.maxX {
        let (one, other) = (upper[SIMD2(x, y)] ?? 0, lower[SIMD2(x, 39 - y)] ?? 0)
        #expect(abs(one - other) <= 2, "\(x), \(y)")
      }
    }
  }

  /// The bytes above 0 by their places.
  private static func bytes(_ tiles: [CoverageTile]) -> [SIMD2<Int>: Int] {
    var result: [SIMD2<Int>: Int] = [:]
    for tile in tiles {
      for (index, byte) in (tile.bytes ?? []).enumerated() where byte > 0 {
        let (row, column) = index.quotientAndRemainder(dividingBy: tile.rect.width)
        result[SIMD2(tile.rect.x + column, tile.rect.y + row)] = Int(byte)
      }
    }
    return result
  }
}
