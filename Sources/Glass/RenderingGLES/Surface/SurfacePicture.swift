import Geometry
import Rendering
import Scenes
import VisualEffects

/// From a scene and its glass to the pixels of a surface.
///
/// Where a sheet of glass covers pixels wholly, as all of a bar's, the final pass takes them from its grid, and only
/// what lies on it is painted; elsewhere everything is.
final class SurfacePicture {
  /// On the output.
  private let frame: PixelRect
  /// Black and white of what is shown.
  private let range: ShownRange
  private let context: GraphicsContext
  private let painter: Painter
  private var canvas: Canvas?

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
    for glass in panes.shared {
      glass.tidy()
      try glass.blur(try backdrop.through(glass.chain, glass.plan))
    }
    var moved: [(glass: PaneGlass, finish: GlassFinish?, pixels: PixelRect)] = []
    for (effect, glass) in zip(scene.sheets, panes.panes) {
      guard let material = effect.node.material else { continue }
      let finish = effect.node.finish(material, range: range)
      let place = effect.node.frame.offset(x: frame.x, y: frame.y)
      let known = moved.first { $0.glass === glass && $0.finish == finish }?.pixels
      let pixels = if let known { known } else { try glass.update(finish) }
      if known == nil { moved.append((glass, finish, pixels)) }
      stale = stale.union(pixels.intersection(place).offset(x: -frame.x, y: -frame.y))
    }
    if !stale.isEmpty, scene.hasNestedGlass { stale = PixelRect(frame.size) }
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
        let finish = sheet.node.finish(material, range: range)
        return PaintedGlass(
          grid: panes.panes[index].grid(finish), isDark: material.isDark, legibility: sheet.node.legibility,
          finish: finish)
      }
    }
    let nested: Painter.NestedGlassMaker = { (effect, below) throws(RenderingError) in
      try panes.nestedGlass(effect, below: below, backdrop, range: self.range)
    }
    var rest = rects
    var sheets: [Int: PaintedGlass] = [:]
    for (sheet, glass) in zip(scene.sheets, glasses) where !sheet.isOverOthers {
      sheets[sheet.index] = glass
      let plain = scene.plainRects(of: sheet, on: frame)
      let own = rest.flatMap { rect in plain.map { $0.intersection(rect) } }.filter { !$0.isEmpty }
      if own.isEmpty { continue }
      try draw(own, of: sheet.node, glass, nested, to: pixels, through: measurement)
      rest = rest.flatMap { $0.subtracting(plain) }
    }
    if !rest.isEmpty {
      let canvas = try canvasForAll()
      // A blur of what was painted needs all of that afresh.
      for rect in scene.hasNestedGlass ? [PixelRect(frame.size)] : rest {
        canvas.clear(rect)
        try painter.paint(
          scene.nodes, in: rect, on: [canvas], glass: nil, sheets: sheets, nested: nested)
      }
      try pixels.draw(rest, from: .nothing(backdrop), canvas: canvas, through: measurement)
    }
    painter.tidy()
  }

  /// Draws parts of the surface that are all one sheet's, with what lies on it.
  private func draw(
    _ rects: [PixelRect], of sheet: EffectNode, _ glass: PaintedGlass, _ nested: Painter.NestedGlassMaker,
    to pixels: SurfacePixels, through measurement: Measurement?
  ) throws(RenderingError) {
    let inked = rects.flatMap { rect in sheet.content.map { $0.extent.intersection(rect) } }
      .filter { !$0.isEmpty }.map(pixels.widened).distinct
    try pixels.draw(
      rects.flatMap { $0.subtracting(inked) }, from: .sheet(glass.grid), canvas: nil, through: measurement)
    if inked.isEmpty { return }
    let canvas = try canvasForAll()
    for rect in inked {
      canvas.clear(rect)
      try painter.paint(sheet.content, in: rect, on: [canvas], glass: glass, nested: nested)
    }
    try pixels.draw(inked, from: .sheet(glass.grid), canvas: canvas, through: measurement)
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
      let isOver = !effect.isApart && nodes[..<index].contains { $0.extent.intersects(effect.frame) }
      return Sheet(node: effect, index: index, isOverOthers: isOver)
    }
  }

  /// Parts that a sheet covers wholly, and where nothing needs painting but its content.
  ///
  /// Whole blocks of 4 × 4 pixels of the output, where the surface lies at `frame`, but for the surface's own edges.
  func plainRects(of sheet: Sheet, on frame: PixelRect) -> [PixelRect] {
    let node = sheet.node
    guard node.mask == nil, node.alpha >= 1, !hasNestedGlass, !sheet.isOverOthers else { return [] }
    if nodes[(sheet.index + 1)...].contains(where: { $0.extent.intersects(node.frame) }) { return [] }
    let inset = Int((node.border?.width ?? 0).rounded(.up))
    let bounds = PixelRect(size)
    let inner = inset == 0 ? bounds : node.frame.outset(by: -inset)
    return Shape(frame: node.frame, corners: node.corners).wholeRects.compactMap { rect in
      let seen = rect.intersection(bounds).intersection(inner)
      if seen.isEmpty { return nil }
      let left = seen.x == 0 ? 0 : (seen.x + frame.x + 3).flooredToMultiple(of: 4) - frame.x
      let top = seen.y == 0 ? 0 : (seen.y + frame.y + 3).flooredToMultiple(of: 4) - frame.y
      let right =
        seen.maxX == size.width ? size.width : (seen.maxX + frame.x).flooredToMultiple(of: 4) - frame.x
      let bottom =
        seen.maxY == size.height ? size.height : (seen.maxY + frame.y).flooredToMultiple(of: 4) - frame.y
      guard right > left, bottom > top else { return nil }
      return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
  }

  /// Some glass blurs what lies below it on the surface.
  var hasNestedGlass: Bool {
    sheets.contains { $0.isOverOthers }
      || nodes.contains { if case .effect(let effect) = $0 { effect.content.hasGlass } else { false } }
  }
}

extension Node {
  /// There is glass in it.
  var hasGlass: Bool {
    guard case .effect(let effect) = self else { return false }
    return effect.material != nil || effect.content.hasGlass
  }
}

extension [Node] {
  /// There is glass among them or in them.
  var hasGlass: Bool { contains(where: \.hasGlass) }
}

extension [PixelRect] {
  /// The same pixels, each in one rectangle only.
  var distinct: [PixelRect] {
    reduce(into: []) { parts, rect in parts += rect.subtracting(parts) }
  }
}
