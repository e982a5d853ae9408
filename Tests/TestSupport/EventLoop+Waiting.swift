public import Loop

import struct HeadlessSession.Deadline

extension EventLoop {
  /// Runs until `condition` holds, and returns whether it did.
  ///
  /// The condition is checked every few milliseconds, even if the loop has had no event.
  @MainActor public func wait(until condition: () throws -> Bool) rethrows -> Bool {
    let deadline = Deadline.patient
    while try !condition() {
      if deadline.hasPassed { return false }
      _ = run(for: .milliseconds(5)) { false }
    }
    return true
  }

  /// Serves everything that is ready now, and everything that becomes ready by that.
  @MainActor public func serveWhatIsReady() {
    while runOnce(until: now) {}
  }

  /// Serves events for 20 ms, for programs that need time while the test checks something else repeatedly.
  ///
  /// Tests must not depend on how much happens in that time.
  @MainActor public func serveForAMoment() { _ = run(for: .milliseconds(20)) { false } }

  /// Serves events for up to a second, in which something may happen that the test does not need, or must not happen.
  ///
  /// Returns whether `condition` held. On a slow machine it may hold later, so tests must not depend on that.
  @MainActor @discardableResult
  public func serveForASecond(until condition: () -> Bool = { false }) -> Bool {
    run(for: .seconds(1), until: condition)
  }

  /// Serves events for up to three seconds until all children have ended, so that the next test finds none; children
  /// of other tests count as well.
  @MainActor public func reapChildren() { _ = run(for: .seconds(3)) { !hasChildren() } }
}
