import CPlatform
import CSystemd
package import DesktopModel
import Glibc
import Loop
import Synchronization

/// Keeps messages alive while other threads read their bytes, and releases them on the thread of the bus: the library
/// counts references to messages without locks.
///
/// Shared bytes keep their message alive wherever they are. When the last reference to them goes, on whatever thread,
/// the message comes back through `returns`; a message whose bytes are never released stays in memory.
@MainActor package final class MessageRetainer {
  /// The number of messages whose bytes are still shared.
  private(set) var retainedCount = 0
  private let loop: EventLoop
  private var returns: MessageReturns?
  private var watch: Watch?
  private(set) var isClosed = false
  /// Returns large unread memory to the system on another thread.
  private let worker: Worker<Void>

  /// The time limit of the worker, which needs a few milliseconds.
  private static let limit = Duration.seconds(10)
  /// The size in bytes from which on unread memory is returned by the worker; less is released with its message in half
  /// a millisecond.
  private static let muchMemory = 4 << 20

  init(loop: EventLoop) {
    self.loop = loop
    worker = Worker(loop: loop, limit: Self.limit) {}
  }

  /// Shares bytes that lie in `message`; nil if the retainer is closed or the system has no descriptor for the queue.
  ///
  /// The corresponding C function is `sd_bus_message_ref`.
  package func share(_ bytes: UnsafeRawBufferPointer, of message: OpaquePointer) -> SentBytes? {
    guard !isClosed, let returns = returns ?? open() else { return nil }
    retainedCount += 1
    let shared = unsafe SharedBytes(bytes, of: sd_bus_message_ref(message), returns: returns)
    return SentBytes(count: bytes.count) { shared.read($0) }
  }

  /// Releases memory of bytes in `message` that are not read on another thread if it is large, since that takes long; called
  /// before `message` is released.
  package func discard(_ bytes: UnsafeRawBufferPointer, of message: OpaquePointer) {
    _ = unsafe share(bytes, of: message)
  }

  /// Shares no more bytes; messages that are still shared are released for as long as the loop runs. Idempotent.
  func close() {
    isClosed = true
    takeBack()
  }

  private func open() -> MessageReturns? {
    guard let made = MessageReturns() else { return nil }
    returns = made
    // The watch keeps this object, so that messages that are released after the bus was closed find it.
    watch = loop.watch(made.descriptor) { _ in self.takeBack() }
    return made
  }

  private func takeBack() {
    for returned in returns?.take() ?? [] {
      guard let unread = returned.unread, unread.count > Self.muchMemory else {
        release(returned.message)
        continue
      }
      worker.run(
        { _ in unread.discard() },
        then: { done in
          // Memory at which the thread may still be working must not be reused.
          if done != nil { self.release(returned.message) }
          self.worker.rest()
        })
    }
    endIfDone()
  }

  /// The corresponding C function is `sd_bus_message_unref`.
  private func release(_ message: UInt) {
    unsafe sd_bus_message_unref(OpaquePointer(bitPattern: message))
    retainedCount -= 1
    endIfDone()
  }

  private func endIfDone() {
    guard isClosed, retainedCount == 0 else { return }
    watch.end()
  }
}

/// Bytes of a message, until this is released; they are read at most once.
private nonisolated final class SharedBytes: Sendable {
  private let range: MemoryRange
  /// The address of the message, since pointers are not `Sendable`.
  private let message: UInt
  private let returns: MessageReturns
  /// Whether the bytes were read. The lock is held during the reading, after which their memory is gone.
  private let isRead = Mutex(false)

  /// Adopts a reference to the message.
  init(_ bytes: UnsafeRawBufferPointer, of message: OpaquePointer?, returns: MessageReturns) {
    range = MemoryRange(start: UInt(bitPattern: bytes.baseAddress), count: bytes.count)
    self.message = UInt(bitPattern: message)
    self.returns = returns
  }

  deinit { returns.add(.init(message: message, unread: isRead.withLock { $0 } ? nil : range)) }

  /// Passes the bytes to `read` if they were not read before, and returns their memory to the system, which would take long
  /// on the thread that releases the message. Returns false if they were read before.
  func read(_ read: (Span<UInt8>) -> Void) -> Bool {
    isRead.withLock { isRead in
      guard !isRead else { return false }
      isRead = true
      let bytes = unsafe UnsafeBufferPointer(
        start: UnsafePointer<UInt8>(bitPattern: range.start), count: range.count)
      unsafe read(bytes.span)
      range.discard()
      return true
    }
  }
}

private nonisolated struct MemoryRange: Sendable {
  var start: UInt
  var count: Int

  /// Returns the memory to the system; its contents are lost.
  func discard() { unsafe hyaline_discard_pages(UnsafeMutableRawPointer(bitPattern: start), count) }
}

/// The queue of messages whose bytes were released on other threads.
private nonisolated final class MessageReturns: Sendable {
  /// An eventfd that is readable while there are messages.
  let descriptor: Int32
  private let messages = Mutex<[Returned]>([])

  struct Returned: Sendable {
    var message: UInt
    /// The shared bytes of the message; nil if they were read.
    var unread: MemoryRange?
  }

  /// Creates the queue; nil if the system has no descriptor for it.
  init?() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    if descriptor < 0 { return nil }
  }

  deinit { Glibc.close(descriptor) }

  func add(_ message: Returned) {
    messages.withLock { $0.append(message) }
    eventfd_write(descriptor, 1)
  }

  func take() -> [Returned] {
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(descriptor, &count)
    return messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
