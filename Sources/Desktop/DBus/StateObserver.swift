public import Loop

/// A handler of a bus's state, from `MessageBus.observe` to `cancel`.
///
/// The bus keeps it, so that the caller may drop it.
public final class StateObserver: Cancellable {
  private(set) var handler: ((MessageBus.State) -> Void)?

  init(_ handler: @escaping (MessageBus.State) -> Void) {
    self.handler = handler
  }

  var isCancelled: Bool { handler == nil }

  /// Releases the handler, which is not called any more; idempotent, and allowed in any handler.
  public func cancel() {
    handler = nil
  }
}
