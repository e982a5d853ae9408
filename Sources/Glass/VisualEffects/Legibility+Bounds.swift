extension Legibility {
  /// What legibility asks of one sheet of glass: which luminance its pixels must have, and what becomes of its ink.
  ///
  /// The reference for renderers, which do the same per pixel: material, vibrant fills and separators, `filled`, then
  /// text and icons: mixed with the finished material at their opacity, `limited`, and mixed again by coverage.
  public struct Bounds: Equatable, Hashable, Sendable {
    /// Dark glass is kept dark enough for light ink, light glass light enough for dark ink.
    public let isDark: Bool
    /// Promised to label and secondaryLabel.
    public let contrast: Double
    /// See `Legibility.margin`.
    public let margin: Double
    public let range: ShownRange
    /// The finished material is at least (light glass) or at most (dark glass) this luminous.
    public let luminance: Double

    /// What of `range` is black and white, in light.
    public var black: Double { Luminance.linear(range.black) }
    public var white: Double { Luminance.linear(range.white) }

    // MARK: The material

    /// How far a pixel of `luminance` is mixed to white (light glass) or to black (dark glass), in linear light:
    /// 0 … 1, the least that reaches the bound, exactly.
    public func fill(of luminance: Double) -> Double {
      let extreme = isDark ? black : white
      let missing = isDark ? luminance - self.luminance : self.luminance - luminance
      guard missing > 0 else { return 0 }
      return min(missing / abs(extreme - luminance), 1)
    }

    /// The same as the opacity of a plain fill, mixed encoded, as `fixedFill` has it: how much of the material is spent
    /// for legibility, on a measure that is alike for both looks.
    public func opacity(of luminance: Double) -> Double {
      guard fill(of: luminance) > 0 else { return 0 }
      let grey = Luminance.encoded(luminance)
      let extreme = isDark ? range.black : range.white
      return min((Luminance.encoded(self.luminance) - grey) / (extreme - grey), 1)
    }

    /// The finished material of an encoded colour, which is clamped to the range first.
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

    /// How far ink of `luminance` is mixed to black (light glass) or to white (dark glass), in linear light.
    public func shift(of luminance: Double, to limit: Double) -> Double {
      let excess = isDark ? limit - luminance : luminance - limit
      guard excess > 0 else { return 0 }
      return min(excess / abs(luminance - (isDark ? white : black)), 1)
    }

    /// Ink as it is shown at full coverage: `ink` (encoded, already mixed with the material at its opacity) moved no
    /// farther than needed, its hue kept.
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

  /// What is asked of a sheet on which ink of these opacities lies; nil if nothing is.
  ///
  /// `leastInk` is the least opacity of ink that is promised `contrast`: fainter ink needs more fill, so that it keeps
  /// its rank below the label's. Where no fill is enough for it, opacity is what gives.
  public func bounds(
    isDark: Bool, leastInk: Double = 1, range: ShownRange = .full, margin: Double = Legibility.margin
  ) -> Bounds? {
    guard contrast > 1 else { return nil }
    let aimed = min(contrast * margin, range.contrast)
    let boundary =
      Self.boundary(inkAlpha: leastInk, contrast: aimed, isDark: isDark, range: range)
      ?? Self.boundary(inkAlpha: 1, contrast: aimed, isDark: isDark, range: range)
    guard let boundary else { preconditionFailure("contrast \(aimed) of \(range)") }
    return Bounds(isDark: isDark, contrast: contrast, margin: margin, range: range, luminance: boundary)
  }
}
