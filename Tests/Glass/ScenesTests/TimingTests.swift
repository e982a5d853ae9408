import Scenes
import Testing

struct TimingTests {
  /// Values of the curves that CSS names, worked out with 30 digits.
  @Test(arguments: [
    (CubicCurve.linear, 0.25, 0.25), (.linear, 0.7, 0.7), (.ease, 0.25, 0.408_511_3),
    (.ease, 0.5, 0.802_403_4),
    (.ease, 0.75, 0.960_458_9), (.easeOut, 0.5, 0.684_643_2),
    (.easeInOut, 0.25, 0.129_161_7), (.easeInOut, 0.5, 0.5), (.easeInOut, 0.75, 0.870_838_3),
  ])
  func `curves are those of CSS`(curve: CubicCurve, time: Double, value: Double) {
    #expect(abs(curve.value(at: time) - value) < 1e-6)
  }

  @Test func `curves begin at 0 and end at 1, and may go beyond between`() {
    for curve in [CubicCurve.linear, .ease, .easeOut, .easeInOut, CubicCurve(0, 1, 1, 0)] {
      #expect(curve.value(at: 0) == 0 && curve.value(at: 1) == 1)
      #expect(curve.value(at: -1) == 0 && curve.value(at: 9) == 1)
      let values = (0...1000).map { curve.value(at: Double($0) / 1000) }
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
    }
    #expect((0...100).contains { CubicCurve(0.3, -0.5, 0.7, 1.5).value(at: Double($0) / 100) < 0 })
  }

  /// The spring's differential equation, integrated by Runge and Kutta's method in small steps.
  @Test(arguments: [
    Spring(stiffness: 100, damping: 4), Spring(mass: 3, stiffness: 250, damping: 40),
    Spring(duration: 0.5), Spring(duration: 0.5, bounce: 0.3), Spring(duration: 0.8, bounce: 0.9),
    Spring(duration: 0.4, bounce: -0.5), Spring(stiffness: 100, damping: 20.000_01),
  ])
  func `springs move as their equation says`(spring: Spring) {
    for (distance, velocity) in [(1.0, 0.0), (1, -40), (0, 7), (-2, 30)] {
      var (x, v) = (distance, velocity)
      let step = 0.0005
      func acceleration(_ x: Double, _ v: Double) -> Double {
        -(spring.stiffness * x + spring.damping * v) / spring.mass
      }
      for index in 1...2000 {
        let (k1, l1) = (v, acceleration(x, v))
        let (k2, l2) = (v + step / 2 * l1, acceleration(x + step / 2 * k1, v + step / 2 * l1))
        let (k3, l3) = (v + step / 2 * l2, acceleration(x + step / 2 * k2, v + step / 2 * l2))
        let (k4, l4) = (v + step * l3, acceleration(x + step * k3, v + step * l3))
        x += step / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        v += step / 6 * (l1 + 2 * l2 + 2 * l3 + l4)
        let exact = spring.distance(after: Double(index) * step, from: distance, velocity: velocity)
        if index % 50 == 0 { #expect(abs(exact - x) < 1e-6, "after \(Double(index) * step) s") }
      }
    }
  }

  @Test func `UIKit's durations and bounces are these springs`() {
    let flat = Spring(duration: 0.5)
    #expect(abs(flat.stiffness - 157.913_670) < 1e-6 && abs(flat.damping - 25.132_741) < 1e-6)
    #expect(abs(flat.dampingRatio - 1) < 1e-12)
    #expect(abs(Spring(duration: 0.5, bounce: 0.25).dampingRatio - 0.75) < 1e-12)
    #expect(abs(Spring(duration: 0.5, bounce: -0.5).dampingRatio - 2) < 1e-12)
    #expect(Spring.standard == flat)
    // e^−π (1 + π) of the way is left after half a period.
    #expect(abs(flat.distance(after: 0.25, from: 1, velocity: 0) - 0.178_974_5) < 1e-6)
  }

  @Test(arguments: [-0.9, -0.5, -0.01, 0, 0.05, 0.1, 0.2, 0.29, 0.31, 0.5, 0.7, 0.95])
  func `springs rest within a thousandth after their settling time`(bounce: Double) {
    let spring = Spring(duration: 0.6, bounce: bounce)
    for (distance, velocity) in [(1.0, 0.0), (0, 1)] {
      let times = (0...4000).map { Double($0) / 1000 * spring.settlingTime }
      let values = times.map { abs(spring.distance(after: $0, from: distance, velocity: velocity)) }
      let most = values.max() ?? 0
      for (time, value) in zip(times, values) where time >= spring.settlingTime {
        #expect(value <= 0.001 * most, "\(distance) \(velocity) at \(time)")
      }
    }
  }
}
