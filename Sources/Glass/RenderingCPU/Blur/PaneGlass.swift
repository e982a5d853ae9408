import Geometry
import Rendering
import VisualEffects

/// The blurred backdrop of a part of the output, for all panes of one material there: the layers of the Gaussian, from
/// a coloured layer to the grids that final passes read.
final class PaneGlass {
  let blur: PlannedBlur
  private(set) var state = BlurState()
  /// A grid for each look that was requested; mostly there is one.
  private var grids: [GlassGrid] = []
  /// The layers after each further reduction; the Gaussian reads the last one, or the source if there is none.
  private let reduced: [CellLayer]
  private let across: CellLayer
  private let blurred: CellLayer
  private let kernel: [Float]
  private let resampling = Resampling()

  init(_ blur: PaneBlur, output: PixelSize) {
    let blur = PlannedBlur(blur, output: output)
    self.blur = blur
    kernel = blur.plan.kernel.weights.map { Float($0) }
    reduced = blur.steps.map { CellLayer(cells: $0.cells, cellSize: $0.cellSize) }
    across = CellLayer(cells: blur.extents.across, cellSize: blur.cellSize)
    blurred = CellLayer(cells: blur.extents.blurred, cellSize: blur.cellSize)
  }

  /// The finished material, once it was updated for `look`.
  func grid(_ look: GridLook) -> CellLayer {
    guard let grid = grids.first(where: { $0.state.look == look }) else {
      preconditionFailure("no grid for \(look)")
    }
    return grid.layer
  }

  /// Brings the smallest layer up to date after `changed` cells of `source`, the backdrop through the chain, changed;
  /// the first call takes all of them.
  ///
  /// The blur becomes stale only if the smallest layer differs from before.
  func refresh(_ source: CellLayer, _ changed: PixelRect) {
    let (steps, cells) = blur.steps(changed: state.isNew ? source.cells : changed)
    var from = source
    for (step, layer) in zip(steps, reduced) {
      resampling.reduce(from, to: layer, step.cells, step.reduction)
      from = layer
    }
    if !cells.isEmpty { state.take(from.values(blur.smallCells), changed: cells) }
  }

  /// Brings the blur up to date with `source`; a call of `update` follows for each look.
  func blur(_ source: CellLayer) {
    if state.isNew { refresh(source, source.cells) }
    guard state.isStale else { return }
    let (across, down) = blur.passes(changed: state.staleCells)
    resampling.blurAcross(reduced.last ?? source, to: self.across, across, kernel)
    resampling.blurDown(self.across, to: blurred, down, kernel)
    for grid in grids { grid.state.invalidate(blur.points(of: down)) }
    state.endBlur()
  }

  /// Brings the grid with a look up to date; returns the pixels of the output that changed.
  func update(_ look: GridLook) -> PixelRect {
    let index = grids.map(\.state).index(for: look, of: blur)
    if index == nil { grids.append(GlassGrid(blur, look)) }
    return grids[index ?? grids.count - 1].update(from: blurred, look).intersection(blur.blur.frame)
  }

  /// Frees the grids for looks that `update` was not called with since the last call.
  func endDrawing() {
    grids.removeAll { !$0.state.isUsed }
    for grid in grids { grid.state.isUsed = false }
  }

  /// Reduces, blurs and finishes all of `source`, in which anything may have changed.
  func remake(_ source: CellLayer, _ look: GridLook) {
    refresh(source, source.cells)
    blur(source)
    _ = update(look)
    endDrawing()
  }
}
