/// A handler that a loop calls once at a moment, from `EventLoop.schedule` until it is called or cancelled.
///
/// The loop keeps it, so that its owner may drop it.
public final class Timer: Cancellable {
  private weak var queue: TimerQueue?
  let deadline: Duration
  let latest: Duration
  private(set) var handler: (() -> Void)?

  init(queue: TimerQueue, deadline: Duration, tolerance: Duration, handler: @escaping () -> Void) {
    precondition(tolerance >= .zero, "tolerance \(tolerance)")
    self.queue = queue
    self.deadline = deadline
    self.latest = deadline + tolerance
    self.handler = handler
  }

  /// Whether the handler is still to be called.
  public var isPending: Bool { handler != nil }

  /// Releases the handler, which is not called any more.
  ///
  /// Idempotent, and allowed in any handler.
  public func cancel() {
    guard handler != nil else { return }
    handler = nil
    queue?.forget(self)
  }

  func fire() {
    guard let handler else { return }
    self.handler = nil
    handler()
  }
}
