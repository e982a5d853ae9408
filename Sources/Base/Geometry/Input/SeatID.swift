/// Names one seat: the pointer, the touch screen and the keyboard of one user.
public struct SeatID: Hashable, Sendable {
  /// The registry's number, unique while the connection lasts.
  public var rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }
}
