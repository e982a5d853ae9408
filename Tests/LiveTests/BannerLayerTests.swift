import DBusValues
import HeadlessSession
import Loop
import Measures
import Pictures
import Scenes
import TestSupport
import Testing

extension LiveTests {
  /// Banners and windows in fullscreen.
  ///
  /// With BANNER_PICTURES the pictures are written to that folder, to be looked at.
  @Suite struct BannerLayerTests {
    private static let film = TestPictures.photo(BannerStage.size)

    /// How high what is seen of banners over `picture` is: one with its shadow, two, none.
    private static func seen(_ stage: BannerStage, over picture: Bitmap) throws -> Int {
      let corner = BannerStage.corner
      let shown = try stage.client.capture(corner)
      let height = shown.boundsOfDifference(from: picture.cropped(to: corner)).height
      return height == 0 ? 0 : height < 125 ? 1 : 2
    }

    private static func wait(
      _ stage: BannerStage, for count: Int, over picture: Bitmap, _ words: String
    ) throws {
      try stage.session.eventually("\(count) banners: \(words)") {
        guard try seen(stage, over: picture) == count else { return false }
        // That is how it stays.
        for _ in 0..<5 {
          _ = stage.session.loop.run(for: .milliseconds(60)) { false }
          guard try seen(stage, over: picture) == count else { return false }
        }
        return true
      }
      if let folder = environmentVariable("BANNER_PICTURES") {
        let name = words.split(separator: " ").joined(separator: "-")
        try Picture.writePNG(try stage.client.capture(BannerStage.corner), to: "\(folder)/layer-\(name).png")
      }
    }

    @Test func `critical banners are seen over a window in fullscreen, others are not`() throws {
      let stage = try BannerStage()
      defer { stage.stop() }
      try stage.notify("Mail", "From somebody")
      try Self.wait(stage, for: 1, over: stage.bare, "before the film")
      let film = try stage.client.showWindow(Self.film, appID: "film", isFullscreen: true)
      try Self.wait(stage, for: 0, over: Self.film, "the film alone")
      let id = try stage.notify("Battery low", "7 % left.", app: "Power", hints: ["urgency": .byte(2)])
      try Self.wait(stage, for: 1, over: Self.film, "a critical one over the film")
      // Another that is not critical waits too.
      try stage.notify("Music", "A song")
      try Self.wait(stage, for: 1, over: Self.film, "still a critical one over the film")
      film.close()
      try Self.wait(stage, for: 2, over: stage.bare, "all after the film")
      let next = try stage.client.showWindow(Self.film, appID: "film", isFullscreen: true)
      try Self.wait(stage, for: 1, over: Self.film, "a critical one over the film again")
      _ = try stage.hyaline.request(#"{"command":"notifications","action":"dismiss","id":\#(id)}"#)
      try Self.wait(stage, for: 0, over: Self.film, "the film alone again")
      next.close()
      try Self.wait(stage, for: 2, over: stage.bare, "what is left after the film")
      #expect(stage.hyaline.log.isEmpty)
    }

    @Test(arguments: [("critical_layer = \"top\"", 0), ("layer = \"overlay\"", 2)])
    func `the settings say what is seen over a window in fullscreen`(settings: String, count: Int) throws {
      let stage = try BannerStage("[notifications]\n\(settings)\n")
      defer { stage.stop() }
      let film = try stage.client.showWindow(Self.film, appID: "film", isFullscreen: true)
      try stage.notify("Mail", "From somebody")
      try stage.notify("Battery low", "7 % left.", app: "Power", hints: ["urgency": .byte(2)])
      try Self.wait(stage, for: count, over: Self.film, "with \(settings.filter { $0 != "\"" })")
      film.close()
      #expect(stage.hyaline.log.isEmpty)
    }
  }
}
