import CEGL
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
  private let context: GraphicsContext
  /// The layers after each further reduction; the Gaussian reads the last one, or the source if there is none.
  private let reduced: [Layer]
  private let across: Layer
  private let blurred: Layer

  init(_ blur: PaneBlur, output: PixelSize, in context: GraphicsContext) throws(RenderingError) {
    let blur = PlannedBlur(blur, output: output)
    self.blur = blur
    self.context = context
    var layers: [Layer] = []
    for step in blur.steps {
      layers.append(try Layer("reduced background", cells: step.cells, cellSize: step.cellSize, in: context))
    }
    reduced = layers
    let (size, what) = (blur.cellSize, "blurred background")
    across = try Layer(what, cells: blur.extents.across, cellSize: size, in: context)
    blurred = try Layer(what, cells: blur.extents.blurred, cellSize: size, in: context)
  }

  /// The finished material, once it was updated for `look`.
  func grid(_ look: GridLook) -> Layer {
    guard let grid = grids.first(where: { $0.state.look == look }) else {
      preconditionFailure("no grid for \(look)")
    }
    return grid.layer
  }

  /// Brings the smallest layer up to date after `changed` cells of `source`, the backdrop through the chain, changed;
  /// the first call takes all of them.
  ///
  /// The blur becomes stale only if the smallest layer differs from before.
  func refresh(_ source: Layer, _ changed: PixelRect) throws(RenderingError) {
    let (small, cells) = try reduce(source, changed: state.isNew ? source.cells : changed)
    if cells.isEmpty { return }
    let texels = small.texels(blur.smallCells.intersection(small.cells))
    state.take(small.target.readColours(texels), changed: cells)
  }

  /// Brings the smallest layer up to date; returns it and its changed cells.
  private func reduce(
    _ source: Layer, changed: PixelRect
  ) throws(RenderingError) -> (small: Layer, cells: PixelRect) {
    let (steps, cells) = blur.steps(changed: changed)
    var from = source
    for (step, layer) in zip(steps, reduced) {
      let program = try context.program(BlurShaders.reduce(step.reduction))
      program.use()
      program.bind("source", from.texture, unit: 0)
      program.set("place", from.sampling(from: layer))
      program.set("texel", from.texelSize)
      layer.draw(step.cells)
      from = layer
    }
    return (from, cells)
  }

  /// Brings the blur up to date with `source`; a call of `update` follows for each look.
  func blur(_ source: Layer) throws(RenderingError) {
    if state.isNew { try refresh(source, source.cells) }
    guard state.isStale else { return }
    try blur(reduced.last ?? source, changed: state.staleCells)
    state.endBlur()
  }

  private func blur(_ from: Layer, changed: PixelRect) throws(RenderingError) {
    let (rows, columns) = blur.passes(changed: changed)
    let taps = blur.plan.kernel.taps
    let gaussian = try context.program(BlurShaders.gaussian(taps: taps.count))
    gaussian.use()
    gaussian.set("taps", taps.map { SIMD2(Float($0.offset), Float($0.weight)) })
    gaussian.bind("source", from.texture, unit: 0)
    gaussian.set("place", from.sampling(from: across))
    gaussian.set("axis", SIMD2(from.texelSize.x, 0))
    across.draw(rows)
    gaussian.bind("source", across.texture, unit: 0)
    gaussian.set("place", across.sampling(from: blurred))
    gaussian.set("axis", SIMD2(0, across.texelSize.y))
    blurred.draw(columns)
    for grid in grids { grid.state.invalidate(blur.points(of: columns)) }
  }

  /// Brings the grid with a look up to date; returns the pixels of the output that changed.
  func update(_ look: GridLook) throws(RenderingError) -> PixelRect {
    let index = grids.map(\.state).index(for: look, of: blur)
    if index == nil { grids.append(try GlassGrid(blur, look, in: context)) }
    return try grids[index ?? grids.count - 1].update(from: blurred, look).intersection(blur.blur.frame)
  }

  /// Destroys the grids for looks that `update` was not called with since the last call.
  func endDrawing() {
    for grid in grids where !grid.state.isUsed { grid.destroy() }
    grids.removeAll { !$0.state.isUsed }
    for grid in grids { grid.state.isUsed = false }
  }

  /// Reduces, blurs and finishes all of `source`, without looking for what changed in it.
  func remake(_ source: Layer, _ look: GridLook) throws(RenderingError) {
    let (small, cells) = try reduce(source, changed: source.cells)
    try blur(small, changed: cells)
    _ = try update(look)
    endDrawing()
  }

  func destroy() {
    for layer in reduced + [across, blurred] { layer.destroy() }
    for grid in grids { grid.destroy() }
    grids = []
  }
}
