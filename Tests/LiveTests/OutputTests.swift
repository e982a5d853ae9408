import Geometry
import HeadlessSession
import Scenes
import TestSupport
import Testing
import VisualEffects
import Wayland

extension LiveTests {
  /// These run inside any compositor.
  @Suite struct OutputTests {
    nonisolated static let transforms = [
      "0", "90", "180", "270", "flipped", "flipped-90", "flipped-180", "flipped-270",
    ]
    nonisolated static let states =
      transforms.flatMap { transform in ["1", "1.5"].map { "scale \($0) transform \(transform)" } }
      + ["scale 2", "scale 1.25", "scale 2 transform 90", "scale 1.25 transform flipped-270"]

    @Test(arguments: Survey.spread(states, every: 3)) func `the glass is exact in every position and scale`(
      state: String
    ) throws {
      let stage = try OutputStage(state)
      defer { stage.stop() }
      try #require(
        try stage.capture(PixelRect(stage.picture.size)) == stage.picture, "the wallpaper is not exact")
      try stage.startBar()
      let strip = PixelRect(
        x: 0, y: 0, width: stage.picture.size.width, height: Int(32 * stage.geometry.scale))
      let material = Material.named("systemMaterial", isDark: true)!
      let difference = try stage.difference(material, in: strip)
      print("\(TestSession.command?.joined(separator: " ") ?? "sway"): \(state): \(difference)")
      #expect(difference.mean <= 1 && difference.max <= 4, "\(difference)")
    }
  }
}
