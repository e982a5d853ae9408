import Testing
import VisualEffects

@testable import Views

struct AccentTests {
  @Test(arguments: [
    SIMD3(1.0, 1, 1), SIMD3(0, 0, 0), SIMD3(1, 1, 0), SIMD3(0, 0, 1), SIMD3(1, 0, 0), SIMD3(0.5, 0.5, 0.5),
    Accent.systemBlue.colour,
  ]) func `white can be read on every accent, and every accent can be told from black`(
    colour: SIMD3<Double>
  ) {
    for legibility in [Legibility.off, .standard, .enhanced, Legibility(contrast: 21)] {
      let shown = Luminance.of(Accent(colour).shown(legibility))
      #expect(Luminance.contrast(shown, 1) >= min(max(legibility.contrast, 4.5), 7) * 1.05)
      #expect(Luminance.contrast(shown, 0) >= 2.69)
    }
  }

  @Test func `an accent within the limits is shown as it is`() {
    let red = SIMD3(0.8, 0.2, 0.2)
    #expect(Accent(red).shown(.standard) == red)
  }
}
