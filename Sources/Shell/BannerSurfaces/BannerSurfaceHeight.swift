import Geometry

/// The height of a surface for banners, which grows before something is shown that needs the room.
///
/// Heights are logical pixels. What is captured behind a new part must not hold banners yet, so that what needs the
/// room waits until a capture has told what lies there. A surface does not shrink, unless it reaches beyond what panels
/// leave of the output.
struct BannerSurfaceHeight: Equatable {
  /// The height that the surface is to have; 0 while there is none.
  private(set) var requested = 0
  /// The change that is on its way; nil: none is.
  private var growth: Growth?
  /// Something needs more room as soon as nothing moves.
  private(set) var waitsForRest = false

  private struct Growth: Equatable {
    /// When what waits is shown in any case.
    var deadline: Instant
    /// A capture has told what lies behind the new part.
    var isKnown = false
  }

  /// How long what waits is kept back at most: two captures of a slow compositor.
  static let patience = Duration.milliseconds(100)

  /// When what waits for a capture is shown in any case; nil: nothing waits.
  var deadline: Instant? { growth?.deadline }
  /// Whether what needs the room waits for a capture.
  var isGrowing: Bool { growth != nil }

  /// Begins with a surface of this height.
  mutating func open(_ height: Int) { self = BannerSurfaceHeight(requested: height) }

  /// Ends with the surface.
  mutating func close() { self = BannerSurfaceHeight() }

  /// Takes another height at once, as when the surface lies elsewhere by other settings.
  mutating func replace(_ height: Int) { requested = height }

  /// Whether the surface is high enough for what needs `needed` now; if not, it grows, or waits to.
  ///
  /// - Parameters:
  ///   - area: What panels leave of the output's height.
  ///   - isMoving: Banners move, so that nothing can be captured behind the surface.
  ///   - isWatched: The surface is on the screen, and captures tell what lies behind it.
  mutating func hasRoom(for needed: Int, in area: Int, isMoving: Bool, isWatched: Bool, now: Instant) -> Bool
  {
    if let growth {
      // Nothing may be captured where nothing is seen.
      guard growth.isKnown || now >= growth.deadline else { return false }
      self.growth = nil
    }
    if needed <= requested {
      guard requested > area, needed < requested else { return true }
      // A panel has come: a surface that reaches beyond the area could not be found in captures.
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

  /// Grows to `needed`, if the surface is lower.
  mutating func grow(to needed: Int, isWatched: Bool, now: Instant) {
    guard needed > requested else { return }
    requested = needed
    if isWatched { growth = Growth(deadline: now + Self.patience) }
  }

  /// A capture has told what lies behind the whole surface; returns whether something waited for it.
  mutating func backgroundKnown() -> Bool {
    growth?.isKnown = true
    return growth != nil
  }

  /// Nothing moves any more; returns whether something waited for that.
  mutating func rested() -> Bool {
    defer { waitsForRest = false }
    return waitsForRest
  }
}
