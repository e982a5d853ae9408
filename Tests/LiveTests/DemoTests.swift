import Geometry
import HeadlessSession
import Pictures
import Scenes
import TestSupport
import Testing

extension LiveTests {
  @Suite struct DemoTests {
    @Test func `the demonstration leaves a picture of a bar and banners with text on glass`() throws {
      let sway = try HeadlessSway(output: "resolution 64x64@60Hz")
      defer { sway.stop() }
      let path = sway.directory.file("demo.png")
      let demo = try RunningHyaline(
        in: sway, settings: "", arguments: ["demo", "-o", path], name: "demo",
        environment: ["WAYLAND_DISPLAY": "", "SWAYSOCK": ""])
      #expect(demo.process.waitForEnd() == .exited(0), "\(demo.log)")
      #expect(demo.log.contains(path))
      let picture = try Picture.load(path: path)
      #expect(picture.size == PixelSize(width: 1920, height: 1080))
      // Light ink on glass over a dark sky: text is there, and is not everything.
      let bar = Self.ink(of: picture, in: PixelRect(x: 1640, y: 4, width: 280, height: 28))
      #expect((200...2000).contains(bar.count), "\(bar)")
      // The newest banner, where it lies over the light window.
      let banner = Self.ink(of: picture, in: PixelRect(x: 1558, y: 62, width: 160, height: 54))
      #expect((200...2000).contains(banner.count), "\(banner)")
      #expect(banner.glass < 128, "\(banner)")
    }

    /// The usual red value, and how many pixels are far lighter.
    private static func ink(of picture: Bitmap, in place: PixelRect) -> (glass: Int, count: Int) {
      let part = picture.cropped(to: place)
      let reds = stride(from: 0, to: part.bytes.count, by: 4).map { Int(part.bytes[$0]) }
      let glass = reds.sorted()[reds.count / 2]
      return (glass, reds.count { $0 > glass + 80 })
    }
  }
}
