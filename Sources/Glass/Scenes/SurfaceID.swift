/// An identifier of a surface for as long as the surface exists.
public struct SurfaceID: Hashable, Sendable, Comparable {
  public var rawValue: Int

  public init(_ rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Orders identifiers by their numbers.
  public static func < (left: SurfaceID, right: SurfaceID) -> Bool { left.rawValue < right.rawValue }
}
