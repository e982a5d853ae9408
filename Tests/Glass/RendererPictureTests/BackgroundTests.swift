import Geometry
import Rendering
import RenderingGLES
import Scenes
import TestSupport
import Testing
import VisualEffects

@Suite(.everyRenderer) @MainActor struct BackgroundTests {
  @Test func `the background behind a surface is known in means of 16 pixels`() throws {
    let size = PixelSize(width: 128, height: 96)
    var picture = TestPictures.flat(size, [1, 0.2, 0])
    // The right half has another colour.
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
    // The blocks at the boundary are smoothed with the other half; those away from it are not.
    for (index, expected) in [(0, SIMD3(1, 0.2, 0)), (4, [1, 0.2, 0]), (3, [0, 0.4, 1]), (7, [0, 0.4, 1])] {
      for channel in 0..<3 { #expect(abs(means[index][channel] - expected[channel]) < 0.01, "\(means)") }
    }
  }

  @Test func `what a former picture hides is taken to be like what is around it`() throws {
    // The surface has a banner's size and lies in a corner: its middle is far from everything that is seen.
    let frame = PixelRect(x: 241, y: 0, width: 399, height: 128)
    let background = TestPictures.flat(PixelSize(width: 640, height: 360), [0.6, 0.25, 0.4])
    let material = Material.named("systemMaterial", isDark: true)!
    let leak = Leak.forBlur(sigma: material.blurRadius)
    let seen = try LiveStage(background, frame: frame, material: material, leak: leak)
    let hidden = try LiveStage(background, frame: frame, material: material, leak: leak, over: frame)
    let difference = PictureDifference(try hidden.snapshot(), ReferencePicture(try seen.snapshot()))
    #expect(difference.max <= 3, "\(difference)")
  }
}
