import CEGL
package import Geometry
package import Rendering
import Scenes
import VisualEffects

/// A grid of finished glass in textures.
package final class GlassGrid: RenderingGrid {
  package var state: GridState
  private let points: Layer
  private var limits: Layer?
  /// The extremes of rows, at a step of one pixel.
  private var lines: Layer?
  /// The rows from which points are made that are not bent along them, made at the first update that needs them.
  private var rows: GlassRows?
  private let lensTexture: LensTexture
  private let context: GraphicsContext

  init(_ blur: PlannedBlur, _ look: GridLook, in context: GraphicsContext) throws(RenderingError) {
    state = GridState(blur, look)
    self.context = context
    points = try Layer("glass", cells: state.cells, cellSize: state.step, in: context)
    lensTexture = LensTexture(origin: points.origin, in: context)
  }

  package var layer: Layer { points }
  package var ground: Layer { limits ?? points }

  package func update(
    from blurred: Layer, _ look: GridLook, _ use: GridUse
  ) throws(RenderingError) -> PixelRect {
    state.use(look)
    if look.finish == nil {
      for layer in [limits, lines] { layer?.destroy() }
      (limits, lines) = (nil, nil)
    }
    let parts = state.beginUpdate(use)
    if !parts.isEmpty { try enlarge(blurred, parts) }
    if let finish = look.finish { try limit(state.takeGrounds(use), finish) }
    return state.endUpdate()
  }

  /// The layers from which final passes take `rects` of a surface at `frame` of the output.
  func sources(of rects: [PixelRect], on frame: PixelRect) -> [(source: GlassSource, rects: [PixelRect])] {
    let all = GlassSource(layer: points, kind: .sheet(gridStep: points.cellSize))
    guard let rows, !rows.pixels.isEmpty else { return [(all, rects)] }
    let straight = rows.pixels.offset(x: -frame.x, y: -frame.y)
    let kind = FinalShaders.Variant.Source.rows(ratio: rows.ratio, isFilled: rows.finish != nil)
    return [
      (GlassSource(layer: rows.layer, kind: kind, finish: rows.finish), rects.cut(to: straight)),
      (all, rects.flatMap { $0.subtracting([straight]) }),
    ]
  }

  /// Makes the points of `rects` of a surface at `frame` of the output, for passes that read points there, as those of ink do.
  func makePoints(of rects: [PixelRect], on frame: PixelRect) throws(RenderingError) {
    try rows?.makePoints(rects.map { $0.offset(x: frame.x, y: frame.y) })
  }

  // MARK: Points

  private func enlarge(_ blurred: Layer, _ parts: [PixelRect]) throws(RenderingError) {
    let straight = try straightPoints(blurred)
    let inRows = parts.cut(to: straight)
    if rows == nil, !inRows.isEmpty { rows = try GlassRows(of: blurred, for: points, in: context) }
    try rows?.update(
      from: blurred, inRows, in: straight, state.look.finish,
      through: state.look.lens.map { ($0, lensTexture) })
    try enlargeApart(blurred, parts.flatMap { $0.subtracting([straight]) }, state.look.lens)
  }

  /// The points that are made by a pass along columns and one along rows.
  private func straightPoints(_ blurred: Layer) throws(RenderingError) -> PixelRect {
    if blurred.cellSize == 1 { return .empty }
    guard let lens = state.look.lens else { return points.cells }
    return try lensTexture.straightPoints(of: lens)
  }

  /// Fills `parts`, each point on its own.
  private func enlargeApart(
    _ blurred: Layer, _ parts: [PixelRect], _ lens: Lens?
  ) throws(RenderingError) {
    if parts.isEmpty { return }
    let ending = BlurShaders.Ending(
      isFilled: state.look.finish != nil, isBent: lens != nil,
      disperses: lens.map { $0.dispersion > 0 } == true)
    let program = try context.use(
      blurred.cellSize == 1 ? BlurShaders.normalise(ending) : BlurShaders.enlarge(ending))
    program.bind("source", blurred.texture, unit: 0)
    if blurred.cellSize == 1 {
      program.set("shift", points.origin.x - blurred.origin.x, points.origin.y - blurred.origin.y)
    } else {
      let size = blurred.texture.storage
      program.set("place", blurred.sampling(from: points))
      program.set("size", SIMD2(Float(size.width), Float(size.height)))
      program.set("texel", blurred.texelSize)
    }
    if let finish = state.look.finish { program.set(finish) }
    if let lens {
      try lensTexture.bind(lens, to: program)
      program.set("dispersion", Float(lens.dispersion))
    }
    points.draw(parts)
  }

  // MARK: Limits

  /// Finds the extreme luminances around the points `parts`.
  private func limit(_ parts: [PixelRect], _ finish: LegibilityFigures) throws(RenderingError) {
    if parts.isEmpty { return }
    try rows?.makePoints(parts.map { $0.outset(by: state.reach) })
    let limits = try made(limits)
    self.limits = limits
    guard state.step == 1 else { return try limits.draw(parts, .around, of: points, finish, in: context) }
    let lines = try made(lines)
    self.lines = lines
    let higher = parts.map {
      PixelRect(
        x: $0.x, y: $0.y - state.reach, width: $0.width, height: $0.height + 2 * state.reach)
    }
    try lines.draw(higher.distinct, .across, of: points, finish, in: context)
    try limits.draw(parts, .down, of: lines, finish, in: context)
  }

  /// `layer`, or a new one that has the cells of the points.
  private func made(_ layer: Layer?) throws(RenderingError) -> Layer {
    if let layer { return layer }
    return try Layer("glass", cells: points.cells, cellSize: points.cellSize, in: context)
  }

  package func destroy() {
    points.destroy()
    for layer in [limits, lines] { layer?.destroy() }
    rows?.destroy()
    lensTexture.destroy()
  }
}

/// A layer from which a final pass takes the pixels of a sheet.
struct GlassSource {
  var layer: Layer
  var kind: FinalShaders.Variant.Source
  /// The finish that the pass gives to the pixels; nil: the layer has it.
  var finish: LegibilityFigures?
}

extension Layer {
  /// Draws `parts` of a grid with the extreme luminances that a grid of the same cells has near them.
  fileprivate func draw(
    _ parts: [PixelRect], _ extremes: LegibilityShaders.Extremes, of points: Layer,
    _ finish: LegibilityFigures,
    in context: GraphicsContext
  ) throws(RenderingError) {
    let program = try context.use(LegibilityShaders.extremes(extremes))
    program.bind("source", points.texture, unit: 0)
    let size = points.texture.size
    program.set("last", size.width - 2, size.height - 2)
    program.set("side", finish.bounds.isDark ? 1 : -1 as Float)
    draw(parts)
  }
}
