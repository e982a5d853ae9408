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
