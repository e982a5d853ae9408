public import Geometry
public import ModuleModel
public import Scenes
public import Settings

/// The modules of a bar that grow in width when their readings begin to show something, and shrink when these show nothing
/// any more.
///
/// A module whose first reading comes is there at once, so that nothing moves while a bar starts.
public struct GrowthMotion: Equatable, Sendable {
  /// The timing of a module that grows or shrinks.
  public static let timing = Timing.spring(Spring(duration: 0.3))

  /// A module that grows or shrinks.
  private struct Growth: Equatable, Sendable {
    /// The part of the module's length that is seen, 0 … 1.
    var reach: Animated<Double>
    /// The last content of the module in which there was something to see.
    var module: ShownModule
  }

  /// The modules in the last layout.
  private var modules: [ModuleName: ShownModule] = [:]
  private var moving: [ModuleName: Growth] = [:]

  public init() {}

  /// Sets the modules of the bar that have been read, whether anything of them is visible or not. `isAnimated` is false while
  /// the bar is not visible, or motion is to be reduced.
  public mutating func follow(_ new: [ModuleName: ShownModule], isAnimated: Bool, now: Instant) {
    defer { modules = new }
    guard isAnimated else {
      moving = [:]
      return
    }
    moving = moving.filter { new[$0.key] != nil && $0.value.reach.isMoving(at: now) }
    for (name, module) in new {
      guard let former = modules[name] else { continue }
      let isThere = module.isVisible
      if isThere != former.isVisible {
        var growth = moving[name] ?? Growth(reach: Animated(isThere ? 0 : 1), module: former)
        growth.reach.animate(to: isThere ? 1 : 0, Self.timing, now: now)
        moving[name] = growth
      }
      if isThere { moving[name]?.module = module }
    }
  }

  /// Whether frames are needed after `now`.
  public func isMoving(at now: Instant) -> Bool { moving.values.contains { $0.reach.isMoving(at: now) } }

  /// Returns the visible part of each module that grows or shrinks at `now`, 0 … 1.
  public func reach(at now: Instant) -> [ModuleName: Double] {
    moving.filter { $0.value.reach.isMoving(at: now) }
      .mapValues { min(max($0.reach.value(at: now), 0), 1) }
  }

  /// Returns the content of the modules that shrink at `now`, of which nothing would be visible otherwise.
  public func leaving(at now: Instant) -> [ModuleName: ShownModule] {
    moving.filter { $0.value.reach.target == 0 && $0.value.reach.isMoving(at: now) }.mapValues(\.module)
  }
}
