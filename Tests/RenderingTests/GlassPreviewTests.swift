import Measures
import Scenes
import Testing
import VisualEffects

@testable import Rendering

@Suite(.serialized) struct GlassPreviewTests {
  /// Sizes that no cell divides, down to one pixel.
  @Test(arguments: [
    (97, 61, 1.0), (97, 61, 2.5), (97, 61, 3), (97, 61, 5), (97, 61, 12), (97, 61, 20), (97, 61, 30),
    (97, 61, 60),
    (1, 1, 0.5), (1, 1, 8), (3, 200, 20), (64, 64, 30), (5, 3, 135),
  ])
  func gaussianIsExactUpToTheBorder(width: Int, height: Int, sigma: Double) throws {
    let context = try unsafe GraphicsContext(display: nil)
    let picture = Bitmap.noise(PixelSize(width: width, height: height), seed: 7)
    let blurred = try GlassPreview(context) { _ in Bitmap(size: PixelSize(width: 1, height: 1)) }
      .picture(picture, sigma: sigma)
    #expect(picture.gaussian(sigma).worstDifference(from: blurred) <= 1.5)
  }

  @Test func everyObjectIsGivenBack() throws {
    let context = try unsafe GraphicsContext(display: nil)
    let preview = GlassPreview(context) { _ in Bitmap(size: PixelSize(width: 1, height: 1)) }
    let picture = Bitmap.noise(PixelSize(width: 40, height: 30), seed: 3)
    let material = try #require(Material.named("systemMaterialDark", isDark: true))
    _ = try preview.picture(picture, through: material, scale: 1)
    let count = context.liveObjectCount
    for _ in 0..<5 { _ = try preview.picture(picture, through: material, scale: 1) }
    #expect(context.liveObjectCount == count)
    context.destroy()
    #expect(context.liveObjectCount == 0)
  }
}
