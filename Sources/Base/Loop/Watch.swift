/// A descriptor under watch by a loop, from `EventLoop.watch` to `cancel`.
///
/// The loop keeps it, so that its owner may drop it; the owner cancels it before closing the descriptor.
public final class Watch: Cancellable {
  let descriptor: Int32
  let token: UInt64
  private(set) var handler: ((Readiness) -> Void)?
  private weak var loop: EventLoop?
  /// Whether the kernel knows the watch; set by the loop.
  var isRegistered = false

  /// The events that are waited for; if empty, nothing is reported, not even a hang-up.
  public var interest: Readiness {
    didSet {
      if interest != oldValue, handler != nil { loop?.interestChanged(of: self) }
    }
  }

  init(
    loop: EventLoop, descriptor: Int32, token: UInt64, interest: Readiness,
    handler: @escaping (Readiness) -> Void
  ) {
    self.loop = loop
    self.descriptor = descriptor
    self.token = token
    self.interest = interest
    self.handler = handler
  }

  public var isCancelled: Bool { handler == nil }

  /// Ends the watch and releases its handler, which is not called again even for events that are pending.
  ///
  /// Idempotent, and allowed in any handler.
  public func cancel() {
    guard handler != nil else { return }
    handler = nil
    loop?.forget(self)
  }
}
