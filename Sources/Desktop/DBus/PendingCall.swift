import CSystemd

/// A call whose answer is awaited, until it comes or `cancel`.
@MainActor @safe public final class PendingCall {
  /// Takes what the library hands us, and calls `take` when that may be.
  var onMessage: ((PendingCall, Message) -> Void)?
  /// Called when it is over, however that comes.
  var onEnd: ((PendingCall) -> Void)?
  private var onAnswer: ((Message?) -> Void)?
  private var slot: OpaquePointer?

  init(_ onAnswer: @escaping (Message?) -> Void) {
    self.onAnswer = onAnswer
  }

  isolated deinit { release() }

  /// Releases the handler, which is not called any more; idempotent, and allowed in any handler.
  public func cancel() {
    let onEnd = onEnd
    release()
    onEnd?(self)
  }

  /// Takes over what the library waits with.
  func hold(_ slot: OpaquePointer) {
    unsafe self.slot = unsafe slot
  }

  /// Takes the answer; nil: there is no connection that could bring one.
  func take(_ message: Message?) {
    let handler = onAnswer
    cancel()
    handler?(message)
  }

  /// The corresponding C function is `sd_bus_slot_unref`, which also ends the waiting.
  func release() {
    onMessage = nil
    onAnswer = nil
    onEnd = nil
    unsafe sd_bus_slot_unref(slot)
    unsafe slot = nil
  }
}
