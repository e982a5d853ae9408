import Geometry
import Scenes
public import VisualEffects

extension View {
  /// Puts the view on a sheet of glass.
  ///
  /// Texts on the sheet have the contrast of the environment's legibility over any backdrop. A sheet without
  /// a frame is as large as the view; on a sheet with a frame, the view gets all of its room.
  public func glass(_ sheet: GlassSheet) -> ViewTree {
    guard let frame = sheet.frame else { return modified { sheet.box(around: $0, in: $1) } }
    return alignment(.center).modified { sheet.box(around: $0, in: $1) }.position(frame)
  }

  /// Puts the view on a sheet of glass of the same size, with one radius in points for all corners; nil: the radius of
  /// the material's finish.
  public func glass(_ effect: BlurEffect?, cornerRadius: Double? = nil) -> ViewTree {
    glass(GlassSheet(effect, corners: cornerRadius.map { LogicalCorners($0) }))
  }

  /// Puts the view on a sheet of clear glass of the same size, whose edge catches light, with one radius in points for all
  /// corners; nil: square ones.
  public func glass(_ effect: GlassEffect, cornerRadius: Double? = nil) -> ViewTree {
    var sheet = GlassSheet(effect.blurEffect, corners: cornerRadius.map { LogicalCorners($0) })
    sheet.hasRim = true
    guard effect.isInteractive else { return glass(sheet) }
    return background { PressLight(cornerRadius: cornerRadius ?? 0) }.glass(sheet)
  }

  /// Draws nothing of the view outside its frame with these corners, in points, and takes no input there.
  public func clip(_ corners: LogicalCorners = .square) -> ViewTree {
    glass(GlassSheet(nil, corners: corners))
  }

  /// Draws the view as a whole in this opacity, 0 … 1, clipped by its frame; at 0 the view takes room, but is
  /// neither seen nor clicked.
  public func opacity(_ opacity: Double) -> ViewTree {
    modified { content, context in
      let content = content.box(in: context)
      if opacity >= 1 { return content }
      return content.enclosed(isSeen: opacity > 0) { frame, nodes in
        .effect(EffectNode(frame: frame, material: nil, alpha: opacity, content: nodes))
      }
    }
  }
}

/// The fill over interactive glass under the pointer, on which texts keep their contrast. A host of views lights it up around the
/// hand.
private struct PressLight: View {
  var cornerRadius: Double

  var body: ViewTree {
    let radius = cornerRadius
    return Reactive { look in
      if look.isHovered || look.isPressed {
        Fill(.vibrant(look.isPressed ? .secondaryFill : .tertiaryFill), cornerRadius: radius)
      }
    }
    .frame(maxWidth: .infinity, maxHeight: .infinity)
  }
}

extension GlassSheet {
  /// The sheet with a view on it.
  fileprivate func box(around content: any Element, in context: LayoutContext) -> any Box {
    let opacity = glassOpacity
    guard opacity > 0, let effect else { return box(around: content, material: nil, in: context) }
    let material = effect.material(isDark: context.environment.isDark).shown
    guard opacity < 1 else { return box(around: content, material: material, in: context) }
    var glass = self
    glass.shadows = []
    glass.opacity *= opacity
    return ComingGlassBox(
      content: glass.box(around: content, material: material, in: context),
      plain: box(around: content, material: nil, in: context))
  }

  private func box(
    around content: any Element, material: Material?, in context: LayoutContext
  ) -> any Box {
    let glass = GlassNode(self, material: material, in: context)
    return content.box(in: glass.context).enclosed(isSeen: self.opacity > 0, in: glass.node)
  }
}

/// A sheet of glass in its surroundings, from which nodes are made once its frame is known.
struct GlassNode {
  private let sheet: GlassSheet
  private let material: Material?
  /// The surroundings of the views on the sheet.
  let context: LayoutContext

  /// Makes a sheet with the material of its effect in these surroundings, fully present.
  init(_ sheet: GlassSheet, in context: LayoutContext) {
    self.init(
      sheet, material: sheet.effect?.material(isDark: context.environment.isDark).shown, in: context)
  }

  /// Makes a sheet with this material; nil: the sheet only clips the views on it.
  init(_ sheet: GlassSheet, material: Material?, in context: LayoutContext) {
    var inner = context
    if let material {
      inner.material = material
      inner.environment.vibrantMask = nil
    }
    (self.sheet, self.material, self.context) = (sheet, material, inner)
  }

  /// Makes the node of the sheet with a frame in physical pixels of the surface and the nodes on it.
  func node(_ frame: PixelRect, _ nodes: [Node]) -> Node {
    let finish = material?.finish
    let corners = sheet.corners ?? finish.map { LogicalCorners($0.cornerRadius) } ?? .square
    let rim = sheet.hasRim ? material.map(Elevation.raised.border) : nil
    let border = (sheet.border ?? finish?.border ?? rim).map(context.edge).flatMap(context.border)
    let line = border.flatMap { border in sheet.borderSide.map { border.line(at: $0, of: frame) } }
    var node = EffectNode(
      frame: frame, material: material, legibility: context.environment.legibility,
      corners: context.corners(corners, for: frame.size), border: line == nil ? border : nil,
      shadows: sheet.shadows.map(context.shadow), mask: sheet.mask.map { context.mask($0, of: frame) },
      alpha: min(sheet.opacity, 1), content: nodes + (line.map { [$0] } ?? []))
    node.isApart = sheet.isApart
    return .effect(node)
  }
}

extension Border {
  /// The part of the border of a frame along one of its sides, with the light of that side.
  fileprivate func line(at side: OutputEdge, of frame: PixelRect) -> Node {
    let depth = Int(self.depth.rounded(.up))
    // The light on an edge depends on its direction, so that the line is a part of a border whose other sides lie beyond it.
    var (line, part, whole) = (self, frame, frame.outset(by: depth))
    if side.isLevel { part.height = min(depth, frame.height) } else { part.width = min(depth, frame.width) }
    switch side {
    case .top: (whole.y, whole.height) = (frame.y, whole.height - depth)
    case .bottom: (part.y, whole.height) = (frame.maxY - part.height, whole.height - depth)
    case .left: (whole.x, whole.width) = (frame.x, whole.width - depth)
    case .right: (part.x, whole.width) = (frame.maxX - part.width, whole.width - depth)
    }
    if side != .top { line.rim = nil }
    if side != .bottom { line.lowerRim = nil }
    let border = EffectNode(frame: whole, material: nil, border: line)
    return .effect(EffectNode(frame: part, material: nil, content: [.effect(border)]))
  }
}

/// Glass that fades in or out, over the same sheet without an effect.
///
/// The glass itself is opaque, so its opacity mixes the two exactly.
private struct ComingGlassBox: Wrapper {
  let content, plain: any Box

  func fitted(_ width: Int) -> any FittedBox {
    let plain = plain.fitted(width)
    let glass = DrawnBox(content: content) { content, placement, canvas in
      // Only the nodes of the plain sheet are used: input and accessibility are those of the glass.
      var below = Canvas(clip: placement.frame)
      plain.place(placement, on: &below)
      for node in below.result.scene.nodes { canvas.add(node) }
      content.place(placement, on: &canvas)
    }
    return glass.fitted(width)
  }
}

extension Box {
  /// The view with its nodes as one node, which `node` makes; its frame is as large as the view, not as the row in which that is
  /// centred.
  fileprivate func enclosed(isSeen: Bool, in node: @escaping (PixelRect, [Node]) -> Node) -> any Box {
    DrawnBox(content: self, fillsHeight: false) { content, placement, canvas in
      guard isSeen, !placement.frame.isEmpty else { return }
      canvas.enclose(
        clip: placement.frame, draw: { content.place(placement, on: &$0) }, as: { node(placement.frame, $0) })
    }
  }
}
