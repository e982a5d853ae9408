import Geometry
import Rendering

extension BackdropEstimate {
  /// The mean colours behind `frame` in squares of 4 × 4 blocks, as far as they are known.
  func means(behind frame: PixelRect) -> [SIMD3<Double>] {
    let known = frame.cells(of: Self.blockSize).intersection(layer.cells)
    if known.isEmpty { return [] }
    return CellFigures.means(of: layer.target.readColours(layer.texels(known)), width: known.width)
  }

  /// The mean of known colours at most 16 blocks away from `cells`; mid grey if there are none.
  func mean(around cells: PixelRect) -> SIMD3<Float> {
    CellFigures.mean(
      of: layer.target.readColours(layer.texels(cells.outset(by: 16).intersection(layer.cells))))
  }
}
