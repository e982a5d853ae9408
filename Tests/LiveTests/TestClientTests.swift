import Geometry
import HeadlessSession
import Scenes
import TestSupport
import Testing

extension LiveTests {
  @Suite struct TestClientTests {
    static let grey = TestPictures.flat(PixelSize(width: 640, height: 360), SIMD3(0.2, 0.3, 0.4))
    static let red = TestPictures.flat(PixelSize(width: 100, height: 60), SIMD3(0.8, 0, 0.1))

    @Test func `what the client shows is what it captures and what grim sees`() throws {
      let sway = try HeadlessSway(
        output: "resolution 640x360@60Hz",
        configuration: #"for_window [app_id="test"] floating enable, move absolute position 50 10"#)
      defer { sway.stop() }
      let client = try TestClient(sway)
      let wallpaper = try client.showWallpaper(Self.grey)
      let window = try client.showWindow(Self.red, appID: "test")
      let overlay = try client.showOverlay(Self.red, x: 300, y: 200)
      var expected = Self.grey
      expected.draw(Self.red, x: 50, y: 10)
      expected.draw(Self.red, x: 300, y: 200)
      try client.waitUntilShown(expected)
      #expect(try sway.picture().boundsOfDifference(from: expected) == .empty)

      window.close()
      overlay.close()
      try client.waitUntilShown(Self.grey)
      withExtendedLifetime(wallpaper) {}
    }

    @Test func `each commit's frame number is read from a capture of it`() throws {
      let sway = try HeadlessSway(output: "resolution 640x360@60Hz")
      defer { sway.stop() }
      let client = try TestClient(sway)
      let wallpaper = try client.showWallpaper(Self.grey)
      for number in [0, 1, 299, 65535] {
        var picture = Self.grey
        FrameCode.draw(number, into: &picture, x: 8, y: 300)
        try wallpaper.show(picture)
        let capture = try client.capture(PixelRect(x: 0, y: 300, width: 640, height: 8))
        #expect(FrameCode.read(from: capture, x: 8, y: 0) == number)
      }
      #expect(FrameCode.read(from: Self.grey, x: 8, y: 300) == nil)
    }
  }
}
