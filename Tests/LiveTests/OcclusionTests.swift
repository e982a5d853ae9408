import Geometry
import Glibc
import HeadlessSession
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

    @Test(arguments: [0.3, 0.1, 0.03])
    func `a soft shadow above a part of the bar leaves the blur beside it alone`(darkness: Double) throws {
      let stage = try Stage()
      defer { stage.stop() }
      let before = try stage.settle()
      // A window that hangs over the bar's lower half, with its shadow around it.
      let picture = Self.shadow(
        PixelSize(width: 400, height: 200), window: PixelRect(x: 60, y: 60, width: 280, height: 80), darkness)
      let cover = PixelRect(picture.size).offset(x: 800, y: -40)
      let overlay = try stage.client.showOverlay(picture, x: cover.x, y: cover.y)
      let covered = try stage.settle()
      for part in [
        PixelRect(x: 0, y: 0, width: cover.x, height: 32),
        PixelRect(x: cover.maxX, y: 0, width: 1920 - cover.maxX, height: 32),
      ] {
        let difference = PictureDifference(
          covered.cropped(to: part), ReferencePicture(before.cropped(to: part)))
        print("shadow \(darkness), \(part): \(difference)")
        #expect(difference.mean <= 0.5 && difference.max <= 3, "\(part): \(difference)")
      }
      overlay.close()
      let after = try stage.settle()
      let difference = PictureDifference(after, Stage.expected(Self.material, over: Stage.wallpaper))
      #expect(difference.mean <= 1 && difference.max <= 4, "\(difference)")
    }

    /// A window of one colour and the shadow that a blur with σ 18 px of it gives, premultiplied.
    private static func shadow(_ size: PixelSize, window: PixelRect, _ darkness: Double) -> Bitmap {
      func share(_ position: Int, _ start: Int, _ length: Int) -> Double {
        let (a, b) = (Double(position - start), Double(position - start - length))
        return (erf(a / 18 / 2.squareRoot()) - erf(b / 18 / 2.squareRoot())) / 2
      }
      var picture = Bitmap(size: size)
      for y in 0..<size.height {
        for x in 0..<size.width {
          let index = (y * size.width + x) * 4
          let isWindow = x >= window.x && x < window.maxX && y >= window.y && y < window.maxY
          let alpha = darkness * share(x, window.x, window.width) * share(y, window.y, window.height)
          for channel in 0..<3 { picture.bytes[index + channel] = isWindow ? 200 : 0 }
          picture.bytes[index + 3] = isWindow ? 255 : UInt8((alpha * 255).rounded())
        }
      }
      return picture
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
