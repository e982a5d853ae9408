import Glibc

/// A mass on a damped spring that pulls it to its place of rest.
public struct Spring: Equatable, Hashable, Sendable {
  /// Mass, stiffness and damping in consistent units, such as kg, N/m and N s/m.
  public let mass, stiffness, damping: Double

  /// Traps unless all are positive; without damping it would never rest.
  public init(mass: Double = 1, stiffness: Double, damping: Double) {
    precondition(
      mass > 0 && stiffness > 0 && damping > 0, "mass \(mass), stiffness \(stiffness), damping \(damping)")
    (self.mass, self.stiffness, self.damping) = (mass, stiffness, damping)
  }

  /// A spring with the parameters of `UIView.animate(springDuration:bounce:)`.
  ///
  /// `duration` (seconds) is the period of the undamped spring; `bounce` goes from over −1 (flat) by 0 (as fast as it
  /// goes without overshoot) to below 1 (hardly damped). Traps outside of that.
  public init(duration: Double, bounce: Double = 0) {
    precondition(duration > 0 && bounce > -1 && bounce < 1, "duration \(duration), bounce \(bounce)")
    let frequency = 2 * Double.pi / duration
    let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
    self.init(stiffness: frequency * frequency, damping: 2 * ratio * frequency)
  }

  /// UIKit's own default: half a second, no bounce.
  public static let standard = Spring(duration: 0.5)

  /// The angular frequency without damping, in radians per second.
  public var frequency: Double { (stiffness / mass).squareRoot() }
  /// The damping relative to critical damping; below 1 the spring overshoots.
  public var dampingRatio: Double { damping / (2 * (stiffness * mass).squareRoot()) }

  /// Distance from the place of rest after `time` seconds, when it began at `distance` with `velocity` per second.
  public func distance(after time: Double, from distance: Double, velocity: Double) -> Double {
    let ratio = dampingRatio
    let decay = ratio * frequency
    if time <= 0 { return distance }
    // Near critical damping, both general forms lose precision.
    if abs(ratio - 1) < 1e-6 {
      return exp(-frequency * time) * (distance + (velocity + frequency * distance) * time)
    }
    if ratio < 1 {
      let own = frequency * (1 - ratio * ratio).squareRoot()
      let angle = own * time
      return exp(-decay * time) * (distance * cos(angle) + (velocity + decay * distance) / own * sin(angle))
    }
    let spread = frequency * (ratio * ratio - 1).squareRoot()
    let (slow, fast) = (decay - spread, decay + spread)
    let share = (velocity + fast * distance) / (fast - slow)
    return share * exp(-slow * time) + (distance - share) * exp(-fast * time)
  }

  /// Seconds after which the distance stays within a thousandth of its greatest.
  public var settlingTime: Double {
    let ratio = dampingRatio
    let slowest =
      ratio <= 1 ? ratio * frequency : frequency * (ratio - (ratio * ratio - 1).squareRoot())
    // A critical spring that starts from its place of rest is at e x e^−x of its greatest distance: below
    // .001 from 10.3 on, and no other form is slower. An oscillation's envelope is below from 6.91 on;
    // relative to its first swing it is somewhat later.
    return (ratio < 0.7 ? 8 : 10.4) / slowest
  }
}
