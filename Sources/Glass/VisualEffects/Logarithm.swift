/// ln x for finite x > 0, within 3 units in the last place.
package func logarithm(_ x: Double) -> Double {
  precondition(x > 0 && x.isFinite, "logarithm of \(x)")
  // Significand near 1, so that the series converges quickly: |z| ≤ .1716.
  var (significand, exponent) = (x.significand, Double(x.exponent))
  if significand > 1.414_213_562_373_095_1 {
    significand /= 2
    exponent += 1
  }
  let z = (significand - 1) / (significand + 1)
  let square = z * z
  var power = z
  var sum = 0.0
  for n in stride(from: 1.0, through: 23, by: 2) {
    sum += power / n
    power *= square
  }
  // ln 2 in two parts, as in `exponential`.
  return exponent * 0.693_147_180_369_123_8 + (2 * sum + exponent * 1.908_214_929_270_587_7e-10)
}

/// The error function, within 10⁻¹⁵ absolute.
func errorFunction(_ x: Double) -> Double {
  let magnitude = abs(x)
  guard magnitude < 6 else { return x < 0 ? -1 : 1 }
  // e^−x² Σ 2ⁿ x²ⁿ⁺¹ / (1 · 3 · 5 … (2n + 1)): no terms cancel.
  var term = magnitude
  var sum = term
  var n = 1.0
  while term > 1e-17 * sum {
    term *= 2 * magnitude * magnitude / (2 * n + 1)
    sum += term
    n += 1
  }
  let result = 1.128_379_167_095_512_6 * exponential(-magnitude * magnitude) * sum
  return x < 0 ? -result : result
}
