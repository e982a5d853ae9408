public import Geometry

/// A picture, scaled to its frame.
public struct Image: View, VibrantContent, Equatable, Sendable {
  /// What counts of the picture's pixels.
  public enum RenderingMode: Sendable {
    /// Its own colours; in a vibrancy view its alpha all the same.
    case alwaysOriginal
    /// Its alpha alone: a mask of one colour.
    case alwaysTemplate
  }

  public var bitmap: Bitmap
  /// Points, from the top left corner of what the image lies in.
  public var frame: LogicalRect
  public var renderingMode: RenderingMode
  /// Of a template, encoded sRGB and opacity, not premultiplied; nil: what belongs to the glass. In a vibrancy view it
  /// does not count.
  public var tintColour: SIMD4<Double>?

  public init(
    _ bitmap: Bitmap, frame: LogicalRect, renderingMode: RenderingMode = .alwaysOriginal,
    tintColour: SIMD4<Double>? = nil
  ) {
    self.bitmap = bitmap
    self.frame = frame
    self.renderingMode = renderingMode
    self.tintColour = tintColour
  }

  public var body: ViewTree { ViewTree(elements: [.image(self)]) }
  public var vibrantContent: VibrantTree { VibrantTree(elements: [.image(self)]) }
}
