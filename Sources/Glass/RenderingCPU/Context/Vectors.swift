/// Red, green, blue and coverage of a cell or pixel, premultiplied by the coverage; or a finished material, whose
/// fourth value is a luminance.
typealias Colour = SIMD4<Float>

extension SIMD4 where Scalar == Float {
  /// The values, each raised to that of `low` if it is less.
  @inline(__always) func atLeast(_ low: Self) -> Self { replacing(with: low, where: self .< low) }

  /// The values, each lowered to that of `high` if it is greater.
  @inline(__always) func atMost(_ high: Self) -> Self {
    replacing(with: high, where: self .> high)
  }

  /// The values limited to 0 … 1.
  @inline(__always) var clamped: Self { atLeast(.zero).atMost(.one) }

  /// The first three values with another fourth.
  @inline(__always) func with(_ fourth: Float) -> Self {
    var result = self
    result.w = fourth
    return result
  }

  /// The colour divided by its coverage.
  @inline(__always) var normalised: Self { self / Self(repeating: Swift.max(w, 1e-4)) }

  /// Three values of a double-precision colour and a fourth.
  init(_ colour: SIMD3<Double>, _ fourth: Float = 0) {
    self.init(Float(colour.x), Float(colour.y), Float(colour.z), fourth)
  }
}

extension Float {
  @inline(__always) func clamped(_ low: Float, _ high: Float) -> Float {
    Swift.min(Swift.max(self, low), high)
  }
}

/// Conversions of floats to integers without Swift's checks: a number whose last place is worth 1 is added, which
/// leaves the integer in the lowest bits.
enum Rounding {
  /// The number that is added: 1.5 · 2²³.
  static let anchor: Float = 12_582_912

  /// The word of a pixel whose values are 0 … 255, the fourth one as alpha; each is rounded to the nearest integer.
  @inline(__always) static func word(_ colour: Colour) -> UInt32 {
    let bits = unsafe unsafeBitCast(colour + anchor, to: SIMD4<UInt32>.self) & 255
    return bits.z | bits.y << 8 | bits.x << 16 | bits.w << 24
  }

  /// `value`, which must lie in 0 ..< 2²², rounded down; less than 10⁻⁶ below an integer it is rounded up.
  @inline(__always) static func floor(_ value: Float) -> Int {
    Int((value - 0.499_999 + anchor).bitPattern & 0x3F_FFFF)
  }
}
