public import Geometry

/// Decides when a surface that was closed without our doing is opened again.
///
/// That is at once where it was shown, and after pauses of 1, 2, 4 … 60 seconds where it cannot be.
public struct ReopeningSchedule: Equatable, Sendable {
  /// A surface that is closed again within this time is not opened at once, even if it was shown.
  static let shortLife = Duration.seconds(1)
  static let longestPause = 60

  /// When the surface may be opened again; nil: now.
  public private(set) var deadline: Instant?
  /// Closings since a picture was shown last.
  private var failureCount = 0
  private var lastClosing: Instant?

  public init() {}

  /// Takes that the surface was closed; `wasShown`: the compositor had got a picture of it.
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

  /// Whether the surface may be opened now; a deadline that has come is over with this.
  public mutating func allowsOpening(at now: Instant) -> Bool {
    if let deadline, deadline > now { return false }
    deadline = nil
    return true
  }

  /// The surface may be opened at once: what kept it from being shown may be different now.
  public mutating func reset() { self = ReopeningSchedule() }
}
