import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

struct PolarityTests {
  static let thin = BlurEffect(style: .systemUltraThinMaterial)

  @Test func `over black the dark look needs no fill, over white the light one`() {
    let black = Polarity.Need(of: Self.thin, over: [.zero], legibility: .standard)
    #expect(black.dark == 0 && black.light > Polarity.leastGain)
    let white = Polarity.Need(of: Self.thin, over: [.one], legibility: .standard)
    #expect(white.light == 0 && white.dark > 0.3)
    let both = Polarity.Need(of: Self.thin, over: [.zero, .one], legibility: .standard)
    #expect(abs(both.light - black.light / 2) < 1e-12 && abs(both.dark - white.dark / 2) < 1e-12)
  }

  /// Each material, with whether some colour turns it dark, and some colour light: that look then gains at least
  /// `leastGain`.
  @Test(arguments: [
    (BlurEffect.Style.systemUltraThinMaterial, true, true), (.systemThinMaterial, false, false),
    (.systemMaterial, false, false), (.systemThickMaterial, false, false),
    (.systemChromeMaterial, false, false), (.regular, true, false), (.prominent, false, false),
  ])
  func `thick materials never turn`(style: BlurEffect.Style, turnsDark: Bool, turnsLight: Bool) {
    let steps = stride(from: 0.0, through: 1, by: 0.25)
    var most = (dark: 0.0, light: 0.0)
    for red in steps {
      for green in steps {
        for blue in steps {
          let need = Polarity.Need(
            of: BlurEffect(style: style), over: [SIMD3(red, green, blue)], legibility: .standard)
          most.dark = max(most.dark, need.light - need.dark)
          most.light = max(most.light, need.dark - need.light)
        }
      }
    }
    #expect((most.dark >= Polarity.leastGain) == turnsDark, "\(most)")
    #expect((most.light >= Polarity.leastGain) == turnsLight, "\(most)")
  }

  @Test func `a higher contrast needs more, none is measured as the standard`() {
    func need(_ legibility: Legibility) -> Polarity.Need {
      Polarity.Need(of: Self.thin, over: [[0.6, 0.6, 0.6]], legibility: legibility)
    }
    #expect(need(.enhanced).dark > need(.standard).dark)
    #expect(need(.off) == need(.standard))
    #expect(Polarity.Need(of: Self.thin, over: [], legibility: .standard) == Polarity.Need(light: 0, dark: 0))
  }

  @Test func `the first measurement decides at once, and only a clear one`() {
    var polarity = Polarity(isDark: true)
    let step1 = polarity.update(Polarity.Need(light: 0, dark: 0.15), now: at(0))
    #expect(step1)
    #expect(!polarity.isDark)
    var held = Polarity(isDark: true)
    let step2 = held.update(Polarity.Need(light: 0, dark: 0.149), now: at(0))
    #expect(!step2)
    let step3 = held.update(Polarity.Need(light: 0, dark: 1), now: at(1))
    #expect(!step3)
    #expect(held.isDark)
  }

  @Test func `a gain has to last, and a deadline says until when`() {
    var polarity = settled()
    #expect(polarity.deadline == nil)
    let bright = Polarity.Need(light: 0, dark: 0.4)
    let step4 = polarity.update(bright, now: at(1000))
    #expect(!step4)
    #expect(polarity.deadline == at(1300))
    let step5 = polarity.update(bright, now: at(1299))
    #expect(!step5)
    // A moment of doubt begins it anew.
    let step6 = polarity.update(Polarity.Need(light: 0.1, dark: 0.2), now: at(1299.5))
    #expect(!step6)
    #expect(polarity.deadline == nil)
    let step7 = polarity.update(bright, now: at(1400))
    #expect(!step7)
    let step8 = polarity.update(bright, now: at(1600))
    #expect(!step8)
    let step9 = polarity.update(bright, now: at(1700))
    #expect(step9)
    #expect(!polarity.isDark && polarity.deadline == nil)
  }

  @Test(arguments: DailySeeds.first(20) as [UInt64])
  func `a backdrop that hovers at the threshold for 10 s flips it once at most`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var polarity = settled()
    var flips = 0
    // Slow, fast and random swings around the gain that would flip it.
    let period = 0.05 + random.unit() * 3
    for frame in 0..<600 {
      let time = Double(frame) / 60
      let phase = time / period - (time / period).rounded(.down)
      let gain = Polarity.leastGain + (phase - 0.5) * 0.2 + (random.unit() - 0.5) * 0.08
      if polarity.update(Polarity.Need(light: 0.2, dark: 0.2 + gain), now: at(time * 1000)) { flips += 1 }
    }
    #expect(flips <= 1, "seed \(seed)")
  }

  /// After a flip only a clear loss leads back.
  @Test func `a gain that is gone does not flip it back`() {
    var polarity = settled()
    polarity.update(Polarity.Need(light: 0, dark: 0.5), now: at(0))
    let step10 = polarity.update(Polarity.Need(light: 0, dark: 0.5), now: at(300))
    #expect(step10)
    for time in stride(from: 400.0, through: 5000, by: 50) {
      let step11 = polarity.update(Polarity.Need(light: 0.14, dark: 0), now: at(time))
      #expect(!step11)
    }
    polarity.update(Polarity.Need(light: 0.16, dark: 0), now: at(6000))
    let step12 = polarity.update(Polarity.Need(light: 0.16, dark: 0), now: at(6300))
    #expect(step12)
  }

  private func settled() -> Polarity {
    var polarity = Polarity(isDark: true)
    polarity.update(Polarity.Need(light: 0, dark: 0), now: at(0))
    return polarity
  }

  private func at(_ milliseconds: Double) -> Instant {
    Instant(sinceOrigin: .microseconds(Int64(milliseconds * 1000)))
  }
}
