/// A function that a loop calls before each sleep, from `EventLoop.beforeSleep` to `cancel`.
///
/// The loop keeps it, so that it may be dropped.
public final class Hook {
  private(set) var action: (() -> Void)?

  init(action: @escaping () -> Void) {
    self.action = action
  }

  /// Releases the function, which is not called any more; idempotent, and allowed in any handler or hook.
  public func cancel() {
    action = nil
  }
}
