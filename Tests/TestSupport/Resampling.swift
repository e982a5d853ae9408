import Glibc

/// A linear map along one axis: every target is a weighted sum of neighbouring sources.
struct Resampling {
  /// The first source of each target.
  var first: [Int]
  /// The weights of the sources from the first one on.
  var weights: [[Double]]

  /// The sum of each target's weights: the share of its kernel that lies inside.
  var coverage: [Double] { weights.map { $0.reduce(0, +) } }

  /// Makes a map between rising coordinates, of which `sources` are evenly spaced; `kernel` is zero beyond `reach`.
  init(targets: [Double], sources: [Double], reach: Double, kernel: (Double) -> Double) {
    let spacing = sources.count > 1 ? sources[1] - sources[0] : 1
    first = []
    weights = []
    for target in targets {
      let low = max(0, Int(((target - reach - sources[0]) / spacing).rounded(.up)))
      let high = min(sources.count - 1, Int(((target + reach - sources[0]) / spacing).rounded(.down)))
      first.append(low)
      weights.append(low > high ? [] : (low...high).map { kernel(sources[$0] - target) })
    }
  }

  /// A Gaussian of `sigma`, cut off where less than 10⁻⁶ of it remains.
  static func gaussian(targets: [Double], sources: [Double], sigma: Double) -> Resampling {
    Resampling(targets: targets, sources: sources, reach: max(5 * sigma, 1)) {
      exp(-$0 * $0 / (2 * sigma * sigma))
    }
  }

  /// The map that applies this map and then `second`.
  func then(_ second: Resampling) -> Resampling {
    var result = second
    for target in second.first.indices {
      let sources = second.weights[target].indices.map { second.first[target] + $0 }
      let taking = sources.filter { !weights[$0].isEmpty }
      let low = taking.map { first[$0] }.min() ?? 0
      let high = taking.map { first[$0] + weights[$0].count }.max() ?? 0
      var row = [Double](repeating: 0, count: high - low)
      for source in taking {
        let share = second.weights[target][source - second.first[target]]
        for (offset, weight) in weights[source].enumerated() {
          row[first[source] - low + offset] += share * weight
        }
      }
      result.first[target] = low
      result.weights[target] = row
    }
    return result
  }

  /// Applies the map to each row of `plane`.
  func appliedToRows(of plane: [Double], width: Int) -> [Double] {
    let height = plane.count / width
    let columns = appliedToColumns(of: transposed(plane, width: width), width: height)
    return transposed(columns, width: height)
  }

  /// Applies the map to each column of `plane`.
  func appliedToColumns(of plane: [Double], width: Int) -> [Double] {
    var result = [Double](repeating: 0, count: first.count * width)
    unsafe plane.withUnsafeBufferPointer { source in
      unsafe result.withUnsafeMutableBufferPointer { target in
        for row in first.indices where !weights[row].isEmpty {
          let from = first[row] * width
          unsafe add(
            weights[row], of: UnsafeBufferPointer(rebasing: source[from..<from + weights[row].count * width]),
            to: UnsafeMutableBufferPointer(rebasing: target[row * width..<(row + 1) * width]))
        }
      }
    }
    return result
  }
}

/// Adds rows of `source`, one for each weight, to the row `target`.
///
/// The compiler makes vector instructions of whole rows; each sum is read and written once for four of them.
private func add(
  _ weights: [Double], of source: UnsafeBufferPointer<Double>, to target: UnsafeMutableBufferPointer<Double>
) {
  let width = target.count
  var offset = 0
  while offset + 4 <= weights.count {
    let (a, b, c, d) = (weights[offset], weights[offset + 1], weights[offset + 2], weights[offset + 3])
    let (first, second, third, fourth) = (
      offset &* width, (offset &+ 1) &* width, (offset &+ 2) &* width, (offset &+ 3) &* width
    )
    for x in 0..<width {
      var sum = unsafe target[x] + a * source[first &+ x]
      unsafe sum += b * source[second &+ x]
      unsafe sum += c * source[third &+ x]
      unsafe sum += d * source[fourth &+ x]
      unsafe target[x] = sum
    }
    offset += 4
  }
  for (offset, weight) in weights.enumerated().dropFirst(offset) {
    for x in 0..<width { unsafe target[x] += weight * source[offset &* width &+ x] }
  }
}

private func transposed(_ plane: [Double], width: Int) -> [Double] {
  let height = plane.count / width
  var result = [Double](repeating: 0, count: plane.count)
  unsafe plane.withUnsafeBufferPointer { source in
    unsafe result.withUnsafeMutableBufferPointer { target in
      for y in 0..<height {
        for x in 0..<width { unsafe target[x * height + y] = source[y * width + x] }
      }
    }
  }
  return result
}
