import Geometry
import Scenes
import Testing

struct ContrastMeasurementTests {
  static let size = PixelSize(width: 9, height: 7)

  @Test(arguments: [(0, 0), (4, 3), (8, 6), (8, 0)])
  func `one black pixel on white has 21 wherever it is`(x: Int, y: Int) throws {
    let measured = try #require(measure(ink: [x + 9 * y], coverage: 255))
    #expect(abs(measured.worst - 21) < 1e-9)
    #expect((measured.x, measured.y) == (x, y))
    #expect(measured.ink == [0, 0, 0] && measured.material == [255, 255, 255])
    #expect(measured.inkPixels == 1)
  }

  @Test func `antialiased pixels are no ink`() {
    #expect(measure(ink: [3, 20], coverage: 252) == nil)
    #expect(measure(ink: [3, 20], coverage: 253)?.inkPixels == 2)
    #expect(measure(ink: [], coverage: 255) == nil)
  }

  /// A grey of 118 has the luminance .1812, so contrast 4.62 with black.
  @Test(arguments: [(2, 0, true), (-2, 0, true), (0, 2, true), (2, -2, true), (3, 0, false), (0, 3, false)])
  func `material within 2 px counts, farther away it does not`(dx: Int, dy: Int, counts: Bool) throws {
    let beside = (4 + dx) + 9 * (3 + dy)
    let measured = try #require(measure(ink: [4 + 9 * 3], coverage: 255, grey: beside))
    #expect(abs(measured.worst - (counts ? 4.624 : 21)) < 0.001)
    #expect(measured.material == SIMD3(repeating: counts ? 118 : 255))
  }

  @Test func `what is not fully inside the sheet does not count`() throws {
    var sheet = [UInt8](repeating: 255, count: 63)
    sheet[5 + 9 * 3] = 254
    let measured = try #require(measure(ink: [4 + 9 * 3], coverage: 255, grey: 5 + 9 * 3, sheet: sheet))
    #expect(measured.worst > 20)
    sheet[4 + 9 * 3] = 254
    #expect(measure(ink: [4 + 9 * 3], coverage: 255, sheet: sheet) == nil)
  }

  private func measure(ink: [Int], coverage: UInt8, grey: Int? = nil, sheet: [UInt8]? = nil)
    -> ContrastMeasurement?
  {
    var material = Bitmap(size: Self.size, bytes: [UInt8](repeating: 255, count: 9 * 7 * 4))
    if let grey { for channel in 0..<3 { material.bytes[4 * grey + channel] = 118 } }
    var shown = material
    var covered = [UInt8](repeating: 0, count: 63)
    for index in ink {
      covered[index] = coverage
      for channel in 0..<3 { shown.bytes[4 * index + channel] = 0 }
    }
    return ContrastMeasurement(of: shown, coverage: covered, material: material, sheet: sheet)
  }
}
