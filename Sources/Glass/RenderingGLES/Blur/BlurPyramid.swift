import CEGL
import Geometry
import Rendering
import VisualEffects

/// The Gaussian of a part of the output, from a coloured layer to the grids that final passes read.
final class BlurPyramid {
  let plan: BlurPlan
  /// Cells of the coloured layer (after the plan's first reduction) that contribute to the blur.
  let sourceCells: PixelRect
  /// A grid for each finish that was requested; mostly there is one.
  private var grids: [GlassGrid] = []
  private let context: GraphicsContext
  /// The layers after each further reduction; the Gaussian reads the last one, or the source if there is none.
  private let reduced: [Layer]
  private let across: Layer
  private let blurred: Layer
  private let smallCells: PixelRect
  private let gridCells: PixelRect

  /// Makes layers for the pixels at `frame` on an output of `output` pixels.
  init(
    _ plan: BlurPlan, frame: PixelRect, output: PixelSize, in context: GraphicsContext
  ) throws(RenderingError) {
    self.plan = plan
    self.context = context
    let extents = BlurExtents(plan, frame: frame, output: output)
    sourceCells = extents.reduced[0]
    smallCells = extents.reduced[extents.reduced.count - 1]
    gridCells = extents.grid
    var layers: [Layer] = []
    var size = plan.reductions.first?.factor ?? 1
    for (reduction, cells) in zip(plan.reductions.dropFirst(), extents.reduced.dropFirst()) {
      size *= reduction.factor
      layers.append(try Layer("reduced background", cells: cells, cellSize: size, in: context))
    }
    reduced = layers
    across = try Layer("blurred background", cells: extents.across, cellSize: size, in: context)
    blurred = try Layer("blurred background", cells: extents.blurred, cellSize: size, in: context)
  }

  /// Brings the smallest layer up to date after `changed` cells of `source` were drawn; returns its changed cells.
  func reduce(_ source: Layer, changed: PixelRect) throws(RenderingError) -> PixelRect {
    var from = source
    var cells = changed.intersection(sourceCells)
    for (reduction, layer) in zip(plan.reductions.dropFirst(), reduced) {
      cells = reduction.dependents(of: cells).intersection(layer.cells)
      let program = try context.program(BlurShaders.reduce(reduction))
      program.use()
      program.bind("source", from.texture, unit: 0)
      program.set("place", from.sampling(from: layer))
      program.set("texel", from.texelSize)
      layer.draw(cells)
      from = layer
    }
    return cells
  }

  /// The colours of the smallest layer, four floats per cell; `source` is the one that was given to `reduce`.
  func readSmall(_ source: Layer) -> [Float] {
    let layer = reduced.last ?? source
    return layer.target.readFloats(layer.texels(smallCells.intersection(layer.cells)))
  }

  /// Blurs after `changed` cells of the smallest layer were drawn; a call of `finish` follows.
  func blur(_ source: Layer, changed: PixelRect) throws(RenderingError) {
    let radius = plan.kernel.radius
    let from = reduced.last ?? source
    let taps = plan.kernel.taps
    let pairs = taps.map { SIMD2(Float($0.offset), Float($0.weight)) }
    let gaussian = try context.program(BlurShaders.gaussian(taps: taps.count))
    gaussian.use()
    gaussian.set("taps", pairs)
    var cells = PixelRect(
      x: changed.x - radius, y: changed.y, width: changed.width + 2 * radius, height: changed.height)
    gaussian.bind("source", from.texture, unit: 0)
    gaussian.set("place", from.sampling(from: across))
    gaussian.set("axis", SIMD2(from.texelSize.x, 0))
    across.draw(cells)
    cells = PixelRect(x: cells.x, y: cells.y - radius, width: cells.width, height: cells.height + 2 * radius)
    gaussian.bind("source", across.texture, unit: 0)
    gaussian.set("place", across.sampling(from: blurred))
    gaussian.set("axis", SIMD2(0, across.texelSize.y))
    blurred.draw(cells)
    let points = points(blurred: cells)
    for grid in grids { grid.invalidate(points) }
  }

  /// Brings the grid for `finish` up to date; returns the pixels of the output that changed in it.
  func finish(_ finish: LegibilityFigures?) throws(RenderingError) -> PixelRect {
    let grid: GlassGrid
    if let known = grids.first(where: { $0.finish == finish }) {
      grid = known
    } else if let unused = grids.first(where: { !$0.isUsed }) {
      grid = unused
      try grid.setFinish(finish)
    } else {
      grid = try GlassGrid(plan, cells: gridCells, finish: finish, in: context)
      grids.append(grid)
    }
    grid.isUsed = true
    return try grid.update(from: blurred)
  }

  /// The grid for `finish`; traps unless the method `finish` was called for that finish.
  func grid(_ finish: LegibilityFigures?) -> Layer {
    guard let grid = grids.first(where: { $0.finish == finish }) else {
      preconditionFailure("no grid for \(String(describing: finish))")
    }
    return grid.layer
  }

  /// Ends a drawing: destroys the grids that it did not use.
  func endDrawing() {
    grids.removeAll { grid in
      if !grid.isUsed { grid.destroy() }
      return !grid.isUsed
    }
    for grid in grids { grid.isUsed = false }
  }

  func destroy() {
    for layer in reduced + [across, blurred] { layer.destroy() }
    for grid in grids { grid.destroy() }
    grids = []
  }

  private func points(blurred cells: PixelRect) -> PixelRect {
    if plan.level == 0 { return cells }
    return cells.outset(by: 2).pixels(perCell: blurred.cellSize).cells(of: plan.gridStep).outset(by: 1)
  }
}
