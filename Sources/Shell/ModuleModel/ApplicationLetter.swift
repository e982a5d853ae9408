/// The letter and the colour that stand for an application without an icon.
public struct ApplicationLetter: Equatable, Sendable {
  /// The first letter or digit of the name, as a capital.
  public let letter: String
  /// The colour of the square on dark glass, over which white has a contrast of 4.5 or more: encoded sRGB and
  /// opacity.
  public let colour: SIMD4<Double>

  /// The colour of the letter on a pale square on light glass.
  public var onLight: SIMD4<Double> { colour * [0.58, 0.58, 0.58, 1] }

  /// Makes the icon of an application; nil if its name has no letter and no digit.
  public init?(_ name: String) {
    guard let first = name.first(where: { $0.isLetter || $0.isNumber }) else { return nil }
    letter = String(first.uppercased().prefix(1))
    // FNV-1a: the same name has the same colour in every run, which Swift's own hashes do not promise.
    let hash = name.utf8.reduce(into: UInt32(2_166_136_261)) { hash, byte in
      hash = (hash ^ UInt32(byte)) &* 16_777_619
    }
    colour = Self.colours[Int(hash % UInt32(Self.colours.count))]
  }

  /// Blue, indigo, purple, pink, brown, green, teal and slate; red is that of critical notifications.
  public static let colours: [SIMD4<Double>] = [
    [0.04, 0.40, 0.85, 1], [0.31, 0.30, 0.80, 1], [0.55, 0.25, 0.75, 1], [0.78, 0.16, 0.45, 1],
    [0.62, 0.37, 0.10, 1], [0.10, 0.48, 0.24, 1], [0.02, 0.46, 0.52, 1], [0.36, 0.41, 0.49, 1],
  ]
}
