import Geometry

/// An action that follows requests: at once after a first one, and once after a pause for all that come meanwhile.
///
/// It is called in the phase `update`, so that all requests of an iteration are one.
@MainActor public final class PacedAction {
  private let loop: EventLoop
  private let pause: Duration
  private let action: () -> Void
  private var mark: Mark?
  private var isRequested = false
  /// The end of the pause after the last call.
  private var earliest: Instant?

  /// `name` is for messages about misuse; `pause` is the shortest time between two calls of `action`.
  public init(_ name: String, loop: EventLoop, pause: Duration, _ action: @escaping () -> Void) {
    (self.loop, self.pause, self.action) = (loop, pause, action)
    mark = loop.register(name, for: .update) { [unowned self] in callIfRequested() }
  }

  isolated deinit { cancel() }

  /// Has the action called; further requests change nothing until it was.
  public func request() {
    guard let mark, !isRequested else { return }
    isRequested = true
    if let earliest, loop.now < earliest { mark.deadline = earliest } else { mark.set() }
  }

  /// Calls the action now if it was requested and not called since.
  public func callIfRequested() {
    guard isRequested else { return }
    forgetRequest()
    earliest = loop.now + pause
    action()
  }

  /// Takes that what was requested has been done by other means.
  public func forgetRequest() {
    isRequested = false
    mark?.deadline = nil
  }

  /// Calls the action no more; idempotent.
  public func cancel() {
    forgetRequest()
    mark?.cancel()
    mark = nil
  }
}
