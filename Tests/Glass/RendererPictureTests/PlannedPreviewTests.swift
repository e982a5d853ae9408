import Geometry
import TestSupport
import Testing
import VisualEffects

@testable import Rendering
@testable import RenderingGLES

@Suite(.serialized) struct PlannedPreviewTests {
  /// Hardly any of the sizes is a multiple of a cell, and one is a single pixel.
  @Test(
    .everyRenderer,
    arguments: [
      (97, 61, 1.0), (97, 61, 2.5), (97, 61, 3), (97, 61, 5), (97, 61, 12), (97, 61, 20), (97, 61, 30),
      (97, 61, 60), (1, 1, 0.5), (1, 1, 8), (3, 200, 20), (64, 64, 30), (5, 3, 135),
    ])
  func `the Gaussian blur is exact up to the border`(width: Int, height: Int, sigma: Double) throws {
    let picture = TestPictures.noise(PixelSize(width: width, height: height), seed: 7)
    let blurred = try OffScreen.preview().picture(picture, sigma: sigma)
    let exact = ReferenceGaussian.blur(ReferencePicture(picture), sigma: sigma)
    #expect(PictureDifference(blurred, exact).max <= 1.5)
  }

  @Test func `previews destroy every GL object that they create`() throws {
    let context = try unsafe GraphicsContext(display: nil)
    let preview = PlannedPreview(GLESBackend(context) { OffScreen.ink(for: $0) })
    let picture = TestPictures.noise(PixelSize(width: 40, height: 30))
    let material = try #require(Material.named("systemMaterialDark", isDark: true))
    _ = try preview.picture(picture, through: material, scale: 1)
    let count = context.liveObjectCount
    for _ in 0..<5 { _ = try preview.picture(picture, through: material, scale: 1) }
    #expect(context.liveObjectCount == count)
    preview.destroy()
    context.destroy()
    #expect(context.liveObjectCount == 0)
  }
}
