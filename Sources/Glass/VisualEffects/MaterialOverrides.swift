/// Figures that replace those of a material; nil leaves the material's own.
public struct MaterialOverrides: Equatable, Hashable, Sendable {
  /// Standard deviation of the Gaussian in points.
  public var blurRadius: Double?
  public var saturation: Double?
  public var brightness: Double?
  public var luminanceAmount: Double?
  public var luminanceCurve: SIMD4<Double>?
  /// The fill's encoded sRGB and opacity, not premultiplied, 0 … 1.
  public var fill: SIMD4<Double>?
  /// The ink of plain text: encoded sRGB and opacity, not premultiplied, 0 … 1.
  public var ink: SIMD4<Double>?
  /// The refraction's depth and amount in points, and its dispersion; see `Refraction`.
  public var refractionDepth, refractionAmount, dispersion: Double?
  /// Width of the border in points; 0: no border.
  public var borderWidth: Double?
  /// Colour of the border: encoded sRGB and opacity, not premultiplied, 0 … 1.
  public var borderColour: SIMD4<Double>?

  public init(
    blurRadius: Double? = nil, saturation: Double? = nil, brightness: Double? = nil,
    luminanceAmount: Double? = nil, luminanceCurve: SIMD4<Double>? = nil, fill: SIMD4<Double>? = nil,
    ink: SIMD4<Double>? = nil, borderWidth: Double? = nil, borderColour: SIMD4<Double>? = nil
  ) {
    self.blurRadius = blurRadius
    self.saturation = saturation
    self.brightness = brightness
    self.luminanceAmount = luminanceAmount
    self.luminanceCurve = luminanceCurve
    self.fill = fill
    self.ink = ink
    self.borderWidth = borderWidth
    self.borderColour = borderColour
  }

  /// Returns `material` with these figures; its name and corners stay.
  public func applied(to material: Material) -> Material {
    var material = material
    material.blurRadius = blurRadius ?? material.blurRadius
    material.chain.saturation = saturation ?? material.chain.saturation
    material.chain.brightness = brightness ?? material.chain.brightness
    material.chain.luminanceAmount = luminanceAmount ?? material.chain.luminanceAmount
    material.chain.luminanceCurve = luminanceCurve ?? material.chain.luminanceCurve
    material.chain.fill = fill ?? material.chain.fill
    material.refraction.depth = refractionDepth ?? material.refraction.depth
    material.refraction.amount = refractionAmount ?? material.refraction.amount
    material.refraction.dispersion = dispersion ?? material.refraction.dispersion
    material.finish = finish(insteadOf: material)
    return material
  }

  /// The finish of `material` with these figures: a border given only a width is black, one given only a
  /// colour is a point wide.
  private func finish(insteadOf material: Material) -> Material.Finish? {
    if ink == nil, borderWidth == nil, borderColour == nil { return material.finish }
    let own = material.finish
    return Material.Finish(
      ink: ink ?? own?.ink, borderWidth: borderWidth ?? own?.borderWidth ?? (borderColour == nil ? nil : 1),
      borderColour: borderColour ?? own?.borderColour ?? [0, 0, 0, 1], cornerRadius: own?.cornerRadius ?? 0)
  }
}
