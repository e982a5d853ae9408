public import Geometry
public import Scenes
public import Settings

/// The drawers of a bar that slide open or shut: those of groups, and the items that a module folds away.
public struct DrawerMotion: Equatable, Sendable {
  /// The timing of a drawer.
  public static let timing = Timing.spring(Spring(duration: 0.3))

  /// The drawers that are open or opening.
  private var open: Set<ModuleName> = []
  private var moving: [ModuleName: Animated<Double>] = [:]

  public init() {}

  /// Sets the groups with open drawers and the modules that are unfolded; returns whether any of them starts to move.
  /// `isAnimated` is false while the bar is not visible, or motion is to be reduced.
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

  /// Returns the visible fraction of each moving drawer, 0 … 1.
  public func reach(at now: Instant) -> [ModuleName: Double] {
    moving.filter { $0.value.isMoving(at: now) }.mapValues { min(max($0.value(at: now), 0), 1) }
  }
}
