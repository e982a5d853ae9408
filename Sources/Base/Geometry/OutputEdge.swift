/// One side of an output.
public enum OutputEdge: String, CaseIterable, Sendable {
  case top, bottom, left, right

  /// Whether the edge goes from left to right, and not from top to bottom.
  public var isLevel: Bool { self == .top || self == .bottom }
}
