public import Geometry

/// One line of text, the middle of its capital letters in the middle of its frame.
public struct Label: View, VibrantContent, Equatable, Sendable {
  /// Where in its frame a line that is shorter lies.
  public enum Alignment: Sendable {
    case leading, center, trailing
  }

  public var text: String
  /// A Pango font description such as `Inter Medium 11`, the size in points of 4/3 logical pixels.
  public var font: String
  /// Points, from the top left corner of what the label lies in; longer text ends in an ellipsis.
  public var frame: LogicalRect
  public var alignment: Alignment
  /// Encoded sRGB and opacity, not premultiplied; nil: what belongs to the glass. In a vibrancy view it does not count.
  public var colour: SIMD4<Double>?

  public init(
    _ text: String, font: String = "Sans 11", frame: LogicalRect, alignment: Alignment = .leading,
    colour: SIMD4<Double>? = nil
  ) {
    self.text = text
    self.font = font
    self.frame = frame
    self.alignment = alignment
    self.colour = colour
  }

  public var body: ViewTree { ViewTree(elements: [.label(self)]) }
  public var vibrantContent: VibrantTree { VibrantTree(elements: [.label(self)]) }
}
