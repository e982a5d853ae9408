/// The share of the background that shows through our surfaces, so that it can be measured there.
///
/// The content surface has the alpha `255 - content` everywhere, the carrier below it `carrierAlpha` with a
/// dither of `0 ..< carrierAlpha` in its colour.
public struct Leak: Equatable, Hashable, Sendable {
  /// L, in 1/255; 0 is opaque: nothing shows through and nothing can be measured.
  public var content: Int

  /// A, in 1/255: `ceil(255 / L)`, with which the dither spans one step of L exactly.
  public var carrierAlpha: Int { content == 0 ? 0 : (255 + content - 1) / content }

  public init(content: Int) {
    precondition((0...255).contains(content), "leak \(content)")
    self.content = content
  }

  public static let opaque = Leak(content: 0)
  /// The leak for blurs of σ ≥ 20 px: after the blur, the measured background is at most .68/255 off.
  public static let standard = Leak(content: 5)
  /// The leak for thinner blurs, which average over fewer pixels.
  public static let fine = Leak(content: 15)

  /// The least leak that keeps a live blur of `sigma` pixels exact.
  public static func forBlur(sigma: Double) -> Leak { sigma >= 20 ? standard : fine }
}
