public import Geometry

/// How an animation goes on in time.
public enum Timing: Equatable, Hashable, Sendable {
  /// Along a curve, for that long; traps at use unless it is positive.
  case curve(CubicCurve, duration: Duration)
  /// As a spring, until it rests.
  case spring(Spring)
  /// At once.
  case none

  /// What UIKit does where nothing is said: a quarter of a second, eased at both ends.
  public static let standard = Timing.curve(.easeInOut, duration: .milliseconds(250))

  /// From start to rest.
  var duration: Duration {
    switch self {
    case .curve(_, let duration): duration
    case .spring(let spring): .seconds(spring.settlingTime)
    case .none: .zero
    }
  }
}

/// A value that moves to where it is told.
///
/// It knows no clock: what it is at a moment is asked with that moment. Told anew on its way, it goes on from where it is
/// and as fast as it is. At `end` it is the target itself, and nothing need wake for it.
public struct Animated<Value: Animatable>: Equatable, Sendable {
  /// Where it is, or is going.
  public private(set) var target: Value
  private var motion: Motion?

  /// A value at rest.
  public init(_ value: Value) {
    target = value
  }

  /// When it comes to rest; nil: it rests already, or nobody has told it since.
  public var end: Instant? { motion?.end }

  /// Whether frames are needed after `now`.
  public func isMoving(at now: Instant) -> Bool {
    motion.map { now < $0.end } ?? false
  }

  /// What it is at `now`, also before it was told anew last: the state it then had.
  public func value(at now: Instant) -> Value {
    guard let motion, now < motion.end else { return target }
    return motion.value(at: now)
  }

  /// Sends it to `target`, at once if motion is to be reduced.
  ///
  /// Nothing happens if it is on its way there, or there.
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
      // A moment later, in the same shape.
      let later = Value.matched(motion.value(at: now + Motion.moment), target).0
      velocity = zip(later.numbers, start.numbers).map { ($0 - $1) / Motion.moment.seconds }
    }
    motion = Motion(
      start: start, from: start.numbers, to: end.numbers, velocity: velocity, timing: timing, begin: now,
      end: now + timing.duration)
    self.target = target
  }

  /// One way from a state to the next.
  private struct Motion: Equatable, Sendable {
    /// The shape of both.
    var start: Value
    var from, to: [Double]
    /// Per second at the beginning; nil: from rest.
    var velocity: [Double]?
    var timing: Timing
    var begin, end: Instant

    /// Short enough to tell a velocity.
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
        // What the curve itself does not begin with fades, so that it ends where and as it should.
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
