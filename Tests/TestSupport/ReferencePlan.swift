import Geometry
import Glibc
public import VisualEffects

/// A blur plan carried out in double precision, as a renderer without errors of its own would do.
///
/// The colour chain is applied at level 2, or at the plan's level if that is less. Coverage is 1 inside the picture
/// and 0 outside, and the blur is divided by it at the points of the grid.
public enum ReferencePlan {
  /// The picture that `plan` makes of all of `backdrop`, with its colours through `chain`.
  public static func shown(
    over backdrop: ReferencePicture, plan: BlurPlan, chain: ColourChain = .identity
  ) -> ReferencePicture {
    let across = Axis(plan, length: backdrop.size.width)
    let down = Axis(plan, length: backdrop.size.height)
    var cells = backdrop.planes.map { plane in
      across.reduction.appliedToRows(
        of: down.reduction.appliedToColumns(of: plane, width: backdrop.size.width), width: backdrop.size.width
      )
    }
    if chain != .identity {
      for index in cells[0].indices {
        let mapped = chain.apply(SIMD3(cells[0][index], cells[1][index], cells[2][index]) / 255) * 255
        for channel in 0..<3 { cells[channel][index] = mapped[channel] }
      }
    }
    let width = across.reduction.first.count
    let planes = cells.map { plane in
      across.blur.appliedToRows(of: down.blur.appliedToColumns(of: plane, width: width), width: width)
    }
    return ReferencePicture(size: backdrop.size, planes: planes)
  }

  /// The two maps before and after the colour chain, along one axis.
  private struct Axis {
    var reduction: Resampling
    var blur: Resampling

    init(_ plan: BlurPlan, length: Int) {
      let pixels = (0..<length).map { Double($0) + 0.5 }
      var level = 0
      var reduction = Resampling(targets: pixels, sources: pixels, reach: 0.5) { abs($0) < 0.25 ? 1 : 0 }
      var later: Resampling?
      var positions = pixels
      for step in plan.reductions {
        let size = Double(1 << level)
        let centres = Self.centres(level: level + step.levels, length: length)
        let map = Resampling(targets: centres, sources: positions, reach: (step.radius + 0.25) * size) {
          step.weights[Int($0 / size + step.radius + 0.5)]
        }
        if level < 2 {
          reduction = level == 0 ? map : reduction.then(map)
        } else {
          later = later?.then(map) ?? map
        }
        level += step.levels
        positions = centres
        if later == nil, plan.sideWeight > 0 {
          let side = plan.sideWeight
          let cell = Double(1 << level)
          reduction = reduction.then(
            Resampling(targets: centres, sources: centres, reach: 1.25 * cell) {
              abs($0) < 0.5 * cell ? 1 - 2 * side : side
            })
        }
      }
      let inside = reduction.coverage
      reduction.normalise()
      self.reduction = reduction
      blur = Self.blur(plan, cells: positions, after: later, length: length, inside: inside)
    }

    /// Maps cells of the chain's level, weighted by `inside`, to the picture's pixels.
    private static func blur(
      _ plan: BlurPlan, cells: [Double], after later: Resampling?, length: Int, inside: [Double]
    ) -> Resampling {
      let size = Double(1 << plan.level)
      var map = Resampling(targets: cells, sources: cells, reach: (Double(plan.kernel.radius) + 0.25) * size)
      {
        plan.kernel.weights[Int(abs($0) / size + 0.5)]
      }
      if let later { map = later.then(map) }
      guard plan.level > 0 else { return map.weighted(inside) }
      let step = Double(plan.gridStep)
      let points = (-1...(length / plan.gridStep + 1)).map { (Double($0) + 0.5) * step }
      let spline = Resampling(targets: points, sources: cells, reach: 2 * size) { bSpline(abs($0) / size) }
      map = map.then(spline).weighted(inside)
      guard plan.gridStep > 1 else {
        return map.then(Resampling(targets: Self.pixels(length), sources: points, reach: 0.25) { _ in 1 })
      }
      return map.then(
        Resampling(targets: Self.pixels(length), sources: points, reach: step) { 1 - abs($0) / step })
    }

    private static func pixels(_ length: Int) -> [Double] { (0..<length).map { Double($0) + 0.5 } }

    /// The centres of all cells of a level in and around the picture.
    private static func centres(level: Int, length: Int) -> [Double] {
      let size = Double(1 << level)
      return (-14...(length >> level) + 14).map { (Double($0) + 0.5) * size }
    }

    private static func bSpline(_ t: Double) -> Double {
      if t >= 2 { return 0 }
      return t < 1 ? 2 / 3.0 - t * t + t * t * t / 2 : pow(2 - t, 3) / 6
    }
  }
}

extension Resampling {
  /// The map with sources weighted by `coverage`, normalised.
  func weighted(_ coverage: [Double]) -> Resampling {
    var result = self
    for target in result.first.indices {
      for index in result.weights[target].indices {
        result.weights[target][index] *= coverage[result.first[target] + index]
      }
    }
    result.normalise()
    return result
  }
}
