public import Geometry
public import VisualEffects

/// A sheet of glass with a content view, as `UIVisualEffectView`.
///
/// Its content is drawn in order above the effect and is clipped by the view's shape and mask as the effect is. Without
/// an effect it is a plain container, and vibrant content is drawn in black or white.
public struct VisualEffectView: View, Equatable, Sendable {
  /// Points, from the top left corner of what the view lies in.
  public var frame: LogicalRect
  /// Nil: none.
  public var effect: BlurEffect?
  /// Nil: those that belong to the material, if any, else square.
  public var corners: LogicalCorners?
  /// Nil: the one that belongs to the material, if any.
  public var border: LogicalBorder?
  /// Falls outside the view only.
  public var shadow: LogicalShadow?
  public var mask: LogicalMask?
  /// 0 … 1, of effect and content as a whole.
  public var alpha: Double
  /// Back to front, in coordinates of this view.
  public var contentView: GlassTree
  /// How much of the effect is there: below 1 while it comes or goes.
  var presence = 1.0

  public init(effect: BlurEffect?, frame: LogicalRect, @GlassBuilder content: () -> GlassTree) {
    self.effect = effect
    self.frame = frame
    alpha = 1
    contentView = content()
  }

  /// A view without content.
  public init(effect: BlurEffect?, frame: LogicalRect) {
    self.init(effect: effect, frame: frame) {}
  }

  public var body: ViewTree { ViewTree(elements: [.effect(self)]) }

  // MARK: The same with one thing changed

  /// All four corners with one radius in points.
  public func cornerRadius(_ radius: Double) -> Self { corners(LogicalCorners(radius)) }

  public func corners(_ corners: LogicalCorners?) -> Self { with { $0.corners = corners } }

  /// A border of `width` points; see `LogicalBorder`.
  public func border(width: Double, colour: SIMD4<Double>) -> Self {
    with { $0.border = LogicalBorder(width: width, colour: colour) }
  }

  public func shadow(_ shadow: LogicalShadow?) -> Self { with { $0.shadow = shadow } }

  public func mask(_ mask: LogicalMask?) -> Self { with { $0.mask = mask } }

  /// 0 … 1, of effect and content as a whole.
  public func alpha(_ alpha: Double) -> Self { with { $0.alpha = alpha } }

  private func with(_ change: (inout Self) -> Void) -> Self {
    var view = self
    change(&view)
    return view
  }
}
