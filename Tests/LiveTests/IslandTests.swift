import Geometry
import HeadlessSession
import Scenes
import TestSupport
import Testing

extension LiveTests {
  /// Bars whose zones or modules are islands of glass.
  @Suite struct IslandTests {
    private static func settings(_ glass: String, _ more: String = "") -> String {
      """
      appearance = "dark"
      [bar]
      glass = "\(glass)"
      \(more)
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

    /// The extents along the bar of what lies between its islands, where the picture is that of the desktop alone.
    private static func gaps(_ shown: Bitmap, _ desktop: Bitmap) -> [Range<Int>] {
      let strip = desktop.cropped(to: Stage.strip)
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

    /// Shows another desktop and the first one again, and expects the same picture, with as many gaps between the islands on
    /// either desktop, in which nothing is drawn.
    private func expectExactIslands(_ stage: Stage, gapCount: Int) throws {
      let first = try stage.settle()
      let other = TestPictures.flat(Stage.size, SIMD3(0.8, 0.5, 0.2))
      try stage.wallpaper.showAndWait(other)
      let changed = try stage.settle()
      try stage.wallpaper.showAndWait(Stage.wallpaper)
      let last = try stage.settle()
      let difference = PictureDifference(last, ReferencePicture(first))
      #expect(difference.mean <= 0.1 && difference.max <= 8, "\(difference)")
      stage.bar.process.stop()
      let desktop = try stage.client.capture(Stage.strip)
      let gaps = Self.gaps(first, desktop)
      #expect(gaps.count == gapCount, "\(gaps)")
      #expect(Self.gaps(last, desktop) == gaps)
      #expect(Self.gaps(changed, other) == gaps)
    }

    /// The number of gaps between islands by what is an island, each at several scales of the output.
    private nonisolated static let cases = [("zones", 2), ("modules", 3)].flatMap { glass, count in
      ["1", "1.25", "1.5", "2"].map { (glass, count, $0) }
    }

    @Test(arguments: ["1", "1.25", "1.5", "2"])
    func `islands that flow together are exact after the desktop has changed`(scale: String) throws {
      let stage = try Stage(
        settings: Self.settings("modules", "merge = 12"), swayRules: "output * scale \(scale)")
      defer { stage.stop() }
      // The first two modules are one piece.
      try expectExactIslands(stage, gapCount: 2)
    }

    @Test(arguments: cases)
    func `islands are exact after the desktop has changed, and nothing is drawn between them`(
      glass: String, gapCount: Int, scale: String
    ) throws {
      let stage = try Stage(settings: Self.settings(glass), swayRules: "output * scale \(scale)")
      defer { stage.stop() }
      try expectExactIslands(stage, gapCount: gapCount)
    }
  }
}
