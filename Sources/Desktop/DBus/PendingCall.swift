import CSystemd
import DesktopModel
public import Loop

/// A call whose reply is awaited, until the reply comes or `cancel` is called.
@MainActor @safe public final class PendingCall: Cancellable {
  /// Called by the library with the reply; it calls `take`, now or later.
  var onMessage: ((PendingCall, Message) -> Void)?
  /// Called when the call is over, answered or not.
  var onEnd: ((PendingCall) -> Void)?
  /// The call, without its arguments: they may hold a password, and are not kept until the answer.
  private let call: Call
  private var onAnswer: ((Result<[DBusValue], BusError>) -> Void)?
  /// Whether `cancel` was called, perhaps while the reply was being handled.
  package private(set) var isCancelled = false
  private var slot: OpaquePointer?

  init(_ call: Call, _ onAnswer: @escaping (Result<[DBusValue], BusError>) -> Void) {
    var asked = call
    asked.arguments = []
    (self.call, self.onAnswer) = (asked, onAnswer)
  }

  isolated deinit { release() }

  /// Releases the handler, which is not called any more; idempotent, and allowed in any handler.
  public func cancel() {
    isCancelled = true
    end()
  }

  private func end() {
    let onEnd = onEnd
    release()
    onEnd?(self)
  }

  /// Keeps the library's slot of the call until the end of the call.
  func hold(_ slot: OpaquePointer) {
    unsafe self.slot = unsafe slot
  }

  /// Handles the reply; nil if the connection that could deliver one is gone.
  func take(_ message: Message?) {
    let handler = onAnswer
    end()
    handler?(call.result(message))
  }

  /// Drops the handlers. The corresponding C function is `sd_bus_slot_unref`, which also ends the waiting.
  func release() {
    onMessage = nil
    onAnswer = nil
    onEnd = nil
    unsafe sd_bus_slot_unref(slot)
    unsafe slot = nil
  }
}
