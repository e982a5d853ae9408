import TestSupport
import Wayland

extension Connection {
  /// Serves events until `condition` holds, and returns whether it ever does.
  func wait(until condition: () -> Bool) throws -> Bool {
    try wait(for: TestSupport.patience, until: condition)
  }

  /// Serves events for a moment, in which they go on that need turns; nothing may depend on how much happens in it.
  func serveForAMoment(until condition: () -> Bool = { false }) throws {
    _ = try wait(for: .milliseconds(20), until: condition)
  }

  /// Serves what has come already.
  func serveWhatIsReady() throws { _ = try wait(for: .zero) { false } }

  /// Serves events for a second, or until `condition` holds: it need not, and nothing may depend on it.
  func serveForASecond(until condition: () -> Bool = { false }) throws {
    _ = try wait(for: .seconds(1), until: condition)
  }
}
