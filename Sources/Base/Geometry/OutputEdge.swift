/// One side of an output.
public enum OutputEdge: String, CaseIterable, Sendable {
  case top, bottom, left, right

  /// Whether the edge is horizontal.
  public var isLevel: Bool { self == .top || self == .bottom }
}
