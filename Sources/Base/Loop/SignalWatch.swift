import CPlatform
import Glibc

/// Signals that arrive as events, from `EventLoop.onSignal` to `cancel`.
@MainActor public final class SignalWatch {
  private let descriptor: Descriptor
  private var watch: Watch?
  /// The watched signals that were not blocked before, which `cancel` unblocks.
  private var blocked: sigset_t

  fileprivate init(
    _ signals: [Int32], loop: EventLoop, handler: @escaping (Int32) -> Void
  ) throws(LoopError) {
    var wanted = sigset_t()
    var old = sigset_t()
    unsafe sigemptyset(&wanted)
    for signal in signals { unsafe sigaddset(&wanted, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &wanted, &old)
    blocked = sigset_t()
    unsafe sigemptyset(&blocked)
    for signal in signals where unsafe sigismember(&old, signal) == 0 { unsafe sigaddset(&blocked, signal) }
    let raw = unsafe signalfd(-1, &wanted, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    guard raw >= 0 else {
      let error = LoopError("receive signals")
      unsafe pthread_sigmask(SIG_UNBLOCK, &blocked, nil)
      throw error
    }
    descriptor = Descriptor(adopting: raw)
    watch = loop.watch(raw) { _ in
      while let signal = nextSignal(from: raw) { handler(signal) }
    }
  }

  isolated deinit { cancel() }

  /// Ends the watch and unblocks the signals: later ones have the effect that they had before, and those that are pending are
  /// dropped, such as a second SIGTERM while we end. Idempotent.
  public func cancel() {
    guard let watch else { return }
    watch.cancel()
    self.watch = nil
    while nextSignal(from: descriptor.raw) != nil {}
    unsafe pthread_sigmask(SIG_UNBLOCK, &blocked, nil)
  }
}

/// Reads a pending signal; nil if there is none.
private func nextSignal(from descriptor: Int32) -> Int32? {
  var info = signalfd_siginfo()
  let size = MemoryLayout<signalfd_siginfo>.size
  return unsafe read(descriptor, &info, size) == size ? Int32(info.ssi_signo) : nil
}

extension EventLoop {
  /// Calls `handler` with each of these signals that arrives, in place of its default effect.
  ///
  /// The signals are blocked in this thread and in those that it starts from now on, so that this is
  /// called before any library starts a thread. Children are started with nothing blocked. The watch ends
  /// when it is released.
  ///
  /// The corresponding C function is `signalfd`.
  public func onSignal(
    _ signals: [Int32], _ handler: @escaping (Int32) -> Void
  ) throws(LoopError) -> SignalWatch {
    try SignalWatch(signals, loop: self, handler: handler)
  }
}
