import CEGL
import Geometry
import Rendering
import Scenes
import VisualEffects

/// The estimate of one output's background, in blocks of 4 × 4 pixels, and its colours through each material.
///
/// Values are not clamped: those measured through our surfaces are noise around the truth.
final class BackdropEstimate: Backdrop {
  /// Side of a block in pixels.
  static let blockSize = CaptureBlock.side

  let output: PixelSize
  /// The blocks around all surfaces, or those of the whole output.
  private(set) var layer: Layer
  /// The blocks of the whole output.
  let blocks: PixelRect
  /// The kind of reduction that made the blocks, which is the base of all plans.
  var base = BlurPlan.Base.binomial {
    // The plans' level is never below 2, and from there on all of a base have the same side weight.
    didSet { sideWeight = BlurPlan(sigma: 30, base: base).sideWeight }
  }
  /// The share that each of four neighbours has in a block when blocks are smoothed before they are coloured.
  private(set) var sideWeight = 0.0
  private let context: GraphicsContext
  private var colour = SIMD3(repeating: 0.5)
  private var coloured: [ColouredEstimate] = []

  /// Makes an estimate of mid grey.
  init(output: PixelSize, in context: GraphicsContext) throws(RenderingError) {
    self.output = output
    self.context = context
    blocks = PixelRect(output).cells(of: Self.blockSize)
    layer = try Layer(
      "background", cells: PixelRect(x: 0, y: 0, width: 1, height: 1), cellSize: Self.blockSize, in: context)
    paint()
  }

  /// Lets the estimate have `needed` blocks, or those of the whole output.
  ///
  /// New blocks get the colour that was filled last or, `withGaps`, the mean of the blocks around them until a
  /// capture shows them.
  func cover(_ needed: PixelRect?, withGaps: Bool = false) throws(RenderingError) {
    let all = blocks.outset(by: 1)
    let cells = needed?.intersection(all) ?? all
    if cells.isEmpty || cells == layer.cells { return }
    let old = layer
    layer = try Layer("background", cells: cells, cellSize: Self.blockSize, in: context)
    if !withGaps {
      paint()
    } else if !old.cells.contains(cells.intersection(blocks)) {
      hasGaps = true
    }
    layer.copy(cells.intersection(old.cells), from: old)
    if withGaps { forget(blocks.subtracting([old.cells])) }
    old.destroy()
    // The layers of materials are made again when they are requested.
    keep(only: [])
  }

  /// Whether there are blocks of which nothing is known until a capture shows them.
  private(set) var hasGaps = false

  /// Adds `needed` blocks to the existing ones; new ones have no weight until they are captured.
  func extend(to needed: PixelRect) throws(RenderingError) {
    let cells = needed.union(layer.cells).intersection(blocks.outset(by: 1))
    if layer.cells.contains(cells) { return }
    let old = layer
    layer = try Layer("background", cells: cells, cellSize: Self.blockSize, in: context)
    layer.copy(cells.intersection(old.cells), from: old)
    old.destroy()
    keep(only: [])
    hasGaps = true
  }

  /// Marks `blocks` as unknown until a capture shows them: they get the mean colour of the blocks around them with a
  /// weight of 1/64, since without any weight rounding would decide the colours far from all known blocks.
  func forget(_ blocks: [PixelRect]) {
    let unknown = blocks.map { $0.intersection(layer.cells) }.filter { !$0.isEmpty }
    if unknown.isEmpty { return }
    for rect in unknown { layer.target.clear(layer.texels(rect)) }
    let weight: Float = 1 / 64
    for (rect, colour) in unknown.map({ ($0, mean(around: $0)) }) {
      layer.target.clear(layer.texels(rect), SIMD4(colour * weight, weight))
    }
    hasGaps = true
  }

  /// Notes that all of `region` of the output is captured; returns whether all of it has to be taken because of gaps.
  func fillGaps(from region: PixelRect) -> Bool {
    let isWanted = hasGaps
    let all = layer.cells.pixels(perCell: Self.blockSize).intersection(PixelRect(output))
    hasGaps = hasGaps && !region.contains(all)
    return isWanted
  }

  /// The estimate with its colours through `chain`, made at the first call.
  func through(_ chain: ColourChain) throws(RenderingError) -> Layer {
    if let known = coloured.first(where: { $0.chain == chain }) { return known.layer }
    let made = try ColouredEstimate(chain, of: layer, in: context)
    coloured.append(made)
    try recolour(made, layer.cells)
    return made.layer
  }

  func through(_ chain: ColourChain, _ plan: BlurPlan) throws(RenderingError) -> Layer { try through(chain) }

  func underlay() -> Layer { layer }

  /// The plan has at least level 2, since blocks are reduced to a quarter.
  func plan(sigma: Double) -> BlurPlan {
    BlurPlan(sigma: max(BlurPlan.minimumLiveSigma, sigma), base: base, minimumLevel: 2)
  }

  /// Destroys the coloured layers that none of `chains` needs.
  func keep(only chains: [ColourChain]) {
    for unused in coloured where !chains.contains(unused.chain) { unused.destroy() }
    coloured.removeAll { !chains.contains($0.chain) }
  }

  /// Fills the estimate with one colour, encoded sRGB, 0 … 1.
  func fill(_ colour: SIMD3<Double>) throws(RenderingError) {
    self.colour = colour
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
    for (rects, atEdge) in split(blocks) {
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
    for (rects, atEdge) in split([blocks]) {
      let program = try context.program(EstimateShaders.keep(atEdge: atEdge, isClear: isClear))
      program.use()
      measurement.bindMeans(to: program, unit: 0)
      if !isClear { measurement.bindHeld(flags, to: program, unit: 1) }
      program.set("firstCell", layer.origin.x, layer.origin.y)
      program.set("firstBlock", measurement.blocks.x, measurement.blocks.y)
      program.set("veil", Float(measurement.unblending.meanTolerance(count: 16) / 255))
      try store(program, rects)
    }
  }

  /// Divides `blocks` into those that lie inside the output entirely and those that extend beyond it; parts without
  /// blocks are left out.
  private func split(_ blocks: [PixelRect]) -> [(rects: [PixelRect], atEdge: Bool)] {
    let whole = PixelRect(output).wholeCells(of: Self.blockSize)
    let known = self.blocks.intersection(layer.cells)
    let inner = blocks.map { $0.intersection(whole).intersection(known) }.filter { !$0.isEmpty }
    let edges = blocks.flatMap { $0.intersection(known).subtracting([whole]) }
    return [(inner, false), (edges, true)].filter { !$0.0.isEmpty }
  }

  /// Brings all coloured layers up to date after `blocks` changed; returns the cells that changed with them.
  func recolour(_ blocks: PixelRect) throws(RenderingError) -> PixelRect {
    let cells = blocks.outset(by: sideWeight > 0 ? 1 : 0).intersection(layer.cells)
    for each in coloured { try recolour(each, cells) }
    return cells
  }

  /// The estimate behind each pixel of `frame`, row by row, 0 … 1; mid grey where nothing is known.
  func readPixels(_ frame: PixelRect) -> [SIMD3<Float>] {
    let cells = frame.cells(of: Self.blockSize)
    let known = cells.intersection(layer.cells)
    let values = known.isEmpty ? [] : layer.target.readColours(layer.texels(known))
    return (frame.y..<frame.maxY).flatMap { y in
      (frame.x..<frame.maxX).map { x in
        let (column, row) = (x.dividedDown(by: Self.blockSize), y.dividedDown(by: Self.blockSize))
        guard known.contains(PixelRect(x: column, y: row, width: 1, height: 1)) else {
          return SIMD3(repeating: 0.5)
        }
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

  private func store(_ program: ShaderProgram, _ rects: [PixelRect]) throws(RenderingError) {
    program.set("outputSize", output.width, output.height)
    layer.target.draw(rects.map(layer.texels))
  }

  private func paint() {
    layer.target.clear(PixelRect(layer.texture.size))
    layer.target.clear(layer.texels(blocks.intersection(layer.cells)), SIMD4(SIMD4(colour, 1)))
  }

  private func recolour(_ each: ColouredEstimate, _ cells: PixelRect) throws(RenderingError) {
    let program = try context.program(BlurShaders.chain(sideWeight: sideWeight))
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
