import Glibc
import VisualEffects

/// A colour in Oklab, a space in which equal distances look alike: lightness, and two axes of colour.
///
/// The matrices are those of Björn Ottosson's description of the space.
public struct Oklab: Equatable, Sendable {
  public var lightness, a, b: Double

  public init(lightness: Double, a: Double, b: Double) {
    (self.lightness, self.a, self.b) = (lightness, a, b)
  }

  /// Makes the colour of a lightness, a chroma and a hue in degrees.
  public init(lightness: Double, chroma: Double, hue: Double) {
    let angle = hue * .pi / 180
    self.init(lightness: lightness, a: chroma * cos(angle), b: chroma * sin(angle))
  }

  /// Converts encoded sRGB, 0 … 1.
  public init(_ encoded: SIMD3<Double>) {
    let colour = Luminance.linear(encoded)
    let cones = SIMD3(
      (colour * [0.4122214708, 0.5363325363, 0.0514459929]).sum(),
      (colour * [0.2119034982, 0.6806995451, 0.1073969566]).sum(),
      (colour * [0.0883024619, 0.2817188376, 0.6299787005]).sum())
    let roots = SIMD3(cbrt(cones.x), cbrt(cones.y), cbrt(cones.z))
    self.init(
      lightness: (roots * [0.2104542553, 0.7936177850, -0.0040720468]).sum(),
      a: (roots * [1.9779984951, -2.4285922050, 0.4505937099]).sum(),
      b: (roots * [0.0259040371, 0.7827717662, -0.8086757660]).sum())
  }

  /// The distance from grey.
  public var chroma: Double { hypot(a, b) }

  /// The hue in degrees, 0 ..< 360; 0 for grey.
  public var hue: Double {
    let degrees = atan2(b, a) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }

  /// The linear sRGB of the colour, outside of 0 … 1 if screens cannot show it.
  private var linear: SIMD3<Double> {
    let roots = SIMD3(
      lightness + 0.3963377774 * a + 0.2158037573 * b, lightness - 0.1055613458 * a - 0.0638541728 * b,
      lightness - 0.0894841775 * a - 1.2914855480 * b)
    let cones = roots * roots * roots
    return SIMD3(
      (cones * [4.0767416621, -3.3077115913, 0.2309699292]).sum(),
      (cones * [-1.2684380046, 2.6097574011, -0.3413193965]).sum(),
      (cones * [-0.0041960863, -0.7034186147, 1.7076147010]).sum())
  }

  /// The encoded sRGB of the colour, with as much less chroma as screens need to show it.
  public var encoded: SIMD3<Double> {
    func shown(_ share: Double) -> Oklab { Oklab(lightness: lightness, a: a * share, b: b * share) }
    func fits(_ colour: SIMD3<Double>) -> Bool { colour.min() >= -1e-4 && colour.max() <= 1 + 1e-4 }
    if fits(linear) { return Luminance.encoded(linear) }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<20 {
      let middle = (low + high) / 2
      if fits(shown(middle).linear) { low = middle } else { high = middle }
    }
    return Luminance.encoded(shown(low).linear)
  }
}
