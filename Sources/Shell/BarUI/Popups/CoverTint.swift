public import Scenes
import VisualEffects

/// The tint that a cover gives to the glass of its panel: the hue of the cover, as dark or as light as the glass.
public struct CoverTint: Equatable, Sendable {
  /// The mean of the colours of the picture, each weighted by its chroma, in encoded sRGB.
  private let colour: SIMD3<Double>

  /// The opacity of the tint, chosen by eye: it is seen over a backdrop of another hue, which still shows through.
  private static let opacity = 0.5
  /// The greatest channel of a tint on dark glass and the least channel of one on light glass, in encoded sRGB, chosen by eye
  /// between the system materials and the accent.
  private static let (greatestOnDark, leastOnLight) = (0.36, 0.74)
  /// The weight of a colour without chroma, so that a picture of greys has a mean; far below that of a pale colour.
  private static let leastWeight = 0.02

  /// Computes the tint of a picture; nil: it has no opaque pixels.
  public init?(_ picture: Bitmap) {
    var (sum, weights) = (SIMD3<Double>(), 0.0)
    for place in stride(from: 0, to: picture.bytes.count, by: 4) where picture.bytes[place + 3] == 255 {
      let pixel =
        SIMD3(
          Double(picture.bytes[place]), Double(picture.bytes[place + 1]), Double(picture.bytes[place + 2]))
        / 255
      let weight = pixel.max() - pixel.min() + Self.leastWeight
      sum += pixel * weight
      weights += weight
    }
    guard weights > 0 else { return nil }
    colour = sum / weights
  }

  /// Returns the fill over glass, encoded sRGB and opacity.
  public func fill(isDark: Bool) -> SIMD4<Double> {
    let most = max(colour.max(), 1 / 255)
    // The greatest channel becomes the one of the glass on dark glass; on light glass all channels come closer to white.
    let shade =
      isDark
      ? colour * (Self.greatestOnDark / most)
      : 1 - (1 - colour) * ((1 - Self.leastOnLight) / max(1 - colour.min(), 1 / 255))
    return SIMD4(shade, Self.opacity)
  }
}
