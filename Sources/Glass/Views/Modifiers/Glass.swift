import Geometry
public import Scenes
public import VisualEffects

/// What a sheet of glass is beside its effect.
public struct GlassStyle: Equatable, Sendable {
  /// Nil: those of the material's finish, if it has one, else square.
  public var corners: LogicalCorners?
  /// Nil: the one of the material's finish, if it has one.
  public var border: ViewBorder?
  /// Falls outside the glass only.
  public var shadow: LogicalShadow?
  /// Clips the effect and what lies on it.
  public var mask: Bitmap?
  /// Blurs what lies behind the surface only, not what the glass covers on it.
  public var isApart = false
  /// How much there is of the glass with what lies on it, 0 … 1.
  public var opacity = 1.0

  public init(
    corners: LogicalCorners? = nil, border: ViewBorder? = nil, shadow: LogicalShadow? = nil,
    mask: Bitmap? = nil, isApart: Bool = false, opacity: Double = 1
  ) {
    self.corners = corners
    self.border = border
    self.shadow = shadow
    self.mask = mask
    self.isApart = isApart
    self.opacity = opacity
  }
}

extension View {
  /// On a sheet of glass, as large as the view.
  ///
  /// Texts on it are legible over any backdrop, as the environment's legibility says. `effect` nil: none, but shape and
  /// border all the same.
  public func glass(_ effect: BlurEffect?, _ style: GlassStyle) -> ViewTree {
    ViewTree(GlassElement(content: element, effect: effect, style: style))
  }

  /// On a sheet of glass with one radius, in points, for all corners; nil: that of the material.
  public func glass(_ effect: BlurEffect?, cornerRadius: Double? = nil) -> ViewTree {
    glass(effect, GlassStyle(corners: cornerRadius.map { LogicalCorners($0) }))
  }

  /// On a sheet of glass of a material as it is.
  public func glass(_ material: Material, _ style: GlassStyle = GlassStyle()) -> ViewTree {
    glass(BlurEffect(material: material), style)
  }

  /// Nothing of the view is drawn, or takes input, outside its frame with these corners, in points.
  public func clip(_ corners: LogicalCorners = .square) -> ViewTree {
    glass(nil, GlassStyle(corners: corners))
  }

  /// As a whole of this opacity, 0 … 1, and clipped by its frame; 0: it takes room, but is neither seen nor clicked.
  public func opacity(_ opacity: Double) -> ViewTree {
    ViewTree(OpacityElement(content: element, opacity: opacity))
  }
}

private struct GlassElement: Element {
  var content: any Element
  var effect: BlurEffect?
  var style: GlassStyle

  func box(in context: LayoutContext) -> any Box {
    var inner = context
    let material = effect?.material(isDark: context.environment.isDark).shown
    if let material { inner.material = material }
    return EnclosingBox(content: content.box(in: inner)) { frame, nodes in
      let finish = material?.finish
      let corners = style.corners ?? finish.map { LogicalCorners($0.cornerRadius) } ?? .square
      let border =
        style.border ?? finish.map { ViewBorder(width: $0.borderWidth, ink: .colour($0.borderColour)) }
      var node = EffectNode(
        frame: frame, material: material, legibility: context.environment.legibility,
        corners: context.corners(corners, for: frame.size), border: border.flatMap(inner.border),
        shadow: style.shadow.map(context.shadow), mask: style.mask.map { .image($0) },
        alpha: style.opacity, content: nodes)
      node.isApart = style.isApart
      return .effect(node)
    }
  }
}

private struct OpacityElement: Element {
  var content: any Element
  var opacity: Double

  func box(in context: LayoutContext) -> any Box {
    let content = content.box(in: context)
    if opacity >= 1 { return content }
    return EnclosingBox(content: content, isSeen: opacity > 0) { frame, nodes in
      .effect(EffectNode(frame: frame, material: nil, alpha: opacity, content: nodes))
    }
  }
}

/// A view whose nodes become one node.
private struct EnclosingBox: Wrapper {
  let content: any Box
  var isSeen = true
  let node: (PixelRect, [Node]) -> Node

  func wrap(_ content: any FittedBox) -> any FittedBox {
    FittedEnclosure(content: content, isSeen: isSeen, node: node)
  }
}

private struct FittedEnclosure: FittedWrapper {
  let content: any FittedBox
  let isSeen: Bool
  let node: (PixelRect, [Node]) -> Node

  // It is as large as its content, not as the row that it is in the middle of.
  var centresItself: Bool { false }
  var centredHeight: Int { content.height.ideal }

  func place(_ placement: Placement, on canvas: inout Canvas) {
    guard isSeen, !placement.frame.isEmpty else { return }
    canvas.enclose(
      clip: placement.frame, draw: { content.place(placement, on: &$0) }, as: { node(placement.frame, $0) })
  }
}
