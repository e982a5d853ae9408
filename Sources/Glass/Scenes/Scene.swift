public import Geometry
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

/// What text, templates and fills are drawn with; glyphs that bring their own colours (emoji) keep them.
public enum Ink: Equatable, Hashable, Sendable {
  /// Takes its colour from the glass below.
  case vibrant(VibrancyEffect.Style)
  /// Encoded sRGB and opacity, not premultiplied, 0 … 1.
  case colour(SIMD4<Double>)
}
