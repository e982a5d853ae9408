import DBus
import DesktopModel
import Geometry
import HeadlessSession
import Scenes
import TestSupport
import Testing

extension LiveTests {
  /// Texts of modules that are longer than their room.
  @Suite struct MarqueeTests {
    private static let settings = """
      [bar]
      start = ["media"]
      center = []
      end = []
      [media]
      format = "{title}"
      max_width = 120
      marquee = true

      """
    private static let (path, interface) = ("/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player")

    @Test
    func `a long title moves while it is played, and nothing wakes the bar when it is paused or not seen`()
      throws
    {
      let stage = try ServiceStage(reducesMotion: false, Self.settings)
      defer { stage.stop() }
      let title = "A title that is much longer than the room that it has"
      let player = try stage.playPlayer(title)
      try stage.wait(for: "media", toShow: title)
      func play(_ status: String) {
        player.set(Self.path, Self.interface, ["PlaybackStatus": .string(status)])
      }
      func shown() throws -> Bitmap {
        try stage.desktop.client.capture(PixelRect(x: 0, y: 0, width: 160, height: 32))
      }
      func waitForMotion() throws {
        var pictures: [Bitmap] = []
        try stage.wait("a title that moves") {
          let picture = try shown()
          if !pictures.contains(where: { $0.isSame(as: picture) }) { pictures.append(picture) }
          // One is of another ink, and one has the ellipsis.
          return pictures.count >= 6
        }
      }
      // After the rest, in which the bar is not woken, it has drawn nothing more.
      func expectRest(_ state: Comment) throws {
        try stage.rest()
        let before = try stage.desktop.bar.statistics()["commits"]
        try stage.rest()
        #expect(try stage.desktop.bar.statistics()["commits"] == before, state)
      }
      try expectRest("not played yet")
      let paused = try shown()
      play("Playing")
      try waitForMotion()
      play("Paused")
      try stage.wait("the title as it was") { try shown().isSame(as: paused) }
      try expectRest("paused")
      #expect(try shown().isSame(as: paused))
      play("Playing")
      try waitForMotion()
      try stage.desktop.session.message("output", "HEADLESS-1", "dpms", "off")
      // A question makes the bar draw once more here, so that only its rest is awaited.
      try stage.rest()
      try stage.desktop.session.message("output", "HEADLESS-1", "dpms", "on")
      try waitForMotion()
    }
  }
}
