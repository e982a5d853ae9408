import Geometry
import Rendering
import Scenes
import VisualEffects

/// The estimate of one output's background, in blocks of 4 × 4 pixels, and its colours through each material.
///
/// Values are not clamped: those measured through our surfaces are noise around the truth.
final class BackdropEstimate: Backdrop {
  var state: EstimateState
  private(set) var layer: Layer
  private let context: GraphicsContext
  private var coloured: [ColouredEstimate] = []

  /// Makes an estimate of mid grey.
  init(output: PixelSize, in context: GraphicsContext) throws(RenderingError) {
    state = EstimateState(output: output)
    self.context = context
    layer = try Layer("background", cells: state.cells, cellSize: CaptureBlock.side, in: context)
    paint()
  }

  var output: PixelSize { state.output }

  /// Lets the estimate have `needed` blocks, or those of the whole output, as `EstimateState.cover` decides.
  func cover(_ needed: PixelRect?, withGaps: Bool = false) throws(RenderingError) {
    try change { $0.cover(needed, withGaps: withGaps) }
  }

  /// Adds `needed` blocks to the existing ones; new ones have no weight until they are captured.
  func extend(to needed: PixelRect) throws(RenderingError) { try change { $0.extend(to: needed) } }

  private func change(_ decide: (inout EstimateState) -> EstimateState.Move?) throws(RenderingError) {
    var new = state
    guard let move = decide(&new) else { return }
    let old = layer
    layer = try Layer("background", cells: new.cells, cellSize: CaptureBlock.side, in: context)
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
    for rect in unknown { layer.target.clear(layer.texels(rect)) }
    let weight = EstimateState.unknownWeight
    for (rect, colour) in unknown.map({ ($0, mean(around: $0)) }) {
      layer.target.clear(layer.texels(rect), SIMD4(colour * weight, weight))
    }
  }

  /// The estimate with its colours through `chain`, made at the first call.
  func through(_ chain: ColourChain) throws(RenderingError) -> Layer {
    if let known = coloured.first(where: { $0.chain == chain }) { return known.layer }
    let made = try ColouredEstimate(chain, of: layer, in: context)
    coloured.append(made)
    try recolour(made, layer.cells)
    return made.layer
  }

  func through(_ blur: PlannedBlur) throws(RenderingError) -> Layer { try through(blur.chain) }

  func underlay() -> Layer { layer }

  func plan(sigma: Double) -> BlurPlan { state.plan(sigma: sigma) }

  /// Destroys the coloured layers that none of `chains` needs.
  func keep(only chains: [ColourChain]) {
    for unused in coloured where !chains.contains(unused.chain) { unused.destroy() }
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
    try PictureLayer.fill(layer, picture, reduction: .binomial10, in: context)
    _ = try recolour(layer.cells)
  }

  /// Adopts the means of `blocks`, in which `capture` shows the background itself.
  func take(_ blocks: [PixelRect], from capture: CaptureTexture) throws(RenderingError) {
    let (inner, edges) = state.split(blocks)
    for (rects, atEdge) in [(inner, false), (edges, true)] where !rects.isEmpty {
      let program = try context.program(EstimateShaders.mean(atEdge: atEdge))
      program.use()
      capture.bind(to: program, unit: 0)
      program.set("firstCell", layer.origin.x, layer.origin.y)
      try store(program, rects)
    }
  }

  /// Adopts the means of those of `blocks` behind a surface that are valid and not held by `flags`.
  func take(
    _ blocks: PixelRect, from measurement: Measurement, _ flags: BlockFlags
  ) throws(RenderingError) {
    let isClear = flags.held.isEmpty
    let (inner, edges) = state.split([blocks])
    for (rects, atEdge) in [(inner, false), (edges, true)] where !rects.isEmpty {
      let program = try context.program(EstimateShaders.keep(atEdge: atEdge, isClear: isClear))
      program.use()
      measurement.bindMeans(to: program, unit: 0)
      if !isClear { measurement.bindHeld(flags, to: program, unit: 1) }
      program.set("firstCell", layer.origin.x, layer.origin.y)
      program.set("firstBlock", measurement.blocks.x, measurement.blocks.y)
      program.set("veil", Float(measurement.state.unblending.meanTolerance(count: 16) / 255))
      try store(program, rects)
    }
  }

  /// Brings all coloured layers up to date after `blocks` changed; returns the cells that changed with them.
  func recolour(_ blocks: PixelRect) throws(RenderingError) -> PixelRect {
    let cells = state.recoloured(blocks)
    for each in coloured { try recolour(each, cells) }
    return cells
  }

  /// The estimate behind each pixel of `frame`, row by row, 0 … 1; mid grey where nothing is known.
  func readPixels(_ frame: PixelRect) -> [SIMD3<Float>] {
    let known = state.known(behind: frame)
    let values = known.isEmpty ? [] : layer.target.readColours(layer.texels(known))
    return (frame.y..<frame.maxY).flatMap { y in
      (frame.x..<frame.maxX).map { x in
        let (column, row) = (x.dividedDown(by: CaptureBlock.side), y.dividedDown(by: CaptureBlock.side))
        guard known.contains(x: column, y: row) else { return SIMD3(repeating: 0.5) }
        let value = values[(row - known.y) * known.width + column - known.x]
        return (SIMD3(value.x, value.y, value.z) / max(value.w, 1e-4))
          .clamped(lowerBound: .zero, upperBound: .one)
      }
    }
  }

  func destroy() {
    for each in coloured { each.destroy() }
    coloured = []
    layer.destroy()
  }

  /// The mean colours behind `frame` in squares of 4 × 4 blocks, as far as they are known.
  func means(behind frame: PixelRect) -> [SIMD3<Double>] {
    let known = state.known(behind: frame)
    if known.isEmpty { return [] }
    return CellFigures.means(of: layer.target.readColours(layer.texels(known)), width: known.width)
  }

  /// The mean of known colours at most 16 blocks away from `cells`; mid grey if there are none.
  private func mean(around cells: PixelRect) -> SIMD3<Float> {
    CellFigures.mean(
      of: layer.target.readColours(layer.texels(cells.outset(by: 16).intersection(layer.cells))))
  }

  private func store(_ program: ShaderProgram, _ rects: [PixelRect]) throws(RenderingError) {
    program.set("outputSize", output.width, output.height)
    layer.target.draw(rects.map(layer.texels))
  }

  private func paint() {
    layer.target.clear(PixelRect(layer.texture.size))
    layer.target.clear(layer.texels(state.blocks.intersection(layer.cells)), SIMD4(SIMD4(state.colour, 1)))
  }

  private func recolour(_ each: ColouredEstimate, _ cells: PixelRect) throws(RenderingError) {
    let program = try context.program(BlurShaders.chain(sideWeight: state.sideWeight))
    program.use()
    program.set(each.chain)
    program.bind("source", layer.texture, unit: 0)
    each.layer.draw(cells)
  }
}

/// The estimate with its colours through one material's chain.
private final class ColouredEstimate {
  let chain: ColourChain
  let layer: Layer

  init(_ chain: ColourChain, of estimate: Layer, in context: GraphicsContext) throws(RenderingError) {
    self.chain = chain
    layer = try Layer("coloured background", cells: estimate.cells, cellSize: estimate.cellSize, in: context)
  }

  func destroy() { layer.destroy() }
}
