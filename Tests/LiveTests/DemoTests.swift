import HeadlessSession
import Measures
import Pictures
import Scenes
import TestSupport
import Testing

extension LiveTests {
  @Suite struct DemoTests {
    @Test func `the demonstration leaves a picture of text on glass`() throws {
      let sway = try HeadlessSway(output: "resolution 64x64@60Hz")
      defer { sway.stop() }
      let path = sway.directory.file("demo.png")
      let demo = try RunningHyaline(
        in: sway, settings: "", arguments: ["demo", "-o", path], name: "demo",
        environment: ["WAYLAND_DISPLAY": "", "SWAYSOCK": ""])
      #expect(demo.process.waitForEnd(within: .seconds(60)) == .exited(0), "\(demo.log)")
      #expect(demo.log.contains(path))
      let picture = try Picture.load(path: path)
      #expect(picture.size == PixelSize(width: 1920, height: 1080))
      // Light ink on glass over a dark sky: text is there, and is not everything.
      let corner = picture.cropped(to: PixelRect(x: 0, y: 4, width: 240, height: 28))
      let reds = stride(from: 0, to: corner.bytes.count, by: 4).map { Int(corner.bytes[$0]) }
      let glass = reds.sorted()[reds.count / 2]
      let bright = reds.count { $0 > glass + 80 }
      #expect((200...2000).contains(bright), "\(bright) pixels lighter than \(glass)")
    }
  }
}
