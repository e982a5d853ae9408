import CPixels
import VisualEffects

/// `Luminance` in single precision: by tables, whose values are interpolated, to 2 · 10⁻⁵ of encoded values.
struct Light {
  private static let steps = PIXELS_LIGHT_STEPS
  /// Never written after it was made.
  nonisolated(unsafe) static let shared = Light()

  private let linear: Memory<Float>
  /// Encoded values of light whose square roots are at equal steps: towards black these hardly bend.
  private let encoded: Memory<Float>

  private init() {
    // There is one more value, since the last one is interpolated with what follows.
    linear = Memory(repeating: 1, count: Self.steps + 2)
    encoded = Memory(repeating: 1, count: Self.steps + 2)
    let (linearRow, encodedRow) = (linear.row(0), encoded.row(0))
    for index in 0...Self.steps {
      let place = Double(index) / Double(Self.steps)
      linearRow[index] = Float(Luminance.linear(place))
      encodedRow[index] = Float(Luminance.encoded(place * place))
    }
  }

  /// The tables for loops in C, which are there as long as the program runs.
  @unsafe static var tables: pixels_light {
    let (linear, encoded) = unsafe (shared.linear.row(0).pointer, shared.encoded.row(0).pointer)
    let weights = Luminance.weights
    return unsafe pixels_light(
      linear: linear, encoded: encoded, weights: (Float(weights.x), Float(weights.y), Float(weights.z)))
  }
}
