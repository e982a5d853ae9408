import Geometry
import HeadlessSession
import Loop
import Pictures
import Scenes
import TestSupport
import Testing
import TextProcessing
import Wayland

extension LiveTests {
  /// The banner of levels, with a PulseAudio of its own.
  @Suite struct LevelTests {
    private static let size = PixelSize(width: 800, height: 480)

    /// A desktop with a bar, a sound server, and others who change what it plays.
    @MainActor private final class Scenario {
      let sway: HeadlessSway
      let pulse: PrivateSoundServer
      let loop: EventLoop
      let pointer: VirtualPointer
      let client: TestClient
      let wallpaper: TestSurface
      let bar: RunningHyaline
      /// The number of levels that the program had shown when a test waited for one last.
      private var seen = 0

      init(_ settings: String, scale: String = "1", options: [String] = []) throws {
        sway = try HeadlessSway(output: "resolution 800x480@60Hz position 0 0 scale \(scale)")
        pulse = try PrivateSoundServer(in: sway.directory)
        loop = try EventLoop()
        client = try TestClient(sway)
        wallpaper = try client.showWallpaper(TestPictures.desktop(size))
        pointer = try VirtualPointer(client)
        try pulse.start()
        let server = pulse
        guard loop.wait(until: { server.isListening }) else {
          throw SessionError.timeout(awaited: "the sound server", log: "")
        }
        bar = try RunningHyaline(
          in: sway, settings: settings, options: options, environment: ["PULSE_SERVER": pulse.address])
        try bar.waitForStatistics("live glass") { $0.has("source", "live") }
        try waitUntilFollowed()
      }

      func stop() {
        bar.process.stop()
        pulse.kill()
        sway.stop()
      }

      /// Returns when the program hears of levels: it has connected, and shows a change. The volume is then one
      /// that no test sets, since setting it again would change nothing.
      private func waitUntilFollowed() throws {
        var percent = 0
        try bar.waitForStatistics("the first level") { statistics in
          if statistics["levelsShown"] ?? 0 > 0 { return true }
          percent = percent % 3 + 1
          return (try? set("\(percent)%")) == nil
        }
        try waitUntilGone()
      }

      func waitUntilGone() throws {
        try bar.waitForStatistics("its end") { !$0.has("level", "volume") && $0["levelFrames"] != nil }
      }

      func pactl(_ arguments: String...) throws {
        let client = try pulse.run(["pactl"] + arguments)
        defer { client.stop() }
        guard client.waitForEnd() == .exited(0) else {
          throw SessionError.failed(arguments, log: client.logText)
        }
      }

      /// Sets the volume, after another one, so that it changes in any case.
      func change(to percent: Int) throws {
        try set("\(percent - 1)%")
        try set("\(percent)%")
      }

      /// Mutes the device, after unmuting it, so that its state changes in any case.
      func mute() throws {
        try pactl("set-sink-mute", "one", "0")
        try pactl("set-sink-mute", "one", "1")
      }

      func set(_ volume: String) throws { try pactl("set-sink-volume", "one", volume) }

      /// Waits until a level has been shown with these words since the last call; it may be gone already.
      func waitForWords(_ words: String) throws {
        try bar.waitForStatistics(words) { statistics in
          guard statistics.has("levelWords", words), let shown = statistics["levelsShown"], shown > seen
          else { return false }
          seen = shown
          return true
        }
      }

      /// Makes levels stay on the screen for a minute instead of a second; `false`: for a second instead of a minute.
      func keepLevels(_ isKept: Bool = true) throws {
        let loads = try bar.statistics()["settingsLoads"] ?? 0
        let times = ["timeout = 1\n", "timeout = 60\n"]
        let (old, new) = isKept ? (times[0], times[1]) : (times[1], times[0])
        let text = try #require(readText(bar.settingsPath))
        #expect(text.contains(old))
        try bar.replaceSettings(text.replacing(old, with: new))
        try bar.waitForStatistics("the reload") { $0["settingsLoads"] ?? 0 > loads }
        // Settings that are refused were loaded as well.
        #expect(!bar.log.contains("levels.timeout"))
      }

      /// Changes the level by `change`, waits until its banner rests with these words, and returns the picture of the
      /// output. On a machine so slow that the banner has gone before, `change` is made again.
      func rest(
        _ words: String, as name: String? = nil, after change: () throws -> Void
      ) throws -> Bitmap {
        try change()
        try waitForWords(words)
        var picture = Bitmap(size: size)
        try bar.waitForStatistics("rest") { statistics in
          if !statistics.has("level", "volume") { try? change() }
          guard statistics.has("levelGlass", "watching"), statistics.has("levelWords", words) else {
            return false
          }
          picture = (try? client.capture()) ?? picture
          return (try? bar.statistics())?["levelFrames"] == statistics["levelFrames"]
        }
        if let folder = environmentVariable("BANNER_PICTURES") {
          try Picture.writePNG(picture, to: "\(folder)/\(name ?? "level \(words)").png")
        }
        return picture
      }
    }

    @Test func `a change by another program is shown in place of the last, and goes by itself`() throws {
      let scenario = try Scenario("[levels]\ntimeout = 1\n")
      defer { scenario.stop() }
      let bare = try scenario.client.capture()
      try scenario.keepLevels()
      let first = try scenario.rest("40%") { try scenario.change(to: 40) }
      #expect(!first.isSame(as: bare))
      let second = try scenario.rest("75%") { try scenario.change(to: 75) }
      #expect(!second.isSame(as: first))
      // The pixels beside the banner and its shadow are as they were.
      let above = PixelRect(x: 0, y: 40, width: 800, height: 280)
      #expect(second.cropped(to: above).isSame(as: bare.cropped(to: above)))
      try scenario.keepLevels(false)
      try scenario.pactl("set-sink-mute", "one", "1")
      try scenario.waitForWords("Muted")
      try scenario.waitUntilGone()
      let below = PixelRect(x: 0, y: 40, width: 800, height: 440)
      try scenario.bar.waitForStatistics("the desktop") { _ in
        (try? scenario.client.capture().cropped(to: below).isSame(as: bare.cropped(to: below))) == true
      }
      try scenario.pactl("set-source-mute", "mic", "1")
      try scenario.waitForWords("Muted")
    }

    @Test func `what the wheel over our own module sets is not shown`() throws {
      let scenario = try Scenario(
        "[bar]\nstart = [\"audio\"]\n[audio]\nformat = \"{percent}%\"\n[levels]\ntimeout = 1\n")
      defer { scenario.stop() }
      try scenario.set("50%")
      try scenario.waitForWords("50%")
      try scenario.waitUntilGone()
      let frames = try scenario.bar.statistics()["levelFrames"]
      let layout = LogicalSize(width: 800, height: 480)
      try scenario.pointer.move(x: 20, y: 16, in: layout)
      for _ in 0..<4 { try scenario.pointer.turn(.verticalScroll, notches: 1, value: 15) }
      func text() throws -> String? {
        let answer = try JSONValue(
          parsing: try scenario.bar.request(#"{"command":"bar","action":"inspect"}"#))
        return answer["bars"].elements.first?["modules"].elements.first?["text"]?.string
      }
      try scenario.bar.waitForStatistics("what the wheel sets") { _ in
        (try? text())?.hasSuffix("30%") == true
      }
      let after = try scenario.bar.statistics()
      #expect(frames != nil && after["levelFrames"] == frames)
      // A change by another program is shown after that.
      try scenario.pactl("set-source-mute", "mic", "1")
      try scenario.waitForWords("Muted")
    }

    @Test func `what a command for a key sets is shown, also at the limit`() throws {
      let scenario = try Scenario(
        "[bar]\nstart = [\"audio\"]\n[audio]\nformat = \"{percent}%\"\n[levels]\ntimeout = 1\n")
      defer { scenario.stop() }
      func activate(_ gesture: String) throws {
        _ = try scenario.bar.request(
          #"{"command":"bar","action":"activate","module":"audio","gesture":"\#(gesture)"}"#)
      }
      try scenario.set("90%")
      try scenario.waitForWords("90%")
      try scenario.waitUntilGone()
      try activate("scroll_up")
      try scenario.waitForWords("95%")
      try activate("scroll_up")
      try scenario.waitForWords("100%")
      try scenario.waitUntilGone()
      // Nothing changes any more, and the key is answered nevertheless.
      try activate("scroll_up")
      try scenario.waitForWords("100%")
      try scenario.waitUntilGone()
      try activate("right")
      try scenario.waitForWords("Muted")
    }

    @Test(arguments: [("1.5", "dark"), ("2", "light")])
    func `the banner lies where it should at every scale`(scale: String, appearance: String) throws {
      let scenario = try Scenario(
        """
        appearance = "\(appearance)"
        [levels]
        timeout = 1
        width = 240
        margin = 40
        """, scale: scale)
      defer { scenario.stop() }
      let bare = try scenario.client.capture()
      try scenario.keepLevels()
      let shown = try scenario.rest("60%", as: "level at \(scale) \(appearance)") {
        try scenario.change(to: 60)
      }
      let factor = try #require(Double(scale))
      // The banner, and its shadow around it.
      let (width, height) = (Int(Double(240 + 54) * factor), Int(Double(40 + 48 + 27) * factor))
      let banner = PixelRect(
        x: (Self.size.width - width) / 2, y: Self.size.height - height, width: width, height: height)
      #expect(!shown.cropped(to: banner).isSame(as: bare.cropped(to: banner)))
      let bar = Int(32 * factor) + 2
      for beside in [
        PixelRect(x: 0, y: bar, width: banner.x - 2, height: Self.size.height - bar),
        PixelRect(x: 0, y: bar, width: Self.size.width, height: banner.y - 2 - bar),
      ] {
        #expect(shown.cropped(to: beside).isSame(as: bare.cropped(to: beside)))
      }
      _ = try scenario.rest("Muted", as: "muted at \(scale) \(appearance)") { try scenario.mute() }
    }

    @Test func `a level over islands leaves the desktop between them, and exact islands after it`() throws {
      let scenario = try Scenario(
        """
        appearance = "dark"
        [bar]
        edge = "bottom"
        exclusive = false
        glass = "modules"
        merge = 12
        start = ["text.zero"]
        center = ["text.one", "text.two"]
        end = []
        [text.zero]
        text = "zero"
        [text.one]
        text = "one"
        [text.two]
        text = "two"
        [levels]
        timeout = 1
        width = 240
        margin = 8
        """, scale: "1.25")
      defer { scenario.stop() }
      let bar = PixelRect(x: 0, y: Self.size.height - 40, width: Self.size.width, height: 40)
      let bare = try scenario.client.capture()
      try scenario.keepLevels()
      let shown = try scenario.rest("60%") { try scenario.change(to: 60) }
      let middle = PixelRect(x: 300, y: bar.y, width: 200, height: 40)
      #expect(!shown.cropped(to: middle).isSame(as: bare.cropped(to: middle)))
      // The gap begins at the end of the first island and ends before the shadow of the banner.
      let beside = PixelRect(x: 84, y: bar.y - 60, width: 112, height: 100)
      #expect(shown.cropped(to: beside).isSame(as: bare.cropped(to: beside)))
      try scenario.keepLevels(false)
      try scenario.change(to: 70)
      try scenario.waitForWords("70%")
      try scenario.waitUntilGone()
      try scenario.bar.waitForStatistics("the islands") { _ in
        guard let last = try? scenario.client.capture(bar) else { return false }
        let difference = PictureDifference(last, ReferencePicture(bare.cropped(to: bar)))
        return difference.mean <= 0.1 && difference.max <= 8
      }
    }

    @Test func `an instance that shows only bars shows no levels`() throws {
      let sway = try HeadlessSway(output: "resolution 640x480@60Hz position 0 0")
      defer { sway.stop() }
      let bar = try RunningHyaline(in: sway, settings: "", options: ["--bar-only"])
      defer { bar.process.stop() }
      let statistics = try bar.waitForStatistics("live glass") { $0.has("source", "live") }
      #expect(statistics["levelFrames"] == nil)
    }
  }
}
