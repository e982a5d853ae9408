public import Geometry
public import VisualEffects

/// Everything that one surface shows, as a value.
///
/// Coordinates are physical pixels of the surface, whose origin is its top left corner.
public struct Scene: Equatable, Sendable {
  public var size: PixelSize
  /// The nodes in the order of drawing, the lowest first; where there are none, the surface is transparent.
  public var nodes: [Node]

  public init(size: PixelSize, nodes: [Node]) {
    self.size = size
    self.nodes = nodes
  }

  /// A scene with one sheet of glass over all of the surface.
  public init(
    size: PixelSize, material: Material, legibility: Legibility = .standard, content: [Node] = []
  ) {
    let sheet = EffectNode(
      frame: PixelRect(size), material: material, legibility: legibility, content: content)
    self.init(size: size, nodes: [.effect(sheet)])
  }

  /// All texts at any depth, in the order of drawing.
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

/// The colour of text, templates and fills; glyphs that have their own colours (emoji) keep them.
public enum Ink: Equatable, Hashable, Sendable {
  /// Ink that takes its colour from the glass below.
  case vibrant(VibrancyEffect.Style)
  /// A fixed colour: encoded sRGB and opacity, not premultiplied, 0 … 1.
  case colour(SIMD4<Double>)
  /// A colour, written as that of `colour`, which is shown as it is: the ink of what lies on an opaque fill, whose
  /// colour is chosen so that the ink can be read on it.
  case plain(SIMD4<Double>)
}
