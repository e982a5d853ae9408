/// The bending of the backdrop at the edge of a sheet of glass, which is as thick as it is far from the edge there.
///
/// Inside the sheet, at the distance d from its edge, the glass shows its blurred backdrop as it is at the distance
/// d + A (1 − √(t (2 − t))) from the edge, with t = d / H limited to 0 … 1: the edge shows what lies at the distance A, and
/// from the depth H on nothing is bent. This is the slope of a quarter of a circle, the profile of a rounded edge.
public struct Refraction: Equatable, Hashable, Sendable {
  /// The distance H from the edge, in points, up to which the backdrop is bent; a thin sheet has less of it, at most 45 % of
  /// half of its smaller side, and as much less of `amount`.
  public var depth: Double
  /// The distance A from the edge, in points, of what the edge shows.
  public var amount: Double
  /// The share by which red is bent less and blue more than green, 0 … 0.02.
  public var dispersion: Double

  public init(depth: Double, amount: Double, dispersion: Double = 0) {
    (self.depth, self.amount, self.dispersion) = (depth, amount, dispersion)
  }

  /// Glass that is flat up to its edge.
  public static let none = Refraction(depth: 0, amount: 0)

  /// Whether anything is bent.
  public var isVisible: Bool { depth > 0 && amount > 0 }

  /// The refraction with its figures limited to those that can be drawn, after an animation that has carried them too far.
  var shown: Refraction {
    Refraction(depth: max(depth, 0), amount: max(amount, 0), dispersion: min(max(dispersion, 0), 0.02))
  }
}
