import CPlatform
import CSystemd
import Glibc
import Loop
import Notifications
import Scenes
import Synchronization

/// Lends bytes of messages to other threads, and lets go of the messages on this one, as the library needs it: its
/// counts of references are no others' business.
///
/// What is lent keeps its message alive, wherever it is; when the last reference to it goes, on whatever thread, the
/// message comes back through `returns`. One that never comes back is never let go of.
@MainActor final class MessageLender {
  /// Messages that have been lent and did not come back yet.
  private(set) var lentCount = 0
  private let loop: EventLoop
  private var returns: MessageReturns?
  private var watch: Watch?
  private(set) var isClosed = false

  init(loop: EventLoop) {
    self.loop = loop
  }

  /// The bytes at `start`, which lie in `message`; nil: the system has no descriptor for that.
  ///
  /// The corresponding C function is `sd_bus_message_ref`.
  func lend(_ bytes: UnsafeRawBufferPointer, of message: OpaquePointer) -> SentBytes? {
    guard !isClosed, let returns = returns ?? open() else { return nil }
    lentCount += 1
    let lent = unsafe LentBytes(bytes, of: sd_bus_message_ref(message), returns: returns)
    return SentBytes(count: bytes.count) { lent.read($0) }
  }

  /// Lends no more; what is still out is awaited as long as the loop runs. Idempotent.
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

  /// The corresponding C function is `sd_bus_message_unref`.
  private func takeBack() {
    for message in returns?.take() ?? [] {
      unsafe sd_bus_message_unref(OpaquePointer(bitPattern: message))
      lentCount -= 1
    }
    guard isClosed, lentCount == 0 else { return }
    watch?.cancel()
    watch = nil
  }
}

/// Bytes of a message, until this is released; they are read at most once.
private nonisolated final class LentBytes: Sendable {
  /// Addresses, as pointers do not go from thread to thread.
  private let start: UInt
  private let count: Int
  private let message: UInt
  private let returns: MessageReturns
  /// Held while they are read: nobody else may, and they are not there any more afterwards.
  private let isRead = Mutex(false)

  /// Takes over a reference to the message.
  init(_ bytes: UnsafeRawBufferPointer, of message: OpaquePointer?, returns: MessageReturns) {
    start = UInt(bitPattern: bytes.baseAddress)
    count = bytes.count
    self.message = UInt(bitPattern: message)
    self.returns = returns
  }

  deinit { returns.add(message) }

  /// Shows them to `read` if that was not done before, and gives their memory back to the system: on the thread that
  /// the message is let go of on, that takes long.
  func read(_ read: (Span<UInt8>) -> Bitmap) -> Bitmap? {
    isRead.withLock { isRead in
      guard !isRead else { return nil }
      isRead = true
      let bytes = unsafe UnsafeBufferPointer(start: UnsafePointer<UInt8>(bitPattern: start), count: count)
      let bitmap = unsafe read(bytes.span)
      unsafe hyaline_discard_pages(UnsafeMutableRawPointer(bitPattern: start), count)
      return bitmap
    }
  }
}

/// Where messages come back to from other threads.
private nonisolated final class MessageReturns: Sendable {
  /// Readable when there is one.
  let descriptor: Int32
  private let messages = Mutex<[UInt]>([])

  /// Nil: the system has no descriptor for it.
  init?() {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    if descriptor < 0 { return nil }
  }

  deinit { Glibc.close(descriptor) }

  func add(_ message: UInt) {
    messages.withLock { $0.append(message) }
    eventfd_write(descriptor, 1)
  }

  func take() -> [UInt] {
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(descriptor, &count)
    return messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
