/// The steps that compute a Gaussian blur of a given size: the picture is reduced, blurred and enlarged.
///
/// The variances of all steps add up to σ² exactly, so the blur is continuous in σ. With the binomial base,
/// no picture differs by more than .85/255 from the exact Gaussian (the worst is at σ 5.8; below σ .8 "exact"
/// is the sampled Gaussian, whose variance is less than σ²). Grids are anchored to multiples of 2^level in
/// output coordinates.
public struct BlurPlan: Equatable, Hashable, Sendable {
  /// The kind of the first reductions.
  public enum Base: Hashable, Sendable {
    /// Binomial reductions from full size on, for pictures whose pixels are known exactly.
    case binomial
    /// Means of 2 × 2 or 4 × 4 pixels, which average the dither of an estimated backdrop.
    case mean
    /// Means of 2 × 2 or 4 × 4 pixels, each then mixed with its neighbours (`sideWeight`).
    ///
    /// This comes near to the binomial, and so do materials computed from it: over text and shapes 1.1/255 at
    /// worst, where plain means give 4.
    case smoothedMean
  }

  /// The resulting standard deviation in full-size pixels; at least `minimumLiveSigma` unless the base is
  /// `.binomial`.
  public let sigma: Double
  public let base: Base
  /// The level of the small picture, whose cells are 2^level full-size pixels wide.
  public let level: Int
  /// The reductions from full size to `level`, in order.
  public let reductions: [Reduction]
  /// The share that each of a cell's two neighbours along an axis has in its smoothed mean, before the colour
  /// chain; 0 unless the base is `.smoothedMean`.
  public let sideWeight: Double
  /// The kernel that blurs the small picture at `level`, in cells of that level.
  public let kernel: GaussianKernel
  /// Pixels between the points of the grid onto which the small picture is enlarged: 1, 2 or 4.
  ///
  /// Enlarging is by the cubic B-spline, the last step from the grid to pixels bilinear. Points lie at the centres
  /// of the grid's cells, so a pixel at a border takes part of a point up to 2 px beyond it.
  public let gridStep: Int

  /// The least standard deviation of a live blur, in full-size pixels: a thinner one averages too few pixels
  /// of the estimate.
  public static let minimumLiveSigma = 4.0

  /// Traps unless `sigma` (full-size pixels) is finite and not negative.
  ///
  /// `minimumLevel` is for pictures that are kept reduced: from σ 5.6 it costs no exactness, at σ 4 a level of 2
  /// costs 4/255 at worst. Traps if the reductions alone blur more than `sigma`. The grid has a point for each pixel if
  /// `isFinest`, for pictures that are bent.
  public init(
    sigma asked: Double, base: Base = .binomial, minimumLevel: Int = 0, isFinest: Bool = false
  ) {
    precondition(asked >= 0 && asked.isFinite, "sigma \(asked)")
    let sigma = base == .binomial ? asked : max(asked, Self.minimumLiveSigma)
    self.sigma = sigma
    self.base = base
    level = max(minimumLevel, Self.level(sigma: sigma))
    gridStep = isFinest ? 1 : Self.gridStep(sigma: sigma)
    reductions = Self.reductions(level: level, sigma: sigma, base: base)
    // These weights add the variance that a binomial has above a mean: .5 px² at level 1, 2.5 px² at level 2.
    sideWeight = base != .smoothedMean ? 0 : level == 1 ? 1.0 / 16 : 5.0 / 64
    let whole = level == 0 ? GaussianKernel.sampledVariance(sigma: sigma) : sigma * sigma
    let spent =
      Self.downVariance(reductions, sideWeight: sideWeight)
      + Self.upVariance(level: level, gridStep: gridStep)
    let cell = Double(1 << level)
    let variance = (whole - spent) / (cell * cell)
    precondition(variance >= 0, "level \(level) is too much for sigma \(sigma)")
    let reach = level == 0 ? 3.3 * sigma : 3.2 * variance.squareRoot()
    kernel = GaussianKernel(variance: variance, radius: max(1, Int(reach.rounded(.up))))
  }

  /// The same blur on a grid that has a point for each pixel.
  public var onFinestGrid: BlurPlan {
    gridStep == 1 ? self : BlurPlan(sigma: sigma, base: base, minimumLevel: level, isFinest: true)
  }

  /// Variance of all reductions in full-size px².
  public var downVariance: Double { Self.downVariance(reductions, sideWeight: sideWeight) }

  /// Variance of enlarging in full-size px²: the cubic B-spline's and the mean of the bilinear step's.
  public var upVariance: Double { Self.upVariance(level: level, gridStep: gridStep) }

  /// The distance in full-size pixels up to which other pixels take part in a blurred one: the margin to
  /// capture, and the amount by which damage grows.
  public var support: Int {
    let cell = Double(1 << level)
    var reach = Double(kernel.radius) * cell
    var size = 1.0
    for reduction in reductions {
      reach += reduction.radius * size
      size *= Double(1 << reduction.levels)
    }
    if sideWeight > 0 { reach += Double(1 << reductions[0].levels) }
    if level > 0 { reach += 2 * cell }
    if gridStep > 1 { reach += Double(gridStep) }
    return Int(reach.rounded(.up))
  }

  private static func level(sigma: Double) -> Int {
    if sigma < 2.7 { return 0 }
    var level = 1
    while sigma > 6.2 * Double(1 << (level - 1)) { level += 1 }
    return level
  }

  private static func gridStep(sigma: Double) -> Int {
    // The B-spline's result is smooth enough for this because the plan counts the bilinear step's variance.
    sigma >= 20 ? 4 : sigma >= 8 ? 2 : 1
  }

  private static func reductions(level: Int, sigma: Double, base: Base) -> [Reduction] {
    if level == 0 { return [] }
    var steps: [Reduction] = []
    var reached = 0
    if base != .binomial {
      steps.append(level == 1 ? .mean2 : .mean4)
      reached = min(level, 2)
    } else if level == 1 {
      steps.append(sigma < 4 ? .binomial6 : .binomial4)
      reached = 1
    }
    while reached < level {
      steps.append(level - reached >= 2 ? .binomial10 : .binomial4)
      reached += steps[steps.count - 1].levels
    }
    return steps
  }

  private static func downVariance(_ reductions: [Reduction], sideWeight: Double) -> Double {
    var size = 1.0
    let smoothed = Double(1 << (reductions.first?.levels ?? 0))
    return reductions.reduce(2 * sideWeight * smoothed * smoothed) { sum, reduction in
      defer { size *= Double(1 << reduction.levels) }
      return sum + reduction.variance * size * size
    }
  }

  private static func upVariance(level: Int, gridStep: Int) -> Double {
    guard level > 0 else { return 0 }
    let cell = Double(1 << level)
    // The variance is t (1 − t) h² for a pixel at fraction t between two points; this is its mean over such
    // pixels.
    let bilinear = gridStep == 4 ? 2.75 : gridStep == 2 ? 0.75 : 0
    return cell * cell / 3 + bilinear
  }
}
