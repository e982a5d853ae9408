public import Geometry
public import VisualEffects

/// The choice between an effect's two looks by what is behind it: the one that legibility has to fill less is
/// preferred.
///
/// Measurements of the backdrop are passed in. The look changes only for a gain that is large and lasts, so a
/// backdrop that hovers at the threshold changes it at most once.
public struct Polarity: Equatable, Sendable {
  /// The mean fill that each look needs over a backdrop, 0 … 1; see `Legibility.Bounds.opacity`.
  public struct Need: Equatable, Sendable {
    public var light, dark: Double

    public init(light: Double, dark: Double) {
      self.light = light
      self.dark = dark
    }

    /// The need of `effect` over these colours (encoded sRGB), all of which count alike: blocks of a coarse picture
    /// of the backdrop.
    ///
    /// With legibility off, the fills are those of the standard legibility, so that a look can be chosen.
    public init(
      of effect: BlurEffect, over backdrop: [SIMD3<Double>], legibility: Legibility, range: ShownRange = .full
    ) {
      let promise = legibility.contrast > 1 ? legibility : .standard
      func mean(_ isDark: Bool) -> Double {
        let material = effect.material(isDark: isDark)
        guard let bounds = promise.bounds(isDark: material.isDark, range: range), !backdrop.isEmpty else {
          return 0
        }
        let fills = backdrop.map { bounds.opacity(of: Luminance.of(material.chain.apply($0))) }
        return fills.reduce(0, +) / Double(fills.count)
      }
      light = mean(false)
      dark = mean(true)
    }
  }

  /// The least difference between the mean fills for which the look changes.
  public static let leastGain = 0.15
  /// The time for which that difference has to last.
  public static let leastDuration = Duration.milliseconds(300)

  public private(set) var isDark: Bool
  /// The moment since which the other look needs less fill by at least `leastGain`; nil: it does not.
  private var since: Instant?
  private var hasMeasured: Bool

  /// Starts with the look `isDark`, which holds until the first measurement; if it `isSettled`, the first measurement changes
  /// it no sooner than later ones.
  public init(isDark: Bool, isSettled: Bool = false) {
    (self.isDark, hasMeasured) = (isDark, isSettled)
  }

  /// The moment at which `update` is due if nothing is measured meanwhile; nil: none.
  public var deadline: Instant? { since.map { $0 + Self.leastDuration } }

  /// Records a measurement and returns whether the look has changed.
  ///
  /// The first measurement may change the look at once. Traps if `now` lies before an earlier one.
  @discardableResult
  public mutating func update(_ need: Need, now: Instant) -> Bool {
    let gain = isDark ? need.dark - need.light : need.light - need.dark
    guard gain >= Self.leastGain else {
      since = nil
      hasMeasured = true
      return false
    }
    if !hasMeasured { return flip() }
    let since = since ?? now
    precondition(now >= since, "\(now) after \(since)")
    self.since = since
    return now - since >= Self.leastDuration ? flip() : false
  }

  private mutating func flip() -> Bool {
    isDark.toggle()
    since = nil
    hasMeasured = true
    return true
  }
}
