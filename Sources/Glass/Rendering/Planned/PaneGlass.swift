package import Geometry
import VisualEffects

/// The blurred backdrop of parts of the output, for all panes of one material there: the layers of the Gaussian, from
/// a coloured layer to the grids that final passes read.
@MainActor package final class PaneGlass<Backend: RenderingBackend> {
  package let blur: PlannedBlur
  private(set) var state: BlurState
  /// A grid for each look that was requested; mostly there is one.
  private var grids: [Backend.Grid] = []
  private let backend: Backend
  /// The layers after each further reduction; the Gaussian reads the last one, or the source if there is none.
  private let reduced: [Backend.Layer]
  private let across: Backend.Layer
  private let blurred: Backend.Layer

  package init(_ blur: PaneBlur, output: PixelSize, in backend: Backend) throws(RenderingError) {
    let blur = PlannedBlur(blur, output: output)
    self.blur = blur
    self.backend = backend
    state = BlurState(parts: blur.smallParts.count)
    var layers: [Backend.Layer] = []
    for step in blur.steps {
      layers.append(
        try backend.makeLayer("reduced background", cells: step.cells, cellSize: step.cellSize))
    }
    reduced = layers
    let (size, what) = (blur.cellSize, "blurred background")
    across = try backend.makeLayer(what, cells: blur.extents.across, cellSize: size)
    blurred = try backend.makeLayer(what, cells: blur.extents.blurred, cellSize: size)
  }

  /// The finished material, once it was updated for `look`.
  package func grid(_ look: GridLook) -> Backend.Grid {
    guard let grid = grids.first(where: { $0.state.look == look }) else {
      preconditionFailure("no grid for \(look)")
    }
    return grid
  }

  /// Brings the smallest layer up to date after `changed` cells of `source`, the backdrop through the chain, changed;
  /// the first call takes all of them.
  ///
  /// The blur becomes stale only if the smallest layer differs from before.
  func refresh(_ source: Backend.Layer, _ changed: PixelRect) throws(RenderingError) {
    let (small, cells) = try reduce(source, changed: state.isNew ? source.cells : changed)
    for (index, (part, changed)) in zip(blur.smallParts, cells).enumerated() where !changed.isEmpty {
      state.take(small.values(part.intersection(small.cells)), changed: changed, of: index)
    }
  }

  /// Brings the smallest layer up to date; returns it and its changed cells for each part.
  private func reduce(
    _ source: Backend.Layer, changed: PixelRect
  ) throws(RenderingError) -> (small: Backend.Layer, cells: [PixelRect]) {
    let (steps, cells) = blur.steps(changed: changed)
    var from = source
    for (step, layer) in zip(steps, reduced) {
      try backend.reduce(from, by: step, to: layer)
      from = layer
    }
    return (from, cells)
  }

  /// Brings the blur up to date with `source`; a call of `update` follows for each look.
  package func blur(_ source: Backend.Layer) throws(RenderingError) {
    if state.isNew { try refresh(source, source.cells) }
    guard state.isStale else { return }
    try blur(reduced.last ?? source, changed: state.stale)
    state.endBlur()
  }

  private func blur(_ small: Backend.Layer, changed: [PixelRect]) throws(RenderingError) {
    let (rows, columns) = blur.passes(changed: changed)
    try backend.blur(small, by: blur.plan.kernel, rows, to: across, columns, to: blurred)
    for grid in grids {
      for part in columns { grid.state.invalidate(blur.points(of: part)) }
    }
  }

  /// Brings the grid with a look up to date as far as it is used; returns the pixels of the output that changed.
  package func update(_ look: GridLook, _ use: GridUse) throws(RenderingError) -> PixelRect {
    let index = grids.map { $0.state }.index(for: look, of: blur)
    if index == nil { grids.append(try backend.makeGrid(blur, look)) }
    return try grids[index ?? grids.count - 1].update(from: blurred, look, use)
      .intersection(blur.blur.frame)
  }

  /// Destroys the grids for looks that `update` was not called with since the last call.
  func endDrawing() {
    for grid in grids where !grid.state.isUsed { grid.destroy() }
    grids.removeAll { !$0.state.isUsed }
    for grid in grids { grid.state.isUsed = false }
  }

  /// Reduces, blurs and finishes all of `source`, in which anything may have changed. Where `isReadingCheap`, an unchanged smallest layer
  /// is not blurred again.
  func remake(_ source: Backend.Layer, _ look: GridLook) throws(RenderingError) {
    if Backend.isReadingCheap {
      try refresh(source, source.cells)
      try blur(source)
    } else {
      let (small, cells) = try reduce(source, changed: source.cells)
      try blur(small, changed: cells)
    }
    _ = try update(look, GridUse(shown: [blur.blur.frame], inked: [blur.blur.frame]))
    endDrawing()
  }

  package func destroy() {
    for layer in reduced + [across, blurred] { layer.destroy() }
    for grid in grids { grid.destroy() }
    grids = []
  }
}
