import Geometry
import Scenes
import TestSupport
import Testing

/// Tests of the backdrops over which contrast is measured.
@Suite struct TestBackdropsTests {
  @Test func `there are more than two hundred backdrops, no two of them alike`() {
    let all = TestBackdrop.flats + TestBackdrop.structured
    let pictures = Set(all.map { $0.drawn(PixelSize(width: 96, height: 80)).bytes })
    #expect(pictures.count == all.count && all.count == 846)
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(
      pictures.allSatisfy { bytes in stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 } }
    )
  }

  /// Two implementations that share nothing.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `both measurements of contrast agree`(seed: UInt64) throws {
    let size = PixelSize(width: 24, height: 16)
    let material = TestPhoto.allCases[Int(seed) % TestPhoto.allCases.count].picture(size, seed: seed)
    let shown = TestPictures.noise(size, seed: seed)
    var random = SplitMix(seed: seed)
    let coverage = (0..<size.width * size.height).map { _ in
      random.unit() < 0.1 ? UInt8(253 + random.next() % 3) : UInt8(random.next() % 253)
    }
    let own = InkContrast(material: material).worst(of: shown, coverage: coverage, in: PixelRect(size))
    let other = ContrastMeasurement(of: shown, coverage: coverage, material: material)
    let difference = abs(try #require(own).contrast - #require(other).worst)
    #expect(difference < 1e-9)
  }
}
