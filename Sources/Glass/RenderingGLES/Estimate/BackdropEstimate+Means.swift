import Geometry
import Rendering

extension BackdropEstimate {
  /// The mean colours behind `frame` in blocks of 4 × 4 of the estimate's, as far as they are known.
  func means(behind frame: PixelRect) -> [SIMD3<Double>] {
    let known = frame.cells(of: Self.blockSize).intersection(layer.cells)
    guard !known.isEmpty else { return [] }
    let values = layer.target.readFloats(layer.texels(known))
    let columns = (known.width + 3) / 4
    var sums = [SIMD4<Double>](repeating: .zero, count: columns * ((known.height + 3) / 4))
    for y in 0..<known.height {
      for x in 0..<known.width {
        let at = (y * known.width + x) * 4
        sums[y / 4 * columns + x / 4] +=
          SIMD4(Double(values[at]), Double(values[at + 1]), Double(values[at + 2]), Double(values[at + 3]))
      }
    }
    // Clamped at last: each value is noise around the truth.
    return sums.filter { $0.w > 0.5 }.map { sum in
      (SIMD3(sum.x, sum.y, sum.z) / sum.w).clamped(lowerBound: .zero, upperBound: .one)
    }
  }

  /// The mean of what is known no farther than 16 blocks from `cells`; mid grey if nothing is.
  func mean(around cells: PixelRect) -> SIMD3<Float> {
    let values = layer.target.readFloats(layer.texels(cells.outset(by: 16).intersection(layer.cells)))
    var sum = SIMD4<Float>.zero
    for at in stride(from: 0, to: values.count, by: 4) {
      sum += SIMD4(values[at], values[at + 1], values[at + 2], values[at + 3])
    }
    if sum.w < 1 { return SIMD3(repeating: 0.5) }
    return (SIMD3(sum.x, sum.y, sum.z) / sum.w).clamped(lowerBound: .zero, upperBound: .one)
  }
}
