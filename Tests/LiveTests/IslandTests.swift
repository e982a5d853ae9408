import Geometry
import HeadlessSession
import Scenes
import TestSupport
import Testing

extension LiveTests {
  /// Bars whose zones or modules are islands of glass.
  @Suite struct IslandTests {
    private static func settings(_ glass: String) -> String {
      """
      appearance = "dark"
      [bar]
      glass = "\(glass)"
      start = ["text.one", "text.two"]
      center = ["text.three"]
      end = ["text.four"]
      font = "DejaVu Sans 11"
      [text.one]
      text = "one"
      [text.two]
      text = "two"
      [text.three]
      text = "three"
      [text.four]
      text = "four"

      """
    }

    /// The extents along the bar of what lies between its islands, with pixels that differ from the wallpaper.
    private static func gaps(_ shown: Bitmap, _ wallpaper: Bitmap) -> [Range<Int>] {
      let strip = wallpaper.cropped(to: Stage.strip)
      let untouched = (0..<shown.size.width).map { x in
        let column = PixelRect(x: x, y: 0, width: 1, height: shown.size.height)
        return shown.cropped(to: column).isSame(as: strip.cropped(to: column))
      }
      var gaps: [Range<Int>] = []
      for x in untouched.indices where untouched[x] {
        if let last = gaps.last, last.upperBound == x {
          gaps[gaps.count - 1] = last.lowerBound..<x + 1
        } else {
          gaps.append(x..<x + 1)
        }
      }
      return gaps.filter { $0.count >= 4 }
    }

    @Test(arguments: [("zones", 2), ("modules", 3)])
    func `islands are exact after the desktop has changed, and nothing is drawn between them`(
      glass: String, gapCount: Int
    ) throws {
      let stage = try Stage(settings: Self.settings(glass))
      defer { stage.stop() }
      let first = try stage.settle()
      let gaps = Self.gaps(first, Stage.wallpaper)
      #expect(gaps.count == gapCount, "\(gaps)")
      let other = TestPictures.flat(Stage.size, SIMD3(0.8, 0.5, 0.2))
      try stage.wallpaper.showAndWait(other)
      let changed = try stage.settle()
      #expect(Self.gaps(changed, other) == gaps)
      try stage.wallpaper.showAndWait(Stage.wallpaper)
      let last = try stage.settle()
      #expect(Self.gaps(last, Stage.wallpaper) == gaps)
      let difference = PictureDifference(last, ReferencePicture(first))
      #expect(difference.mean <= 0.1 && difference.max <= 8, "\(difference)")
    }
  }
}
