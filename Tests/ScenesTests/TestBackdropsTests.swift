import Measures
import Scenes
import TestSupport
import Testing

/// What the measurements of contrast rest on.
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
}
