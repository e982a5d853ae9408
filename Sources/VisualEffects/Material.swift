/// What a sheet of glass does to its backdrop: a colour chain and a Gaussian blur.
///
/// All arithmetic is in encoded sRGB, 0 … 1 per channel.
public struct Material: Equatable, Hashable, Sendable {
  /// The name under which settings know it, such as `systemMaterialDark`.
  public var name: String
  /// Light glass carries black ink, dark glass white.
  public var isDark: Bool
  /// Standard deviation of the Gaussian in points (logical pixels).
  public var blurRadius: Double
  public var chain: ColourChain

  public init(name: String, isDark: Bool, blurRadius: Double, chain: ColourChain) {
    self.name = name
    self.isDark = isDark
    self.blurRadius = blurRadius
    self.chain = chain
  }
}

/// The colour arithmetic of a material, in the order of its properties.
public struct ColourChain: Equatable, Hashable, Sendable {
  /// How far a colour is mixed towards the grey that the curve gives for its luminance, 0 … 1.
  public var luminanceAmount: Double
  /// Control values of the cubic Bézier over luminance.
  public var luminanceCurve: SIMD4<Double>
  /// Distance from the colour's own grey is multiplied by this; 1 leaves it.
  public var saturation: Double
  /// Added to every channel before clamping.
  public var brightness: Double
  /// Red, green, blue and opacity (not premultiplied) laid over the result.
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

  /// Leaves every colour as it is.
  public static let identity = ColourChain()
}
