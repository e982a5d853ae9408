/// The permitted differences between pictures of one scene that were drawn by different renderers, or on different
/// machines.
///
/// All figures are in 1/255.
public struct PictureTolerance: Sendable {
  /// The largest difference away from edges, where a value between two steps may be rounded to either.
  public var even: Double
  /// The largest difference at antialiased edges, where the roundings of several layers add up.
  public var edge: Double
  /// The largest mean difference, which a change of any colour would exceed.
  public var mean: Double

  /// A pixel lies at an edge if the step to a neighbour is larger than this, which is the step of dither.
  public static let edgeStep = 1.0

  /// The tolerance between the two renderers, OpenGL ES and CPU: whole areas of one colour may be rounded to
  /// different steps.
  public static let renderers = PictureTolerance(even: 1, edge: 3, mean: 1)

  /// The tolerance for two drawings by one renderer, whose blurs may have grids with different origins.
  public static let same = PictureTolerance(even: 2, edge: 2, mean: 0.2)

  /// The tolerance between either renderer and the golden pictures.
  ///
  /// These were drawn once, possibly by another driver, which may dither to the other step.
  public static let golden = PictureTolerance(even: 1, edge: 3, mean: 0.25)
}

extension PictureDifference {
  /// Whether the pictures differ by no more than `tolerance`.
  public func isWithin(_ tolerance: PictureTolerance) -> Bool {
    maxBesideEdges <= tolerance.even && max <= tolerance.edge && mean <= tolerance.mean
  }
}
