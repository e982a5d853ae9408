public import Geometry

/// Decides when graphics that were lost are made anew: at once after a single reset of the GPU, and with growing pauses
/// where resets follow each other.
public struct GraphicsRecovery: Equatable, Sendable {
  /// The age at which a loss no longer counts.
  static let memory = Duration.seconds(600)
  /// The number of losses within `memory` after each of which graphics are made anew at once.
  static let freeLosses = 5

  /// The moments of the losses that count.
  private var losses: [Instant] = []

  public init() {}

  /// Whether graphics were lost lately, so that a failure to start them may be over soon.
  public func hasRecentLosses(at now: Instant) -> Bool { losses.contains { now - $0 < Self.memory } }

  /// Records that graphics were lost, or could not be started after a loss; returns the pause before they are started
  /// anew.
  public mutating func lose(at now: Instant) -> Duration {
    losses.removeAll { now - $0 >= Self.memory }
    losses.append(now)
    let excess = losses.count - Self.freeLosses
    return excess <= 0 ? .zero : .seconds(min(60, 1 << min(excess - 1, 6)))
  }
}
