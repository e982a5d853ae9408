public import HeadlessSession
import Testing

/// Cancels the test, which its report says, if the compositor cannot switch outputs off.
///
/// Nothing else may cancel a test: the versions of compositors that can are named in CONTRIBUTING.md.
public func requireSwitchingOff(_ session: HeadlessSway) throws {
  guard try !session.canSwitchOutputsOff() else { return }
  try Test.cancel("sway 1.7 switches no output off that has no screen: see make test-live INSIDE=…")
}
