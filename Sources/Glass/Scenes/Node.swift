public import Geometry
public import VisualEffects

/// One element of a scene. Coordinates are physical pixels of the surface.
public enum Node: Equatable, Sendable {
  case effect(EffectNode)
  case text(TextNode)
  case image(ImageNode)
  case fill(FillNode)
}

/// A sheet of glass with the nodes that lie in its content view.
public struct EffectNode: Equatable, Sendable {
  public var frame: PixelRect
  /// The material for the current appearance and moment of an animation; nil: there is no effect, only
  /// content.
  public var material: Material?
  public var legibility: Legibility
  public var corners: Corners
  /// The shapes that flow together instead of the rectangle with these corners; nil: there is only the rectangle.
  public var merging: Merging?
  /// The border, which lies inside the shape's edge.
  public var border: Border?
  /// The parts of the surface in which the border is not drawn, since glass of another surface joins this one there.
  public var borderGaps: [PixelRect] = []
  /// The shadows, which fall only outside the shape.
  public var shadows: [Shadow]
  /// The mask that clips effect and content.
  public var mask: Mask?
  /// The opacity of effect and content as a whole, 0 … 1.
  public var alpha: Double
  /// Whether the glass blurs only what lies behind the surface, not the nodes below it on the surface. This
  /// is for sheets that move past one another, where blurring one behind the other costs more than all the
  /// rest.
  public var isApart = false
  /// Inks for which legibility prepares the glass besides those of the content: they may come to the content, or glass beside
  /// this one, which is to look alike, has them.
  public var reservedInks: Set<Ink> = []
  /// The nodes of the content view, back to front.
  public var content: [Node]

  public init(
    frame: PixelRect, material: Material?, legibility: Legibility = .standard, corners: Corners = .square,
    border: Border? = nil, shadows: [Shadow] = [], mask: Mask? = nil, alpha: Double = 1, content: [Node] = []
  ) {
    self.frame = frame
    self.material = material
    self.legibility = legibility
    self.corners = corners
    self.border = border
    self.shadows = shadows
    self.mask = mask
    self.alpha = alpha
    self.content = content
  }
}

/// A run of text with its place.
public struct TextNode: Equatable, Hashable, Sendable {
  /// The place of the run's pixels; its size is that of the rasterised `text`.
  public var frame: PixelRect
  public var text: StyledText
  public var ink: Ink

  public init(frame: PixelRect, text: StyledText, ink: Ink) {
    self.frame = frame
    self.text = text
    self.ink = ink
  }
}

/// A picture that is scaled to fill its frame.
public struct ImageNode: Equatable, Sendable {
  public var frame: PixelRect
  public var bitmap: Bitmap
  /// The ink of a template, whose coverage is the picture's alpha; nil: the picture has its own colours.
  public var ink: Ink?

  public init(frame: PixelRect, bitmap: Bitmap, ink: Ink?) {
    self.frame = frame
    self.bitmap = bitmap
    self.ink = ink
  }
}

/// A rectangle of ink: fills, separators, plain colour.
public struct FillNode: Equatable, Hashable, Sendable {
  /// The luminances at which a colour that fades is kept together with the glass that is seen through it.
  public enum Limit: Equatable, Hashable, Sendable {
    /// The colour is kept like vibrant fills, on which the inks of the glass are read.
    case ofGlass
    /// The colour has no more than a luminance, on which lighter texts of a plain ink are read.
    case atMost(Double)
    /// The colour has no less than a luminance, on which darker texts of a plain ink are read.
    case atLeast(Double)
  }

  public var frame: PixelRect
  public var corners: Corners
  public var ink: Ink
  /// The limit of a colour that fades below texts; nil: the colour is shown as it is.
  package var limit: Limit?

  public init(frame: PixelRect, corners: Corners = .square, ink: Ink) {
    self.frame = frame
    self.corners = corners
    self.ink = ink
  }
}

/// The radii of a rectangle's corners in physical pixels; the shape of a corner is that of `Shape`.
public struct Corners: Equatable, Hashable, Sendable {
  public var topLeft, topRight, bottomRight, bottomLeft: Double

  public init(topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  public init(_ radius: Double) {
    self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
  }

  public static let square = Corners(0)
}

/// A line along the inside of a shape's edge.
public struct Border: Equatable, Hashable, Sendable {
  /// Width in physical pixels.
  public var width: Double
  /// Encoded sRGB and opacity, not premultiplied, 0 … 1.
  public var colour: SIMD4<Double>
  /// The colour of the light from above, which is painted over `colour` as far as the edge is turned to it; nil: there is
  /// none.
  public var rim: SIMD4<Double>?
  /// The colour of the light from below, as far as the edge is turned to it; nil: there is none.
  public var lowerRim: SIMD4<Double>?
  /// The distance from the edge, in physical pixels, over which the light falls to nothing; nil: it has one strength, and the
  /// width of the line.
  public var lightDepth: Double?

  public init(
    width: Double, colour: SIMD4<Double>, rim: SIMD4<Double>? = nil, lowerRim: SIMD4<Double>? = nil,
    lightDepth: Double? = nil
  ) {
    self.width = width
    self.colour = colour
    (self.rim, self.lowerRim, self.lightDepth) = (rim, lowerRim, lightDepth)
  }

  /// The distance from the edge, in physical pixels, within which the border is seen: the width of the line, or the depth of a
  /// light that reaches farther.
  package var depth: Double { max(width, lightDepth ?? 0) }
}

/// The shadow of a sheet: its shape, blurred by a Gaussian.
public struct Shadow: Equatable, Hashable, Sendable {
  /// Standard deviation in physical pixels.
  public var sigma: Double
  /// Offset from the sheet's shape, to the right and down, in physical pixels.
  public var offsetX, offsetY: Double
  /// Encoded sRGB and opacity, not premultiplied, 0 … 1.
  public var colour: SIMD4<Double>

  public init(sigma: Double, offsetX: Double = 0, offsetY: Double = 0, colour: SIMD4<Double>) {
    self.sigma = sigma
    self.offsetX = offsetX
    self.offsetY = offsetY
    self.colour = colour
  }
}

/// A mask that clips a sheet.
public enum Mask: Equatable, Sendable {
  /// The alpha of a picture that is scaled to the sheet's frame.
  case image(Bitmap)
  /// A rectangle with rounded corners, in physical pixels of the surface.
  case shape(PixelRect, Corners)
}

extension Node {
  /// Whether the node or one of its children is glass.
  package var hasGlass: Bool {
    guard case .effect(let effect) = self else { return false }
    return effect.material != nil || effect.content.contains(where: \.hasGlass)
  }

  /// The opacity, 0 … 1, in which a vibrant fill is seen on a part of `frame`: that of the groups around it on the same glass. It is
  /// 0 if there is no such fill, and 1 for one in no group.
  package func vibrantFillOpacity(on frame: PixelRect) -> Double {
    switch self {
    case .fill(let fill): return fill.ink.isFill && fill.frame.intersects(frame) ? 1 : 0
    case .effect(let effect):
      if effect.material != nil { return 0 }
      let inner = frame.intersection(effect.frame)
      return min(max(effect.alpha, 0), 1) * effect.content.vibrantFillOpacity(on: inner)
    case .text, .image: return 0
    }
  }
}

extension Sequence<Node> {
  /// The greatest opacity, 0 … 1, in which one of the nodes shows a vibrant fill on a part of `frame`.
  package func vibrantFillOpacity(on frame: PixelRect) -> Double {
    reduce(0) { Swift.max($0, $1.vibrantFillOpacity(on: frame)) }
  }
}

extension Ink {
  /// Whether this is ink of a fill, on which texts may lie.
  package var isFill: Bool {
    switch self {
    case .vibrant(.fill), .vibrant(.secondaryFill), .vibrant(.tertiaryFill): true
    case .vibrant, .colour, .plain: false
    }
  }
}
