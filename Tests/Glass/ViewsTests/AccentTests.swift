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

  @Test(arguments: [
    SIMD3(1.0, 1, 1), SIMD3(0, 0, 0), SIMD3(1, 1, 0), SIMD3(0, 0, 1), SIMD3(0.78, 0.16, 0.13),
    SIMD3(0.4, 0.4, 0.4), Accent.systemBlue.colour,
  ]) func `the fill of a control that is used is darker or lighter, and white is read on it`(
    colour: SIMD3<Double>
  ) {
    for legibility in [Legibility.off, .standard, .enhanced, Legibility(contrast: 21)] {
      let accent = Accent(colour)
      let looks = [
        accent.shown(legibility), accent.shown(legibility, .hovered), accent.shown(legibility, .pressed),
      ].map { Luminance.of($0) }
      for look in looks {
        #expect(Luminance.contrast(look, 1) >= min(max(legibility.contrast, 4.5), 7) * 1.05)
        #expect(Luminance.contrast(look, 0) >= 2.69)
      }
      // The greatest contrast that is promised leaves no room for a difference.
      guard legibility.contrast < 6 else { continue }
      let steps = [looks[1] - looks[0], looks[2] - looks[1]]
      #expect(steps[0] * steps[1] > 0, "both go the same way")
      #expect(Luminance.contrast(looks[0], looks[1]) > 1.08 && Luminance.contrast(looks[1], looks[2]) > 1.08)
    }
  }

  @Test(arguments: [
    SIMD3(1.0, 1, 1), SIMD3(0, 0, 0), SIMD3(1, 1, 0), SIMD3(0, 0, 0.4), SIMD3(0.8, 0.2, 0.2),
    SIMD3(0.1, 0.1, 0.1),
    Accent.systemBlue.colour,
  ]) func `a line in any accent can be told from dark glass over white, and on light glass is the accent`(
    colour: SIMD3<Double>
  ) {
    // The glass of the system materials over white is at most so bright.
    let glass = Luminance.of(SIMD3(repeating: 68.0 / 255))
    for legibility in [Legibility.off, .standard, .enhanced, Legibility(contrast: 21)] {
      let shown = Accent(colour).mark(isDark: true, legibility)
      #expect(shown.min() >= 0 && shown.max() <= 1.000001)
      #expect(Luminance.contrast(Luminance.of(shown), glass) >= min(max(legibility.contrast, 4.5), 7) * 2 / 3)
      #expect(Accent(colour).mark(isDark: false, legibility) == Accent(colour).shown(legibility))
    }
  }

  @Test func `a line of a dark accent is as vivid as the accent`() {
    // No white is mixed into a brown that becomes bright enough without it.
    let brown = Accent(SIMD3(0.5, 0.3, 0)).mark(isDark: true, .standard)
    #expect(brown.z < 0.001 && brown.x > brown.y && brown.x < 1)
    #expect(Accent(SIMD3(1, 0.8, 0)).mark(isDark: true, .standard) == SIMD3(1, 0.8, 0))
  }

  @Test func `an accent within the limits is shown as it is`() {
    let red = SIMD3(0.8, 0.2, 0.2)
    #expect(Accent(red).shown(.standard) == red)
  }
}
