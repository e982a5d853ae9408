package import Geometry

/// Figures of an estimate's cells: red, green, blue and coverage, 0 … 1, premultiplied by the coverage.
///
/// Values are clamped last, since those that are measured are noise around the truth.
package enum CellFigures {
  /// The mean colours of squares of 4 × 4 cells, row by row; those of which hardly anything is known are left out.
  ///
  /// `values` are the cells row by row, `width` in each.
  package static func means(of values: [SIMD4<Float>], width: Int) -> [SIMD3<Double>] {
    guard width > 0, !values.isEmpty else { return [] }
    let columns = (width + 3) / 4
    var sums = [SIMD4<Double>](repeating: .zero, count: columns * ((values.count / width + 3) / 4))
    for (index, value) in values.enumerated() {
      sums[index / width / 4 * columns + index % width / 4] += SIMD4<Double>(value)
    }
    return sums.filter { $0.w > 0.5 }.map { sum in
      (SIMD3(sum.x, sum.y, sum.z) / sum.w).clamped(lowerBound: .zero, upperBound: .one)
    }
  }

  /// The mean colour of all `values`; mid grey if less than one cell is known.
  package static func mean(of values: [SIMD4<Float>]) -> SIMD3<Float> {
    let sum = values.reduce(.zero, +)
    if sum.w < 1 { return SIMD3(repeating: 0.5) }
    return (SIMD3(sum.x, sum.y, sum.z) / sum.w).clamped(lowerBound: .zero, upperBound: .one)
  }

  /// The mean distances, in 1/255, of what was measured in cells from what was `known` of them, over squares of 4 × 4
  /// cells each; a cell whose fourth value is 0 was not measured.
  package static func distances(
    of measured: [SIMD4<Float>], from known: [SIMD4<Float>], size: PixelSize
  ) -> [Double] {
    PixelRect(size).squares(of: 4).compactMap { square in
      var difference = SIMD4<Float>.zero
      var count: Float = 0
      for index in square.indices(inRowsOf: size.width) where measured[index].w > 0.5 {
        difference += measured[index] - known[index] / max(known[index].w, 1e-4)
        count += 1
      }
      // Fewer cells are more noise than signal.
      guard count >= 8 else { return nil }
      return Double((abs(difference.x) + abs(difference.y) + abs(difference.z)) / 3 / count * 255)
    }
  }
}
