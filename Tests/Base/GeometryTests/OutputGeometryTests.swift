import Geometry
import TestSupport
import Testing

@Suite struct OutputGeometryTests {
  static let scales = [1, 1.25, 1.5, 2, 128.0 / 120, 1.75, 3, 4.0 / 3, 2.4]

  func geometry(
    _ scale: Double, _ width: Int = 1920, _ height: Int = 1080, _ transform: OutputTransform = .normal
  ) -> OutputGeometry {
    OutputGeometry(mode: PixelSize(width: width, height: height), transform: transform, scale: scale)
  }

  @Test func `the logical size is rounded down`() {
    #expect(geometry(1.5, 1366, 768).logicalSize == PixelSize(width: 910, height: 512))
    #expect(geometry(1.5, 1366, 768, .flipped90).logicalSize == PixelSize(width: 512, height: 910))
  }

  @Test(arguments: [(0.0, 33.0, 50), (1.0, 33.0, 49), (3.0, 1.0, 1), (3.0, 3.0, 4), (2.0, 2.0, 3)])
  func `each edge is rounded at scale 1,5`(y: Double, height: Double, pixels: Int) {
    #expect(geometry(1.5).pixels(LogicalRect(x: 0, y: y, width: 10, height: height)).height == pixels)
  }

  @Test(arguments: scales) func `neighbours neither overlap nor leave a gap`(_ scale: Double) {
    let geometry = geometry(scale)
    for x in 0..<300 {
      let here = geometry.pixels(LogicalRect(x: Double(x), y: 0, width: 1, height: 1))
      let next = geometry.pixels(LogicalRect(x: Double(x + 1), y: 0, width: 1, height: 1))
      #expect(here.maxX == next.x)
    }
  }

  @Test(arguments: [(1.0, 1), (2.0, 1), (1.25, 4), (1.5, 2), (1.75, 4), (128.0 / 120, 15), (2.4, 5)])
  func `the step of snapping is the scale's denominator`(scale: Double, step: Int) {
    #expect(geometry(scale).snapStep == step)
  }

  @Test func `a scale of no protocol has no step`() {
    #expect(geometry(1.3141).snapStep == nil)
    #expect(geometry(1.3141).snapped(33, slack: 4) == 33)
  }

  @Test(
    arguments: [
      (1.5, 33, 2, 34), (1.5, 32, 2, 32), (1.25, 33, 2, 32), (1.25, 34, 2, 36), (1.25, 1, 4, 4),
      (128.0 / 120, 32, 2, 30), (128.0 / 120, 33, 2, 33), (2.0, 33, 2, 33), (1.5, 0, 2, 0),
    ] as [(Double, Int, Int, Int)]) func `lengths are snapped as far as the slack allows`(
      scale: Double, length: Int, slack: Int, snapped: Int
    )
  {
    #expect(geometry(scale).snapped(length, slack: slack) == snapped)
  }

  @Test(arguments: scales) func `what is snapped is exact under every rounding`(_ scale: Double) throws {
    let geometry = geometry(scale)
    var random = DailySeeds.generator
    let step = try #require(geometry.snapStep)
    for _ in 0..<200 {
      let lengths = (0..<4).map { _ in Double(step * Int.random(in: 1...40, using: &random)) }
      let rect = LogicalRect(x: lengths[0], y: lengths[1], width: lengths[2], height: lengths[3])
      // Scales are floats on the way: 24 bits over up to 2¹⁴ pixels.
      for edge in [rect.x, rect.y, rect.maxX, rect.maxY] {
        #expect(abs(edge * scale - (edge * scale).rounded()) < 1.0 / 1024)
      }
      #expect(Double(geometry.pixels(rect).width) == (rect.width * scale).rounded())
    }
  }

  @Test func `only fractional scales without viewports have no exact mapping`() {
    #expect(geometry(1).mapping(hasViewporter: false) == .bufferScale(1))
    #expect(geometry(2).mapping(hasViewporter: true) == .bufferScale(2))
    #expect(geometry(1.5).mapping(hasViewporter: true) == .viewport)
    #expect(geometry(1.5).mapping(hasViewporter: false) == .impossible(.fractionalScale(1.5)))
  }

  @Test(arguments: OutputTransform.allCases, scales) func `captures have what is asked for, and little more`(
    _ transform: OutputTransform, _ scale: Double
  ) {
    var random = DailySeeds.generator
    for _ in 0..<200 {
      let geometry = geometry(
        scale, Int.random(in: 100...2000, using: &random), Int.random(in: 100...2000, using: &random),
        transform)
      let wanted = part(of: PixelRect(geometry.mode), &random)
      guard let request = geometry.captureRequest(for: wanted) else {
        // Only where the output's last pixels have no logical one to themselves.
        let covered = geometry.transform.turned(geometry.logicalSize)
        #expect(
          Double(wanted.maxX) > Double(covered.width - 1) * scale - 2
            || Double(wanted.maxY) > Double(covered.height - 1) * scale - 2)
        continue
      }
      #expect(request.panel.contains(wanted))
      #expect(request.panel.width <= wanted.width + Int(3 * scale) + 2)
      #expect(PixelRect(geometry.logicalSize).contains(request.logical))
      #expect(asWlroots(request.logical, geometry, isMirrored: false) == request.panel)
      let mirrored = geometry.captureRequest(for: wanted, isMirrored: true)
      #expect(mirrored.map { asWlroots($0.logical, geometry, isMirrored: true) } == request.panel)
    }
  }

  /// The box in the panel's pixels that wlroots copies for a logical rectangle.
  private func asWlroots(_ logical: PixelRect, _ geometry: OutputGeometry, isMirrored: Bool) -> PixelRect {
    let turn = isMirrored ? geometry.transform.inverse : geometry.transform
    let box = turn.panelRect(of: logical, in: geometry.logicalSize)
    let parts = [box.x, box.y, box.width, box.height].map {
      Int(Float($0) * Float(geometry.scale) + 1.0 / 4096)
    }
    return PixelRect(x: parts[0], y: parts[1], width: parts[2], height: parts[3])
  }
}
