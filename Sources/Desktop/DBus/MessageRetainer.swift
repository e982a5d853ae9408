import CPlatform
import CSystemd
package import DBusValues
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
  /// Gives much memory back that nobody has read.
  private let worker: Worker<Void>

  /// What that may take; it takes a few milliseconds.
  private static let limit = Duration.seconds(10)
  /// Less is given back in half a millisecond, where its message is let go of.
  private static let muchMemory = 4 << 20

  init(loop: EventLoop) {
    self.loop = loop
    worker = Worker(loop: loop, limit: Self.limit) {}
  }

  /// The bytes at `start`, which lie in `message`; nil: the system has no descriptor for that.
  ///
  /// The corresponding C function is `sd_bus_message_ref`.
  package func share(_ bytes: UnsafeRawBufferPointer, of message: OpaquePointer) -> SentBytes? {
    guard !isClosed, let returns = returns ?? open() else { return nil }
    retainedCount += 1
    let shared = unsafe SharedBytes(bytes, of: sd_bus_message_ref(message), returns: returns)
    return SentBytes(count: bytes.count) { shared.read($0) }
  }

  /// To be called of bytes in `message` that nobody will read, while it lives: to free as much takes long.
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
    // Keeps this one, so that what is out after the bus was closed finds it.
    watch = loop.watch(made.descriptor) { _ in self.takeBack() }
    return made
  }

  private func takeBack() {
    for returned in returns?.take() ?? [] {
      guard let unread = returned.unread, unread.count > Self.muchMemory else {
        letGo(returned.message)
        continue
      }
      worker.run(
        { _ in unread.discard() },
        then: { done in
          // What a thread may still be at must not become another's.
          if done != nil { self.letGo(returned.message) }
          self.worker.rest()
        })
    }
    endIfDone()
  }

  /// The corresponding C function is `sd_bus_message_unref`.
  private func letGo(_ message: UInt) {
    unsafe sd_bus_message_unref(OpaquePointer(bitPattern: message))
    retainedCount -= 1
    endIfDone()
  }

  private func endIfDone() {
    guard isClosed, retainedCount == 0 else { return }
    watch?.cancel()
    watch = nil
  }
}

/// Bytes of a message, until this is released; they are read at most once.
private nonisolated final class SharedBytes: Sendable {
  private let range: MemoryRange
  /// An address, as pointers do not go from thread to thread.
  private let message: UInt
  private let returns: MessageReturns
  /// Held while they are read: nobody else may, and they are not there any more afterwards.
  private let isRead = Mutex(false)

  /// Takes over a reference to the message.
  init(_ bytes: UnsafeRawBufferPointer, of message: OpaquePointer?, returns: MessageReturns) {
    range = MemoryRange(start: UInt(bitPattern: bytes.baseAddress), count: bytes.count)
    self.message = UInt(bitPattern: message)
    self.returns = returns
  }

  deinit { returns.add(.init(message: message, unread: isRead.withLock { $0 } ? nil : range)) }

  /// Shows them to `read` if that was not done before, and gives their memory back to the system: on the thread that
  /// the message is let go of on, that takes long.
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

  /// Gives the memory back to the system; what was in it is lost.
  func discard() { unsafe hyaline_discard_pages(UnsafeMutableRawPointer(bitPattern: start), count) }
}

/// Where messages come back to from other threads.
private nonisolated final class MessageReturns: Sendable {
  /// Readable when there is one.
  let descriptor: Int32
  private let messages = Mutex<[Returned]>([])

  struct Returned: Sendable {
    var message: UInt
    /// The shared bytes of it, if nobody has read them.
    var unread: MemoryRange?
  }

  /// Nil: the system has no descriptor for it.
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
