import Geometry
import HeadlessSession
import Scenes
import TestSupport
import Testing

extension LiveTests {
  /// What banners look like before anything was measured through them.
  @Suite struct BannerAccuracyTests {
    /// One white pixel in each block of 4 × 4: the mean of a block tells nothing of its pixels.
    private static let dots: Bitmap = {
      var picture = Bitmap(size: BannerStage.size)
      for y in 0..<picture.size.height {
        for x in 0..<picture.size.width {
          let isWhite = x & 3 == 1 && y & 3 == 2
          let index = (y * picture.size.width + x) * 4
          for channel in 0..<3 { picture.bytes[index + channel] = isWhite ? 255 : 40 }
          picture.bytes[index + 3] = 255
        }
      }
      return picture
    }()

    @Test func `a banner is exact in every picture since its motion has ended`() throws {
      let stage = try BannerStage(
        "[notifications]\ncorner_radius = 0\n[accessibility]\nreduce_motion = \"off\"\n",
        background: Self.dots)
      defer { stage.stop() }
      try stage.notify("Message")
      var pictures: [Bitmap] = []
      try stage.session.eventually("live glass") {
        let before = try stage.hyaline.statistics()
        let picture = try stage.client.capture(BannerStage.corner)
        let after = try stage.hyaline.statistics()
        let atRest: Set = ["proving", "watching"]
        let isAtRest = atRest.isSuperset(of: before.values("glass") + after.values("glass"))
        if isAtRest, before["shown"] == 1 { pictures.append(picture) }
        return try after["shown"] == 1 && stage.hyaline.restingBanners() != nil
      }
      let last = ReferencePicture(try stage.rest("a banner").cropped(to: BannerStage.corner))
      for picture in pictures {
        let difference = PictureDifference(picture, last)
        #expect(difference.max <= 2 && difference.mean <= 0.1, "\(difference)")
      }
    }
  }
}
