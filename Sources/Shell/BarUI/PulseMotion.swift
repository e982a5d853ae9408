public import Geometry
public import Views

/// The modules, and items of modules, that draw attention after they have come into a look that does: their fill and its line
/// become fainter and return a few times, or an outline swells and fades.
public struct PulseMotion: Equatable, Sendable {
  /// The time of one pulse, and the number of pulses.
  public static let period = Duration.milliseconds(1200)
  static let count = 3
  /// The opacity of a fill and of a line, beside their own, in the middle of a pulse.
  static let leastOpacity = 0.45
  /// The number of sizes that a pulse goes through: few enough that most frames of a slow one need no new layout.
  private static let steps = 24.0

  /// The items that are in such a look.
  private var items: Set<BarItem> = []
  /// When those of them that pulse, or have pulsed, came into it.
  private var starts: [BarItem: Instant] = [:]

  public init() {}

  /// Sets the items that are in such a look in the layout for `now`. `isAnimated` is false while the bar is not visible, or
  /// motion is to be reduced: items that come into the look then do not pulse.
  public mutating func follow(_ new: Set<BarItem>, isAnimated: Bool, now: Instant) {
    starts = isAnimated ? starts.filter { new.contains($0.key) } : [:]
    if isAnimated { for item in new.subtracting(items) { starts[item] = now } }
    items = new
  }

  /// The opacity of a fill and of a line, beside their own, at the size of a pulse, 0 … 1.
  static func opacity(atSize size: Double) -> Double { 1 - (1 - leastOpacity) * size }

  /// Whether frames are needed after `now`.
  public func isMoving(at now: Instant) -> Bool {
    starts.values.contains { now < $0 + Self.period * Self.count }
  }

  /// Returns how far each item has swollen at `now`, 0 … 1: it swells and fades evenly, and slower at the ends. Items at
  /// rest are left out.
  public func sizes(at now: Instant) -> [BarItem: Double] {
    starts.compactMapValues { start in
      guard now > start, now < start + Self.period * Self.count else { return nil }
      let phase = (now - start) / Self.period
      let share = 1 - abs(2 * (phase - phase.rounded(.down)) - 1)
      let size = share * share * (3 - 2 * share)
      return (size * Self.steps).rounded() / Self.steps
    }
  }
}

/// The key of a module, or an item of one, that draws attention in the layout of a bar.
struct PulseKey: Hashable, Sendable {
  var item: BarItem
}

extension LaidOutView {
  /// The modules and items in a look that draws attention.
  public var pulsing: Set<BarItem> { Set(identities.compactMap { ($0.key.value as? PulseKey)?.item }) }
}
