import Geometry
import ShellModel
import TestSupport
import Testing

struct BackdropAccentTests {
  private static let (blue, red) = (SIMD3(0.25, 0.45, 0.8), SIMD3(0.8, 0.25, 0.2))
  private static let grey = SIMD3<Double>(repeating: 0.5)

  private func at(_ milliseconds: Int) -> Instant { Instant(sinceOrigin: .milliseconds(milliseconds)) }

  private func isNear(_ hue: Double?, _ colour: SIMD3<Double>) -> Bool {
    hue.map { abs($0 - Oklab(colour).hue) < 1 } ?? false
  }

  @Test func `the first measurement takes effect at once, and the accent has the backdrop's hue`() throws {
    var accent = BackdropAccent()
    #expect(accent.colour == nil && accent.deadline == nil)
    accent.measured([], now: at(0))
    accent.measured([Self.blue, Self.grey], now: at(0))
    #expect(isNear(accent.hue, Self.blue) && accent.deadline == nil)
    let shown = Oklab(try #require(accent.colour))
    #expect(abs(shown.hue - Oklab(Self.blue).hue) < 1 && shown.chroma > 0.12)
  }

  @Test func `a grey backdrop has no accent`() {
    var accent = BackdropAccent()
    accent.measured([Self.grey, .zero, .one], now: at(0))
    #expect(accent.colour == nil)
  }

  @Test func `another hue has to last, whether it is measured again or not`() {
    for isMeasured in [false, true] {
      var accent = BackdropAccent()
      accent.measured([Self.blue], now: at(0))
      accent.measured([Self.red], now: at(1000))
      #expect(isNear(accent.hue, Self.blue) && accent.deadline == at(3000))
      accent.update(now: at(2999))
      #expect(isNear(accent.hue, Self.blue))
      if isMeasured { accent.measured([Self.red], now: at(3000)) } else { accent.update(now: at(3000)) }
      #expect(isNear(accent.hue, Self.red) && accent.deadline == nil)
    }
  }

  @Test func `each of several other hues has to last for itself`() {
    let green = SIMD3(0.2, 0.7, 0.3)
    var accent = BackdropAccent()
    accent.measured([Self.blue], now: at(0))
    accent.measured([Self.red], now: at(1000))
    accent.measured([green], now: at(2900))
    accent.update(now: at(3000))
    #expect(isNear(accent.hue, Self.blue) && accent.deadline == at(4900))
    accent.update(now: at(4900))
    #expect(isNear(accent.hue, green))
  }

  @Test func `what passes by changes nothing`() {
    var accent = BackdropAccent()
    accent.measured([Self.blue], now: at(0))
    for start in stride(from: 1000, to: 20000, by: 3000) {
      accent.measured([Self.red], now: at(start))
      accent.measured([Self.grey], now: at(start + 900))
      accent.measured([Self.blue], now: at(start + 1900))
      #expect(accent.deadline == nil)
      accent.update(now: at(start + 2500))
      #expect(isNear(accent.hue, Self.blue))
    }
  }

  @Test func `two hues of nearly the same strength do not alternate`() {
    var accent = BackdropAccent()
    func mix(_ reds: Int) -> [SIMD3<Double>] {
      .init(repeating: Self.red, count: reds) + .init(repeating: Self.blue, count: 20 - reds)
    }
    accent.measured(mix(9), now: at(0))
    for (step, reds) in [11, 9, 11, 11, 11, 8, 11].enumerated() {
      accent.measured(mix(reds), now: at(5000 * (step + 1)))
      #expect(isNear(accent.hue, Self.blue) && accent.deadline == nil)
    }
    accent.measured(mix(15), now: at(50000))
    accent.update(now: at(52000))
    #expect(isNear(accent.hue, Self.red))
  }

  @Test func `a pale backdrop does not alternate with grey`() {
    // The same tint in shares of the backdrop about the threshold.
    func pale(_ share: Int) -> [SIMD3<Double>] {
      .init(repeating: Self.blue, count: share) + .init(repeating: Self.grey, count: 100 - share)
    }
    var (accent, changes) = (BackdropAccent(), 0)
    accent.measured(pale(2), now: at(0))
    #expect(accent.hue == nil)
    for step in 1..<100 {
      let before = accent.hue
      accent.measured(pale([9, 16][step % 2]), now: at(3000 * step))
      accent.update(now: at(3000 * step + 2000))
      if (before == nil) != (accent.hue == nil) { changes += 1 }
    }
    #expect(changes <= 1 && accent.hue != nil)
  }
}
