import ShellModel
import TestSupport
import Testing

struct HueHistogramTests {
  private static func near(_ hue: Double?, _ other: Double, _ tolerance: Double) -> Bool {
    guard let hue else { return false }
    let distance = abs(hue - other)
    return min(distance, 360 - distance) <= tolerance
  }

  @Test(
    arguments: [
      (SIMD3<Double>(1, 0, 0), 0.628, 0.2577, 29.23), ([0, 1, 0], 0.8664, 0.2948, 142.5),
      ([0, 0, 1], 0.452, 0.3132, 264.05), ([1, 1, 1], 1, 0, 0), ([0, 0, 0], 0, 0, 0),
    ] as [(SIMD3<Double>, Double, Double, Double)])
  func `colours have the published coordinates`(
    colour: SIMD3<Double>, lightness: Double, chroma: Double, hue: Double
  ) {
    let lab = Oklab(colour)
    #expect(abs(lab.lightness - lightness) < 1e-3 && abs(lab.chroma - chroma) < 1e-3)
    #expect(chroma == 0 || abs(lab.hue - hue) < 0.1)
  }

  @Test func `a colour that screens show is converted there and back, others lose chroma alone`() {
    var random = SplitMix(seed: 7)
    for _ in 0..<200 {
      func channel() -> Double { Double.random(in: 0...1, using: &random) }
      let colour = SIMD3(channel(), channel(), channel())
      let difference = Oklab(colour).encoded - colour
      #expect(max(difference.max(), -difference.min()) < 2e-3, "\(colour)")
    }
    for hue in stride(from: 0.0, to: 360, by: 15) {
      let shown = Oklab(Oklab(lightness: 0.62, chroma: 0.4, hue: hue).encoded)
      #expect(shown.chroma < 0.35 && shown.chroma > 0.09 && Self.near(shown.hue, hue, 1), "\(hue)")
      #expect(abs(shown.lightness - 0.62) < 5e-3, "\(hue)")
    }
  }

  /// Colours as in a photograph: a gradient between two of them, with noise in each channel.
  private static func photograph(
    _ first: SIMD3<Double>, _ last: SIMD3<Double>, noise: Double = 0.03, count: Int = 200, seed: UInt64 = 1
  ) -> [SIMD3<Double>] {
    var random = SplitMix(seed: seed)
    return (0..<count).map { index in
      let share = Double(index) / Double(count - 1)
      func channel() -> Double { Double.random(in: -noise...noise, using: &random) }
      let colour = first * (1 - share) + last * share + SIMD3(channel(), channel(), channel())
      return colour.clamped(lowerBound: .zero, upperBound: .one)
    }
  }

  @Test(
    arguments: [
      // A sky from pale to deep blue, an evening, a forest, sand.
      (SIMD3<Double>(0.75, 0.86, 0.95), SIMD3<Double>(0.2, 0.45, 0.8), 240...265),
      ([0.95, 0.6, 0.3], [0.5, 0.15, 0.2], 15...60), ([0.1, 0.2, 0.08], [0.35, 0.5, 0.2], 120...150),
      ([0.9, 0.82, 0.68], [0.7, 0.55, 0.38], 60...85),
    ] as [(SIMD3<Double>, SIMD3<Double>, ClosedRange<Double>)])
  func `the dominant hue is that of a picture, whatever its light and noise`(
    first: SIMD3<Double>, last: SIMD3<Double>, hues: ClosedRange<Double>
  ) throws {
    let hue = try #require(HueHistogram(Self.photograph(first, last)).dominant)
    #expect(hues.contains(hue), "\(hue)")
    // Other noise hardly changes it.
    #expect(Self.near(HueHistogram(Self.photograph(first, last, seed: 9)).dominant, hue, 5))
    // Grey parts, black and white change nothing.
    let rest = Self.photograph([0.1, 0.1, 0.1], [1, 1, 1], noise: 0)
    #expect(HueHistogram(Self.photograph(first, last) + rest).dominant == hue)
    // A small sign of another colour does not outweigh the picture.
    let sign = [SIMD3<Double>](repeating: [1, 0, 1], count: 10)
    #expect(Self.near(HueHistogram(Self.photograph(first, last) + sign).dominant, hue, 5))
  }

  @Test func `of two colours the wider one is dominant`() {
    let (red, blue) = (SIMD3(0.8, 0.2, 0.2), SIMD3(0.2, 0.3, 0.8))
    func hue(_ reds: Int, _ blues: Int) -> Double? {
      HueHistogram(.init(repeating: red, count: reds) + .init(repeating: blue, count: blues)).dominant
    }
    #expect(Self.near(hue(6, 4), Oklab(red).hue, 0.1) && Self.near(hue(4, 6), Oklab(blue).hue, 0.1))
  }

  @Test func `hues about the end of the circle are one`() {
    let around = [350.0, 355, 0, 5, 10].map { Oklab(lightness: 0.6, chroma: 0.1, hue: $0).encoded }
    #expect(Self.near(HueHistogram(around).dominant, 0, 1))
  }

  @Test(
    arguments: [
      [], [SIMD3<Double>(0.5, 0.5, 0.5)], [[0, 0, 0], [1, 1, 1]], [[0.5, 0.5, 0.51], [0.81, 0.8, 0.8]],
    ] as [[SIMD3<Double>]]) func `grey has no hue`(colours: [SIMD3<Double>])
  {
    let histogram = HueHistogram(colours)
    #expect(histogram.dominant == nil && histogram.strength == 0 && histogram.weight(about: 90) == 0)
  }
}
