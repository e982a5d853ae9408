import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Rendering

@Suite struct LensTests {
  private static func lens(
    _ width: Int, _ height: Int, radius: Double, _ refraction: Refraction = Refraction(depth: 20, amount: 60),
    scale: Double = 1
  ) throws -> Lens {
    let frame = PixelRect(x: 7, y: 3, width: width, height: height)
    return try #require(Lens(refraction, in: Shape(frame: frame, corners: Corners(radius)), scale: scale))
  }

  @Test(arguments: [
    (0.0, 60.0), (1, 42.27), (2, 35.85), (4, 28), (8, 20), (12, 17.01), (16, 17.21), (20, 20), (40, 40),
  ])
  func `the edge is the slope of a quarter of a circle`(depth: Double, shown: Double) throws {
    let lens = try Self.lens(400, 300, radius: 30)
    #expect(abs(depth + lens.offset(atDepth: depth) - shown) < 0.005)
  }

  @Test func `a thin sheet bends less, so that its middle stays whole, and flat glass nothing`() throws {
    let lens = try Self.lens(400, 32, radius: 10)
    #expect(abs(lens.depth - 7.2) < 1e-9 && abs(lens.amount - 21.6) < 1e-9 && lens.reach == 22)
    let frame = PixelRect(x: 0, y: 0, width: 40, height: 30)
    let shape = Shape(frame: frame, corners: .square)
    #expect(Lens(.none, in: shape, scale: 1) == nil)
    #expect(Lens(Refraction(depth: 0.4, amount: 3), in: shape, scale: 1) == nil)
    #expect(
      Lens(Refraction(depth: 20, amount: 60), in: Shape(frame: .empty, corners: .square), scale: 1) == nil)
  }

  @Test(arguments: [
    (400, 300, 30.0, 1.0), (200, 32, 10, 1), (200, 32, 16, 1), (90, 160, 14, 1.5), (64, 64, 0, 2),
    (500, 40, 10, 1.25),
  ])
  func `every pixel shows the place of the reference`(width: Int, height: Int, radius: Double, scale: Double)
    throws
  {
    let lens = try Self.lens(width, height, radius: radius, scale: scale)
    let (frame, map) = (lens.shape.frame, LensMap(lens))
    let reference = ReferenceLens(frame: frame, radius: radius, depth: 20, amount: 60, scale: scale)
    var worst = 0.0
    for y in 0..<height {
      for x in 0..<width {
        let point = SIMD2(Double(frame.x + x) + 0.5, Double(frame.y + y) + 0.5)
        // Pixels that are not covered wholly lie on both sides of the edge.
        guard reference.distance(point) > 0.75 else { continue }
        let shown = point + SIMD2<Double>(map.offset(x: x, y: y, in: frame.size))
        let away = shown - reference.place(of: point)
        worst = max(worst, (away * away).sum().squareRoot())
        #expect(shown.x > Double(frame.x) && shown.x < Double(frame.maxX))
        #expect(shown.y > Double(frame.y) && shown.y < Double(frame.maxY))
      }
    }
    #expect(worst < 0.05, "\(worst) px")
  }

  @Test(arguments: [0, 5, 10, 16]) func `shapes that flow together show the places of the reference`(gap: Int)
    throws
  {
    try expectPlaces(
      [PixelRect(x: 7, y: 3, width: 90, height: 40), PixelRect(x: 97 + gap, y: 3, width: 60, height: 40)],
      depth: 9)
    try expectPlaces(
      [PixelRect(x: 7, y: 3, width: 310, height: 40), PixelRect(x: 7, y: 43 + gap, width: 310, height: 60)],
      depth: 13.5)
  }

  /// Compares the places that shapes at two frames show, which flow together, with those of the reference.
  private func expectPlaces(_ frames: [PixelRect], depth: Double) throws {
    let frame = frames[0].union(frames[1])
    let parts = frames.map { Merging.Part(frame: $0.offset(x: -7, y: -3), corners: Corners(14)) }
    let shape = Shape(frame: frame, corners: .square, merging: Merging(parts, distance: 12))
    let lens = try #require(Lens(Refraction(depth: 20, amount: 60), in: shape, scale: 1))
    #expect(abs(lens.depth - depth) < 1e-9, "the depth is that of the thickest shape")
    let lenses = frames.map { ReferenceLens(frame: $0, radius: 14, depth: 20, amount: 60, scale: 1) }
    let (map, reference) = (LensMap(lens), ReferenceMerging(lenses, distance: 12))
    var worst = 0.0
    for y in 0..<frame.height {
      for x in 0..<frame.width {
        let point = SIMD2(Double(frame.x + x) + 0.5, Double(frame.y + y) + 0.5)
        guard reference.field(point) < -0.75 else { continue }
        let shown = point + SIMD2<Double>(map.offset(x: x, y: y, in: frame.size))
        let away = shown - reference.place(of: point)
        worst = max(worst, (away * away).sum().squareRoot())
      }
    }
    #expect(worst < 0.05, "\(worst) px")
  }

  @Test(arguments: [(40, 40), (40, 64), (64, 90), (120, 32)])
  func `glass that parts is bent as before`(upper: Int, lower: Int) throws {
    let frames = [
      PixelRect(x: 0, y: 0, width: 160, height: upper),
      PixelRect(x: 0, y: upper + 35, width: 160, height: lower),
    ]
    let parts = frames.map { Merging.Part(frame: $0, corners: Corners(20)) }
    let whole = Shape(
      frame: frames[0].union(frames[1]), corners: .square, merging: Merging(parts, distance: 12))
    let refraction = Refraction(depth: 20, amount: 60)
    let joined = LensMap(try #require(Lens(refraction, in: whole, scale: 1)))
    for frame in frames {
      let shape = Shape(frame: frame, corners: Corners(20))
      let apart = LensMap(try #require(Lens(refraction, in: shape, scale: 1)))
      let coverage = shape.coverage(in: frame)
      for y in 0..<frame.height {
        for x in 0..<frame.width where coverage[y * frame.width + x] == 255 {
          let step = SIMD2<Double>(
            joined.offset(x: x, y: frame.y + y, in: whole.frame.size)
              - apart.offset(x: x, y: y, in: frame.size))
          #expect((step * step).sum().squareRoot() < 0.1, "\(x), \(y) of \(frame)")
        }
      }
    }
  }

  @Test(arguments: [
    Corners(topLeft: 38, topRight: 0, bottomRight: 0, bottomLeft: 0),
    Corners(topLeft: 0, topRight: 0, bottomRight: 30, bottomLeft: 30),
  ]) func `glass is bent evenly along a corner that reaches beyond the middle of its side`(corners: Corners)
    throws
  {
    let frame = PixelRect(x: 0, y: 0, width: 120, height: 40)
    let shape = Shape(frame: frame, corners: corners)
    let map = LensMap(try #require(Lens(Refraction(depth: 20, amount: 60), in: shape, scale: 1)))
    let coverage = shape.coverage(in: frame)
    for y in 10..<30 {
      for x in 0..<60 where coverage[y * 120 + x] == 255 && coverage[(y - 1) * 120 + x] == 255 {
        let step = map.offset(x: x, y: y, in: frame.size) - map.offset(x: x, y: y - 1, in: frame.size)
        #expect((step * step).sum().squareRoot() < 6.2, "\(x), \(y)")
      }
    }
  }

  @Test func `sheets that differ only in their middle share a map`() throws {
    let lens = try Self.lens(400, 300, radius: 14)
    #expect(try lens.mapKey == Self.lens(500, 200, radius: 14).mapKey)
    #expect(try lens.mapKey != Self.lens(400, 300, radius: 24).mapKey)
    #expect(try lens.mapKey != Self.lens(400, 30, radius: 14).mapKey)
    #expect(lens.mapKey.size.width < 60)
  }

  @Test func `a grid of a lens has the points of its sheet, and is out of date as far as it bends`() throws {
    let lens = try Self.lens(100, 40, radius: 10)
    let plan = BlurPlan(sigma: 5, base: .smoothedMean, minimumLevel: 2).onFinestGrid
    let look = PaneLook(plan: plan, chain: .identity)
    let output = PixelRect(x: 0, y: 0, width: 400, height: 200)
    let blur = PlannedBlur(PaneBlur(look, frame: output), output: output.size)
    var grid = GridState(blur, GridLook(finish: nil, lens: lens))
    #expect(grid.step == 1 && grid.cells == PixelRect(x: 4, y: 0, width: 104, height: 44))
    _ = grid.beginUpdate(GridUse(shown: [output], inked: []))
    _ = grid.endUpdate()
    grid.invalidate(PixelRect(x: 50, y: 20, width: 1, height: 1))
    #expect(grid.stale == PixelRect(x: 23, y: 0, width: 55, height: 44))
  }
}
