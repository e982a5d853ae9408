import Geometry
import Glibc
import HeadlessSession
import Scenes
import TestSupport
import Testing
import TextProcessing
import VisualEffects

extension LiveTests {
  @Suite struct SettingsTests {
    static let dark = BarSettingsText.bar(material: "systemMaterial")
    static let light = BarSettingsText.bar(material: "systemMaterial", appearance: "light")
    static let lightMaterial = Material.named("systemMaterial", isDark: false)!

    /// The ways in which new settings come.
    nonisolated enum Way: CaseIterable, Sendable {
      case rename, rewrite
    }

    @Test(arguments: Way.allCases) func `new settings take effect without a flicker`(_ way: Way) throws {
      let stage = try Stage(settings: Self.dark)
      defer { stage.stop() }
      let old = try stage.settle()
      let loads = try stage.bar.statistics()["settingsLoads"]!
      switch way {
      case .rename: try stage.bar.replaceSettings(Self.light)
      case .rewrite: try stage.bar.rewriteSettings(Self.light)
      }
      let expected = Stage.expected(Self.lightMaterial, over: Stage.wallpaper)
      var isNew = false
      try eventually("the new settings") {
        let shown = try stage.client.capture(Stage.strip)
        let difference = PictureDifference(shown, expected)
        isNew = difference.mean <= 1 && difference.max <= 4
        // Nothing but the old picture is seen before; a frame of the change itself may lack the compensation.
        #expect(isNew || shown == old || difference.mean <= 2, "\(difference)")
        return isNew
      }
      #expect(try stage.bar.statistics()["settingsLoads"]! > loads)
    }

    @Test func `settings that are saved again and again are each on the screen`() throws {
      let stage = try Stage(settings: Self.dark)
      defer { stage.stop() }
      let expected = [
        Self.light: Self.lightMaterial, Self.dark: Material.named("systemMaterial", isDark: true)!,
      ]
      .mapValues { Stage.expected($0, over: Stage.wallpaper) }
      for settings in [Self.light, Self.dark, Self.light, Self.dark] {
        try stage.bar.replaceSettings(settings)
        try eventually("the new settings") {
          PictureDifference(try stage.client.capture(Stage.strip), expected[settings]!).mean <= 1
        }
      }
    }

    @Test(arguments: [SIGHUP, SIGUSR2])
    func `a hangup, and the signal by which Waybar is reloaded, have the settings read again`(
      signal: Int32
    ) throws {
      let stage = try Stage(settings: Self.dark)
      defer { stage.stop() }
      let loads = try stage.bar.statistics()["settingsLoads"]!
      stage.bar.process.send(signal)
      try stage.bar.waitForStatistics("the reload") { $0["settingsLoads"]! == loads + 1 }
      #expect(stage.bar.linesButBus.isEmpty)
    }

    @Test func `the signal that hides Waybar hides the bars, and shows them again`() throws {
      let stage = try Stage(settings: Self.dark)
      defer { stage.stop() }
      func areShown() throws -> Bool {
        try !stage.bar.request(#"{"command":"bar","action":"inspect"}"#).contains(#""bars":[]"#)
      }
      try eventually("the bar") { try areShown() }
      stage.bar.process.send(SIGUSR1)
      try eventually("no bar") { try !areShown() }
      stage.bar.process.send(SIGUSR1)
      try eventually("the bar again") { try areShown() }
      #expect(stage.bar.linesButBus.isEmpty)
    }

    @Test func `a mistake leaves the old settings in force and is told`() throws {
      let stage = try Stage(settings: Self.dark)
      defer { stage.stop() }
      try stage.bar.replaceSettings("[bar]\nheight = \"abc\"\nedges = \"top\"\n")
      try eventually("the diagnostics") {
        stage.bar.log.contains("hyaline.toml:2:10: bar.height: ") && stage.bar.log.contains("bar.edges")
      }
      // The notice disappears by itself after some seconds, and appears again with the same mistake.
      try eventually("the notice") {
        let status = try stage.bar.request(#"{"command":"status"}"#)
        if !status.contains(#""notice":null"#) { return true }
        stage.bar.process.send(SIGHUP)
        return false
      }
      try stage.bar.replaceSettings(Self.light)
      let expected = Stage.expected(Self.lightMaterial, over: Stage.wallpaper)
      try eventually("the right settings") {
        let difference = PictureDifference(try stage.client.capture(Stage.strip), expected)
        return difference.mean <= 1 && difference.max <= 4
      }
    }

    @Test func `a bar goes with its settings while another icon theme comes`() throws {
      func bar(_ edge: String) -> String {
        "[[bar]]\nedge = \"\(edge)\"\nstart = [\"session\"]\ncenter = []\nend = []\n"
      }
      let stage = try Stage(settings: bar("top") + bar("bottom"))
      defer { stage.stop() }
      func areBars(_ count: Int) throws -> Bool {
        try stage.bar.request(#"{"command":"bar","action":"show"}"#).contains(#""bars":\#(count)"#)
      }
      try eventually("two bars") { try areBars(2) }
      try stage.bar.replaceSettings("icon_theme = \"system\"\n" + bar("top"))
      try eventually("one bar") { try areBars(1) }
    }

    @Test func `metrics of fonts are hinted as long as the settings say so`() throws {
      let text = "[bar]\nstart = [\"text.wide\"]\nend = []\ncenter = []\nfont = \"Inter 11.3px\"\n"
      let words = "[text.wide]\ntext = \"" + String(repeating: "1 ", count: 30) + "\"\n"
      let stage = try ModuleStage { _ in text + words }
      defer { stage.stop() }
      func width() throws -> Double? { try stage.module("text.wide")?["frame"]?["width"]?.number }
      let usual = try #require(try width())
      let picture = try stage.client.capture()
      let settings = try #require(readText(stage.bar.settingsPath))
      try stage.bar.replaceSettings("hint_font_metrics = true\n" + settings)
      // Thirty figures and spaces differ by far more than a pixel in all.
      try eventually("another width") { try width().map { abs($0 - usual) > 8 } == true }
      try eventually("another picture") { try stage.client.capture() != picture }
      try stage.bar.replaceSettings(settings)
      try eventually("the former width") { try width() == usual }
      try eventually("the former picture") { try stage.client.capture() == picture }
    }

    @Test func `what cannot be read is named by its whole path, with what holds instead`() throws {
      let stage = try Stage(settings: Self.dark)
      defer { stage.stop() }
      let path = stage.bar.settingsPath
      #expect(unsafe unlink(path) == 0 && mkdir(path, 0o755) == 0)
      let line = "\(path): cannot be read: is a directory; the old settings hold\n"
      try eventually("the line") { stage.bar.log.contains(line) }
      #expect(stage.bar.terminate() == .exited(0))
      let other = try stage.sway.directory.makeDirectory("other.toml")
      let start = try RunningHyaline(
        in: stage.sway, settings: "", arguments: ["run", "--settings", other], name: "start")
      defer { start.process.stop() }
      try eventually("the line at the start") {
        start.log.contains("\(other): cannot be read: is a directory; the defaults hold\n")
      }
    }

    @Test func `a hundred reloads leak nothing`() throws {
      let stage = try Stage(settings: Self.dark)
      defer { stage.stop() }
      func reload(_ settings: String) throws {
        let loads = try stage.bar.statistics()["settingsLoads"]!
        try stage.bar.replaceSettings(settings)
        try stage.bar.waitForStatistics("the reload") { $0["settingsLoads"]! > loads }
      }
      // The first of each may fill caches, and what is compiled a second time is kept.
      let texts = [
        Self.light,
        "[bar]\nheight = 40\nstart = [\"text.a\"]\n[text.a]\ntext = \"A\"\n",
        Self.dark + "[clock]\nformat = \"%H\"\n",
        Self.dark,
      ]
      for text in texts + texts { try reload(text) }
      // Levels are followed some time after the start only.
      try stage.bar.waitForStatistics("the levels") { $0["levelFrames"] != nil }
      // A leak comes again with each hundred reloads, a connection or a thread that begins late does not.
      var grown: [String] = []
      for _ in 0..<5 {
        _ = try stage.settle()
        let before = try stage.bar.statistics()
        for _ in 0..<25 {
          for text in texts { try reload(text) }
        }
        _ = try stage.settle()
        let after = try stage.bar.statistics()
        #expect(after["settingsLoads"]! - before["settingsLoads"]! >= 100)
        grown = ["proxies", "glObjects", "descriptors"].filter { after[$0]! > before[$0]! }
        if grown == [] { break }
      }
      #expect(grown == [])
    }
  }
}
