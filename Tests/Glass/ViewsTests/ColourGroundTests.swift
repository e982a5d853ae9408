import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Views

@Suite struct ColourGroundTests {
  private static func colour(_ hex: UInt32) -> SIMD3<Double> {
    SIMD3(Double(hex >> 16 & 255), Double(hex >> 8 & 255), Double(hex & 255)) / 255
  }

  private static func ground(_ hex: UInt32, _ opacity: Double = 1, inks: [SIMD3<Double>] = []) -> ColourGround
  {
    ColourGround(SIMD4(colour(hex), opacity), inks: inks)
  }

  private static func colour(of ink: Ink) -> SIMD3<Double>? {
    switch ink {
    case .plain(let colour), .colour(let colour): SIMD3(colour.x, colour.y, colour.z)
    case .vibrant: nil
    }
  }

  @Test(arguments: [
    (UInt32(0x303845), SIMD3<Double>.one), (0xffd54f, .zero), (0x000000, .one), (0xffffff, .zero),
    (0x8bc34a, .zero),
  ])
  func `texts on an opaque colour are black or white, and the colour stays`(hex: UInt32, ink: SIMD3<Double>) {
    let ground = Self.ground(hex)
    for isDark in [false, true] {
      #expect(ground.shown(isDark: isDark, .standard) == ground.colour)
      #expect(ground.ink(nil, isDark: isDark, .standard) == .plain(SIMD4(ink, 1)))
    }
  }

  @Test func `a colour gives way to the ink that is wanted on it`() throws {
    let (white, blue) = (SIMD3<Double>.one, Self.colour(0x0a84ff))
    let ground = Self.ground(0x0a84ff, inks: [white])
    let shown = ground.shown(isDark: false, .standard)
    #expect(shown != ground.colour && shown.z > shown.y && shown.y > shown.x, "the hue stays")
    #expect(ground.ink(white, isDark: false, .standard) == .plain(.one))
    // If no contrast is promised, colour and ink stay as they are.
    let same = Self.ground(0x0a84ff, inks: [blue])
    #expect(same.shown(isDark: true, .off) == same.colour)
    #expect(same.ink(blue, isDark: true, .off) == .plain(SIMD4(blue, 1)))
    #expect(Self.ground(0x101010, 0.5).ink(nil, isDark: false, .off) == .plain([0, 0, 0, 1]))
  }

  @Test(arguments: [1.5, 3, 4.5, 7, 12, 20], [false, true])
  func `a ground on the screen is no stronger than its texts need`(contrast: Double, isDark: Bool) throws {
    let legibility = Legibility(contrast: contrast)
    for (own, lift) in [(nil, 0.0), (nil, 0.14), (SIMD4(0.9, 0.1, 0.2, 0.3), 0.0)]
      as [(SIMD4<Double>?, Double)]
    {
      for ink in [nil, Self.colour(0xff453a)] {
        let inks = ink.map { [$0] } ?? []
        let ground =
          own.map { ColourGround($0, inks: inks).onScreen } ?? ColourGround.screen(inks: inks, lift: lift)
        let shown = ground.shown(isDark: isDark, legibility)
        let text = try #require(Self.colour(of: ground.ink(ink, isDark: isDark, legibility)))
        func worst(_ opacity: Double) -> Double {
          let screens: [SIMD3<Double>] = [.zero, .one, [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]]
          return screens.map { screen in
            let below = screen * (1 - opacity) + SIMD3(shown.x, shown.y, shown.z) * opacity
            return Luminance.contrast(Luminance.of(text), Luminance.of(below))
          }.min() ?? 0
        }
        #expect(worst(shown.w) >= min(contrast * Legibility.margin, 20), "\(ground)")
        if own == nil, lift == 0, ink == nil, contrast < 20 {
          #expect(worst(shown.w - 0.03) < min(contrast * 1.1, 20), "\(ground)")
        }
      }
    }
    #expect(ColourGround.screen().shown(isDark: isDark, .off).w == 0)
  }

  @Test(arguments: DailySeeds.first(300) as [UInt64])
  func `every text on a colour has its contrast, whatever glass is seen through it`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    func colour() -> SIMD3<Double> {
      let grey = Bool.random(using: &random)
      let first = Double.random(in: 0...1, using: &random)
      return grey
        ? SIMD3(repeating: first)
        : SIMD3(first, Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random))
    }
    let legibility = Legibility(contrast: [1.5, 3, 4.5, 7, 12].randomElement(using: &random)!)
    let isDark = Bool.random(using: &random)
    let inks = (0..<Int.random(in: 0...2, using: &random)).map { _ in colour() }
    let opacity = [1, Double.random(in: 0.05..<1, using: &random)].randomElement(using: &random)!
    let ground = ColourGround(SIMD4(colour(), opacity), inks: inks)
    let fill = ground.shown(isDark: isDark, legibility)
    #expect(fill.w == opacity)
    for wanted in [nil, colour()] + inks.map(Optional.some) {
      let ink = ground.ink(wanted, isDark: isDark, legibility)
      let shown = try #require(Self.colour(of: ink))
      // Glass is finished for the coloured inks on it, as the renderers do it.
      var kept: Double?
      for case .colour(let own) in inks.map({ ground.ink($0, isDark: isDark, legibility) }) {
        guard let one = Legibility.keptLuminance(of: SIMD3(own.x, own.y, own.z), isDark: isDark) else {
          continue
        }
        kept = kept.map { isDark ? min($0, one) : max($0, one) } ?? one
      }
      let bounds = try #require(legibility.bounds(isDark: isDark, inkLuminance: kept))
      for _ in 0..<20 {
        let glass = bounds.filled(colour())
        let below = glass + (SIMD3(fill.x, fill.y, fill.z) - glass) * fill.w
        // Colours that take part in legibility are moved beside the glass.
        let luminance = Luminance.of(glass)
        var seen = shown
        if case .colour = ink {
          seen = bounds.limited(shown, promised: legibility.contrast, beside: luminance...luminance)
        }
        let contrast = Luminance.contrast(Luminance.of(below), Luminance.of(seen))
        #expect(contrast >= legibility.contrast, "\(ground), \(ink) on \(glass): \(contrast)")
      }
    }
  }
}
