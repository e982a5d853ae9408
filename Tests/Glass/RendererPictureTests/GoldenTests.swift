import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import TestSupport
import Testing
import Typography

/// Whole bars and views, compared with pictures that were reviewed by eye.
@Suite(.serialized, .everyRenderer) struct GoldenTests {
  nonisolated static let bars = [
    SampleBar("dark"),
    SampleBar("dark-1.5") { $0.scale = 1.5 },
    SampleBar("light") { $0.appearance = .light },
    SampleBar("light-1.5") { ($0.appearance, $0.scale) = (.light, 1.5) },
    SampleBar("bottom") { $0.edge = .bottom },
    SampleBar("notice") {
      $0.diagnostics = [
        "settings.toml:12:5: bar.height: expected a positive integer, got \"abc\"",
        "settings.toml:13:1: bar.heigth: unknown key",
      ]
    },
    SampleBar("failure") {
      $0.end = [.failure("script.load: exited with status 127: cut: not found"), .text("0.31")]
    },
    SampleBar("long") {
      $0.start = [.text("Hyaline"), .text("A title that goes on and on beyond what a bar has room for")]
      $0.end = [.text("Artist — A song with a name as long as its refrain"), .text("0.31")]
    },
    SampleBar("scripts-1.5") {
      $0.scale = 1.5
      $0.start = [.text("السلام عليكم 42"), .text("שלום")]
      $0.center = [.text("7月14日(火) 한국어 09:41")]
      $0.end = [.text("😀 🔋 80 %"), .text("🇳🇱")]
    },
  ]

  @Test func `the fonts in the pictures are installed`() {
    let text = TextEngine()
    for family in SampleBar.families { #expect(text.resolvedFont(for: family) == family) }
    #expect(text.resolvedFont(for: "emoji") == "Noto Color Emoji")
  }

  @Test(arguments: bars) func `a bar looks as it did`(bar: SampleBar) throws {
    try GoldenPicture.compare(try bar.picture(), name: bar.name)
  }

  @Test(arguments: SampleView.all) func `a view looks as it did`(view: SampleView) throws {
    let name = "view-" + view.name + (view.scale == 1 ? "" : "-\(view.scale)")
    try GoldenPicture.compare(try view.picture(), name: name)
  }

  @Test(arguments: SampleMotion.all) func `a motion looks as it did`(motion: SampleMotion) throws {
    try GoldenPicture.compare(try motion.picture(), name: "motion-" + motion.name)
  }
}
