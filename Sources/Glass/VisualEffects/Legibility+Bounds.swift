extension Legibility {
  /// The demands of legibility on one sheet of glass: the luminance of its pixels, and the change of its ink.
  ///
  /// This is the reference for renderers, which do the same per pixel: they draw the material, vibrant fills
  /// and separators, apply `filled`, then draw text and icons. These are mixed with the finished material at
  /// their opacity, `limited`, and mixed again by coverage.
  public struct Bounds: Equatable, Hashable, Sendable {
    /// Whether the glass is dark and is kept dark enough for light ink; light glass is kept light enough for
    /// dark ink.
    public let isDark: Bool
    /// The contrast that is promised to label and secondaryLabel.
    public let contrast: Double
    /// The factor between the promised contrast and the one that is aimed at; see `Legibility.margin`.
    public let margin: Double
    public let range: ShownRange
    /// The least (light glass) or greatest (dark glass) luminance of the finished material.
    public let luminance: Double

    /// The black and the white of `range` in linear light.
    public var black: Double { Luminance.linear(range.black) }
    public var white: Double { Luminance.linear(range.white) }

    // MARK: The material

    /// The share by which a pixel of `luminance` is mixed to white (light glass) or to black (dark glass), in linear
    /// light: 0 … 1, the least that reaches the bound, exactly.
    public func fill(of luminance: Double) -> Double {
      let extreme = isDark ? black : white
      let missing = isDark ? luminance - self.luminance : self.luminance - luminance
      guard missing > 0 else { return 0 }
      return min(missing / abs(extreme - luminance), 1)
    }

    /// The opacity of a plain fill, mixed encoded as in `fixedFill`, that moves a pixel of `luminance` to the
    /// bound: a measure of how much of the material legibility takes away, comparable between light and dark
    /// glass.
    public func opacity(of luminance: Double) -> Double {
      guard fill(of: luminance) > 0 else { return 0 }
      let grey = Luminance.encoded(luminance)
      let extreme = isDark ? range.black : range.white
      return min((Luminance.encoded(self.luminance) - grey) / (extreme - grey), 1)
    }

    /// The finished material, encoded, of an encoded colour, which is clamped to the range first.
    public func filled(_ colour: SIMD3<Double>) -> SIMD3<Double> {
      let linear = Luminance.linear(clamped(colour))
      let extreme = SIMD3(repeating: isDark ? black : white)
      let mixed = linear + (extreme - linear) * fill(of: Luminance.ofLinear(linear))
      return Luminance.encoded(mixed)
    }

    // MARK: The ink

    /// The luminance that ink beside these luminances of finished material must not exceed (light glass) or fall
    /// below (dark glass) to have `promised` contrast; within what can be shown.
    public func limit(promised: Double, beside surroundings: ClosedRange<Double>) -> Double {
      let aimed = min(promised * margin, range.contrast)
      let limit =
        isDark
        ? aimed * (surroundings.upperBound + Luminance.flare) - Luminance.flare
        : (surroundings.lowerBound + Luminance.flare) / aimed - Luminance.flare
      return min(max(limit, black), white)
    }

    /// The share by which ink of `luminance` is mixed to black (light glass) or to white (dark glass), in linear
    /// light: 0 … 1.
    public func shift(of luminance: Double, to limit: Double) -> Double {
      let excess = isDark ? limit - luminance : luminance - limit
      guard excess > 0 else { return 0 }
      return min(excess / abs(luminance - (isDark ? white : black)), 1)
    }

    /// Ink as it is shown at full coverage: `ink` (encoded, already mixed with the material at its opacity)
    /// is moved towards black or white no farther than needed, and keeps its hue.
    ///
    /// `surroundings` are the least and greatest luminance of the finished material within 2 px. Where that is within
    /// the bounds, the contrast against all of it is at least `promised · margin`.
    public func limited(
      _ ink: SIMD3<Double>, promised: Double, beside surroundings: ClosedRange<Double>
    ) -> SIMD3<Double> {
      let linear = Luminance.linear(clamped(ink))
      let extreme = SIMD3(repeating: isDark ? white : black)
      let limit = limit(promised: promised, beside: surroundings)
      let mixed = linear + (extreme - linear) * shift(of: Luminance.ofLinear(linear), to: limit)
      return Luminance.encoded(mixed)
    }

    private func clamped(_ colour: SIMD3<Double>) -> SIMD3<Double> {
      colour.clamped(
        lowerBound: SIMD3(repeating: range.black), upperBound: SIMD3(repeating: range.white))
    }
  }

  /// The bounds of a sheet on which ink of opacity `leastInk` and more lies; nil if no contrast is promised.
  ///
  /// `leastInk` is the least opacity of ink that is promised `contrast`: fainter ink needs more fill, so that it keeps
  /// its rank below the label's. Where no fill is enough for it, the bounds are those of opaque ink.
  ///
  /// `inkLuminance` is the least (dark glass) or greatest (light glass) luminance of opaque ink that is promised
  /// `contrast`; nil: that of white or black. Where no fill is enough for it, the material becomes black or white.
  public func bounds(
    isDark: Bool, leastInk: Double = 1, inkLuminance: Double? = nil, range: ShownRange = .full,
    margin: Double = Legibility.margin
  ) -> Bounds? {
    guard contrast > 1 else { return nil }
    let aimed = min(contrast * margin, range.contrast)
    let boundary =
      Self.boundary(inkAlpha: leastInk, contrast: aimed, isDark: isDark, range: range)
      ?? Self.boundary(inkAlpha: 1, contrast: aimed, isDark: isDark, range: range)
    guard var boundary else { preconditionFailure("contrast \(aimed) of \(range)") }
    if let inkLuminance {
      let (black, white) = (Luminance.linear(range.black), Luminance.linear(range.white))
      let bound =
        isDark
        ? (inkLuminance + Luminance.flare) / aimed - Luminance.flare
        : aimed * (inkLuminance + Luminance.flare) - Luminance.flare
      boundary = isDark ? max(min(boundary, bound), black) : min(max(boundary, bound), white)
    }
    return Bounds(isDark: isDark, contrast: contrast, margin: margin, range: range, luminance: boundary)
  }

  /// The luminance to which ink of a colour, encoded sRGB, may be moved so that it keeps its hue: its own, or one from
  /// which it can still be told from white (dark glass) or black (light glass). Nil: it is a grey, which has no hue.
  ///
  /// The limits were chosen by eye for red. On dark glass they need a material about as dark as secondaryLabel does.
  public static func keptLuminance(of colour: SIMD3<Double>, isDark: Bool) -> Double? {
    guard colour.max() - colour.min() >= leastSaturation else { return nil }
    let luminance = Luminance.of(colour)
    return isDark ? max(luminance, 0.45) : min(luminance, 0.09)
  }

  /// The difference between the channels of a colour, encoded, from which on it has a hue.
  private static let leastSaturation = 0.2
}
