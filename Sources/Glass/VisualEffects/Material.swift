/// What a sheet of glass does to its backdrop: a colour chain and a Gaussian blur.
///
/// All arithmetic is in encoded sRGB, 0 … 1 per channel.
public struct Material: Equatable, Hashable, Sendable {
  /// The name under which settings know it, such as `systemMaterialDark`.
  public var name: String
  /// Light glass carries black ink, dark glass white.
  public var isDark: Bool {
    get { polarity >= 0.5 }
    set { polarity = newValue ? 1 : 0 }
  }
  /// 0: light glass, 1: dark glass; between on the way from one to the other, see `shown`.
  public var polarity: Double
  /// How near `shown` has brought it to the grey between light and dark: 0 at rest, 1 where the ink flips.
  public var turn = 0.0
  /// Standard deviation of the Gaussian in points (logical pixels).
  public var blurRadius: Double
  public var chain: ColourChain
  /// What belongs to the material beside the glass itself; nil: nothing, as with most.
  public var finish: Finish?

  public init(name: String, isDark: Bool, blurRadius: Double, chain: ColourChain, finish: Finish? = nil) {
    self.name = name
    polarity = isDark ? 1 : 0
    self.blurRadius = blurRadius
    self.chain = chain
    self.finish = finish
  }

  /// Text, edge and corners that a material is designed with.
  ///
  /// A view uses them where it is not told otherwise.
  public struct Finish: Equatable, Hashable, Sendable {
    /// Of plain text and templates: encoded sRGB and opacity, not premultiplied, 0 … 1; nil: as on any glass.
    public var ink: SIMD4<Double>?
    /// Points; 0: none, else at least one physical pixel is drawn.
    public var borderWidth: Double
    /// Encoded sRGB and opacity, not premultiplied, 0 … 1.
    public var borderColour: SIMD4<Double>
    /// Points.
    public var cornerRadius: Double

    public init(
      ink: SIMD4<Double>?, borderWidth: Double, borderColour: SIMD4<Double>, cornerRadius: Double
    ) {
      self.ink = ink
      self.borderWidth = borderWidth
      self.borderColour = borderColour
      self.cornerRadius = cornerRadius
    }
  }

  /// What plain text has on this glass unless it is told otherwise: the finish's ink, else black or white.
  public var ink: SIMD4<Double> { finish?.ink ?? (isDark ? [1, 1, 1, 1] : [0, 0, 0, 1]) }

  // MARK: On the way

  /// Over this grey black and white have the same contrast, 4.58: (Y + .05)² = 1.05 · .05.
  public static let neutralGrey = Luminance.encoded((1.05 * 0.05).squareRoot() - 0.05)

  /// The material as it is drawn: figures that an animation may have carried too far within their limits, and, on the
  /// way from light to dark, covered by the neutral grey.
  ///
  /// The grey is all there is at half way, where the ink flips. Faint ink and fills ask for no room of their own there
  /// (`turn`). So at a contrast of 4.5 light glass and dark glass meet within 5/255, and at 7 legibility's own fills
  /// leave one step of 64/255, the least that there is between a grey for black ink and one for white. Ink of a colour
  /// between is legible on neither, so it changes at once.
  public var shown: Material {
    var material = self
    material.blurRadius = max(blurRadius, 0)
    material.chain.luminanceAmount = min(max(chain.luminanceAmount, 0), 1)
    material.chain.saturation = max(chain.saturation, 0)
    material.chain.fill = chain.fill.clamped(lowerBound: .zero, upperBound: .one)
    material.isDark = isDark
    let distance = min(max(1 - abs(2 * polarity - 1), 0), 1)
    // What is shown already stays as it is.
    material.turn = max(turn, distance)
    if distance > 0 {
      // Smooth at both ends, so that neither look is left with a jerk.
      let cover = distance * distance * (3 - 2 * distance)
      material.chain.fill = material.chain.fill.covered(by: Self.neutralGrey, cover)
    }
    return material
  }
}

extension SIMD4<Double> {
  /// One fill for this one (not premultiplied) under a grey of `opacity`.
  fileprivate func covered(by grey: Double, _ opacity: Double) -> SIMD4 {
    let alpha = opacity + w * (1 - opacity)
    guard alpha > 0 else { return self }
    let share = opacity / alpha
    let colour = self + (SIMD4(grey, grey, grey, 0) - self) * share
    return SIMD4(colour.x, colour.y, colour.z, alpha)
  }
}
