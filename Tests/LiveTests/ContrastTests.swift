import BarUI
import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import TestSupport
import Testing
import Typography
import VisualEffects

extension LiveTests {
  /// The guarantee where everything takes part: captures, un-blending, the leak, the compositor.
  @Suite struct ContrastTests {
    nonisolated static let font = "DejaVu Sans Bold 13"
    nonisolated static let words = "Hyaline keeps its promise 0123456789 MWH"

    /// Twenty of the kinds of backdrops.
    nonisolated static let backdrops: [TestBackdrop] = {
      var backdrops = stride(from: 0, to: TestBackdrop.photos.count, by: 3).map { TestBackdrop.photos[$0] }
      for index in [0, 7, 13, 22] { backdrops.append(TestBackdrop.stripes[index]) }
      for index in [3, 6] { backdrops.append(TestBackdrop.checkerboards[index]) }
      for index in [1, 11, 30] { backdrops.append(TestBackdrop.gradients[index]) }
      backdrops += TestBackdrop.texts.prefix(2)
      backdrops.append(TestBackdrop.flats[728])
      return backdrops
    }()

    @Test(arguments: ["light", "dark"])
    func `text on live glass has its contrast`(appearance: String) throws {
      let stage = try Stage(settings: Self.settings(appearance, text: ""))
      defer { stage.stop() }
      let backdrops = Survey.spread(Self.backdrops, every: 4)
      let pictures = backdrops.map { backdrop in
        let tile = backdrop.drawn(PixelSize(width: 480, height: 270))
        var whole = Bitmap(size: Stage.size)
        for y in 0..<4 { for x in 0..<4 { whole.draw(tile, x: x * 480, y: y * 270) } }
        return whole
      }
      let finished = try pictures.map { try shown(stage, over: $0) }
      let before = try stage.bar.statistics()
      try stage.bar.replaceSettings(Self.settings(appearance, text: Self.words))
      try stage.bar.waitForStatistics("the settings") { $0["settingsLoads"] != before["settingsLoads"] }
      let coverage = try coverage(appearance)
      for (index, backdrop) in backdrops.enumerated() {
        let text = try shown(stage, over: pictures[index])
        let worst = InkContrast(material: finished[index])
          .worst(of: text, coverage: coverage.bytes, in: PixelRect(text.size))
        let contrast = try #require(worst, "no ink")
        #expect(contrast.contrast >= 4.5, "\(backdrop): \(contrast)")
      }
    }

    private func shown(_ stage: Stage, over picture: Bitmap) throws -> Bitmap {
      try stage.wallpaper.showAndWait(picture)
      return try stage.settle()
    }

    private static func settings(_ appearance: String, text: String) -> String {
      """
      appearance = "\(appearance)"
      [bar]
      material = "systemUltraThinMaterial"
      font = "\(font)"
      start = ["text.words"]
      center = []
      [text.words]
      text = "\(text)"

      """
    }

    /// The coverage by the bar's text, laid out by the bar's own code.
    private func coverage(_ appearance: String) throws -> InkCoverage {
      var settings = Settings()
      settings.bar.font = Self.font
      settings.bar.start = [ModuleName(.text, "words")]
      settings.bar.center = []
      var state = State()
      let now = Instant(sinceOrigin: .zero)
      _ = state.update(.settingsLoaded(settings), now: now)
      _ = state.update(.moduleReadingChanged(ModuleName(.text, "words"), .text(Self.words)), now: now)
      let text = TextEngine()
      let material = Material(.systemUltraThinMaterial, isDark: appearance == "dark")
      let scene = BarView(state: state, size: Stage.strip.size, scale: 1, material: material)
        .scene(measurer: text)
      return InkCoverage(scene) { text.rasterise($0) }
    }
  }
}
