import Geometry
import Rendering

extension BackdropEstimate {
  /// The mean colours behind `frame` in blocks of 4 × 4 of the estimate's, as far as they are known.
  func means(behind frame: PixelRect) -> [SIMD3<Double>] {
    let known = frame.cells(of: Self.blockSize).intersection(layer.cells)
    if known.isEmpty { return [] }
    return CellFigures.means(of: layer.target.readColours(layer.texels(known)), width: known.width)
  }

  /// The mean of what is known no farther than 16 blocks from `cells`; mid grey if nothing is.
  func mean(around cells: PixelRect) -> SIMD3<Float> {
    CellFigures.mean(
      of: layer.target.readColours(layer.texels(cells.outset(by: 16).intersection(layer.cells))))
  }
}
