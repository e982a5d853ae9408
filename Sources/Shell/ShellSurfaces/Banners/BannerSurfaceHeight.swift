import Geometry

/// The height of a surface for banners, which grows before banners that need the room are shown.
///
/// Heights are in logical pixels. The capture behind a new part must not contain banners, so that
/// banners wait until it was made. A surface does not shrink, unless it extends beyond the area that
/// panels leave of the output.
struct BannerSurfaceHeight: Equatable {
  /// The requested height of the surface; 0 while there is none.
  private(set) var requested = 0
  /// The growth that waits for a capture; nil if none does.
  private var growth: Growth?
  /// Whether banners need more room as soon as nothing moves.
  private(set) var waitsForRest = false

  private struct Growth: Equatable {
    /// When the waiting banners are shown in any case.
    var deadline: Instant
    /// Whether a capture has shown the backdrop of the new part.
    var isKnown = false
  }

  /// Longest time that banners wait: two captures of a slow compositor.
  static let patience = Duration.milliseconds(100)

  /// When banners that wait for a capture are shown in any case; nil if none wait.
  var deadline: Instant? { growth?.deadline }
  /// Whether banners wait for a capture.
  var isGrowing: Bool { growth != nil }

  /// Starts with a surface of this height.
  mutating func open(_ height: Int) { self = BannerSurfaceHeight(requested: height) }

  /// Resets the state, since the surface was closed.
  mutating func close() { self = BannerSurfaceHeight() }

  /// Sets another height at once, as when changed settings place the surface elsewhere.
  mutating func replace(_ height: Int) { requested = height }

  /// Whether the surface has the height `needed`; if not, it grows now or when nothing moves.
  ///
  /// - Parameters:
  ///   - area: The height of the output that panels leave.
  ///   - isMoving: Whether banners move, so that the backdrop cannot be captured.
  ///   - isWatched: Whether the surface is on the screen and captures show its backdrop.
  mutating func hasRoom(for needed: Int, in area: Int, isMoving: Bool, isWatched: Bool, now: Instant) -> Bool
  {
    if let growth {
      // A surface that is not visible may never be captured.
      guard growth.isKnown || now >= growth.deadline else { return false }
      self.growth = nil
    }
    if needed <= requested {
      guard requested > area, needed < requested else { return true }
      // A panel was opened: a surface that extends beyond the area could not be located in captures.
      requested = needed
      return false
    }
    if isMoving {
      waitsForRest = true
      return false
    }
    grow(to: needed, isWatched: isWatched, now: now)
    return growth == nil
  }

  /// Grows to `needed` if the surface is lower.
  mutating func grow(to needed: Int, isWatched: Bool, now: Instant) {
    guard needed > requested else { return }
    requested = needed
    if isWatched { growth = Growth(deadline: now + Self.patience) }
  }

  /// Records that a capture has shown the whole backdrop; returns whether banners waited for it.
  mutating func backgroundKnown() -> Bool {
    growth?.isKnown = true
    return growth != nil
  }

  /// Ends a wait that has lasted too long.
  mutating func deadlineReached(now: Instant) {
    if let growth, growth.deadline <= now { self.growth = nil }
  }

  /// Records that nothing moves any more; returns whether banners waited for that.
  mutating func rested() -> Bool {
    defer { waitsForRest = false }
    return waitsForRest
  }
}
