/// Distances from the edges of an output, in logical pixels.
public struct EdgeMargins: Equatable, Hashable, Sendable {
  public var top, right, bottom, left: Int

  public init(top: Int = 0, right: Int = 0, bottom: Int = 0, left: Int = 0) {
    (self.top, self.right, self.bottom, self.left) = (top, right, bottom, left)
  }
}
