/// The way in which scrolling over a module is counted.
public struct ScrollRule: Equatable, Sendable {
  /// The devices whose direction is reversed.
  public enum Reversal: String, CaseIterable, Sendable {
    case none, touchpad, wheel, all
  }

  /// The distance of one step with two fingers, in points; by default that of a notch of a wheel in wlroots and GTK.
  public var threshold = 15.0
  public var reversal = Reversal.none

  public init() {}

  /// Whether the direction is reversed for a wheel, or for two fingers.
  public func reverses(wheel isWheel: Bool) -> Bool {
    switch reversal {
    case .none: false
    case .touchpad: !isWheel
    case .wheel: isWheel
    case .all: true
    }
  }
}
