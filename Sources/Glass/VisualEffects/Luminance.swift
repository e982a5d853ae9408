import Glibc

/// Relative luminance and contrast as WCAG 2.2 defines them, in double precision.
///
/// Encoded values are sRGB's, 0 … 1 per channel; linear ones are proportional to light. Luminance is linear in linear
/// light, so whatever is mixed there has the mix of the luminances.
public enum Luminance {
  /// The share of each linear channel in luminance, from sRGB's primaries (IEC 61966-2-1).
  public static let weights = SIMD3(0.2126, 0.7152, 0.0722)
  /// The luminance of light that a screen reflects, which WCAG adds to both luminances of a contrast.
  public static let flare = 0.05

  /// The linear value of an encoded one, which is clamped to 0 … 1.
  public static func linear(_ encoded: Double) -> Double {
    let c = min(max(encoded, 0), 1)
    // WCAG's threshold .03928 is that of an old draft; no 8-bit value lies between it and this one.
    return c <= 0.04045 ? c / 12.92 : min(1, pow((c + 0.055) / 1.055, 2.4))
  }

  /// The encoded value of a linear one, which is clamped to 0 … 1.
  public static func encoded(_ linear: Double) -> Double {
    let y = min(max(linear, 0), 1)
    return y <= 0.04045 / 12.92 ? 12.92 * y : 1.055 * pow(y, 1 / 2.4) - 0.055
  }

  public static func linear(_ encoded: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(linear(encoded.x), linear(encoded.y), linear(encoded.z))
  }

  public static func encoded(_ linear: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(encoded(linear.x), encoded(linear.y), encoded(linear.z))
  }

  /// Relative luminance of an encoded colour, 0 … 1.
  public static func of(_ encoded: SIMD3<Double>) -> Double {
    ofLinear(linear(encoded))
  }

  /// Relative luminance of a linear colour.
  public static func ofLinear(_ linear: SIMD3<Double>) -> Double {
    (linear * weights).sum()
  }

  /// The contrast of two luminances, 1 … 21, in either order.
  public static func contrast(_ a: Double, _ b: Double) -> Double {
    (max(a, b) + flare) / (min(a, b) + flare)
  }

  /// The contrast of two encoded colours, 1 … 21, in either order.
  public static func contrast(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    contrast(of(a), of(b))
  }

  /// Returns an encoded colour, mixed with black or white in linear light until its luminance lies within limits.
  public static func moved(_ colour: SIMD3<Double>, to limits: ClosedRange<Double>) -> SIMD3<Double> {
    let linear = linear(colour)
    let luminance = ofLinear(linear)
    if luminance > limits.upperBound { return encoded(linear * (limits.upperBound / luminance)) }
    guard luminance < limits.lowerBound else { return colour }
    let share = (limits.lowerBound - luminance) / (1 - luminance)
    return encoded(linear + (1 - linear) * share)
  }
}
