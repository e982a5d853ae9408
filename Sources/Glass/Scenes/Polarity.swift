public import Geometry
public import VisualEffects

/// Which of an effect's two looks suits what is behind it: the one that legibility has to fill less.
///
/// A value that is fed with what is measured. It flips only for a gain that is large and lasts, so a backdrop that hovers
/// at the threshold flips it once at most.
public struct Polarity: Equatable, Sendable {
  /// The mean fill that each look needs over a backdrop, 0 … 1; see `Legibility.Bounds.opacity`.
  public struct Need: Equatable, Sendable {
    public var light, dark: Double

    public init(light: Double, dark: Double) {
      self.light = light
      self.dark = dark
    }

    /// What `effect` needs over these colours (encoded sRGB), all of which count alike: blocks of a coarse picture of
    /// the backdrop.
    ///
    /// With legibility off it is measured as if it were the standard: the look has to be chosen somehow.
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

  /// The least difference of the fills for which the look changes.
  public static let leastGain = 0.15
  /// How long the difference has to last.
  public static let leastDuration = Duration.milliseconds(300)

  public private(set) var isDark: Bool
  /// Since when the other look would have been better by the least gain.
  private var since: Instant?
  private var hasMeasured = false

  /// `isDark` holds until something is measured.
  public init(isDark: Bool) {
    self.isDark = isDark
  }

  /// When to ask again if nothing is measured meanwhile; nil: never.
  public var deadline: Instant? { since.map { $0 + Self.leastDuration } }

  /// Takes a measurement and says whether the look has changed.
  ///
  /// The first one decides at once: there is nothing yet to be kept. Traps if time runs backwards.
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
