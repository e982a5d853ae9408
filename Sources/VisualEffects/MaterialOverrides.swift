/// Figures to use in the place of a material's own; nil leaves its own.
public struct MaterialOverrides: Equatable, Hashable, Sendable {
  /// Standard deviation of the Gaussian in points.
  public var blurRadius: Double?
  public var saturation: Double?
  public var brightness: Double?
  public var luminanceAmount: Double?
  public var luminanceCurve: SIMD4<Double>?
  /// Red, green, blue and opacity, not premultiplied, 0 … 1.
  public var fill: SIMD4<Double>?

  public init(
    blurRadius: Double? = nil, saturation: Double? = nil, brightness: Double? = nil,
    luminanceAmount: Double? = nil, luminanceCurve: SIMD4<Double>? = nil, fill: SIMD4<Double>? = nil
  ) {
    self.blurRadius = blurRadius
    self.saturation = saturation
    self.brightness = brightness
    self.luminanceAmount = luminanceAmount
    self.luminanceCurve = luminanceCurve
    self.fill = fill
  }

  /// `material` with these figures; its name, ink and finish stay.
  public func applied(to material: Material) -> Material {
    var material = material
    material.blurRadius = blurRadius ?? material.blurRadius
    material.chain.saturation = saturation ?? material.chain.saturation
    material.chain.brightness = brightness ?? material.chain.brightness
    material.chain.luminanceAmount = luminanceAmount ?? material.chain.luminanceAmount
    material.chain.luminanceCurve = luminanceCurve ?? material.chain.luminanceCurve
    material.chain.fill = fill ?? material.chain.fill
    return material
  }
}
