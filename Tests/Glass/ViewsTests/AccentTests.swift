import Testing
import VisualEffects

@testable import Views

struct AccentTests {
  @Test(arguments: [
    SIMD3(1.0, 1, 1), SIMD3(0, 0, 0), SIMD3(1, 1, 0), SIMD3(0, 0, 1), SIMD3(1, 0, 0), SIMD3(0.5, 0.5, 0.5),
    Accent.systemBlue.colour,
  ]) func `text can be read on every accent, and every accent can be told from the glass`(
    colour: SIMD3<Double>
  ) {
    let dark = Luminance.of(Accent(colour).shown(isDark: true))
    let light = Luminance.of(Accent(colour).shown(isDark: false))
    #expect(Luminance.contrast(dark, 1) >= 4.49 && Luminance.contrast(dark, 0) >= 2.99)
    #expect(Luminance.contrast(light, 0) >= 4.49 && Luminance.contrast(light, 1) >= 2.99)
  }

  @Test func `an accent within the limits is shown as it is`() {
    #expect(Accent.systemBlue.shown(isDark: false) == Accent.systemBlue.colour)
  }
}
