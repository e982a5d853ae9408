public import Geometry
public import Scenes
import VisualEffects

/// The radii of a rectangle's corners in points; the shape of a corner is that of `Shape`.
public struct LogicalCorners: Equatable, Hashable, Sendable {
  public var topLeft, topRight, bottomRight, bottomLeft: Double

  public init(topLeft: Double = 0, topRight: Double = 0, bottomRight: Double = 0, bottomLeft: Double = 0) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// Makes corners of one radius in points.
  public init(_ radius: Double) {
    self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
  }

  public static let square = LogicalCorners(0)
}

extension LogicalCorners: Animatable {
  public mutating func visitNumbers(_ visit: (inout Double) -> Void) {
    visit(&topLeft)
    visit(&topRight)
    visit(&bottomRight)
    visit(&bottomLeft)
  }
}

/// A line along the inside of a view's edges.
public struct ViewBorder: Equatable, Sendable {
  /// The width in points; 0: there is no border, any other width is drawn as at least one physical pixel.
  public var width: Double
  /// A colour or a mark; vibrant ink is drawn as a mark of the style's opacity.
  public var ink: ViewInk
  /// The colour of the light from above, encoded sRGB and opacity, which falls on the edge as far as it is turned there; nil:
  /// there is none.
  public var rim: SIMD4<Double>?
  /// The colour of the light from below; nil: there is none.
  public var lowerRim: SIMD4<Double>?
  /// The distance from the edge in points over which the light falls to nothing, which need not be whole physical pixels;
  /// nil: it has one strength, and the width of the line.
  public var lightDepth: Double?

  public init(
    width: Double, ink: ViewInk, rim: SIMD4<Double>? = nil, lowerRim: SIMD4<Double>? = nil,
    lightDepth: Double? = nil
  ) {
    self.width = width
    self.ink = ink
    (self.rim, self.lowerRim, self.lightDepth) = (rim, lowerRim, lightDepth)
  }

  /// The width of a line of one physical pixel on any output.
  public static let hairline = 0.01

  /// No border, not even the one of the material's finish.
  public static let none = ViewBorder(width: 0, ink: .mark(0))

  /// The line around the fill of a button that is not used, for a fill beside buttons.
  public static let well = ViewBorder(width: hairline, ink: .mark(InteractionLook().border))

  /// The border with an ink of opacity 0.
  var invisible: ViewBorder {
    var border = self
    switch ink {
    case .colour(var colour):
      colour.w = 0
      border.ink = .colour(colour)
    case .mark, .counterMark, .vibrant, .automatic, .accent, .usedAccent, .accentMark, .accentLabel,
      .onAccent, .ground, .onGround:
      border.ink = .mark(0)
    }
    border.rim?.w = 0
    border.lowerRim?.w = 0
    return border
  }
}

extension Material.Finish {
  /// The border of the material; nil: it has none of its own.
  var border: ViewBorder? { borderWidth.map { ViewBorder(width: $0, ink: .colour(borderColour)) } }
}

extension ViewBorder: Animatable {
  public mutating func visitNumbers(_ visit: (inout Double) -> Void) {
    visit(&width)
    rim?.visitNumbers(visit)
    lowerRim?.visitNumbers(visit)
    lightDepth?.visitNumbers(visit)
    switch ink {
    case .colour(var colour):
      colour.visitNumbers(visit)
      ink = .colour(colour)
    case .mark(var opacity):
      visit(&opacity)
      ink = .mark(opacity)
    case .counterMark(var opacity):
      visit(&opacity)
      ink = .counterMark(opacity)
    case .vibrant, .automatic, .accent, .usedAccent, .accentMark, .accentLabel, .onAccent, .ground,
      .onGround:
      break
    }
  }

  /// Returns both borders with inks of one kind: an ink of another kind is the target's at once, and so is the depth of light
  /// that only one of them has.
  public static func matched(_ start: ViewBorder, _ end: ViewBorder) -> (ViewBorder, ViewBorder) {
    var (start, end) = (start, end)
    start.rim = start.rim ?? end.rim.map(Self.invisible)
    end.rim = end.rim ?? start.rim.map(Self.invisible)
    start.lowerRim = start.lowerRim ?? end.lowerRim.map(Self.invisible)
    end.lowerRim = end.lowerRim ?? start.lowerRim.map(Self.invisible)
    if start.lightDepth == nil || end.lightDepth == nil { start.lightDepth = end.lightDepth }
    switch (start.ink, end.ink) {
    case (.colour, .colour), (.mark, .mark), (.counterMark, .counterMark): break
    default: start.ink = end.ink
    }
    return (start, end)
  }

  private static func invisible(_ colour: SIMD4<Double>) -> SIMD4<Double> {
    [colour.x, colour.y, colour.z, 0]
  }
}

/// A shadow around a sheet of glass: a Gaussian of its shape.
public struct LogicalShadow: Equatable, Hashable, Sendable {
  /// The standard deviation in points.
  public var sigma: Double
  /// The offset of the shadow to the right and down, in points.
  public var offsetX, offsetY: Double
  /// Colour of the shadow: encoded sRGB and opacity, not premultiplied, 0 … 1.
  public var colour: SIMD4<Double>

  public init(sigma: Double, offsetX: Double = 0, offsetY: Double = 0, colour: SIMD4<Double>) {
    self.sigma = sigma
    self.offsetX = offsetX
    self.offsetY = offsetY
    self.colour = colour
  }

  /// The shadow with an opacity of 0.
  var invisible: LogicalShadow {
    var shadow = self
    shadow.colour.w = 0
    return shadow
  }
}

extension LogicalShadow: Animatable {
  public mutating func visitNumbers(_ visit: (inout Double) -> Void) {
    visit(&sigma)
    visit(&offsetX)
    visit(&offsetY)
    colour.visitNumbers(visit)
  }
}

/// A mask that clips a sheet of glass and the views on it.
public enum LogicalMask: Equatable, Sendable {
  /// The picture's alpha, scaled to the sheet.
  case image(Bitmap)
  /// A rectangle in points from the top leading corner of the sheet.
  case shape(LogicalRect, LogicalCorners)
}
