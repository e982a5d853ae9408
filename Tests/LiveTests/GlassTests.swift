import Geometry
import HeadlessSession
import Scenes
import TestSupport
import Testing
import VisualEffects

extension LiveTests {
  @Suite struct GlassTests {
    nonisolated struct Case: Sendable, CustomTestStringConvertible {
      var settings: String
      var material: Material
      var testDescription: String { material.name }
    }

    nonisolated static var cases: [Case] {
      let narrowText = "[materials.narrow]\nbase = \"systemMaterial\"\nblur = 20"
      return ["dark", "light"].flatMap { appearance in
        let wide = Material.named("systemMaterial", isDark: appearance == "dark")!
        var narrow = wide
        narrow.name = "narrow"
        narrow.blurRadius = 20
        return [
          Case(
            settings: BarSettingsText.bar(material: "systemMaterial", appearance: appearance), material: wide),
          Case(
            settings: BarSettingsText.bar(material: "narrow", appearance: appearance, more: narrowText),
            material: narrow),
        ]
      }
    }

    @Test(arguments: Survey.spread(cases, every: 3))
    func `the glass shown is the blurred and tinted background`(_ test: Case) throws {
      let stage = try Stage(settings: test.settings)
      defer { stage.stop() }
      let shown = try stage.settle()
      let expected = Stage.expected(test.material, over: Stage.wallpaper)
      let difference = PictureDifference(shown, expected)
      #expect(difference.mean <= 1 && difference.max <= 4, "\(difference)")
      // The wholly independent eye sees the same.
      #expect(try stage.sway.picture(of: Stage.strip) == shown)
    }
  }
}
