import Geometry
import HeadlessSession
import Scenes
import TestSupport
import Testing

extension LiveTests {
  /// Tests of the accuracy of banners before anything was measured through them.
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

    /// Captures the corner until all banners rest; returns the pictures in which none moves, with the number of
    /// banners in each.
    private static func pictures(
      on stage: BannerStage, until count: Int
    ) throws -> [(shown: Int, picture: Bitmap)] {
      var pictures: [(shown: Int, picture: Bitmap)] = []
      let atRest: Set = ["proving", "watching"]
      let pixel = PixelRect(x: 0, y: 0, width: 1, height: 1)
      try stage.session.eventually("live glass") {
        let before = try stage.hyaline.statistics()
        // The capture shows everything that was committed before the answer came.
        _ = try stage.client.capture(pixel)
        let picture = try stage.client.capture(BannerStage.corner)
        let after = try stage.hyaline.statistics()
        if let shown = before["shown"], shown > 0, after["shown"] == shown,
          before["frames"] == after["frames"],
          atRest.isSuperset(of: before.values("glass") + after.values("glass"))
        {
          pictures.append((shown, picture))
        }
        return try after["shown"] == count && stage.hyaline.restingBanners() != nil
      }
      return pictures
    }

    @Test(arguments: ["top-right", "bottom-right"])
    func `banners are exact in every picture of them at rest as others come`(anchor: String) throws {
      let stage = try BannerStage(
        """
        [notifications]
        corner_radius = 0
        anchor = "\(anchor)"
        [accessibility]
        reduce_motion = "off"

        """, background: Self.dots)
      defer { stage.stop() }
      var former: ReferencePicture?
      for count in 1...3 {
        try stage.notify("Message \(count)")
        let pictures = try Self.pictures(on: stage, until: count)
        let last = ReferencePicture(try stage.rest("\(count) banners").cropped(to: BannerStage.corner))
        for (shown, picture) in pictures {
          guard let wanted = shown == count ? last : former else { continue }
          let difference = PictureDifference(picture, wanted)
          #expect(difference.max <= 2 && difference.mean <= 0.1, "\(shown) of \(count): \(difference)")
        }
        former = last
      }
    }
  }
}
