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

    /// A part of the bar along an edge of the output, which is as thick as a bar at scale 1.
    private static func strip(at edge: OutputEdge) -> PixelRect {
      let (size, thickness) = (Stage.size, Stage.strip.height)
      return switch edge {
      case .top: Stage.strip
      case .bottom: Stage.strip.offset(x: 0, y: size.height - thickness)
      case .left: PixelRect(x: 0, y: 0, width: thickness, height: size.height)
      case .right: PixelRect(x: size.width - thickness, y: 0, width: thickness, height: size.height)
      }
    }

    /// The extents along the bar of what lies between its islands, where the picture is that of the desktop alone.
    private static func gaps(_ shown: Bitmap, _ desktop: Bitmap) -> [Range<Int>] {
      let isLevel = shown.size.width > shown.size.height
      let untouched = (0..<max(shown.size.width, shown.size.height)).map { place in
        let slice =
          isLevel
          ? PixelRect(x: place, y: 0, width: 1, height: shown.size.height)
          : PixelRect(x: 0, y: place, width: shown.size.width, height: 1)
        return shown.cropped(to: slice).isSame(as: desktop.cropped(to: slice))
      }
      var gaps: [Range<Int>] = []
      for place in untouched.indices where untouched[place] {
        if let last = gaps.last, last.upperBound == place {
          gaps[gaps.count - 1] = last.lowerBound..<place + 1
        } else {
          gaps.append(place..<place + 1)
        }
      }
      return gaps.filter { $0.count >= 4 }
    }

    /// Shows another desktop and the first one again, and expects the same picture, with as many gaps between the islands on
    /// either desktop, in which nothing is drawn.
    private func expectExactIslands(_ stage: Stage, gapCount: Int, edge: OutputEdge = .top) throws {
      let strip = Self.strip(at: edge)
      let first = try stage.settle(in: strip)
      let other = TestPictures.flat(Stage.size, SIMD3(0.8, 0.5, 0.2))
      try stage.wallpaper.showAndWait(other)
      let changed = try stage.settle(in: strip)
      try stage.wallpaper.showAndWait(Stage.wallpaper)
      let last = try stage.settle(in: strip)
      let difference = PictureDifference(last, ReferencePicture(first))
      #expect(difference.mean <= 0.1 && difference.max <= 8, "\(difference)")
      stage.bar.process.stop()
      let desktop = try stage.client.capture(strip)
      // At a scale that is not whole, some compositors change even a plain colour a little as they enlarge it.
      try stage.wallpaper.showAndWait(other)
      let otherDesktop = try stage.client.capture(strip)
      let gaps = Self.gaps(first, desktop)
      #expect(gaps.count == gapCount, "\(gaps)")
      #expect(Self.gaps(last, desktop) == gaps)
      #expect(Self.gaps(changed, otherDesktop) == gaps)
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

    @Test(
      arguments: [
        (.bottom, "zones", "material = \"clearGlass\"", 2, "1.25"),
        (.left, "modules", "merge = 12", 2, "1.5"), (.right, "zones", "", 2, "2"),
        (.top, "modules", "material = \"glass\"\nmerge = 12", 2, "1"),
      ] as [(OutputEdge, String, String, Int, String)])
    func `islands at any edge, of glass that bends and of any other, are exact after the desktop has changed`(
      edge: OutputEdge, glass: String, more: String, gapCount: Int, scale: String
    ) throws {
      let stage = try Stage(
        settings: Self.settings(glass, "edge = \"\(edge.rawValue)\"\nheight = 32\n\(more)"),
        swayRules: "output * scale \(scale)")
      defer { stage.stop() }
      try expectExactIslands(stage, gapCount: gapCount, edge: edge)
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
