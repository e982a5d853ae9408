public import Measures

/// Knows how large text becomes, and where its line is.
public protocol TextMeasurer {
  /// The extent of the pixels that the rasteriser gives for `text`; never wider than its `maxWidth`.
  func measure(_ text: StyledText) -> TextExtent

  /// The height of a capital letter in physical pixels, unrounded; `font` is as in `StyledText`.
  func capHeight(font: String, scale: Double) -> Double
}

/// The extent of a run of text in physical pixels.
public struct TextExtent: Equatable, Hashable, Sendable {
  public var size: PixelSize
  /// From the top of the run down to the line on which its letters stand.
  public var baseline: Int

  public init(size: PixelSize, baseline: Int) {
    self.size = size
    self.baseline = baseline
  }
}
