/// The colour arithmetic of a material, in the order of its properties.
public struct ColourChain: Equatable, Hashable, Sendable {
  /// The share by which a colour is mixed towards the grey that the curve gives for its luma, 0 … 1.
  public var luminanceAmount: Double
  /// Control values of the cubic Bézier over luma; the curve's parameter is the luma itself.
  public var luminanceCurve: SIMD4<Double>
  /// The factor for a colour's distance from its own grey; 1 leaves the colour as it is.
  public var saturation: Double
  /// The amount that is added to every channel before clamping.
  public var brightness: Double
  /// Red, green, blue and opacity (not premultiplied) of the fill over the clamped result.
  public var fill: SIMD4<Double>

  public init(
    luminanceAmount: Double = 0, luminanceCurve: SIMD4<Double> = [0, 1.0 / 3, 2.0 / 3, 1],
    saturation: Double = 1, brightness: Double = 0, fill: SIMD4<Double> = .zero
  ) {
    self.luminanceAmount = luminanceAmount
    self.luminanceCurve = luminanceCurve
    self.saturation = saturation
    self.brightness = brightness
    self.fill = fill
  }

  /// The chain that leaves every colour between 0 and 1 as it is.
  public static let identity = ColourChain()

  /// The weights of red, green and blue in the Rec. 709 luma of encoded values, for the curve and for
  /// saturation.
  ///
  /// Saturation takes the same weights because the filter whose amounts the materials name is also what WebKit
  /// uses for CSS `saturate()`, which Filter Effects 1 defines by .213, .715 and .072.
  public static let lumaWeights = SIMD3(0.2126, 0.7152, 0.0722)

  /// Applies the chain to `colour` (encoded sRGB, may lie beyond 0 … 1); the result is within 0 … 1.
  public func apply(_ colour: SIMD3<Double>) -> SIMD3<Double> {
    let grey = luminance(Self.luma(colour))
    var result = colour + (SIMD3(repeating: grey) - colour) * luminanceAmount
    let own = SIMD3(repeating: Self.luma(result))
    result = (own + (result - own) * saturation + brightness).clamped(lowerBound: .zero, upperBound: .one)
    return result + (SIMD3(fill.x, fill.y, fill.z) - result) * fill.w
  }

  /// The curve's grey for a luma, which is clamped to 0 … 1 before and after.
  public func luminance(_ luma: Double) -> Double {
    let t = min(max(luma, 0), 1)
    let s = 1 - t
    let bernstein = SIMD4(s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
    return min(max((luminanceCurve * bernstein).sum(), 0), 1)
  }

  private static func luma(_ colour: SIMD3<Double>) -> Double {
    (colour * lumaWeights).sum()
  }
}

extension ColourChain {
  /// Composites a colour over `fill` and stores the result in `fill`. The colour is encoded sRGB and opacity, not premultiplied,
  /// 0 … 1.
  public mutating func tint(_ tint: SIMD4<Double>) {
    let alpha = tint.w + fill.w * (1 - tint.w)
    guard alpha > 0 else { return }
    let colour = fill + (tint - fill) * (tint.w / alpha)
    fill = SIMD4(colour.x, colour.y, colour.z, alpha)
  }
}
