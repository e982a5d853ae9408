import CPixels
import VisualEffects

/// `Luminance` in single precision, by interpolated tables: encoded values are at most 2 · 10⁻⁵ off.
struct Light {
  private static let steps = PIXELS_LIGHT_STEPS
  /// The tables, which are never written after they were made.
  nonisolated(unsafe) static let shared = Light()

  private let linear: Memory<Float>
  /// Encoded values at equal steps of the square root of light, over which encoding is nearly linear near black, too.
  private let encoded: Memory<Float>

  private init() {
    // One value more is needed because the last step is interpolated with the one after it.
    linear = Memory(repeating: 1, count: Self.steps + 2)
    encoded = Memory(repeating: 1, count: Self.steps + 2)
    let (linearRow, encodedRow) = (linear.row(0), encoded.row(0))
    for index in 0...Self.steps {
      let place = Double(index) / Double(Self.steps)
      linearRow[index] = Float(Luminance.linear(place))
      encodedRow[index] = Float(Luminance.encoded(place * place))
    }
  }

  /// The tables for loops in C; they exist as long as the program runs.
  @unsafe static var tables: pixels_light {
    let (linear, encoded) = unsafe (shared.linear.row(0).pointer, shared.encoded.row(0).pointer)
    let weights = Luminance.weights
    return unsafe pixels_light(
      linear: linear, encoded: encoded, weights: (Float(weights.x), Float(weights.y), Float(weights.z)))
  }
}
