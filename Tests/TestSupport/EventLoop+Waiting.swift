public import Loop

import struct HeadlessSession.Deadline

extension EventLoop {
  /// Runs until `condition` holds, and returns whether it ever does.
  ///
  /// It is asked again every few milliseconds, also if nothing that the loop knows has happened.
  @MainActor public func wait(until condition: () -> Bool) -> Bool {
    let deadline = Deadline.patient
    while !condition() {
      if deadline.hasPassed { return false }
      _ = run(for: .milliseconds(5)) { false }
    }
    return true
  }

  /// Serves everything that is ready now, and what becomes ready by that.
  @MainActor public func serveWhatIsReady() {
    while runOnce(until: now) {}
  }

  /// Serves what comes in a moment, for programs that need turns while something else is asked again and again.
  ///
  /// Nothing may depend on how much happens in it.
  @MainActor public func serveForAMoment() { _ = run(for: .milliseconds(20)) { false } }

  /// Serves what comes within a second, in which something is to happen that need not happen, or must not.
  ///
  /// Returns whether `condition` came to hold. On a slow machine it may hold later: nothing may depend on that.
  @MainActor @discardableResult
  public func serveForASecond(until condition: () -> Bool = { false }) -> Bool {
    run(for: .seconds(1), until: condition)
  }

  /// Gives children that were told to end the time for it, so that the next test finds none; others may have some too.
  @MainActor public func reapChildren() { _ = run(for: .seconds(3)) { !hasChildren() } }
}
