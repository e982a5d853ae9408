public import Geometry

/// Knows how large text becomes, and where its line is.
public protocol TextMeasurer {
  /// The extent of the pixels that the rasteriser gives for `text`; never wider than its `maxWidth`.
  func measure(_ text: StyledText) -> TextExtent

  /// The height of a capital letter in physical pixels, unrounded; `font` is as in `StyledText`.
  func capHeight(font: String, scale: Double) -> Double

  /// Where parts of `text` are, one rectangle or more for each line, in pixels from the top left corner of its extent.
  ///
  /// `ranges` hold offsets in the UTF-8 of the string. What is behind an ellipsis is nowhere. The text is laid out once
  /// for all of them.
  func regions(of ranges: [Range<Int>], in text: StyledText) -> [[PixelRect]]
}

/// The extent of a text in physical pixels.
public struct TextExtent: Equatable, Hashable, Sendable {
  public var size: PixelSize
  /// From the top of the text down to the line on which its first letters stand.
  public var baseline: Int
  /// Whether it is read from the right: then it belongs at the right end of its column.
  public var isRightToLeft: Bool
  /// Whether an ellipsis stands for a part of it.
  public var isShortened: Bool

  public init(size: PixelSize, baseline: Int, isRightToLeft: Bool = false, isShortened: Bool = false) {
    self.size = size
    self.baseline = baseline
    self.isRightToLeft = isRightToLeft
    self.isShortened = isShortened
  }
}

extension TextMeasurer {
  /// Nowhere: a measurer has to know of parts only where there are links.
  public func regions(of ranges: [Range<Int>], in text: StyledText) -> [[PixelRect]] {
    ranges.map { _ in [] }
  }

  /// Where one part is.
  public func regions(of range: Range<Int>, in text: StyledText) -> [PixelRect] {
    regions(of: [range], in: text)[0]
  }
}
