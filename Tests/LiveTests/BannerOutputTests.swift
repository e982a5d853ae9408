import Geometry
import HeadlessSession
import Loop
import Scenes
import TestSupport
import Testing

extension LiveTests {
  /// Banners on outputs that change under them.
  @Suite struct BannerOutputTests {
    @Test(arguments: ["top-right", "bottom-left", "center"])
    func `banners stay when their output is turned and becomes smaller`(anchor: String) throws {
      let stage = try BannerStage("[notifications]\nanchor = \"\(anchor)\"\n")
      defer { stage.stop() }
      let id = try stage.notify("Hello", actions: ["default", "Open"])
      let before = try stage.settle()
      for change in ["scale 1.5", "scale 1 transform 90", "transform normal"] {
        try stage.sway.message("output HEADLESS-1 " + change)
        // Once a picture has come, the program has been told, and by the second answer it has taken that.
        _ = try stage.sway.picture()
        _ = try stage.hyaline.statistics()
        try stage.session.eventually("still banners after \(change)") {
          try stage.hyaline.restingBanners() != nil
        }
      }
      // Back where it was, it looks as it did, and can be clicked.
      // Until what is behind it is seen again it is guessed; programs that are compiled may make that last.
      try stage.session.eventually("its old picture") {
        PictureDifference(try stage.settle(), ReferencePicture(before)).mean <= 0.5
      }
      let place = ["top-right": (1000, 40), "bottom-left": (100, 680), "center": (640, 360)][anchor]!
      let invoked = "ActionInvoked \(id) default"
      try? stage.session.eventually("a click") {
        try stage.click(x: place.0, y: place.1)
        // One while the banner moves may miss it.
        return stage.session.loop.serveForASecond { stage.signals.contains(invoked) }
      }
      #expect(stage.signals.contains(invoked))
    }
  }
}
