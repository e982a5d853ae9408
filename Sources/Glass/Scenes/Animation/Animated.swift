public import Geometry

/// The course of an animation in time.
public enum Timing: Equatable, Hashable, Sendable {
  /// A change along a curve, for `duration`; traps at use unless that is positive.
  case curve(CubicCurve, duration: Duration)
  /// A change as of a damped spring, until it rests.
  case spring(Spring)
  /// A change at once, without animation.
  case none

  /// UIKit's default: a quarter of a second, eased at both ends.
  public static let standard = Timing.curve(.easeInOut, duration: .milliseconds(250))

  /// The time from start to rest.
  var duration: Duration {
    switch self {
    case .curve(_, let duration): duration
    case .spring(let spring): .seconds(spring.settlingTime)
    case .none: .zero
    }
  }
}

/// A value that is animated to a target.
///
/// The value has no clock: it is asked for with the moment. A new target during an animation is approached from the
/// current value with the current velocity. From `end` on, the value is the target, and no further frames are needed.
public struct Animated<Value: Animatable>: Equatable, Sendable {
  /// The value at rest, or at the end of the animation.
  public private(set) var target: Value
  private var motion: Motion?

  /// A value at rest.
  public init(_ value: Value) {
    target = value
  }

  /// The end of the last animation; nil: there was none, or the last change was made at once.
  public var end: Instant? { motion?.end }

  /// Whether frames are needed after `now`.
  public func isMoving(at now: Instant) -> Bool {
    motion.map { now < $0.end } ?? false
  }

  /// The value at `now`; before the last animation began, the value at its beginning.
  public func value(at now: Instant) -> Value {
    guard let motion, now < motion.end else { return target }
    return motion.value(at: now)
  }

  /// Starts an animation to `target`, or changes the value at once if motion is to be reduced.
  ///
  /// Nothing happens if `target` is the target already, unless motion is to be reduced.
  public mutating func animate(
    to target: Value, _ timing: Timing = .standard, now: Instant, reducesMotion: Bool = false
  ) {
    if target == self.target, !reducesMotion { return }
    guard timing != .none, !reducesMotion else {
      motion = nil
      self.target = target
      return
    }
    precondition(timing.duration > .zero, "\(timing)")
    let (start, end) = Value.matched(value(at: now), target)
    var velocity: [Double]?
    if let motion, isMoving(at: now) {
      // The value a moment later, in the same shape, gives the velocity.
      let later = Value.matched(motion.value(at: now + Motion.moment), target).0
      velocity = zip(later.numbers, start.numbers).map { ($0 - $1) / Motion.moment.seconds }
    }
    motion = Motion(
      start: start, from: start.numbers, to: end.numbers, velocity: velocity, timing: timing, begin: now,
      end: now + timing.duration)
    self.target = target
  }

  /// One animation from a value to another.
  private struct Motion: Equatable, Sendable {
    /// The value at the beginning, whose parts that are no numbers hold for the whole animation.
    var start: Value
    var from, to: [Double]
    /// The change of each number per second at the beginning; nil: the animation begins at rest.
    var velocity: [Double]?
    var timing: Timing
    var begin, end: Instant

    /// The time between two values whose difference gives a velocity.
    static var moment: Duration { .microseconds(1) }

    func value(at now: Instant) -> Value {
      let time = max((now - begin).seconds, 0)
      var value = start
      value.numbers = from.indices.map { number($0, after: time) }
      return value
    }

    private func number(_ index: Int, after time: Double) -> Double {
      let (from, to) = (from[index], to[index])
      let velocity = velocity?[index]
      switch timing {
      case .none: return to
      case .spring(let spring):
        return to + spring.distance(after: time, from: from - to, velocity: velocity ?? 0)
      case .curve(let curve, let duration):
        let length = duration.seconds
        let along = from + (to - from) * curve.value(at: time / length)
        guard let velocity else { return along }
        // The difference between the given velocity and the curve's own fades out, so that the end is the
        // curve's.
        let step = Motion.moment.seconds
        let own = (to - from) * curve.value(at: step / length) / step
        let rest = max(1 - time / length, 0)
        return along + (velocity - own) * time * rest * rest
      }
    }
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
