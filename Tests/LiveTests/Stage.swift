import Geometry
import HeadlessSession
import Scenes
import TestSupport
import VisualEffects
import Wayland

/// A desktop of known pixels with the bar on it, and an eye that is not the bar's.
final class Stage {
  static let size = PixelSize(width: 1920, height: 1080)
  static let wallpaper = TestPictures.desktop(size)
  /// The frame of the bar, which is 32 logical pixels high.
  static let strip = PixelRect(x: 0, y: 0, width: size.width, height: 32)

  let sway: HeadlessSway
  let client: TestClient
  let wallpaper: TestSurface
  private(set) var bar: RunningHyaline

  /// Starts all and returns once the glass is live.
  ///
  /// `prepare` is called when the compositor is there, and the bar not yet.
  init(
    settings: String = BarSettingsText.empty, swayRules: String = "",
    prepare: (HeadlessSway) throws -> Void = { _ in }
  ) throws {
    sway = try HeadlessSway(configuration: swayRules)
    try prepare(sway)
    client = try TestClient(sway)
    wallpaper = try client.showWallpaper(Self.wallpaper)
    bar = try RunningHyaline(in: sway, settings: settings)
    try waitUntilLive()
  }

  func waitUntilLive() throws {
    try bar.waitForStatistics("live glass") { $0.has("source", "live") && $0.has("phase", "watching") }
  }

  /// Starts the bar anew, after it has ended.
  func restart(settings: String) throws {
    bar = try RunningHyaline(in: sway, settings: settings)
    try waitUntilLive()
  }

  /// Ends the bar and the compositor.
  func stop() {
    bar.process.stop()
    sway.stop()
  }

  /// Waits until nothing is captured or drawn any more, though frames are: a capture waits for damage, and three
  /// pictures of `part` in a row are the same. Returns the last.
  func settle(in part: PixelRect = Stage.strip) throws -> Bitmap {
    let deadline = Deadline.patient
    while !deadline.hasPassed {
      let before = try bar.statistics()
      let pictures = try (0..<3).map { _ in try client.capture(part) }
      let after = try bar.statistics()
      if before["commits"] == after["commits"], before["captures"] == after["captures"],
        after["pendingCaptures"] == 1, after["rehearsals"] == 0,
        pictures.dropFirst().allSatisfy({ $0.isSame(as: pictures[0]) })
      {
        return pictures[2]
      }
    }
    throw SessionError.timeout(awaited: "a still picture", log: "\(try bar.statistics())\n" + bar.log)
  }

  /// The expected picture of the strip, or of a part of it, over `background`, a picture of the output without the
  /// bar.
  static func expected(
    _ material: Material, over background: Bitmap, in part: PixelRect = strip
  ) -> ReferencePicture {
    let glass = ReferenceGlass(
      chain: material.chain, sigma: material.blurRadius, leak: Leak.forBlur(sigma: material.blurRadius))
    // The Gaussian is below an eighth of a step further down.
    let reach = Int(4.5 * material.blurRadius) + 8
    let seen = PixelRect(x: 0, y: 0, width: size.width, height: (part.maxY + reach).flooredToMultiple(of: 4))
    return glass.shown(over: ReferencePicture(background.cropped(to: seen)), in: part)
  }
}

/// Settings files of the tests.
nonisolated enum BarSettingsText {
  /// A bar without text.
  static let empty = bar(material: "systemMaterial")

  /// A bar with an island from 448 to 1472 of 1920 pixels, whose text is at its beginning, and a short one at the end.
  static let islands = """
    appearance = "dark"
    [legibility]
    contrast = 0
    [bar]
    glass = "modules"
    material = "systemMaterial"
    start = []
    center = ["text.wide"]
    end = ["text.end"]
    [text.wide]
    text = "w"
    align = "start"
    min_width = 1000
    [text.end]
    text = "end"

    """
  /// A part of the wide island without text, away from its edge.
  static let inIsland = PixelRect(x: 500, y: 8, width: 400, height: 16)
  /// A part of the bar before the wide island.
  static let besideIsland = PixelRect(x: 404, y: 0, width: 40, height: 32)

  static func bar(material: String, appearance: String = "dark", more: String = "") -> String {
    """
    appearance = "\(appearance)"
    [bar]
    material = "\(material)"
    start = []
    center = []
    end = []
    \(more)

    """
  }
}
