import Geometry
import Rendering
import Scenes
import VisualEffects

/// Reduces pictures in memory to layers.
enum PictureLayer {
  /// Fills all of `layer` from `bitmap`, a picture of the whole output, by `reduction`; nil: a cell is a pixel.
  static func fill(_ layer: CellLayer, _ bitmap: Bitmap, reduction: Reduction?) {
    let weights = (reduction?.weights ?? [1]).map { Float($0) }
    let factor = reduction?.factor ?? 1
    let reach = factor / 2 - weights.count / 2
    let (width, height) = (bitmap.size.width, bitmap.size.height)
    let sums = SumRow()
    let first = max(0, layer.cells.x * factor + reach)
    let last = min(width, (layer.cells.maxX - 1) * factor + reach + weights.count)
    guard first < last else { return }
    unsafe bitmap.bytes.withUnsafeBytes { bytes in
      for y in layer.cells.y..<layer.cells.maxY {
        let row = sums.zeros(first..<last)
        for (index, weight) in weights.enumerated() {
          let from = y * factor + reach + index
          guard from >= 0, from < height else { continue }
          let scale = weight / 255
          for x in first..<last {
            let word = unsafe bytes.loadUnaligned(fromByteOffset: (from * width + x) * 4, as: UInt32.self)
            let pixel = Colour(
              Float(word & 255), Float(word >> 8 & 255), Float(word >> 16 & 255), 255)
            row[x] += pixel * scale
          }
        }
        let result = layer.row(y)
        for x in layer.cells.x..<layer.cells.maxX {
          var sum = Colour.zero
          for (index, weight) in weights.enumerated() {
            let from = x * factor + reach + index
            if from >= first, from < last { sum += row[from] * weight }
          }
          result[x] = sum
        }
      }
    }
  }
}
