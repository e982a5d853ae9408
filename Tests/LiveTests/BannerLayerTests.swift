import DesktopModel
import Geometry
import HeadlessSession
import Loop
import Scenes
import TestSupport
import Testing

extension LiveTests {
  /// Banners and windows in fullscreen.
  ///
  /// With BANNER_PICTURES the pictures are written to that folder, to be looked at.
  @Suite struct BannerLayerTests {
    private static let film = TestPictures.photo(BannerStage.size)

    /// Waits until so many banners, with their shadows, rest over `picture`.
    private static func wait(
      _ stage: BannerStage, for count: Int, over picture: Bitmap, _ words: String
    ) throws {
      let corner = BannerStage.corner
      let background = picture.cropped(to: corner)
      let shown = try stage.rest("\(count) banners: \(words)", in: corner, mayBeCovered: true) { shown in
        let height = shown.boundsOfDifference(from: background).height
        return (height == 0 ? 0 : height < 200 ? 1 : 2) == count
      }
      try stage.keep(shown, as: "layer \(words)")
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
      try Self.wait(stage, for: 2, over: stage.bare, "after the film")
      #expect(stage.hyaline.log.isEmpty)
    }
  }
}
