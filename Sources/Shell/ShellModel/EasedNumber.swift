import Geometry

/// A number that moves from one value to another, easing in and out.
struct EasedNumber: Equatable, Sendable {
  private var from: Double
  /// The value at the end of the movement, or the value at rest.
  private(set) var target: Double
  private var start: Instant
  private var duration: Duration

  /// Makes a number at rest.
  init(_ value: Double) {
    from = value
    target = value
    start = Instant(sinceOrigin: .zero)
    duration = .zero
  }

  /// Starts to move to `target`; `duration` is for a distance of 1, and shorter distances take less.
  mutating func go(to target: Double, in duration: Duration, now: Instant) {
    guard target != self.target else { return }
    from = value(at: now)
    self.target = target
    self.duration = duration * min(1, abs(target - from))
    start = now
  }

  /// The value at `now`.
  func value(at now: Instant) -> Double {
    guard isMoving(at: now) else { return target }
    let part = max(0, (now - start) / duration)
    return from + (target - from) * part * part * (3 - 2 * part)
  }

  func isMoving(at now: Instant) -> Bool { now < start + duration }
}
