import VisualEffects

/// `Luminance` in single precision: by tables, whose values are interpolated, to 2 · 10⁻⁵ of encoded values.
struct Light {
  private static let steps = 2048
  /// Never written after it was made.
  nonisolated(unsafe) static let shared = Light()

  /// The light of encoded values at equal steps.
  private let linearTable: Memory<Float>
  /// Encoded values of light whose square roots are at equal steps: towards black these hardly bend.
  private let encodedTable: Memory<Float>
  private let linear, encodedRow: Row<Float>
  static let weights = Colour(Luminance.weights)

  private init() {
    // There is one more value, since the last one is interpolated with what follows.
    linearTable = Memory(repeating: 1, count: Self.steps + 2)
    encodedTable = Memory(repeating: 1, count: Self.steps + 2)
    (linear, encodedRow) = (linearTable.row(0), encodedTable.row(0))
    for index in 0...Self.steps {
      let place = Double(index) / Double(Self.steps)
      linear[index] = Float(Luminance.linear(place))
      encodedRow[index] = Float(Luminance.encoded(place * place))
    }
  }

  /// Light of an encoded colour within 0 … 1.
  @inline(__always) func linear(_ colour: Colour) -> Colour { looked(colour, linear).with(0) }

  /// The encoded colour of light, which is clamped to 0 … 1.
  @inline(__always) func encoded(_ light: Colour) -> Colour {
    looked(light.clamped.squareRoot(), encodedRow).with(0)
  }

  @inline(__always) static func luminance(_ light: Colour) -> Float { light.dot(weights) }

  /// Mixes `light` to the extreme `to` by so much that its luminance is `limit`; `side` 1: at least, −1: at most, 0:
  /// whatever it is.
  @inline(__always) static func moved(_ light: Colour, _ limit: Float, _ to: Float, _ side: Float) -> Colour {
    let own = luminance(light)
    let share = (side * (limit - own) / max(abs(to - own), 1e-6)).clamped(0, 1)
    return light.mixed(Colour(repeating: to), share)
  }

  @inline(__always) private func looked(_ values: Colour, _ table: Row<Float>) -> Colour {
    let place = values.clamped * Float(Self.steps)
    let bits = unsafe unsafeBitCast(place - 0.5 + Rounding.anchor, to: SIMD4<UInt32>.self) & 0xFFF
    let (x, y, z) = (Int(bits.x), Int(bits.y), Int(bits.z))
    let low = Colour(table[x], table[y], table[z], 0)
    let high = Colour(table[x + 1], table[y + 1], table[z + 1], 0)
    let share = place - Colour(Float(bits.x), Float(bits.y), Float(bits.z), 0)
    return low + (high - low) * share
  }
}
