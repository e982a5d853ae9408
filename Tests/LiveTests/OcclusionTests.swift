import HeadlessSession
import Measures
import Scenes
import TestSupport
import Testing
import VisualEffects

extension LiveTests {
  @Suite struct OcclusionTests {
    static let material = Material.named("systemMaterial", isDark: true)!

    @Test func `a window above a part of the bar leaves the glass beside it alone`() throws {
      let stage = try Stage()
      defer { stage.stop() }
      let before = try stage.settle()
      let cover = PixelRect(x: 800, y: 0, width: 300, height: 20)
      let overlay = try stage.client.showOverlay(
        TestPictures.flat(cover.size, SIMD3(1, 0.9, 0)), x: cover.x, y: cover.y)
      let covered = try stage.settle()
      #expect(covered.cropped(to: cover) == TestPictures.flat(cover.size, SIMD3(1, 0.9, 0)))
      for part in [
        PixelRect(x: 0, y: 0, width: cover.x, height: 32),
        PixelRect(x: cover.maxX, y: 0, width: 1920 - cover.maxX, height: 32),
        PixelRect(x: cover.x, y: cover.maxY, width: cover.width, height: 12),
      ] {
        let difference = PictureDifference(
          covered.cropped(to: part), ReferencePicture(before.cropped(to: part)))
        #expect(difference.mean <= 0.5 && difference.max <= 3, "\(part): \(difference)")
      }
      overlay.close()
      let after = try stage.settle()
      let difference = PictureDifference(after, Stage.expected(Self.material, over: Stage.wallpaper))
      #expect(difference.mean <= 1 && difference.max <= 4, "\(difference)")
    }

    @Test func `under a fullscreen window no capture is pending, and after it the glass is right`() throws {
      let stage = try Stage()
      defer { stage.stop() }
      _ = try stage.settle()
      let white = TestPictures.flat(Stage.size, SIMD3(0.9, 1, 0.9))
      let window = try stage.client.showWindow(white, appID: "full", isFullscreen: true)
      try stage.client.waitUntilShown(white.cropped(to: Stage.strip))
      // Something has to happen for it to see that it is covered.
      var number = 0
      try eventually("no pending capture") {
        number += 1
        try window.showAndWait(TestPictures.flat(Stage.size, SIMD3(number % 2 == 0 ? 0.9 : 0.8, 1, 0.9)))
        let statistics = try stage.bar.statistics()
        return statistics["pendingCaptures"] == 0 && statistics.has("phase", "hidden")
      }
      window.close()
      try stage.waitUntilLive()
      let difference = PictureDifference(
        try stage.settle(), Stage.expected(Self.material, over: Stage.wallpaper))
      #expect(difference.mean <= 1 && difference.max <= 4, "\(difference)")
    }
  }
}
