public import Measures
public import VisualEffects

/// Everything one surface shows, as a value.
///
/// Coordinates are physical pixels of the surface, whose origin is its top left corner.
public struct Scene: Equatable, Sendable {
  public var size: PixelSize
  /// Drawn in order, the first lowest; where there are none, the surface is transparent.
  public var nodes: [Node]

  public init(size: PixelSize, nodes: [Node]) {
    self.size = size
    self.nodes = nodes
  }

  /// One sheet of glass over all of the surface.
  public init(
    size: PixelSize, material: Material, legibility: Legibility = .standard, content: [Node] = []
  ) {
    let sheet = EffectNode(
      frame: PixelRect(size), material: material, legibility: legibility, content: content)
    self.init(size: size, nodes: [.effect(sheet)])
  }

  /// Every text in the order of drawing, at any depth.
  public var texts: [TextNode] { nodes.flatMap(\.texts) }
}

extension Node {
  fileprivate var texts: [TextNode] {
    switch self {
    case .effect(let effect): effect.content.flatMap(\.texts)
    case .text(let text): [text]
    case .image, .fill: []
    }
  }
}

/// One line of text with everything that decides its shape.
public struct StyledText: Equatable, Hashable, Sendable {
  public var string: String
  /// A Pango font description such as `Inter Medium 11`; the size is in points of 1/96 inch × 4/3,
  /// that is, a size of 12 is 16 logical pixels.
  public var font: String
  /// Physical per logical pixels.
  public var scale: Double
  /// Ellipsised at the end beyond this; nil: as wide as it comes.
  public var maxWidth: Int?

  public init(string: String, font: String, scale: Double, maxWidth: Int?) {
    self.string = string
    self.font = font
    self.scale = scale
    self.maxWidth = maxWidth
  }
}

/// What text, templates and fills are drawn with; glyphs that bring their own colours (emoji) keep them.
public enum Ink: Equatable, Hashable, Sendable {
  /// Takes its colour from the glass below.
  case vibrant(VibrancyEffect.Style)
  /// Encoded sRGB and opacity, not premultiplied, 0 … 1.
  case colour(SIMD4<Double>)
}
