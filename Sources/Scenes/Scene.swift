public import Measures
public import VisualEffects

/// Everything one surface shows, as a value: the glass and what lies on it.
///
/// Coordinates are physical pixels of the surface, whose origin is its top left corner.
public struct Scene: Equatable, Sendable {
  public var size: PixelSize
  /// The material of the glass, before the backdrop is known.
  public var material: Material
  /// Drawn in order, the first lowest.
  public var items: [TextItem]

  public init(size: PixelSize, material: Material, items: [TextItem]) {
    self.size = size
    self.material = material
    self.items = items
  }
}

/// A run of text at its place.
public struct TextItem: Equatable, Hashable, Sendable {
  /// Where the run's pixels go; its size is what the rasteriser gives for `text`.
  public var frame: PixelRect
  public var text: StyledText

  public init(frame: PixelRect, text: StyledText) {
    self.frame = frame
    self.text = text
  }
}

/// One line of text with everything that decides its pixels.
public struct StyledText: Equatable, Hashable, Sendable {
  public var string: String
  /// A Pango font description such as `Inter Medium 11`; the size is in points of 1/96 inch × 4/3,
  /// that is, a size of 12 is 16 logical pixels.
  public var font: String
  /// Physical per logical pixels.
  public var scale: Double
  /// Ellipsised at the end beyond this; nil: as wide as it comes.
  public var maxWidth: Int?
  public var ink: Ink

  public init(string: String, font: String, scale: Double, maxWidth: Int?, ink: Ink) {
    self.string = string
    self.font = font
    self.scale = scale
    self.maxWidth = maxWidth
    self.ink = ink
  }
}

/// The colour of text; glyphs that bring their own colours (emoji) keep them.
public enum Ink: Equatable, Hashable, Sendable {
  /// For dark materials.
  case white
  /// For light materials.
  case black
}
