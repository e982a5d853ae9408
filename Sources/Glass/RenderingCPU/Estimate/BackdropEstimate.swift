import CPixels
import Geometry
import Rendering
import Scenes
import VisualEffects

/// The estimate of one output's background, in blocks of 4 × 4 pixels, and its colours through each material.
///
/// Values are not clamped: those measured through our surfaces are noise around the truth.
final class BackdropEstimate: Backdrop {
  var state: EstimateState
  private(set) var layer: CellLayer
  private var coloured: [(chain: ColourChain, layer: CellLayer)] = []
  /// The bounds of the blocks whose colours captures have changed since the coloured layers were brought up to date.
  private var changes = ChangedCells()

  /// Makes an estimate of mid grey.
  init(output: PixelSize) {
    state = EstimateState(output: output)
    layer = CellLayer(cells: state.cells, cellSize: CaptureBlock.side)
    paint()
  }

  var output: PixelSize { state.output }

  /// Lets the estimate have `needed` blocks, or those of the whole output, as `EstimateState.cover` decides.
  func cover(_ needed: PixelRect?, withGaps: Bool = false) { move(state.cover(needed, withGaps: withGaps)) }

  /// Adds `needed` blocks to the existing ones; new ones have no weight until they are captured.
  func extend(to needed: PixelRect) { move(state.extend(to: needed)) }

  private func move(_ move: EstimateState.Move?) {
    guard let move else { return }
    let old = layer
    layer = CellLayer(cells: state.cells, cellSize: CaptureBlock.side)
    if move.isPainted { paint() }
    layer.copy(state.cells, from: old)
    forget(move.unknown)
    // The layers of materials are made again when they are requested.
    keep(only: [])
  }

  /// Marks `blocks` as unknown until a capture shows them.
  func forget(_ blocks: [PixelRect]) {
    let unknown = state.forget(blocks)
    for rect in unknown { layer.fill(rect, .zero) }
    let weight = EstimateState.unknownWeight
    for (rect, colour) in unknown.map({ ($0, mean(around: $0)) }) {
      layer.fill(rect, (colour * weight).with(weight))
    }
  }

  /// The estimate with its colours through `chain`, made at the first call.
  func through(_ chain: ColourChain) -> CellLayer {
    if let known = coloured.first(where: { $0.chain == chain }) { return known.layer }
    let made = CellLayer(cells: layer.cells, cellSize: CaptureBlock.side)
    coloured.append((chain, made))
    ColourPass(chain).run(layer, to: made, layer.cells, sideWeight: state.sideWeight)
    return made
  }

  func through(_ blur: PlannedBlur) -> CellLayer { through(blur.chain) }

  func underlay() -> CellLayer { layer }

  func plan(sigma: Double) -> BlurPlan { state.plan(sigma: sigma) }

  /// Frees the coloured layers that none of `chains` needs.
  func keep(only chains: [ColourChain]) { coloured.removeAll { !chains.contains($0.chain) } }

  /// Fills the estimate with one colour, encoded sRGB, 0 … 1.
  func fill(_ colour: SIMD3<Double>) {
    state.colour = colour
    paint()
    _ = recolour(layer.cells)
  }

  /// Fills the estimate from a picture of the output's size, reduced as plans with the base `.binomial` expect.
  func fill(_ picture: Bitmap) {
    precondition(picture.size == output, "a picture of \(picture.size) for an output of \(output)")
    cover(nil)
    PictureLayer.fill(layer, picture, reduction: .binomial10)
    _ = recolour(layer.cells)
  }

  /// Adopts the means of `blocks`, in which `capture` shows the background itself.
  func take(_ blocks: [PixelRect], from capture: PanelPixels) {
    let (inner, edges) = state.split(blocks)
    let spare = (0..<4).map { _ in SpareRow<UInt32>(of: 0) }
    for rect in inner {
      for y in rect.y..<rect.maxY {
        let changed = BlockMean.whole(y, rect.x..<rect.maxX, capture, spare, to: layer.row(y))
        if let changed { changes.insert(changed, y) }
      }
    }
    for edge in edges {
      for y in edge.y..<edge.maxY {
        for x in edge.x..<edge.maxX { set(x, y, BlockMean.cut(x, y, capture, output) * inside(x, y)) }
      }
    }
  }

  /// Adopts the means of those of `blocks` behind a surface that are valid and not held by `flags`.
  ///
  /// A mean beyond black or white by more than chance belongs to a faint, even cover above us, which single pixels do
  /// not reveal; it is not taken.
  func take(_ blocks: PixelRect, from measurement: Measurement, _ flags: BlockFlags) {
    let part = blocks.intersection(state.blocks).intersection(layer.cells).intersection(measurement.blocks)
    let veil = Float(measurement.state.unblending.meanTolerance(count: 16) / 255)
    let whole = PixelRect(output).wholeCells(of: CaptureBlock.side)
    for y in part.y..<part.maxY {
      let means = measurement.means.row(y)
      let first = (y - measurement.blocks.y) * measurement.blocks.width - measurement.blocks.x
      for x in part.x..<part.maxX {
        let mean = means[x]
        if mean.w < 0.5 || (!flags.held.isEmpty && flags.held[first + x] != 0) { continue }
        if max(mean.x, mean.y, mean.z) > 1 + veil || min(mean.x, mean.y, mean.z) < -veil { continue }
        let isWhole = x >= whole.x && x < whole.maxX && y >= whole.y && y < whole.maxY
        set(x, y, mean.with(1) * (isWhole ? 1 : inside(x, y)))
      }
    }
  }

  /// Gives the block (`x`, `y`) a colour, which is noted if it is another than before.
  @inline(__always) private func set(_ x: Int, _ y: Int, _ colour: Colour) {
    let row = layer.row(y)
    if row[x] == colour { return }
    row[x] = colour
    changes.insert(x..<x + 1, y)
  }

  /// The share of the block (`x`, `y`) that lies inside the output.
  private func inside(_ x: Int, _ y: Int) -> Float {
    Float(min(4, output.width - x * 4)) / 4 * Float(min(4, output.height - y * 4)) / 4
  }

  /// Brings all coloured layers up to date after `blocks` changed; returns the cells that changed with them.
  func recolour(_ blocks: PixelRect) -> PixelRect {
    if blocks.contains(changes.bounds) { changes = ChangedCells() }
    let cells = state.recoloured(blocks)
    for each in coloured {
      ColourPass(each.chain).run(layer, to: each.layer, cells, sideWeight: state.sideWeight)
    }
    return cells
  }

  /// Brings all coloured layers up to date with the captures that were taken; returns the cells that changed with
  /// them. A capture that shows what was known costs no more than that it is compared.
  func recolourTaken() -> PixelRect { changes.bounds.isEmpty ? .empty : recolour(changes.bounds) }

  private func paint() {
    layer.fill(layer.cells, .zero)
    layer.fill(state.blocks, Colour(state.colour, 1))
  }

  /// The mean of known colours at most 16 blocks away from `cells`; mid grey if there are none.
  private func mean(around cells: PixelRect) -> Colour {
    Colour(CellFigures.mean(of: layer.values(cells.outset(by: 16))), 0)
  }

  // MARK: Results

  /// The mean colours behind `frame` in squares of 4 × 4 blocks, as far as they are known.
  func means(behind frame: PixelRect) -> [SIMD3<Double>] {
    let known = state.known(behind: frame)
    return CellFigures.means(of: layer.values(known), width: known.width)
  }

  /// The estimate behind the pixel (`x`, `y`) of the output, 0 … 1; mid grey where nothing is known.
  func colour(behind x: Int, _ y: Int) -> SIMD3<Float> {
    let cell = layer.at(x.dividedDown(by: CaptureBlock.side), y.dividedDown(by: CaptureBlock.side))
    if cell.w == 0 { return SIMD3(repeating: 0.5) }
    let colour = cell.normalised.clamped
    return SIMD3(colour.x, colour.y, colour.z)
  }
}

/// The bounds of cells that changed.
private struct ChangedCells {
  private(set) var bounds = PixelRect.empty

  /// Widens the bounds by the cells `columns` of the row `y`.
  @inline(__always) mutating func insert(_ columns: Range<Int>, _ y: Int) {
    let isInside =
      y >= bounds.y && y < bounds.maxY && columns.lowerBound >= bounds.x && columns.upperBound <= bounds.maxX
    if isInside { return }
    bounds = bounds.union(PixelRect(x: columns.lowerBound, y: y, width: columns.count, height: 1))
  }
}

/// The means of blocks of captured pixels.
enum BlockMean {
  /// Computes the means of the blocks `columns` of the row `y` of blocks, whose pixels all are captured; `spare` are four
  /// rows. Returns the columns from the first to the last that had another mean, nil if there are none.
  static func whole(
    _ y: Int, _ columns: Range<Int>, _ capture: PanelPixels, _ spare: [SpareRow<UInt32>], to row: Row<Colour>
  ) -> Range<Int>? {
    let pixels = columns.lowerBound * 4..<columns.upperBound * 4
    let rows = (0..<4).map { capture.row(y * 4 + $0).ordered(pixels, spare[$0]) }
    var pointers = unsafe rows.map { unsafe UnsafePointer<UInt32>?($0.row.pointer) }
    var changed = [columns.upperBound, columns.lowerBound]
    unsafe pixels_block_means(
      &pointers, rows[0].isRedFirst, columns.lowerBound, columns.upperBound, row.pointer, &changed)
    return changed[0] < changed[1] ? changed[0]..<changed[1] : nil
  }

  /// Computes the mean of those pixels of the block (`x`, `y`) that lie on the output.
  static func cut(_ x: Int, _ y: Int, _ capture: PanelPixels, _ output: PixelSize) -> Colour {
    var sum = Colour.zero
    var count: Float = 0
    for row in y * 4..<min(y * 4 + 4, output.height) {
      for column in x * 4..<min(x * 4 + 4, output.width) {
        sum += Colour(word: capture.word(column, row))
        count += 1
      }
    }
    return (sum / (max(count, 1) * 255)).with(1)
  }
}
