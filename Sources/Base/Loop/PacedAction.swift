import Geometry

/// An action that is called on request, with a pause after each call: requests within the pause share one call at its end.
///
/// The action is called in the phase `update`, once for all requests of an iteration.
@MainActor public final class PacedAction: Cancellable {
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

  /// Requests a call of the action; further requests before that call have no effect.
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

  /// Withdraws a request whose work was done by other means.
  public func forgetRequest() {
    isRequested = false
    mark?.deadline = nil
  }

  /// Ends the calls of the action; idempotent.
  public func cancel() {
    forgetRequest()
    mark.end()
  }
}
