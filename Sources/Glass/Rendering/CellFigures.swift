package import Geometry

/// Figures computed from an estimate's cells: red, green, blue and coverage, 0 … 1, premultiplied by the coverage.
///
/// Results are clamped only after averaging, since measured values are noise around the truth.
package enum CellFigures {
  /// The mean colours of squares of 4 × 4 cells, row by row, without squares whose coverage adds up to half a cell or
  /// less.
  ///
  /// `values` are the cells row by row, `width` in each row.
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

  /// The mean colour of all `values`; mid grey if their coverage adds up to less than one cell.
  package static func mean(of values: [SIMD4<Float>]) -> SIMD3<Float> {
    let sum = values.reduce(.zero, +)
    if sum.w < 1 { return SIMD3(repeating: 0.5) }
    return (SIMD3(sum.x, sum.y, sum.z) / sum.w).clamped(lowerBound: .zero, upperBound: .one)
  }

  /// The mean of `distances`; 0 if there are none.
  package static func mean(of distances: [Double]) -> Double {
    distances.isEmpty ? 0 : distances.reduce(0, +) / Double(distances.count)
  }

  /// The mean distances, in 1/255, between `measured` and `known` cells over squares of 4 × 4 cells. A cell whose
  /// fourth value is 0 was not measured; squares with fewer than 8 measured cells are left out.
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
      // The mean of fewer cells would be more noise than signal.
      guard count >= 8 else { return nil }
      return Double((abs(difference.x) + abs(difference.y) + abs(difference.z)) / 3 / count * 255)
    }
  }
}
