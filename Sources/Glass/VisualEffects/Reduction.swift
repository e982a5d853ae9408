/// One separable step to a smaller picture; a new cell's centre lies between the middle two cells it is made
/// of.
public enum Reduction: Hashable, Sendable {
  /// The weights [1 3 3 1] / 8, to half the size.
  case binomial4
  /// The weights [1 5 10 10 5 1] / 32, to half the size.
  case binomial6
  /// `binomial4` twice in one pass, to a quarter: [1 3 6 10 12 12 10 6 3 1] / 64.
  case binomial10
  /// The mean of 2 cells along each axis, to half the size.
  case mean2
  /// The mean of 4 cells along each axis, to a quarter.
  case mean4

  /// The number of levels by which the picture is reduced: 1 halves its size, 2 quarters it.
  public var levels: Int {
    switch self {
    case .binomial4, .binomial6, .mean2: 1
    case .binomial10, .mean4: 2
    }
  }

  /// Weights of neighbouring cells along one axis, symmetric about the new cell's centre.
  public var weights: [Double] {
    switch self {
    case .binomial4: [1, 3, 3, 1].map { $0 / 8 }
    case .binomial6: [1, 5, 10, 10, 5, 1].map { $0 / 32 }
    case .binomial10: [1, 3, 6, 10, 12, 12, 10, 6, 3, 1].map { $0 / 64 }
    case .mean2: [1, 1].map { $0 / 2 }
    case .mean4: [1, 1, 1, 1].map { $0 / 4 }
    }
  }

  /// Distance from the new cell's centre to the farthest cell's centre, in cells of the source.
  public var radius: Double { Double(weights.count - 1) / 2 }

  /// Variance in squared cells of the source.
  public var variance: Double {
    let weights = self.weights
    return weights.indices.reduce(0) { sum, index in
      let distance = Double(index) - radius
      return sum + weights[index] * distance * distance
    }
  }
}
