public import Geometry
public import VisualEffects

/// One thing that a surface shows. Coordinates are physical pixels of the surface.
public enum Node: Equatable, Sendable {
  case effect(EffectNode)
  case text(TextNode)
  case image(ImageNode)
  case fill(FillNode)
}

/// A sheet of glass with what lies in its content view.
public struct EffectNode: Equatable, Sendable {
  public var frame: PixelRect
  /// Resolved for the appearance and the moment of an animation; nil: no effect, only content.
  public var material: Material?
  public var legibility: Legibility
  public var corners: Corners
  /// Inside the shape's edge.
  public var border: Border?
  /// Falls outside the shape only.
  public var shadow: Shadow?
  /// Clips effect and content.
  public var mask: Mask?
  /// 0 … 1, of effect and content as a whole.
  public var alpha: Double
  /// Its glass shows what lies behind the surface only, not what it covers on it: for sheets that pass one another, where
  /// blurring one behind the other costs more than all the rest.
  public var isApart = false
  /// Back to front.
  public var content: [Node]

  public init(
    frame: PixelRect, material: Material?, legibility: Legibility = .standard, corners: Corners = .square,
    border: Border? = nil, shadow: Shadow? = nil, mask: Mask? = nil, alpha: Double = 1, content: [Node] = []
  ) {
    self.frame = frame
    self.material = material
    self.legibility = legibility
    self.corners = corners
    self.border = border
    self.shadow = shadow
    self.mask = mask
    self.alpha = alpha
    self.content = content
  }
}

/// A run of text at its place.
public struct TextNode: Equatable, Hashable, Sendable {
  /// Where the run's pixels go; its size is what the rasteriser gives for `text`.
  public var frame: PixelRect
  public var text: StyledText
  public var ink: Ink

  public init(frame: PixelRect, text: StyledText, ink: Ink) {
    self.frame = frame
    self.text = text
    self.ink = ink
  }
}

/// A picture at its place, scaled to fill it.
public struct ImageNode: Equatable, Sendable {
  public var frame: PixelRect
  public var bitmap: Bitmap
  /// Nil: its own colours; else a template: its alpha is the coverage of that ink.
  public var ink: Ink?

  public init(frame: PixelRect, bitmap: Bitmap, ink: Ink?) {
    self.frame = frame
    self.bitmap = bitmap
    self.ink = ink
  }
}

/// A rectangle of ink: fills, separators, plain colour.
public struct FillNode: Equatable, Hashable, Sendable {
  public var frame: PixelRect
  public var corners: Corners
  public var ink: Ink

  public init(frame: PixelRect, corners: Corners = .square, ink: Ink) {
    self.frame = frame
    self.corners = corners
    self.ink = ink
  }
}

/// Radii in physical pixels, each with a continuous curve.
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
  /// Physical pixels.
  public var width: Double
  /// Encoded sRGB and opacity, not premultiplied, 0 … 1.
  public var colour: SIMD4<Double>

  public init(width: Double, colour: SIMD4<Double>) {
    self.width = width
    self.colour = colour
  }
}

/// What a sheet drops beside itself, a Gaussian of its shape.
public struct Shadow: Equatable, Hashable, Sendable {
  /// Standard deviation in physical pixels.
  public var sigma: Double
  /// Physical pixels.
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

/// What clips a sheet.
public enum Mask: Equatable, Sendable {
  /// The picture's alpha, scaled to the frame.
  case image(Bitmap)
  /// A rectangle of the surface with its corners.
  case shape(PixelRect, Corners)
}
