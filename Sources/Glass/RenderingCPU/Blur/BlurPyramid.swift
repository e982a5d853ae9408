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
  /// The layers after each further reduction; the Gaussian reads the last one, or the source if there is none.
  private let reduced: [CellLayer]
  private let across: CellLayer
  private let blurred: CellLayer
  private let smallCells: PixelRect
  private let gridCells: PixelRect
  private let kernel: [Float]
  private let resampling = Resampling()

  /// Allocates layers for the pixels at `frame` on an output of `output` pixels.
  init(_ plan: BlurPlan, frame: PixelRect, output: PixelSize) {
    self.plan = plan
    let extents = BlurExtents(plan, frame: frame, output: output)
    sourceCells = extents.reduced[0]
    smallCells = extents.reduced[extents.reduced.count - 1]
    gridCells = extents.grid
    kernel = plan.kernel.weights.map { Float($0) }
    var layers: [CellLayer] = []
    var size = plan.reductions.first?.factor ?? 1
    for (reduction, cells) in zip(plan.reductions.dropFirst(), extents.reduced.dropFirst()) {
      size *= reduction.factor
      layers.append(CellLayer(cells: cells, cellSize: size))
    }
    reduced = layers
    across = CellLayer(cells: extents.across, cellSize: size)
    blurred = CellLayer(cells: extents.blurred, cellSize: size)
  }

  /// Brings the smallest layer up to date after `changed` cells of `source` were drawn; returns its changed cells.
  func reduce(_ source: CellLayer, changed: PixelRect) -> PixelRect {
    var from = source
    var cells = changed.intersection(sourceCells)
    for (reduction, layer) in zip(plan.reductions.dropFirst(), reduced) {
      cells = reduction.dependents(of: cells).intersection(layer.cells)
      resampling.reduce(from, to: layer, cells, reduction)
      from = layer
    }
    return cells
  }

  /// The colours of the smallest layer; `source` is the one that was given to `reduce`.
  func readSmall(_ source: CellLayer) -> [Colour] { (reduced.last ?? source).values(smallCells) }

  /// Blurs after `changed` cells of the smallest layer were drawn; a call of `finish` follows.
  func blur(_ source: CellLayer, changed: PixelRect) {
    let radius = plan.kernel.radius
    var cells = PixelRect(
      x: changed.x - radius, y: changed.y, width: changed.width + 2 * radius, height: changed.height)
    resampling.blurAcross(reduced.last ?? source, to: across, cells, kernel)
    cells = PixelRect(x: cells.x, y: cells.y - radius, width: cells.width, height: cells.height + 2 * radius)
    resampling.blurDown(across, to: blurred, cells, kernel)
    let points = points(blurred: cells)
    for grid in grids { grid.invalidate(points) }
  }

  /// Brings the grid for `finish` up to date; returns the pixels of the output that changed in it.
  func finish(_ finish: LegibilityFigures?) -> PixelRect {
    let grid: GlassGrid
    if let known = grids.first(where: { $0.finish == finish }) {
      grid = known
    } else if let unused = grids.first(where: { !$0.isUsed }) {
      grid = unused
      grid.setFinish(finish)
    } else {
      grid = GlassGrid(plan, cells: gridCells, finish: finish)
      grids.append(grid)
    }
    grid.isUsed = true
    return grid.update(from: blurred)
  }

  /// The grid for `finish`; traps unless the method `finish` was called for that finish.
  func grid(_ finish: LegibilityFigures?) -> CellLayer {
    guard let grid = grids.first(where: { $0.finish == finish }) else {
      preconditionFailure("no grid for \(String(describing: finish))")
    }
    return grid.layer
  }

  /// Ends a drawing: frees the grids that it did not use.
  func endDrawing() {
    grids.removeAll { !$0.isUsed }
    for grid in grids { grid.isUsed = false }
  }

  private func points(blurred cells: PixelRect) -> PixelRect {
    if plan.level == 0 { return cells }
    return cells.outset(by: 2).pixels(perCell: blurred.cellSize).cells(of: plan.gridStep).outset(by: 1)
  }
}
