public import Geometry

/// The accent that takes its hue from the backdrop.
///
/// Measurements of the backdrop are passed in. The hue changes only if another one is clearly stronger for a while, so that it
/// does not flicker while windows move.
public struct BackdropAccent: Equatable, Sendable {
  /// The time for which another hue has to be the stronger one.
  public static let leastDuration = Duration.seconds(2)
  /// The angle in degrees up to which hues count as the same.
  private static let tolerance = 25.0
  /// The share of the strongest hue's weight down to which the present hue is kept.
  private static let keepingShare = 0.7
  /// The mean strength of colours from which a grey backdrop counts as coloured, and below which a coloured one counts as grey.
  private static let (coloured, grey) = (0.012, 0.006)
  /// The lightness and the chroma of the accent in Oklab.
  private static let (lightness, chroma) = (0.62, 0.17)

  /// The hue of the accent in degrees; nil: the backdrop is grey, or not known.
  public private(set) var hue: Double?
  private var hasMeasured = false
  /// The hue that the backdrop has called for, and since when; nil: it calls for the present one.
  private var candidate: Candidate?

  private struct Candidate: Equatable {
    var hue: Double?
    var since: Instant
  }

  public init() {}

  /// The accent, encoded sRGB, 0 … 1; nil: there is none, since the backdrop is grey.
  public var colour: SIMD3<Double>? {
    hue.map { Oklab(lightness: Self.lightness, chroma: Self.chroma, hue: $0).encoded }
  }

  /// The moment at which `update` is due if nothing is measured meanwhile; nil: none.
  public var deadline: Instant? { candidate.map { $0.since + Self.leastDuration } }

  /// Notes the colours behind the glass, encoded sRGB, all of which count alike. The first ones take effect at once.
  public mutating func measured(_ backdrop: [SIMD3<Double>], now: Instant) {
    guard !backdrop.isEmpty else { return }
    let histogram = HueHistogram(backdrop)
    let isColoured = histogram.strength >= (hue == nil ? Self.coloured : Self.grey)
    let wanted = isColoured ? histogram.dominant : nil
    defer { hasMeasured = true }
    if !hasMeasured {
      hue = wanted
    } else if isKept(wanted, histogram) {
      candidate = nil
    } else {
      let isSame = candidate.map { Self.areNear($0.hue, wanted) } ?? false
      candidate = Candidate(hue: wanted, since: isSame ? candidate?.since ?? now : now)
    }
    update(now: now)
  }

  /// Changes the hue if the backdrop has called for another one long enough.
  public mutating func update(now: Instant) {
    guard let candidate, now >= candidate.since + Self.leastDuration else { return }
    hue = candidate.hue
    self.candidate = nil
  }

  private func isKept(_ wanted: Double?, _ histogram: HueHistogram) -> Bool {
    guard let hue, let wanted else { return hue == wanted }
    return Self.areNear(hue, wanted)
      || histogram.weight(about: hue) >= Self.keepingShare * histogram.weight(about: wanted)
  }

  /// Whether two hues count as the same; nil: there is none.
  private static func areNear(_ one: Double?, _ other: Double?) -> Bool {
    guard let one, let other else { return one == other }
    let distance = abs(one - other)
    return min(distance, 360 - distance) <= tolerance
  }
}
