/// The black and the white that a surface can show, encoded, 0 … 1.
public struct ShownRange: Equatable, Hashable, Sendable {
  public let black: Double
  public let white: Double

  /// Traps unless 0 ≤ black < white ≤ 1.
  public init(black: Double, white: Double) {
    precondition(0 <= black && black < white && white <= 1, "black \(black), white \(white)")
    self.black = black
    self.white = white
  }

  /// The range of a surface with that leak: L/255 … (255 − L)/255.
  public init(_ leak: Leak) {
    self.init(black: Double(leak.content) / 255, white: Double(255 - leak.content) / 255)
  }

  /// The range of an opaque surface and of drawing off screen.
  public static let full = ShownRange(black: 0, white: 1)

  /// The contrast of white on black, at most 21, which is the highest that can be promised.
  public var contrast: Double {
    Luminance.contrast(Luminance.linear(white), Luminance.linear(black))
  }
}
