import CPlatform
import Glibc
import Synchronization

/// Runs work on a thread of its own and waits for its result with a time limit, since a file system may never answer.
///
/// The caller is blocked meanwhile; work whose result is not needed at once is done by a `Worker`.
public enum BoundedCall {
  /// Runs `work` on a new thread, and waits up to `milliseconds` for its result; nil if it has not ended by then, or if the
  /// system has no thread or descriptor for it.
  public nonisolated static func result<Value: Sendable>(
    within milliseconds: Int32, of work: @escaping @Sendable () -> Value
  ) -> Value? {
    let answer = BoundedAnswer<Value>()
    guard answer.isUsable, BoundedThread.start({ answer.give(work()) }) else { return nil }
    return answer.wait(milliseconds)
  }
}

/// A value that one thread gives and another waits for.
public nonisolated final class BoundedAnswer<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  /// An eventfd that is readable when there is a value; negative if there was no descriptor for it.
  private let descriptor = eventfd(0, Int32(EFD_CLOEXEC))

  public init() {}

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Whether the system had a descriptor for the wait.
  var isUsable: Bool { descriptor >= 0 }

  /// Stores the value, and wakes the thread that waits for it.
  public func give(_ value: Value) {
    self.value.withLock { $0 = value }
    eventfd_write(descriptor, 1)
  }

  /// Waits for the value up to so many milliseconds, or without a limit if they are negative; nil if there is none by then.
  ///
  /// The corresponding C function is `poll`.
  public func wait(_ milliseconds: Int32) -> Value? {
    var descriptors = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while unsafe poll(&descriptors, 1, milliseconds) < 0, errno == EINTR {}
    return value.withLock { $0 }
  }
}

/// A detached thread with all signals blocked, since signals belong to the main thread.
private nonisolated final class BoundedThread: Sendable {
  private let work: @Sendable () -> Void

  private init(_ work: @escaping @Sendable () -> Void) { self.work = work }

  /// Starts a thread; false if the system has none.
  static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    let box = unsafe Unmanaged.passRetained(BoundedThread(work))
    var (all, old) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &old)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &old, nil) }
    var thread = pthread_t()
    let result = unsafe pthread_create(
      &thread, nil,
      { pointer in
        unsafe Unmanaged<BoundedThread>.fromOpaque(pointer!).takeRetainedValue().work()
        return nil
      }, box.toOpaque())
    if result == 0 { pthread_detach(thread) } else { unsafe box.release() }
    return result == 0
  }
}
