import Geometry
import HeadlessSession
import TestSupport
import Testing
import Wayland

extension LiveTests {
  /// Windows in fullscreen, and what gives way to them.
  @Suite struct FullscreenTests {
    private static let picture = TestPictures.desktop(PixelSize(width: 200, height: 200))

    @Test func `an output is covered while the window last active there is in fullscreen, and one is active`()
      throws
    {
      let sway = try HeadlessSway()
      defer { sway.stop() }
      try sway.message("create_output")
      let client = try TestClient(sway)
      let windows = try #require(FullscreenWindows(client.connection))
      try client.wait("both outputs") { client.connection.outputs.all.count == 2 }
      let outputs = client.connection.outputs.all
      func expect(_ first: Bool, _ second: Bool, _ command: String) throws {
        if !command.isEmpty { try sway.message(command) }
        try client.wait("\(first), \(second) after \(command)") {
          windows.cover(outputs[0]) == first && windows.cover(outputs[1]) == second
        }
      }
      let film = try client.showWindow(Self.picture, appID: "film")
      #expect(!windows.cover(outputs[0]) && !windows.haveFocus)
      try expect(true, false, "fullscreen enable")
      #expect(windows.haveFocus)
      // An empty workspace of the same output.
      try expect(false, false, "workspace 7")
      try expect(true, false, "workspace back_and_forth")
      try sway.message("focus output HEADLESS-2")
      let other = try client.showWindow(Self.picture, appID: "other")
      // Seen on, though another window has the keyboard.
      try expect(true, false, "")
      #expect(!windows.haveFocus)
      try expect(true, true, "fullscreen enable")
      try expect(true, false, "fullscreen disable")
      // Another window on the film's output.
      try sway.message("workspace 8 output HEADLESS-1; workspace 8")
      let third = try client.showWindow(Self.picture, appID: "third")
      try expect(false, false, "")
      third.close()
      other.close()
      film.close()
      try expect(false, false, "")
      windows.destroy()
    }

    @Test func `a bar on the overlay gives way to a window in fullscreen, unless it is asked for`() throws {
      let session = try HeadlessSway(output: "resolution 640x360@60Hz position 0 0")
      defer { session.stop() }
      let client = try TestClient(session)
      let bar = try RunningHyaline(
        in: session,
        settings: BarSettingsText.bar(
          material: "systemMaterial", more: "layer = \"overlay\"\nexclusive = false"))
      func isLive(_ statistics: Statistics) -> Bool {
        statistics.has("source", "live") && statistics.has("phase", "watching")
      }
      try bar.waitForStatistics("live glass", until: isLive)
      let film = try client.showWindow(
        TestPictures.desktop(client.output.description.mode), appID: "film", isFullscreen: true)
      func isAway(_ statistics: Statistics) -> Bool {
        (try? bar.request(#"{"command":"status"}"#).contains(#""width":0"#)) == true
          && statistics["pendingCaptures"] == 0
      }
      try bar.waitForStatistics("no bar", until: isAway)
      _ = try bar.request(#"{"command":"bar","action":"show"}"#)
      try bar.waitForStatistics("live glass as asked for", until: isLive)
      _ = try bar.request(#"{"command":"bar","action":"hide"}"#)
      try bar.waitForStatistics("no bar as asked for", until: isAway)
      _ = try bar.request(#"{"command":"bar","action":"show"}"#)
      try bar.waitForStatistics("live glass again", until: isLive)
      let captures = try bar.statistics()["captures"]!
      try session.message("fullscreen disable")
      // The frame of the window is damage, which the bar hears of after the window's state.
      try bar.waitForStatistics("the end of the fullscreen") { $0["captures"]! > captures }
      try session.message("fullscreen enable")
      try bar.waitForStatistics("no bar in another fullscreen", until: isAway)
      film.close()
      try bar.waitForStatistics("live glass in the end", until: isLive)
    }
  }
}
