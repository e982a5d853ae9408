public import Geometry

/// A measurer of the size, the baseline and the parts of text.
public protocol TextMeasurer {
  /// A number that changes when a text may have another extent than before.
  var revision: Int { get }

  /// The extent of the pixels that the rasteriser gives for `text`; never wider than its `maxWidth`.
  func measure(_ text: StyledText) -> TextExtent

  /// The height of a capital letter in physical pixels, unrounded; `font` is as in `StyledText`.
  func capHeight(font: String, scale: Double) -> Double

  /// The rectangles of each of `ranges`, one or more for each line, in physical pixels from the top left
  /// corner of the text's extent.
  ///
  /// `ranges` hold offsets in the UTF-8 of the string. A part that an ellipsis replaces has no rectangle. The
  /// text is laid out once for all ranges.
  func regions(of ranges: [Range<Int>], in text: StyledText) -> [[PixelRect]]
}

extension TextMeasurer {
  /// The number of a measurer whose extents never change.
  public var revision: Int { 0 }
}

/// The extent of a text in physical pixels.
public struct TextExtent: Equatable, Hashable, Sendable {
  public var size: PixelSize
  /// Distance from the top of the text down to the baseline of its first line; the top of a turned text is at a side.
  public var baseline: Int
  /// Whether the text is read from right to left, and is to be aligned with the right end of its column.
  public var isRightToLeft: Bool
  /// Whether an ellipsis replaces a part of the text.
  public var isShortened: Bool
  /// The height above the baseline, unrounded, of the middle of what is drawn; nil if nothing is.
  public var inkMiddle: Double?

  public init(
    size: PixelSize, baseline: Int, isRightToLeft: Bool = false, isShortened: Bool = false,
    inkMiddle: Double? = nil
  ) {
    self.size = size
    self.baseline = baseline
    self.isRightToLeft = isRightToLeft
    self.isShortened = isShortened
    self.inkMiddle = inkMiddle
  }
}

extension TextExtent {
  /// The extent of the same text turned by a right angle.
  public var turned: TextExtent {
    var extent = self
    extent.size = PixelSize(width: size.height, height: size.width)
    return extent
  }
}

extension TextMeasurer {
  /// Returns no rectangles: only a measurer of texts with links has to implement this.
  public func regions(of ranges: [Range<Int>], in text: StyledText) -> [[PixelRect]] {
    ranges.map { _ in [] }
  }

  /// The rectangles of one part of `text`; see `regions(of:in:)` for several.
  public func regions(of range: Range<Int>, in text: StyledText) -> [PixelRect] {
    regions(of: [range], in: text)[0]
  }
}
