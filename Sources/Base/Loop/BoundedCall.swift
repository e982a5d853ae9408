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
    guard answer.isUsable, DetachedThread.start({ answer.give(work()) }) else { return nil }
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
