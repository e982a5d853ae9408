import Geometry
import HeadlessSession
import Scenes
import TestSupport
import Testing
import Wayland

extension LiveTests {
  /// A bar that comes with the pointer.
  @Suite struct AutoHideTests {
    private static let layout = LogicalSize(width: 640, height: 360)

    /// A desktop with the bar on it, away, and a pointer in the middle.
    @MainActor private final class Scenario {
      let session: HeadlessSway
      let client: TestClient
      let bar: RunningHyaline
      let pointer: VirtualPointer
      let background: Double

      init(_ settings: String, output: String = "") throws {
        session = try HeadlessSway(output: "resolution 640x360@60Hz position 0 0 " + output)
        client = try TestClient(session)
        _ = try client.showWallpaper(TestPictures.desktop(client.output.description.mode))
        background = try Self.sample(client)
        pointer = try VirtualPointer(client)
        try pointer.move(x: 320, y: 200, in: layout)
        bar = try RunningHyaline(
          in: session, settings: BarSettingsText.bar(material: "systemMaterial", more: settings))
        // The strip at the edge is there with the bar's own surfaces.
        try bar.waitForStatistics("a bar") { $0["commits"] != nil }
      }

      static func sample(_ client: TestClient) throws -> Double {
        Double(try client.capture(PixelRect(x: 100, y: 10, width: 4, height: 4)).bytes[1])
      }

      var isSeen: Bool { get throws { try Self.sample(client) != background } }

      func wait(until isSeen: Bool) throws {
        try eventually(isSeen ? "the bar" : "no bar") { try self.isSeen == isSeen }
      }

      func waitUntilAway() throws {
        try bar.waitForStatistics("no bar, and no capture") { statistics in
          statistics["pendingCaptures"] == 0
            && (try? bar.request(#"{"command":"status"}"#).contains(#""width":0"#)) == true
        }
      }

      func command(_ action: String) throws {
        let answer = try bar.request(#"{"command":"bar","action":"\#(action)"}"#)
        #expect(answer.contains(#""bars":1"#))
      }
    }

    @Test func `it slides in when the pointer has been at the edge, stays under it, and goes after it`()
      throws
    {
      let scenario = try Scenario("mode = \"auto-hide\"\nreveal_delay = 0.3\nhide_delay = 0.5")
      defer { scenario.session.stop() }
      let pointer = scenario.pointer
      try scenario.waitUntilAway()
      for _ in 0..<2 {
        #expect(try !scenario.isSeen)
        try pointer.move(x: 320, y: 0.5, in: Self.layout)
        try scenario.wait(until: true)
        try scenario.bar.waitForStatistics("live glass") {
          $0.has("source", "live") && $0.has("phase", "watching")
        }
        // The bar stays while the pointer is over it, which only more time than its delay can show.
        try pointer.move(x: 300, y: 20, in: Self.layout)
        #expect(try stays { try scenario.isSeen })
        try pointer.move(x: 320, y: 200, in: Self.layout)
        try scenario.wait(until: false)
        try scenario.waitUntilAway()
      }
    }

    @Test func `it does not come when the pointer has only passed the edge`() throws {
      let scenario = try Scenario("mode = \"auto-hide\"\nreveal_delay = 10\nhide_delay = 0.1")
      defer { scenario.session.stop() }
      try scenario.waitUntilAway()
      try scenario.pointer.move(x: 320, y: 0.5, in: Self.layout)
      try scenario.pointer.move(x: 320, y: 100, in: Self.layout)
      try scenario.client.synchronise(with: scenario.bar)
      // The delay, for which the pointer would have had to stay, is longer than any test.
      #expect(try !scenario.isSeen)
    }

    @Test func `commands keep it shown or hide it, and the pointer shows it again`() throws {
      let scenario = try Scenario("mode = \"auto-hide\"\nreveal_delay = 0\nhide_delay = 0.1")
      defer { scenario.session.stop() }
      let pointer = scenario.pointer
      try scenario.waitUntilAway()
      try scenario.command("show")
      try scenario.wait(until: true)
      // Held, though the pointer comes and goes: only time shows that it is not hidden after its delay.
      try pointer.move(x: 320, y: 10, in: Self.layout)
      try pointer.move(x: 320, y: 200, in: Self.layout)
      #expect(try stays { try scenario.isSeen })
      try scenario.command("hide")
      try scenario.waitUntilAway()
      try pointer.move(x: 320, y: 0.5, in: Self.layout)
      try scenario.wait(until: true)
      // Sent away under the pointer, which brings it back only by coming again.
      try scenario.command("toggle")
      try scenario.waitUntilAway()
      try pointer.move(x: 320, y: 200, in: Self.layout)
      try pointer.move(x: 320, y: 0.5, in: Self.layout)
      try scenario.wait(until: true)
    }

    @Test func `on the overlay it does not come over a window in fullscreen`() throws {
      let scenario = try Scenario(
        "layer = \"overlay\"\nmode = \"auto-hide\"\nreveal_delay = 0\nhide_delay = 0.1")
      defer { scenario.session.stop() }
      try scenario.waitUntilAway()
      let picture = TestPictures.photo(scenario.client.output.description.mode)
      let film = try scenario.client.showWindow(picture, appID: "film", isFullscreen: true)
      // The compared part lies away from the pointer, which the compositor draws into its pictures.
      try scenario.client.waitUntilShown(
        picture.cropped(to: PixelRect(x: 0, y: 0, width: picture.size.width, height: 40)))
      let shown = try Scenario.sample(scenario.client)
      try scenario.pointer.move(x: 320, y: 0.5, in: Self.layout)
      try scenario.client.synchronise(with: scenario.bar)
      // A bar that ignored its delay would have a surface with a width by now.
      #expect(try scenario.bar.request(#"{"command":"status"}"#).contains(#""width":0"#))
      #expect(try Scenario.sample(scenario.client) == shown)
      #expect(try scenario.bar.statistics()["pendingCaptures"] == 0)
      film.close()
      try scenario.pointer.move(x: 320, y: 200, in: Self.layout)
      try scenario.pointer.move(x: 320, y: 0.5, in: Self.layout)
      try scenario.wait(until: true)
    }
  }
}
