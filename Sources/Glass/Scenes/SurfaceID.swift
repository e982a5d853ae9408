/// Names a surface for as long as it exists.
public struct SurfaceID: Hashable, Sendable, Comparable {
  public var rawValue: Int

  public init(_ rawValue: Int) {
    self.rawValue = rawValue
  }

  /// By number.
  public static func < (left: SurfaceID, right: SurfaceID) -> Bool { left.rawValue < right.rawValue }
}
