import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@Suite struct ShapeTests {
  @Test func `without corners the frame is covered and nothing else`() {
    let shape = Shape(frame: PixelRect(x: 2, y: 1, width: 5, height: 3), corners: .square)
    let bytes = shape.coverage(in: PixelRect(x: 0, y: 0, width: 8, height: 5))
    for (index, value) in bytes.enumerated() {
      #expect(value == ((2..<7).contains(index % 8) && (1..<4).contains(index / 8) ? 255 : 0))
    }
    #expect(shape.tiles == [CoverageTile(rect: shape.frame, bytes: nil)])
  }

  @Test func `pixels that are not covered wholly lie in rectangles one below the other`() {
    let rect = PixelRect(x: 3, y: 2, width: 4, height: 5)
    let bytes: [UInt8] = [
      0, 9, 255, 255,
      7, 254, 255, 255,
      255, 255, 255, 255,
      255, 8, 255, 0,
      255, 255, 255, 8,
    ]
    #expect(
      CoverageTile(rect: rect, bytes: bytes).partRects
        == [
          PixelRect(x: 3, y: 2, width: 2, height: 2), PixelRect(x: 4, y: 5, width: 3, height: 1),
          PixelRect(x: 6, y: 6, width: 1, height: 1),
        ])
    #expect(CoverageTile(rect: rect, bytes: nil).partRects == [])
  }

  @Test(arguments: [8, 15, 40]) func `a capsule's ends are circles`(height: Int) {
    let frame = PixelRect(x: 0, y: 0, width: 3 * height, height: height)
    let bytes = Shape(frame: frame, corners: Corners(100)).coverage(in: frame)
    let radius = Double(height) / 2
    let area = bytes.reduce(0) { $0 + Double($1) } / 255
    #expect(abs(area - (2 * radius * 2 * Double(height) + Double.pi * radius * radius)) < 0.01 * area)
    for (index, value) in bytes.enumerated() {
      let x = Double(index % frame.width) + 0.5
      let y = Double(index / frame.width) + 0.5
      let centre = min(max(x, radius), 3 * Double(height) - radius)
      let beyond = ((x - centre) * (x - centre) + (y - radius) * (y - radius)).squareRoot() - radius
      if beyond > 0.75 { #expect(value == 0) }
      if beyond < -0.75 { #expect(value == 255) }
    }
  }

  @Test func `a corner is symmetric, begins smoothly and crosses its diagonal where a circle would`() {
    let frame = PixelRect(x: 0, y: 0, width: 200, height: 200)
    let bytes = Shape(frame: frame, corners: Corners(40)).coverage(in: frame)
    for y in 0..<200 {
      for x in 0..<200 {
        let value = Int(bytes[y * 200 + x])
        #expect(abs(value - Int(bytes[x * 200 + y])) <= 6, "\(x), \(y)")
        #expect(value == bytes[y * 200 + 199 - x] && value == bytes[(199 - y) * 200 + x])
      }
    }
    // 40 (1 − 1/√2) = 11.72.
    #expect(bytes[10 * 201] < 20 && bytes[12 * 201] > 240)
    // A circle of radius 40 would leave the top row at 40; this curve is off the edge by .1 px until much later.
    #expect(bytes[30] < 255 && bytes[50] >= 230 && bytes[62] == 255)
  }

  /// A frame and its corners, some of them square.
  private func randomSheet(smallerThan side: Int, _ random: inout SplitMix) -> (PixelRect, Corners) {
    let frame = PixelRect(
      x: .random(in: -5..<5, using: &random), y: .random(in: -5..<5, using: &random),
      width: .random(in: 1..<side, using: &random), height: .random(in: 1..<side, using: &random))
    let radii = (0..<4).map { _ in Bool.random(using: &random) ? 0 : Double.random(in: 0..<50, using: &random)
    }
    return (
      frame,
      Corners(topLeft: radii[0], topRight: radii[1], bottomRight: radii[2], bottomLeft: radii[3])
    )
  }

  @Test func `a capsule has one tile at each end, one between them and lines as thin as its border`() {
    let shape = Shape(frame: PixelRect(x: 0, y: 0, width: 100, height: 32), corners: Corners(16))
    #expect(shape.tiles.map(\.rect.width) == [16, 16, 68])
    #expect(shape.wholeRects == [PixelRect(x: 16, y: 0, width: 68, height: 32)])
    let straight = shape.borderTiles(width: 1).filter { $0.rect.width == 68 }
    #expect(straight.map(\.rect.height) == [1, 1])
  }

  @Test(arguments: DailySeeds.first(100) as [Int]) func `tiles together cover the same as the whole`(
    seed: Int
  ) {
    var random = SplitMix(seed: UInt64(seed))
    let (frame, corners) = randomSheet(smallerThan: 60, &random)
    let inset = seed % 3 == 0 ? 1.5 : 0
    let shape = Shape(frame: frame, corners: corners, inset: inset)
    let whole = shape.coverage(in: frame)
    var seen = [Int](repeating: 0, count: whole.count)
    for tile in shape.tiles {
      #expect(frame.contains(tile.rect))
      for y in tile.rect.y..<tile.rect.maxY {
        for x in tile.rect.x..<tile.rect.maxX {
          let index = (y - frame.y) * frame.width + x - frame.x
          seen[index] += 1
          let own = tile.bytes?[(y - tile.rect.y) * tile.rect.width + x - tile.rect.x] ?? 255
          #expect(own == whole[index])
        }
      }
    }
    #expect(seen.allSatisfy { $0 == 1 })
  }

  @Test(arguments: DailySeeds.first(200) + [20_786_065] as [Int])
  func `the line along the edge is the shape less what lies inside of it`(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let (frame, corners) = randomSheet(smallerThan: 90, &random)
    let width = Double.random(in: 0.5..<6, using: &random)
    let shape = Shape(frame: frame, corners: corners)
    let whole = shape.coverage(in: frame)
    let inside = Shape(frame: frame, corners: corners, inset: width).coverage(in: frame)
    var line = [UInt8](repeating: 0, count: whole.count)
    var seen = [Int](repeating: 0, count: whole.count)
    for tile in shape.borderTiles(width: width) {
      #expect(frame.contains(tile.rect))
      for y in tile.rect.y..<tile.rect.maxY {
        for x in tile.rect.x..<tile.rect.maxX {
          let index = (y - frame.y) * frame.width + x - frame.x
          seen[index] += 1
          line[index] = tile.bytes?[(y - tile.rect.y) * tile.rect.width + x - tile.rect.x] ?? 255
        }
      }
    }
    #expect(seen.allSatisfy { $0 <= 1 })
    #expect(line == zip(whole, inside).map { $0 - min($0, $1) })
  }

  @Test(arguments: DailySeeds.first(100) as [Int]) func `the core is covered wholly`(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let frame = PixelRect(
      x: 3, y: 4, width: .random(in: 1..<60, using: &random), height: .random(in: 1..<60, using: &random))
    let shape = Shape(frame: frame, corners: Corners(.random(in: 0..<40, using: &random)))
    let core = shape.core
    #expect(frame.contains(core) || core.isEmpty)
    #expect(shape.coverage(in: core).allSatisfy { $0 == 255 })
    #expect(Shape(frame: frame, corners: .square).core == frame)
  }
}

@Suite struct GlassCoverageTests {
  private let size = PixelSize(width: 60, height: 40)
  private let material = Material(name: "glass", isDark: true, blurRadius: 20, chain: .identity)

  @Test func `one sheet over all of the surface needs no bytes`() {
    let coverage = GlassCoverage([Pane(frame: PixelRect(size), material: material)], size: size)
    #expect(coverage.bytes == nil)
    let leak = Leak.standard
    #expect(
      coverage.carrierPixels(x: 7, y: 9, leak: leak)
        == DitherPattern.carrierPixels(x: 7, y: 9, width: 60, height: 40, leak: leak))
  }

  @Test func `outside the glass there is no carrier, and at its edge it is scaled`() {
    let pane = Pane(
      frame: PixelRect(x: 4, y: 4, width: 40, height: 30), material: material, corners: Corners(12))
    let coverage = GlassCoverage([pane], size: size)
    let whole = DitherPattern.carrierPixels(x: 0, y: 0, width: 60, height: 40, leak: .standard)
    for (index, word) in coverage.carrierPixels(x: 0, y: 0, leak: .standard).enumerated() {
      let covered = coverage.coverage(x: index % 60, y: index / 60)
      if covered == 0 { #expect(word == 0) }
      if covered == 255 { #expect(word == whole[index]) }
      let alpha = Double(word >> 24)
      #expect(abs(alpha - 51 * Double(covered) / 255) <= 0.5)
      #expect(word & 255 <= word >> 24)
    }
    #expect(coverage.bytes?.contains { (1..<255).contains($0) } == true)
  }

  @Test func `a mask hides glass`() {
    var mask = Bitmap(size: PixelSize(width: 2, height: 1))
    mask.bytes[3] = 255
    let masked = Pane(frame: PixelRect(size), material: material, mask: .image(mask))
    let coverage = GlassCoverage([masked], size: size)
    #expect(coverage.coverage(x: 0, y: 20) == 255 && coverage.coverage(x: 59, y: 20) == 0)
    let hole = Pane(
      frame: PixelRect(size), material: material,
      mask: .shape(PixelRect(x: 10, y: 10, width: 20, height: 20), Corners(5)))
    let cut = GlassCoverage([hole], size: size)
    #expect(cut.coverage(x: 9, y: 20) == 0 && cut.coverage(x: 20, y: 20) == 255)
    #expect(cut.coverage(x: 10, y: 10) < 128)
  }

  @Test func `sheets beside each other are both there`() {
    let panes = [
      Pane(frame: PixelRect(x: 0, y: 0, width: 20, height: 40), material: material, corners: Corners(8)),
      Pane(frame: PixelRect(x: 30, y: 0, width: 30, height: 40), material: material),
    ]
    let coverage = GlassCoverage(panes, size: size)
    #expect(coverage.coverage(x: 10, y: 20) == 255 && coverage.coverage(x: 25, y: 20) == 0)
    #expect(coverage.coverage(x: 59, y: 39) == 255 && coverage.coverage(x: 0, y: 0) < 255)
  }

  @Test(arguments: [0, 3, 11, 16]) func `islands with the same corners are covered as each is alone`(
    radius: Int
  ) {
    let frames = [(x: 1, width: 60), (x: 64, width: 33), (x: 100, width: 90)].map { x, width in
      PixelRect(x: x, y: 3, width: width, height: 32)
    }
    let corners = Corners(Double(radius))
    let size = PixelSize(width: 191, height: 38)
    let panes = frames.map { Pane(frame: $0, material: material, corners: corners) }
    let all = PixelRect(size)
    let alone = frames.map { Shape(frame: $0, corners: corners).coverage(in: all) }
    let expected = (0..<all.area).map { index in alone.map { $0[index] }.max() ?? 0 }
    #expect(GlassCoverage(panes, size: size).bytes == expected)
  }
}

@Suite struct BitmapScalingTests {
  @Test func `a smaller picture is the mean of all it was`() {
    var stripes = Bitmap(size: PixelSize(width: 64, height: 64))
    for index in stripes.bytes.indices { stripes.bytes[index] = index / 4 % 2 == 0 ? 255 : 0 }
    let small = stripes.scaled(to: PixelSize(width: 9, height: 7))
    #expect(small.bytes.allSatisfy { abs(Int($0) - 128) <= 6 })
  }

  @Test func `a larger picture keeps its colours and runs between them`() {
    let two = Bitmap(size: PixelSize(width: 2, height: 1), bytes: [0, 0, 0, 255, 200, 100, 50, 255])
    let large = two.scaled(to: PixelSize(width: 20, height: 4))
    #expect(Array(large.bytes.prefix(4)) == [0, 0, 0, 255])
    #expect(Array(large.bytes.suffix(4)) == [200, 100, 50, 255])
    let red = stride(from: 0, to: 80, by: 4).map { large.bytes[$0] }
    #expect(red == red.sorted() && Set(red).count > 8)
  }
}
