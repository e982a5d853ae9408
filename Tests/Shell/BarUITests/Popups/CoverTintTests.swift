import BarUI
import Geometry
import Scenes
import Testing

struct CoverTintTests {
  private func tint(_ pixels: [SIMD4<UInt8>]) -> CoverTint? {
    let bytes = pixels.flatMap { [$0.x, $0.y, $0.z, $0.w] }
    return CoverTint(Bitmap(size: PixelSize(width: pixels.count, height: 1), bytes: bytes))
  }

  @Test func `a tint has the hue of the picture, dark on dark glass and pale on light glass`() throws {
    for bright in [255, 128, 10] as [UInt8] {
      let red = try #require(tint([[bright, 0, 0, 255]]))
      let dark = red.fill(isDark: true)
      #expect(abs(dark.x - 0.36) < 1e-9 && dark.y == 0 && dark.z == 0 && dark.w == 0.5)
      let light = red.fill(isDark: false)
      #expect(light.x >= light.y && light.y == light.z && abs(light.y - 0.74) < 1e-9 && light.w == 0.5)
    }
  }

  @Test func `colours count more than greys, and a grey picture gives a grey`() throws {
    let grey = [SIMD4<UInt8>](repeating: [128, 128, 128, 255], count: 9)
    let fill = try #require(tint(grey + [[0, 0, 255, 255]])).fill(isDark: true)
    #expect(fill.z > 2 * fill.x && fill.x == fill.y)
    for isDark in [true, false] {
      let neutral = try #require(tint(grey)).fill(isDark: isDark)
      #expect(neutral.x == neutral.y && neutral.y == neutral.z)
    }
  }

  @Test func `pixels that are not opaque do not count, and black and white are no trouble`() throws {
    #expect(tint([[9, 0, 0, 10], [0, 0, 0, 0]]) == nil && tint([]) == nil)
    for extreme in [0, 255] as [UInt8] {
      let own = try #require(tint([[extreme, extreme, extreme, 255]]))
      for isDark in [true, false] {
        let fill = own.fill(isDark: isDark)
        #expect(fill.min() >= 0 && fill.max() <= 1)
      }
    }
  }
}
