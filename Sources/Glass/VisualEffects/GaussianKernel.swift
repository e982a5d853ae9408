import Glibc

/// A symmetric kernel along one axis whose discrete variance is exactly the requested one.
public struct GaussianKernel: Equatable, Hashable, Sendable {
  /// Variance in squared cells.
  public let variance: Double
  /// Weights of the cells at distance 0, 1 … from the centre; the first plus twice the others is 1.
  public let weights: [Double]

  /// The distance of the farthest cell that takes part, in cells from the centre.
  public var radius: Int { weights.count - 1 }

  /// A Gaussian cut off at `radius` cells and rescaled to the exact `variance`.
  ///
  /// Traps unless 0 ≤ variance < radius (radius + 1) / 3, the variance of a flat kernel.
  public init(variance: Double, radius: Int) {
    precondition(variance >= 0, "variance \(variance)")
    self.variance = variance
    guard variance > 0 else {
      weights = [1]
      return
    }
    precondition(variance < Double(radius * (radius + 1)) / 3, "variance \(variance), radius \(radius)")
    // Cutting off lowers the variance, so the sampled Gaussian is a little wider than `variance` says.
    var low = 0.0
    var high = variance.squareRoot() * 2 + 0.5
    while Self.variance(Self.sampled(high, radius)) < variance { high *= 2 }
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if middle == low || middle == high { break }
      if Self.variance(Self.sampled(middle, radius)) < variance { low = middle } else { high = middle }
    }
    weights = Self.sampled(high, radius)
  }

  /// The variance of a Gaussian taken at whole cells only, in squared cells: σ² to 2 · 10⁻⁷ from σ = 1, less below.
  static func sampledVariance(sigma: Double) -> Double {
    sigma == 0 ? 0 : variance(sampled(sigma, 2 + Int((9 * sigma).rounded(.up))))
  }

  private static func sampled(_ sigma: Double, _ radius: Int) -> [Double] {
    var weights = (0...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = weights[0] + 2 * weights.dropFirst().reduce(0, +)
    for index in weights.indices { weights[index] /= sum }
    return weights
  }

  private static func variance(_ weights: [Double]) -> Double {
    2 * weights.indices.reduce(0) { $0 + weights[$1] * Double($1 * $1) }
  }
}
