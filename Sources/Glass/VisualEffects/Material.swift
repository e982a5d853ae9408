/// The effect of a sheet of glass on its backdrop: a colour chain and a Gaussian blur.
///
/// All arithmetic is in encoded sRGB, 0 … 1 per channel.
public struct Material: Equatable, Hashable, Sendable {
  /// The name of the material in settings, such as `systemMaterialDark`.
  public var name: String
  /// Whether this is dark glass, whose ink is white; the ink of light glass is black.
  public var isDark: Bool {
    get { polarity >= 0.5 }
    set { polarity = newValue ? 1 : 0 }
  }
  /// The darkness of the glass: 0 is light glass, 1 dark glass, values between occur in an animation from one to the
  /// other; see `shown`.
  public var polarity: Double
  /// The progress of `shown` towards the grey between light and dark: 0 at rest, 1 where the ink flips.
  public var turn = 0.0
  /// Standard deviation of the Gaussian in points (logical pixels).
  public var blurRadius: Double
  public var chain: ColourChain
  /// The bending of the backdrop at the edge of a sheet.
  public var refraction: Refraction
  /// Text colour, border and corners that belong to the material; nil: it has none, as most.
  public var finish: Finish?
  /// The strength of the light along the edge of a sheet, 0 … 1.
  public var rimStrength = 1.0
  /// The strengths of rim, shadow and press light that settings choose.
  public var relief = Relief()

  public init(
    name: String, isDark: Bool, blurRadius: Double, chain: ColourChain, refraction: Refraction = .none,
    finish: Finish? = nil
  ) {
    self.name = name
    polarity = isDark ? 1 : 0
    self.blurRadius = blurRadius
    self.chain = chain
    self.refraction = refraction
    self.finish = finish
  }

  /// Text, edge and corners that a material is designed with.
  ///
  /// A view uses them unless its own settings replace them.
  public struct Finish: Equatable, Hashable, Sendable {
    /// The ink of plain text and templates: encoded sRGB and opacity, not premultiplied, 0 … 1; nil: black or
    /// white.
    public var ink: SIMD4<Double>?
    /// Width of the border in points; 0: there is none, any other width is drawn as at least one physical
    /// pixel; nil: the material has no border of its own, and a sheet may have the edge of glass that floats.
    public var borderWidth: Double?
    /// Colour of the border: encoded sRGB and opacity, not premultiplied, 0 … 1.
    public var borderColour: SIMD4<Double>
    /// Radius of the corners in points.
    public var cornerRadius: Double

    public init(
      ink: SIMD4<Double>?, borderWidth: Double?, borderColour: SIMD4<Double>, cornerRadius: Double
    ) {
      self.ink = ink
      self.borderWidth = borderWidth
      self.borderColour = borderColour
      self.cornerRadius = cornerRadius
    }
  }

  /// The ink that plain text has on this glass by default: the finish's, else black or white; encoded sRGB
  /// and opacity, not premultiplied, 0 … 1.
  public var ink: SIMD4<Double> { finish?.ink ?? (isDark ? [1, 1, 1, 1] : [0, 0, 0, 1]) }

  // MARK: From light to dark

  /// The encoded grey over which black and white have the same contrast, 4.58: (Y + .05)² = 1.05 · .05.
  public static let neutralGrey = Luminance.encoded((1.05 * 0.05).squareRoot() - 0.05)

  /// The material as it is drawn: figures that an animation has carried too far are clamped to their limits,
  /// and in an animation from light to dark the neutral grey covers the material.
  ///
  /// Half way, where the ink flips, the grey covers it wholly, and legibility does not reserve room for faint
  /// ink and fills (`turn`). So at a contrast of 4.5 light glass and dark glass meet within 5/255, and at 7
  /// legibility's own fills leave one step of 64/255, the least that there is between a grey for black ink
  /// and one for white. Ink of a colour between is legible on neither, so it changes at once.
  public var shown: Material {
    var material = self
    material.blurRadius = max(blurRadius, 0)
    material.refraction = refraction.shown
    material.chain.luminanceAmount = min(max(chain.luminanceAmount, 0), 1)
    material.chain.saturation = max(chain.saturation, 0)
    material.chain.fill = chain.fill.clamped(lowerBound: .zero, upperBound: .one)
    material.isDark = isDark
    let distance = min(max(1 - abs(2 * polarity - 1), 0), 1)
    // A material that `shown` has returned keeps its turn when it is passed through `shown` again.
    material.turn = max(turn, distance)
    if distance > 0 {
      // Smoothstep: the cover begins and ends without a jump in its speed.
      let cover = distance * distance * (3 - 2 * distance)
      material.chain.fill = material.chain.fill.covered(by: SIMD3(repeating: Self.neutralGrey), cover)
    }
    return material
  }

  /// Returns the material under a colour: encoded sRGB and opacity, not premultiplied, 0 … 1.
  func tinted(_ colour: SIMD4<Double>) -> Material {
    var material = self
    material.chain.fill = chain.fill.covered(by: SIMD3(colour.x, colour.y, colour.z), colour.w)
    return material
  }

  // MARK: Less glass

  /// Returns the material with as much of what makes it glass as `strength` says, 0 … 1: at 1 all of it; at 0 it is opaque, in
  /// the colour that it gives to a grey of 20 % if it is dark and of 80 % if it is light, bends nothing and catches no light at
  /// its edge. Over a medium grey, dark glass would not be told from light glass; the two figures were chosen by pictures.
  public func weakened(to strength: Double) -> Material {
    let strength = min(max(strength, 0), 1)
    guard strength < 1 else { return self }
    var material = self
    let opaque = chain.apply(SIMD3(repeating: isDark ? 0.2 : 0.8))
    material.chain.fill = chain.fill.covered(by: opaque, 1 - strength)
    material.refraction.amount *= strength
    material.rimStrength *= strength
    return material
  }
}

extension SIMD4<Double> {
  /// The single fill that equals this one (not premultiplied) under an encoded colour of `opacity`.
  fileprivate func covered(by colour: SIMD3<Double>, _ opacity: Double) -> SIMD4 {
    let alpha = opacity + w * (1 - opacity)
    guard alpha > 0 else { return self }
    let share = opacity / alpha
    let colour = self + (SIMD4(colour, 0) - self) * share
    return SIMD4(colour.x, colour.y, colour.z, alpha)
  }
}
