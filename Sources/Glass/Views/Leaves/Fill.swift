import Geometry
import Scenes

/// A rectangle of ink with corners and a border, which takes all room unless a frame limits it.
public struct Fill: View {
  var ink: ViewInk?
  var corners: LogicalCorners
  var border: ViewBorder?
  /// The width, in points, and the ink of the line in place of the border where the environment's edges are stroked; nil: the border
  /// stays.
  private var stroke: (width: Double, ink: ViewInk)?

  /// If `ink` is nil, only the border is seen. The contrast of text over a colour is not guaranteed: use vibrant fills
  /// below text.
  public init(_ ink: ViewInk?, corners: LogicalCorners = .square, border: ViewBorder? = nil) {
    self.ink = ink
    self.corners = corners
    self.border = border
  }

  /// Makes a fill with one radius, in points, for all corners.
  public init(_ ink: ViewInk?, cornerRadius: Double, border: ViewBorder? = nil) {
    self.init(ink, corners: LogicalCorners(cornerRadius), border: border)
  }

  /// Returns the fill of a control, which has an edge where the user wants more contrast: an opaque line, by default black on light
  /// glass and white on dark glass, in place of its border. `width` is in points.
  public func stroked(width: Double = 1, ink: ViewInk = .mark(1)) -> Fill {
    var fill = self
    fill.stroke = (width, ink)
    return fill
  }

  public var body: ViewTree { return ViewTree(self) }
}

extension Fill: Element {
  func box(in context: LayoutContext) -> any Box {
    return FlexibleBox(width: .flexible, height: .flexible) { frame, canvas in
      draw(in: frame, context, on: &canvas)
    }
  }

  /// Draws the fill in a frame, in physical pixels.
  func draw(in frame: PixelRect, _ context: LayoutContext, on canvas: inout Canvas) {
    if frame.isEmpty { return }
    let corners = context.corners(corners, for: frame.size)
    if let ink {
      canvas.add(.fill(FillNode(frame: frame, corners: corners, ink: context.ink(ink))))
    }
    var edge = border
    if let stroke { edge = context.controlEdge(border, strokeWidth: stroke.width, ink: stroke.ink) }
    if let border = edge.flatMap(context.border) {
      canvas.add(.effect(EffectNode(frame: frame, material: nil, corners: corners, border: border)))
    }
  }
}
