import Glibc
import Testing

@testable import VisualEffects

struct BlurPlanTests {
  /// .5 … 135 px in steps of 2 %, and both sides of every threshold.
  static let sigmas: [Double] = {
    var sigmas: [Double] = []
    var sigma = 0.5
    while sigma <= 135 {
      sigmas.append(sigma)
      sigma *= 1.02
    }
    let thresholds = [2.7, 4, 6.2, 8, 12.4, 20, 24.8, 49.6, 99.2, 135]
    return sigmas + thresholds.flatMap { [$0.nextDown, $0, $0.nextUp] }
  }()

  @Test(arguments: [BlurPlan.Base.binomial, .mean, .smoothedMean])
  func `variances of all steps add up to the Gaussian's`(base: BlurPlan.Base) {
    for sigma in Self.sigmas {
      let plan = BlurPlan(sigma: sigma, base: base)
      let cell = Double(1 << plan.level)
      var inKernel = 0.0
      for (distance, weight) in plan.kernel.weights.enumerated() {
        inKernel += 2 * weight * Double(distance * distance)
      }
      var wanted = plan.sigma * plan.sigma
      if plan.level == 0 {
        let terms = (1...40).map { ($0 * $0, exp(-Double($0 * $0) / (2 * wanted))) }
        let sum = 1 + 2 * terms.reduce(0) { $0 + $1.1 }
        wanted = 2 * terms.reduce(0) { $0 + Double($1.0) * $1.1 } / sum
      }
      let total = plan.downVariance + inKernel * cell * cell + plan.upVariance
      #expect(abs(total - wanted) <= 1e-9 * max(1, wanted), "sigma \(sigma)")
      if sigma >= 1.2 { #expect(abs(total - plan.sigma * plan.sigma) <= 1e-8, "sigma \(sigma)") }
    }
  }

  @Test(arguments: [BlurPlan.Base.binomial, .mean, .smoothedMean])
  func `a kernel has a radius of at most ten and weights that sum to one`(base: BlurPlan.Base) {
    for sigma in Self.sigmas {
      let plan = BlurPlan(sigma: sigma, base: base)
      #expect(plan.kernel.radius <= 10, "sigma \(sigma)")
      #expect(plan.kernel.weights.allSatisfy { $0 >= 0 })
      #expect(zip(plan.kernel.weights, plan.kernel.weights.dropFirst()).allSatisfy(>=))
      let sum = plan.kernel.weights[0] + 2 * plan.kernel.weights.dropFirst().reduce(0, +)
      #expect(abs(sum - 1) < 1e-12)
    }
  }

  @Test(arguments: [Reduction.binomial4, .binomial6, .binomial10, .mean2, .mean4])
  func `the weights of a reduction are symmetric and sum to one`(reduction: Reduction) {
    #expect(reduction.weights == reduction.weights.reversed())
    #expect(reduction.weights.reduce(0, +) == 1)
  }

  @Test func `ten taps are four taps twice`() {
    let once = Reduction.binomial4.weights
    var twice = [Double](repeating: 0, count: 10)
    for (i, a) in once.enumerated() {
      for (j, b) in once.enumerated() { twice[i + 2 * j] += a * b }
    }
    #expect(twice == Reduction.binomial10.weights)
  }

  @Test(arguments: [
    (2.0, 0, [Reduction](), 1), (3.5, 1, [.binomial6], 1), (5, 1, [.binomial4], 1), (10, 2, [.binomial10], 2),
    (20, 3, [.binomial10, .binomial4], 4), (30, 4, [.binomial10, .binomial10], 4),
    (60, 5, [.binomial10, .binomial10, .binomial4], 4),
  ])
  func `a plan reduces to the level at which the kernel stays small`(
    sigma: Double, level: Int, reductions: [Reduction], gridStep: Int
  ) {
    let plan = BlurPlan(sigma: sigma)
    #expect(plan.level == level)
    #expect(plan.reductions == reductions)
    #expect(plan.gridStep == gridStep)
    #expect(plan.reductions.reduce(0) { $0 + $1.levels } == level)
  }

  @Test func `a live plan starts from means and is never thinner than four pixels`() {
    #expect(BlurPlan(sigma: 1, base: .mean) == BlurPlan(sigma: 4, base: .mean))
    #expect(BlurPlan(sigma: 5, base: .mean).reductions == [.mean2])
    #expect(BlurPlan(sigma: 30, base: .mean).reductions == [.mean4, .binomial10])
    #expect(BlurPlan(sigma: 30, base: .mean).downVariance == 1.25 + 0.75 * (16 + 64))
  }

  @Test(arguments: [4.0, 5, 6.2, 6.3, 30])
  func `a plan can be held to a level`(sigma: Double) {
    let plan = BlurPlan(sigma: sigma, base: .smoothedMean, minimumLevel: 2)
    #expect(plan.level == max(2, BlurPlan(sigma: sigma).level))
    #expect(plan.reductions.first == .mean4)
    let cell = Double(1 << plan.level)
    let total = plan.downVariance + plan.kernel.variance * cell * cell + plan.upVariance
    #expect(abs(total - sigma * sigma) < 1e-9)
    #expect(plan.kernel.radius <= 10)
  }

  @Test func `smoothed means have the variance of the binomial`() {
    for sigma in Self.sigmas where sigma >= 4 {
      let plan = BlurPlan(sigma: sigma, base: .smoothedMean)
      #expect(plan.downVariance == BlurPlan(sigma: sigma).downVariance)
      #expect(plan.kernel == BlurPlan(sigma: sigma).kernel)
    }
  }

  @Test func `support is what the steps reach`() {
    // 6 cells of 16 px, 1.5 · 15 px of reductions, 2 cells of the spline, 4 px of the grid.
    #expect(BlurPlan(sigma: 30).support == 96 + 23 + 32 + 4)
    #expect(BlurPlan(sigma: 1).support == 4)
    #expect(BlurPlan(sigma: 0).support == 0)
  }
}
