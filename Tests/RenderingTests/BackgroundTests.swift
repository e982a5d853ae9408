import Measures
import Rendering
import Scenes
import TestSupport
import Testing
import VisualEffects

@MainActor struct BackgroundTests {
  @Test func `The background behind a surface is known in means of 16 pixels`() throws {
    let size = PixelSize(width: 128, height: 96)
    var picture = TestPictures.flat(size, [1, 0.2, 0])
    // The right half is another colour.
    for y in 0..<size.height {
      for x in 64..<size.width {
        let at = (y * size.width + x) * 4
        (picture.bytes[at], picture.bytes[at + 1], picture.bytes[at + 2]) = (0, 102, 255)
      }
    }
    let renderer = try OffScreen.renderer(output: size)
    let glass = Glass(
      frame: PixelRect(x: 32, y: 32, width: 64, height: 32), scale: 1, leak: .opaque,
      material: Material(.systemMaterial, isDark: true))
    try renderer.openSurface(SurfaceID(1), window: nil, glass: glass)
    try renderer.setBackground(.picture(picture))
    let means = try renderer.background(behind: SurfaceID(1))
    #expect(means.count == 8)
    // The blocks at the seam are smoothed with the other half; those away from it are not.
    for (index, expected) in [(0, SIMD3(1, 0.2, 0)), (4, [1, 0.2, 0]), (3, [0, 0.4, 1]), (7, [0, 0.4, 1])] {
      for channel in 0..<3 { #expect(abs(means[index][channel] - expected[channel]) < 0.01, "\(means)") }
    }
  }
}
