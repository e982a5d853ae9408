public import Geometry
public import Scenes
public import VisualEffects

/// A sheet of glass: an effect, and the shape that it has.
///
/// All of it can be animated, so an `Animated<GlassSheet>` moves from one sheet to another: the blur of an effect grows
/// from nothing where there was none, and its frame, corners, border, shadows, mask and opacity move with it.
public struct GlassSheet: Equatable, Sendable {
  /// The effect, which blurs and colours the backdrop of the sheet; nil: the sheet only clips the views on
  /// it.
  public var effect: BlurEffect?
  /// The frame of the sheet in points from the top leading corner of the view around it; nil: the sheet is as
  /// large as the view that lies on it.
  public var frame: LogicalRect?
  /// The corners of the sheet; nil: the corners of the material's finish, if it has one, else square ones.
  public var corners: LogicalCorners?
  /// The border of the sheet; nil: the border of the material's finish, if it has one.
  public var border: ViewBorder?
  /// The side of the sheet along which alone its border lies; nil: it lies along all sides.
  public var borderSide: OutputEdge?
  /// Whether the edge of a sheet without a border catches light, as that of glass that floats does.
  public var hasRim = false
  /// The shadows, which fall only outside the sheet.
  public var shadows: [LogicalShadow]
  /// The mask that clips the effect and the views on the sheet.
  public var mask: LogicalMask?
  /// Whether the sheet blurs only what lies behind the surface, and not the views below it on the surface.
  public var isApart: Bool
  /// The opacity of the sheet with the views on it, 0 … 1; at 0 it takes room, but is neither seen nor
  /// clicked.
  public var opacity: Double
  /// The strength of the effect, 0 … 1: it is below 1 while an animation fades the effect in or out.
  var presence = 1.0

  public init(
    _ effect: BlurEffect?, frame: LogicalRect? = nil, corners: LogicalCorners? = nil,
    border: ViewBorder? = nil, shadows: [LogicalShadow] = [], mask: LogicalMask? = nil, isApart: Bool = false,
    opacity: Double = 1
  ) {
    self.effect = effect
    self.frame = frame
    self.corners = corners
    self.border = border
    self.shadows = shadows
    self.mask = mask
    self.isApart = isApart
    self.opacity = opacity
  }

  /// The opacity of the glass over the same sheet without an effect.
  ///
  /// The glass is opaque after a quarter of the animation; the rest is for its blur and its colours.
  var glassOpacity: Double { effect == nil ? 0 : min(max(4 * presence, 0), 1) }
}

extension GlassSheet: Animatable {
  public mutating func visitNumbers(_ visit: (inout Double) -> Void) {
    frame?.visitNumbers(visit)
    effect?.visitNumbers(visit)
    corners?.visitNumbers(visit)
    border?.visitNumbers(visit)
    for index in shadows.indices { shadows[index].visitNumbers(visit) }
    if case .shape(var rect, var corners) = mask {
      rect.visitNumbers(visit)
      corners.visitNumbers(visit)
      mask = .shape(rect, corners)
    }
    visit(&opacity)
    visit(&presence)
  }

  /// Returns both sheets in one shape; a mask that is a picture, and a frame that only one has, are the
  /// target's at once.
  public static func matched(_ start: GlassSheet, _ end: GlassSheet) -> (GlassSheet, GlassSheet) {
    var (start, end) = (start, end)
    (start.isApart, start.hasRim, start.borderSide) = (end.isApart, end.hasRim, end.borderSide)
    if start.frame == nil || end.frame == nil { start.frame = end.frame }
    start.complete(from: end)
    end.complete(from: start)
    if let one = start.effect, let other = end.effect {
      (start.effect, end.effect) = BlurEffect.matched(one, other)
    }
    if let one = start.border, let other = end.border {
      (start.border, end.border) = ViewBorder.matched(one, other)
    }
    if case (.shape, .shape) = (start.mask, end.mask) {} else { start.mask = end.mask }
    return (start, end)
  }

  /// Adds the parts that only `other` has, invisible.
  private mutating func complete(from other: GlassSheet) {
    let finish = effect?.material(isDark: false).finish
    if corners == nil, other.corners != nil { corners = LogicalCorners(finish?.cornerRadius ?? 0) }
    if border == nil, let new = other.border {
      border = finish?.border ?? new.invisible
    }
    shadows += other.shadows.dropFirst(shadows.count).map(\.invisible)
    if effect == nil, let new = other.effect {
      effect = new.clear
      presence = 0
    }
  }
}
