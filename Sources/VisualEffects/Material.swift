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
  /// What belongs to the material beside the glass itself; nil: nothing, as with most.
  public var finish: Finish?

  public init(name: String, isDark: Bool, blurRadius: Double, chain: ColourChain, finish: Finish? = nil) {
    self.name = name
    self.isDark = isDark
    self.blurRadius = blurRadius
    self.chain = chain
    self.finish = finish
  }

  /// Text, edge and corners that a material is designed with.
  ///
  /// A view uses them where it is not told otherwise.
  public struct Finish: Equatable, Hashable, Sendable {
    /// Of plain text and templates: encoded sRGB and opacity, not premultiplied, 0 … 1.
    public var ink: SIMD4<Double>
    /// Points; at least one physical pixel is drawn.
    public var borderWidth: Double
    /// Encoded sRGB and opacity, not premultiplied, 0 … 1.
    public var borderColour: SIMD4<Double>
    /// Points.
    public var cornerRadius: Double

    public init(
      ink: SIMD4<Double>, borderWidth: Double, borderColour: SIMD4<Double>, cornerRadius: Double
    ) {
      self.ink = ink
      self.borderWidth = borderWidth
      self.borderColour = borderColour
      self.cornerRadius = cornerRadius
    }
  }

  /// What plain text has on this glass unless it is told otherwise: the finish's ink, else black or white.
  public var ink: SIMD4<Double> { finish?.ink ?? (isDark ? [1, 1, 1, 1] : [0, 0, 0, 1]) }
}
