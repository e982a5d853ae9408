package import Geometry
import Scenes
package import VisualEffects

/// The estimate of one output's background, in blocks of 4 × 4 pixels, and its colours through each material.
///
/// Values are not clamped: those measured through our surfaces are noise around the truth.
@MainActor package final class BackdropEstimate<Backend: RenderingBackend>: Backdrop {
  package var state: EstimateState
  private(set) var layer: Backend.Layer
  private let backend: Backend
  private var coloured: [(chain: ColourChain, layer: Backend.Layer)] = []
  /// The bounds of the blocks that captures may have changed since the coloured layers were brought up to date.
  private var taken = PixelRect.empty

  /// Makes an estimate of mid grey.
  package init(output: PixelSize, in backend: Backend) throws(RenderingError) {
    state = EstimateState(output: output)
    self.backend = backend
    layer = try backend.makeLayer("background", cells: state.cells, cellSize: CaptureBlock.side)
    paint()
  }

  package var output: PixelSize { state.output }

  /// Lets the estimate have `needed` blocks, or those of the whole output, as `EstimateState.cover` decides.
  package func cover(_ needed: PixelRect?, withGaps: Bool = false) throws(RenderingError) {
    try change { $0.cover(needed, withGaps: withGaps) }
  }

  /// Adds `needed` blocks to the existing ones; new ones have no weight until they are captured.
  func extend(to needed: PixelRect) throws(RenderingError) { try change { $0.extend(to: needed) } }

  private func change(_ decide: (inout EstimateState) -> EstimateState.Move?) throws(RenderingError) {
    var new = state
    guard let move = decide(&new) else { return }
    let old = layer
    layer = try backend.makeLayer("background", cells: new.cells, cellSize: CaptureBlock.side)
    state = new
    if move.isPainted { paint() }
    layer.copy(new.cells.intersection(old.cells), from: old)
    forget(move.unknown)
    old.destroy()
    // The layers of materials are made again when they are requested.
    keep(only: [])
  }

  /// Marks `blocks` as unknown until a capture shows them.
  func forget(_ blocks: [PixelRect]) {
    let unknown = state.forget(blocks)
    for rect in unknown { layer.fill(rect, .zero) }
    for (rect, colour) in unknown.map({ ($0, faint(mean(around: $0))) }) { layer.fill(rect, colour) }
  }

  /// The colour with the weight of blocks of which nothing is known.
  private func faint(_ colour: SIMD3<Float>) -> SIMD4<Float> {
    let weight = EstimateState.unknownWeight
    return SIMD4(colour * weight, weight)
  }

  /// The estimate with its colours through the chain of `blur`, made at the first call.
  package func through(_ blur: PlannedBlur) throws(RenderingError) -> Backend.Layer {
    if let known = coloured.first(where: { $0.chain == blur.chain }) { return known.layer }
    let made = try backend.makeLayer("coloured background", cells: layer.cells, cellSize: CaptureBlock.side)
      .filled { made throws(RenderingError) in
        try backend.colour(layer.cells, of: layer, by: blur.chain, sideWeight: state.sideWeight, to: made)
      }
    coloured.append((blur.chain, made))
    return made
  }

  package func underlay() -> Backend.Layer { layer }

  package func plan(sigma: Double) -> BlurPlan { state.plan(sigma: sigma) }

  /// Destroys the coloured layers that none of `chains` needs.
  func keep(only chains: [ColourChain]) {
    for unused in coloured where !chains.contains(unused.chain) { unused.layer.destroy() }
    coloured.removeAll { !chains.contains($0.chain) }
  }

  /// Fills the estimate with one colour, encoded sRGB, 0 … 1.
  func fill(_ colour: SIMD3<Double>) throws(RenderingError) {
    state.colour = colour
    paint()
    _ = try recolour(layer.cells)
  }

  /// Fills the estimate from a picture of the output's size, reduced as plans with the base `.binomial` expect.
  func fill(_ picture: Bitmap) throws(RenderingError) {
    precondition(picture.size == output, "a picture of \(picture.size) for an output of \(output)")
    try cover(nil)
    try backend.fill(layer, from: picture, by: .binomial10)
    _ = try recolour(layer.cells)
  }

  /// Adopts the means of `blocks`, in which `capture` shows the background itself.
  package func take(_ blocks: [PixelRect], from capture: Backend.Capture) throws(RenderingError) {
    taken = taken.union(try backend.take(blocks, from: capture, to: layer, of: state))
  }

  /// Adopts the means of those of `blocks` behind a surface that are valid and not held by `flags`.
  func take(
    _ blocks: PixelRect, from measurement: Backend.Measurement, _ flags: BlockFlags
  ) throws(RenderingError) {
    taken = taken.union(try backend.take(blocks, from: measurement, flags, to: layer, of: state))
  }

  /// Lets `blocks`, whose last values are out of date and which cannot be measured, follow the blocks around them.
  func replace(_ blocks: [PixelRect]) {
    let outdated = blocks.map { $0.intersection(layer.cells) }.filter { !$0.isEmpty }
    if outdated.isEmpty { return }
    let bounds = outdated.bounds
    for rect in outdated { layer.fill(rect, .zero) }
    let colour = faint(mean(around: bounds))
    for rect in outdated { layer.fill(rect, colour) }
    taken = taken.union(bounds)
  }

  /// Brings all coloured layers up to date after `blocks` changed; returns the cells that changed with them.
  func recolour(_ blocks: PixelRect) throws(RenderingError) -> PixelRect {
    if blocks.contains(taken) { taken = .empty }
    let cells = state.recoloured(blocks)
    for (chain, own) in coloured {
      try backend.colour(cells, of: layer, by: chain, sideWeight: state.sideWeight, to: own)
    }
    return cells
  }

  /// Brings all coloured layers up to date with the captures that were taken; returns the cells that changed with
  /// them.
  func recolourTaken() throws(RenderingError) -> PixelRect {
    taken.isEmpty ? .empty : try recolour(taken)
  }

  /// Returns the estimate behind a pixel of `frame`, 0 … 1, by its place on the output; mid grey where nothing is known.
  func read(_ frame: PixelRect) -> (_ x: Int, _ y: Int) -> SIMD3<Float> {
    let known = state.known(behind: frame)
    let values = known.isEmpty ? [] : layer.values(known)
    return { x, y in
      let (column, row) = (x.dividedDown(by: CaptureBlock.side), y.dividedDown(by: CaptureBlock.side))
      guard known.contains(x: column, y: row) else { return SIMD3(repeating: 0.5) }
      let value = values[(row - known.y) * known.width + column - known.x]
      if value.w == 0 { return SIMD3(repeating: 0.5) }
      return (SIMD3(value.x, value.y, value.z) / max(value.w, 1e-4))
        .clamped(lowerBound: .zero, upperBound: .one)
    }
  }

  /// The mean colours behind `frame` in squares of 4 × 4 blocks, as far as they are known.
  func means(behind frame: PixelRect) -> [SIMD3<Double>] {
    let known = state.known(behind: frame)
    if known.isEmpty { return [] }
    return CellFigures.means(of: layer.values(known), width: known.width)
  }

  package func destroy() {
    keep(only: [])
    layer.destroy()
  }

  /// The mean of known colours at most 16 blocks away from `cells`; mid grey if there are none.
  private func mean(around cells: PixelRect) -> SIMD3<Float> {
    CellFigures.mean(of: layer.values(cells.outset(by: 16).intersection(layer.cells)))
  }

  private func paint() {
    layer.fill(layer.cells, .zero)
    layer.fill(state.blocks.intersection(layer.cells), SIMD4(SIMD4(state.colour, 1)))
  }
}
