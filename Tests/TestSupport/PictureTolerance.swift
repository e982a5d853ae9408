/// How far pictures of one scene may differ that different renderers drew, or that one drew on different machines.
///
/// All figures are in 1/255.
public struct PictureTolerance: Sendable {
  /// The largest difference where the picture is even: a value between two steps may be rounded to either.
  public var even: Double
  /// The largest difference at edges: under an antialiased edge, the roundings of what lies over one another add up.
  public var edge: Double
  /// The largest mean difference, which any change of a colour exceeds.
  public var mean: Double

  /// A pixel is one of an edge if the step to a neighbour is larger than this, which is the step of dither.
  public static let edgeStep = 1.0

  /// The tolerance for both renderers beside each other, for OpenGL ES and for the CPU alike: whole areas of one colour may
  /// be rounded to the other step.
  public static let renderers = PictureTolerance(even: 1, edge: 3, mean: 1)

  /// The tolerance for two drawings by one renderer: blurs may have begun elsewhere.
  public static let same = PictureTolerance(even: 2, edge: 2, mean: 0.2)

  /// The tolerance for either renderer beside the pictures that are kept.
  ///
  /// Those were drawn once, by another driver perhaps, which may dither to the other step.
  public static let golden = PictureTolerance(even: 1, edge: 3, mean: 0.25)
}

extension PictureDifference {
  /// Whether the pictures are as much alike as `tolerance` asks for.
  public func isWithin(_ tolerance: PictureTolerance) -> Bool {
    maxBesideEdges <= tolerance.even && max <= tolerance.edge && mean <= tolerance.mean
  }
}
