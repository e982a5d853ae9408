import Geometry
import Scenes
import Testing
import VisualEffects

@testable import Rendering
@testable import RenderingGLES

/// The change from light glass to dark glass, with legibility.
struct TurnTests {
  @Test(arguments: [
    [VibrancyEffect.Style.label], [.label, .secondaryLabel], [.label, .secondaryLabel, .fill],
  ])
  func `light and dark glass meet half way, whatever ink lies on them`(styles: [VibrancyEffect.Style]) throws
  {
    let content = styles.map { style in
      Node.fill(FillNode(frame: PixelRect(x: 0, y: 0, width: 9, height: 9), ink: .vibrant(style)))
    }
    var material = Material(.systemMaterial, isDark: false)
    var greys: [Double] = []
    for step in 0...2000 {
      material.polarity = Double(step) / 2000
      let shown = material.shown
      #expect(shown.shown == shown)
      let node = EffectNode(
        frame: PixelRect(x: 0, y: 0, width: 9, height: 9), material: shown, content: content)
      let finish = try #require(node.finish(shown, range: .full))
      greys.append(Luminance.encoded(finish.luminance))
    }
    let flip = abs(greys[1000] - greys[999])
    #expect(flip <= 6 / 255.0, "\(flip * 255)")
    for (index, pair) in zip(greys, greys.dropFirst()).enumerated() where index != 999 {
      #expect(abs(pair.1 - pair.0) <= 1 / 255.0, "at \(index)")
    }
  }
}
