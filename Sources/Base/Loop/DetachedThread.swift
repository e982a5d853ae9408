import Glibc

/// A detached thread with all signals blocked, since signals belong to the main thread.
nonisolated final class DetachedThread: Sendable {
  private let work: @Sendable () -> Void

  private init(_ work: @escaping @Sendable () -> Void) { self.work = work }

  /// Starts a thread; false if the system has none.
  ///
  /// The corresponding C function is `pthread_create`.
  static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    let box = unsafe Unmanaged.passRetained(DetachedThread(work))
    var (all, old) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &old)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &old, nil) }
    var thread = pthread_t()
    let result = unsafe pthread_create(
      &thread, nil,
      { pointer in
        unsafe Unmanaged<DetachedThread>.fromOpaque(pointer!).takeRetainedValue().work()
        return nil
      }, box.toOpaque())
    if result == 0 { pthread_detach(thread) } else { unsafe box.release() }
    return result == 0
  }
}
