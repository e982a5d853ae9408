public import Geometry

/// Decides when a surface that the compositor has closed is opened again.
///
/// A surface that was shown is reopened at once; otherwise after pauses of 1, 2, 4 … 60 seconds.
public struct ReopeningSchedule: Equatable, Sendable {
  /// A surface that is closed again within this time is not opened at once, even if it was shown.
  static let shortLife = Duration.seconds(1)
  static let longestPause = 60

  /// When the surface may be opened again; nil: now.
  public private(set) var deadline: Instant?
  /// The number of closings since a frame was last shown.
  private var failureCount = 0
  private var lastClosing: Instant?

  public init() {}

  /// Records that the surface was closed; `wasShown`: a frame of it had been committed.
  public mutating func surfaceClosed(wasShown: Bool, now: Instant) {
    let isOften = lastClosing.map { now - $0 < Self.shortLife } ?? false
    lastClosing = now
    if wasShown { failureCount = isOften ? 1 : 0 }
    deadline = now + pause
    failureCount += 1
  }

  private var pause: Duration {
    failureCount == 0 ? .zero : .seconds(min(Self.longestPause, 1 << min(failureCount - 1, 6)))
  }

  /// Whether the surface may be opened now; clears a deadline that has passed.
  public mutating func allowsOpening(at now: Instant) -> Bool {
    if let deadline, deadline > now { return false }
    deadline = nil
    return true
  }

  /// Allows opening at once: what prevented the surface from being shown may have changed.
  public mutating func reset() { self = ReopeningSchedule() }
}
