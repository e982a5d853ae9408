import Scenes
import VisualEffects

/// Colours under texts that pass into one another, and the ink of these texts.
///
/// Each colour of it is changed as `ColourGround` changes one, so that the texts are read on all of them.
public struct ColourGradient: Equatable, Hashable, Sendable {
  /// The colours at equal distances, at least two: encoded sRGB and opacity, not premultiplied, 0 … 1.
  public var stops: [SIMD4<Double>]
  /// The direction from the first colour to the last, in degrees clockwise from upwards.
  public var angle: Double
  /// The wanted ink of texts, encoded sRGB; nil: black or white.
  public var ink: SIMD3<Double>?
  /// Whether the screen itself is seen through colours that are not opaque.
  public var isOnScreen = false

  /// Traps unless there are at least two colours.
  public init(_ stops: [SIMD4<Double>], angle: Double, ink: SIMD3<Double>? = nil) {
    precondition(stops.count > 1, "\(stops.count) colours")
    (self.stops, self.angle, self.ink) = (stops, angle, ink)
  }

  /// The ground of the texts, all of which have its main ink: the most transparent colour, or the mean of opaque ones.
  public var ground: ColourGround {
    let faintest = stops.reduce(stops[0]) { $1.w < $0.w ? $1 : $0 }
    let mean = stops.reduce(.zero, +) / Double(stops.count)
    return ground(faintest.w < 1 ? faintest : mean, ink)
  }

  private func ground(_ colour: SIMD4<Double>, _ ink: SIMD3<Double>?) -> ColourGround {
    var ground = ColourGround(colour, inks: ink.map { [$0] } ?? [])
    ground.hasOneInk = true
    return isOnScreen ? ground.onScreen : ground
  }

  /// Returns colours at equal distances as they are shown.
  func shown(count: Int, isDark: Bool, _ legibility: Legibility) -> [SIMD4<Double>] {
    var text = ink
    switch ground.ink(ink, isDark: isDark, legibility) {
    case .plain(let colour), .colour(let colour): text = SIMD3(colour.x, colour.y, colour.z)
    case .vibrant: break
    }
    return (0..<count).map { step in
      let place = Double(step) / Double(max(1, count - 1)) * Double(stops.count - 1)
      let first = min(Int(place), stops.count - 2)
      let colour = stops[first] + (stops[first + 1] - stops[first]) * (place - Double(first))
      return ground(colour, text).shown(isDark: isDark, legibility)
    }
  }
}
