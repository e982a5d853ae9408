public import Geometry

/// A number on its way from one value to another, gently at both ends.
public struct Transition: Equatable, Sendable {
  private var from: Double
  /// Where it goes, or is.
  public private(set) var target: Double
  private var start: Instant
  private var duration: Duration

  /// At rest.
  public init(_ value: Double) {
    from = value
    target = value
    start = Instant(sinceOrigin: .zero)
    duration = .zero
  }

  /// Goes to `target` from where it is; `duration` is that of a way of 1, and shorter ways take less.
  public mutating func go(to target: Double, in duration: Duration, now: Instant) {
    guard target != self.target else { return }
    from = value(at: now)
    self.target = target
    self.duration = duration * min(1, abs(target - from))
    start = now
  }

  /// Where it is.
  public func value(at now: Instant) -> Double {
    guard isMoving(at: now) else { return target }
    let part = max(0, (now - start) / duration)
    return from + (target - from) * part * part * (3 - 2 * part)
  }

  public func isMoving(at now: Instant) -> Bool { now < start + duration }
}
