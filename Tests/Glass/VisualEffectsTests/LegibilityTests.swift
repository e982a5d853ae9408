import Glibc
import TestSupport
import Testing
import VisualEffects

struct LegibilityTests {
  /// Ink opacity, then the least fixed fill: light glass at 4.5 and 7, dark glass at 4.5 and 7.
  @Test(arguments: [
    (1.0, [0.456, 0.584, 0.535, 0.651]), (0.85, [0.489, 0.639, 0.589, 0.712]),
    (0.7, [0.573, 0.828, 0.657, 0.796]), (0.6, [0.723, nil, 0.718, 0.905]),
  ])
  func `fixed fills are those of the published table`(inkAlpha: Double, fills: [Double?]) throws {
    let cases = [(false, 4.5), (false, 7), (true, 4.5), (true, 7)]
    for ((isDark, contrast), expected) in zip(cases, fills) {
      let fill = Legibility.fixedFill(inkAlpha: inkAlpha, contrast: contrast, isDark: isDark)
      guard let expected else {
        #expect(fill == nil)
        continue
      }
      #expect(abs(try #require(fill) - expected) <= 0.001, "\(isDark) \(contrast)")
    }
  }

  @Test(arguments: [false, true], [ShownRange.full, ShownRange(.standard), ShownRange(.fine)])
  func `a fixed fill is just enough over the worst backdrop`(isDark: Bool, range: ShownRange) throws {
    for inkAlpha in [0.7, 0.85, 1] {
      for contrast in [1.5, 3, 4.5] {
        let fill = try #require(
          Legibility.fixedFill(inkAlpha: inkAlpha, contrast: contrast, isDark: isDark, range: range))
        let (from, to) = isDark ? (range.white, range.black) : (range.black, range.white)
        let grey = from + (to - from) * fill
        let ink = grey + (from - grey) * inkAlpha
        #expect(abs(Luminance.contrast(SIMD3(repeating: grey), SIMD3(repeating: ink)) - contrast) < 1e-9)
      }
    }
  }

  @Test func `opaque ink asks for the luminances of the formulas`() throws {
    for contrast in [3, 4.5, 7, 12, 21] {
      let light = try #require(Legibility.boundary(inkAlpha: 1, contrast: contrast, isDark: false))
      let dark = try #require(Legibility.boundary(inkAlpha: 1, contrast: contrast, isDark: true))
      #expect(abs(light - 0.05 * (contrast - 1)) < 1e-12)
      #expect(abs(dark - (1.05 / contrast - 0.05)) < 1e-12)
    }
    #expect(Legibility.boundary(inkAlpha: 1, contrast: 21.1, isDark: false) == nil)
    #expect(Legibility.boundary(inkAlpha: 1, contrast: 20, isDark: true, range: ShownRange(.standard)) == nil)
  }

  @Test func `black and white of live glass ask for more`() throws {
    let live = ShownRange(.standard)
    let light = try #require(Legibility.fixedFill(inkAlpha: 1, contrast: 4.5, isDark: false, range: live))
    #expect(light > 0.456 && light < 0.47)
    let bounds = try #require(Legibility.standard.bounds(isDark: true, range: live))
    #expect(bounds.luminance < 1.05 / 4.5 - 0.05)
    #expect(abs(live.contrast - 19.53) < 0.01)
  }

  @Test(arguments: [
    (Legibility.standard, 0.62), (.enhanced, 0.87), (Legibility(contrast: 21), 1), (.off, 0.62),
  ])
  func `the secondary label grows with the contrast`(legibility: Legibility, level: Double) {
    for isDark in [false, true] {
      let got = VibrancyEffect.Style.secondaryLabel.level(isDark: isDark, legibility: legibility)
      #expect(abs(got - level) < 1e-12)
      #expect(VibrancyEffect.Style.label.level(isDark: isDark, legibility: legibility) == 1)
    }
  }

  /// The contrast of ink of a style over a grey of 0 … 255, before legibility's limit.
  private func contrast(_ style: VibrancyEffect.Style, over grey: Double, isDark: Bool) -> Double {
    let ground = SIMD3(repeating: grey / 255)
    let ink = style.ink(over: ground, isDark: isDark, legibility: .standard)
    return Luminance.contrast(
      Luminance.ofLinear(Luminance.linear(ink)), Luminance.ofLinear(Luminance.linear(ground)))
  }

  @Test(arguments: [(0.0, true), (38, true), (65, true), (255, false), (240, false), (215, false)])
  func
    `a label is nearly white on dark glass and nearly black on light glass, and has twice the contrast of a secondary one`(
      grey: Double, isDark: Bool
    )
  {
    let label = contrast(.label, over: grey, isDark: isDark)
    #expect(label >= 9.5)
    #expect((1.8...3.5).contains(label / contrast(.secondaryLabel, over: grey, isDark: isDark)))
    let ink = VibrancyEffect.Style.label.ink(
      over: SIMD3(repeating: grey / 255), isDark: isDark, legibility: .standard)
    let way = isDark ? (ink.x - grey / 255) / (1 - grey / 255) : 1 - ink.x / (grey / 255)
    #expect((0.92...1).contains(way))
  }

  @Test(arguments: [true, false])
  func `inks are in the order of their names, and keep a tint of the glass`(isDark: Bool) {
    let styles: [VibrancyEffect.Style] = [.label, .secondaryLabel, .tertiaryLabel, .quaternaryLabel]
    let contrasts = styles.map { contrast($0, over: isDark ? 50 : 225, isDark: isDark) }
    #expect(contrasts == contrasts.sorted(by: >))
    let ground: SIMD3<Double> = isDark ? [0.1, 0.1, 0.5] : [0.7, 0.7, 1]
    let ink = VibrancyEffect.Style.label.ink(over: ground, isDark: isDark, legibility: .standard)
    #expect(ink.z > ink.x)
  }

  @Test func `without a contrast nothing is asked`() {
    #expect(Legibility.off.bounds(isDark: true) == nil)
    #expect(Legibility(contrast: 1).bounds(isDark: false) == nil)
  }

  @Test func `the greatest contrast makes the material white or black`() throws {
    for range in [ShownRange.full, ShownRange(.fine)] {
      for isDark in [false, true] {
        let bounds = try #require(Legibility(contrast: 21).bounds(isDark: isDark, range: range))
        let grey = isDark ? range.black : range.white
        for channel in 0..<3 { #expect(abs(bounds.filled([0.3, 0.9, 0.5])[channel] - grey) < 1e-9) }
      }
    }
  }

  /// The thinnest system material: its darkest neighbour is still legible at the margin without neighbours.
  @Test func `the margin without neighbours covers system materials`() throws {
    // Two values 2 px apart differ most at an edge between black and white, which is blurred by 22.5 px.
    let step = erf(2 / (2 * 2.0.squareRoot() * 22.5))
    for contrast in [4.5, 7] {
      let light = try #require(Legibility.boundary(inkAlpha: 1, contrast: contrast, isDark: false))
      let lighter = Luminance.linear(Luminance.encoded(light) + step)
      #expect((lighter + 0.05) / (light + 0.05) < Legibility.marginWithoutNeighbours / Legibility.margin)
      let dark = try #require(Legibility.boundary(inkAlpha: 1, contrast: contrast, isDark: true))
      let darker = Luminance.linear(Luminance.encoded(dark) - step)
      #expect((dark + 0.05) / (darker + 0.05) < Legibility.marginWithoutNeighbours / Legibility.margin)
    }
  }
}
