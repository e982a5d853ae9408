import Testing
import VisualEffects

struct LuminanceTests {
  /// Values of the transfer function of IEC 61966-2-1, computed with 30 digits.
  @Test(arguments: [
    (0.0, 0.0), (0.04, 0.003_095_975_232_198_142), (0.05, 0.003_935_939_504_088_969),
    (0.25, 0.050_876_088_171_556_5), (0.5, 0.214_041_140_482_232_5), (0.75, 0.522_521_553_968_391_9), (1, 1),
  ])
  func `encoded values are decoded to the last digits`(encoded: Double, linear: Double) {
    #expect(abs(Luminance.linear(encoded) - linear) < 1e-14)
    #expect(abs(Luminance.encoded(linear) - encoded) < 1e-14)
  }

  @Test func `encoding undoes decoding for all of 0 to 1`() {
    for step in 0...10_000 {
      let value = Double(step) / 10_000
      #expect(abs(Luminance.encoded(Luminance.linear(value)) - value) < 1e-12)
    }
  }

  @Test(arguments: [
    (SIMD3(1.0, 1, 1), SIMD3(0.0, 0, 0), 21.0), (SIMD3(1, 0, 0), SIMD3(1, 1, 1), 3.998_476),
    (SIMD3(0, 0, 1), SIMD3(1, 1, 1), 8.592_471), (SIMD3(0.4, 0.4, 0.4), SIMD3(0.4, 0.4, 0.4), 1),
  ])
  func `contrast is that of WCAG, in either order`(a: SIMD3<Double>, b: SIMD3<Double>, contrast: Double) {
    #expect(abs(Luminance.contrast(a, b) - contrast) < 1e-6)
    #expect(Luminance.contrast(a, b) == Luminance.contrast(b, a))
  }

  @Test func `values beyond what is shown count as black and white`() {
    #expect(Luminance.of([-3, -1, -0.1]) == 0)
    #expect(abs(Luminance.of([1.5, 2, 9]) - 1) < 1e-15)
  }
}
