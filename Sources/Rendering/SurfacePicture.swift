import Measures
import Scenes
import VisualEffects

/// From a scene and its glass to the pixels of a surface.
///
/// Where all of the surface is one plain sheet, as bars are, the final pass takes it from its grid, and only what lies
/// on it is painted; else everything is.
final class SurfacePicture {
  /// On the output.
  private let frame: PixelRect
  /// Black and white of what is shown.
  private let range: ShownRange
  private let context: GraphicsContext
  private let painter: Painter
  private var canvas: Canvas?
  private var wasSheet = true

  init(
    _ frame: PixelRect, _ range: ShownRange, rasterise: @escaping (StyledText) -> TextBitmap,
    in context: GraphicsContext
  ) {
    self.frame = frame
    self.range = range
    self.context = context
    painter = Painter(frame, rasterise: rasterise, in: context)
  }

  /// Brings the glass of `scene` up to date; returns what must be drawn for that, with what was `stale`.
  func prepare(
    _ scene: Scene, _ panes: SurfacePanes, _ backdrop: any Backdrop, stale: PixelRect
  ) throws(RenderingError) -> PixelRect {
    var stale = stale
    for (effect, pane) in zip(scene.sheets, panes.panes) {
      guard let material = effect.node.material else { continue }
      let source = try backdrop.through(pane.chain, pane.plan)
      let moved = try pane.update(source, effect.node.finish(material, range: range))
      stale = stale.union(moved.offset(x: -frame.x, y: -frame.y))
    }
    let isSheet = scene.isPlainSheet
    if isSheet != wasSheet || (!stale.isEmpty && scene.hasNestedGlass) { stale = PixelRect(frame.size) }
    wasSheet = isSheet
    return stale.intersection(PixelRect(frame.size))
  }

  /// Draws `rects` to `pixels`; `prepare` was called for the same scene.
  func draw(
    _ rects: [PixelRect], of scene: Scene, _ panes: SurfacePanes, _ backdrop: any Backdrop,
    to pixels: SurfacePixels, through measurement: Measurement?
  ) throws(RenderingError) {
    panes.beginDrawing()
    let glasses = scene.sheets.enumerated().compactMap { index, sheet in
      sheet.node.material.map { material in
        return PaintedGlass(
          grid: panes.panes[index].grid, isDark: material.isDark, legibility: sheet.node.legibility,
          finish: sheet.node.finish(material, range: range))
      }
    }
    let nested: Painter.NestedGlass = { (effect, below) throws(RenderingError) in
      try panes.nestedGlass(effect, below: below, backdrop, range: self.range)
    }
    if scene.isPlainSheet, let glass = glasses.first, case .effect(let sheet) = scene.nodes[0] {
      let inked = rects.flatMap { rect in sheet.content.map { $0.extent.intersection(rect) } }
        .filter { !$0.isEmpty }.map(pixels.widened).distinct
      try pixels.draw(
        rects.flatMap { $0.subtracting(inked) }, from: .sheet(glass.grid), canvas: nil, through: measurement)
      if !inked.isEmpty {
        let canvas = try canvasForAll()
        for rect in inked { canvas.clear(rect) }
        for rect in inked {
          try painter.paint(sheet.content, in: rect, on: [canvas], glass: glass, nested: nested)
        }
        try pixels.draw(inked, from: .sheet(glass.grid), canvas: canvas, through: measurement)
      }
    } else {
      let canvas = try canvasForAll()
      var sheets: [Int: PaintedGlass] = [:]
      for (sheet, glass) in zip(scene.sheets, glasses) where !sheet.isOverOthers {
        sheets[sheet.index] = glass
      }
      // A blur of what was painted needs all of that afresh.
      for rect in scene.hasNestedGlass ? [PixelRect(frame.size)] : rects {
        canvas.clear(rect)
        try painter.paint(
          scene.nodes, in: rect, on: [canvas], glass: nil, sheets: sheets, nested: nested)
      }
      try pixels.draw(rects, from: .nothing(backdrop), canvas: canvas, through: measurement)
    }
    painter.tidy()
  }

  func destroy() {
    painter.destroy()
    canvas?.destroy()
    canvas = nil
  }

  private func canvasForAll() throws(RenderingError) -> Canvas {
    if let canvas { return canvas }
    let made = try Canvas(PixelRect(frame.size), in: context)
    canvas = made
    return made
  }
}

extension Scene {
  /// An effect with a material that lies in no other's content.
  struct Sheet {
    var node: EffectNode
    /// Among the scene's nodes.
    var index: Int
    /// Its backdrop is more than what lies behind the surface.
    var isOverOthers: Bool
  }

  /// In the order of `panes`.
  var sheets: [Sheet] {
    nodes.indices.compactMap { index in
      guard case .effect(let effect) = nodes[index], effect.material != nil else { return nil }
      let isOver = nodes[..<index].contains { $0.extent.intersects(effect.frame) }
      return Sheet(node: effect, index: index, isOverOthers: isOver)
    }
  }

  /// All is one sheet without anything that needs painting but its content.
  var isPlainSheet: Bool {
    guard nodes.count == 1, case .effect(let sheet) = nodes[0], sheet.material != nil,
      sheet.frame == PixelRect(size)
    else { return false }
    let isPlain = sheet.corners == .square && sheet.border == nil && sheet.mask == nil && sheet.alpha >= 1
    return isPlain && !sheet.content.hasGlass
  }

  /// Some glass blurs what lies below it on the surface.
  var hasNestedGlass: Bool {
    sheets.contains { $0.isOverOthers }
      || nodes.contains { if case .effect(let effect) = $0 { effect.content.hasGlass } else { false } }
  }
}

extension [Node] {
  fileprivate var hasGlass: Bool {
    contains { node in
      guard case .effect(let effect) = node else { return false }
      return effect.material != nil || effect.content.hasGlass
    }
  }
}

extension [PixelRect] {
  /// The same pixels, each in one rectangle only.
  fileprivate var distinct: [PixelRect] {
    reduce(into: []) { parts, rect in parts += rect.subtracting(parts) }
  }
}
