public import Geometry
public import Scenes
public import Settings

/// The drawers of a bar that slide open or shut: those of groups, and the items that a module folds away.
public struct DrawerMotion: Equatable, Sendable {
  /// The timing of a drawer.
  public static let timing = Timing.spring(Spring(duration: 0.3))

  /// The drawers that are open, or on the way there.
  private var open: Set<ModuleName> = []
  private var moving: [ModuleName: Animated<Double>] = [:]

  public init() {}

  /// Takes which groups' drawers are open and which modules are unfolded; returns whether any begins to move. `isAnimated`
  /// is false while the bar is not seen, or motion is to be reduced.
  public mutating func follow(_ new: Set<ModuleName>, isAnimated: Bool, now: Instant) -> Bool {
    let changed = open.symmetricDifference(new)
    open = new
    if !isAnimated { moving = [:] }
    moving = moving.filter { $0.value.isMoving(at: now) }
    guard isAnimated else { return false }
    for group in changed {
      var reach = moving[group] ?? Animated(new.contains(group) ? 0 : 1)
      reach.animate(to: new.contains(group) ? 1 : 0, Self.timing, now: now)
      moving[group] = reach
    }
    return !changed.isEmpty
  }

  public func isMoving(at now: Instant) -> Bool { moving.values.contains { $0.isMoving(at: now) } }

  /// How much is seen of each drawer that moves, 0 … 1.
  public func reach(at now: Instant) -> [ModuleName: Double] {
    moving.filter { $0.value.isMoving(at: now) }.mapValues { min(max($0.value(at: now), 0), 1) }
  }
}
