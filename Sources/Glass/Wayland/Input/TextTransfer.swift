import CPlatform
import Geometry
import Glibc
import Loop

/// A transfer of text through a pipe or a socket, to or from another program, without blocking.
@MainActor final class TextTransfer {
  /// The time without progress after which a transfer fails.
  static let patience = Duration.seconds(1)
  /// The longest time that a transfer may take, however busy the other program is.
  static let limit = Duration.seconds(5)

  private let loop: EventLoop
  private let end: Instant
  private var watch: Watch?
  private var timer: Timer?
  private var descriptor: Int32
  private var bytes: [UInt8] = []
  private var onEnd: (([UInt8]?) -> Void)?

  /// Reads until the other side closes the pipe; `onEnd` gets the bytes, or nil if they were more than
  /// `limit` or the other side was too slow. Takes over the descriptor, which must be non-blocking, and
  /// closes it.
  init(
    reading descriptor: Int32, limit: Int, loop: EventLoop, onEnd: @escaping ([UInt8]?) -> Void
  ) {
    (self.descriptor, self.loop, self.onEnd, end) = (descriptor, loop, onEnd, loop.now + Self.limit)
    watch = loop.watch(descriptor) { [unowned self] _ in read(limit: limit) }
    wait()
  }

  /// Writes all of `text`; `onEnd` gets the written bytes, or nil if the other side did not read them or sent
  /// a descriptor of something other than a pipe or a socket. Takes over the descriptor, and closes it.
  init(
    writing text: [UInt8], to descriptor: Int32, loop: EventLoop, onEnd: @escaping ([UInt8]?) -> Void
  ) {
    (self.descriptor, self.loop, self.onEnd, end) = (descriptor, loop, onEnd, loop.now + Self.limit)
    bytes = text
    wait()
    guard let kind = Self.kind(of: descriptor), adoptNonBlocking(kind) else {
      // The owner does not have the transfer yet, so that it cannot end now.
      timer?.cancel()
      timer = loop.schedule(at: loop.now) { [unowned self] in finish(nil) }
      return
    }
    var written = 0
    watch = loop.watch(self.descriptor, for: .writable) { [unowned self] _ in write(&written, to: kind) }
  }

  isolated deinit {
    cancel()
  }

  /// The kinds of descriptors that can be written to without blocking.
  private enum Kind {
    case pipe, socket
  }

  /// The kind of a descriptor; nil for anything but a pipe or socket: another program may send any
  /// descriptor, and a write to a file can wait for its file system.
  private static func kind(of descriptor: Int32) -> Kind? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFIFO: return .pipe
    case S_IFSOCK: return .socket
    default: return nil
    }
  }

  /// Makes the descriptor non-blocking for writing, and returns whether that succeeded.
  ///
  /// The flag belongs to the open file description, which the other program may share and make blocking
  /// again. A pipe is therefore opened once more; where that is forbidden, only the flag is set. A socket
  /// needs no flag.
  private func adoptNonBlocking(_ kind: Kind) -> Bool {
    guard kind == .pipe else { return true }
    let own = unsafe open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    if own >= 0 {
      close(descriptor)
      descriptor = own
      return true
    }
    return fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0
  }

  /// Cancels the transfer, which ends with nil; idempotent.
  func cancel() { finish(nil) }

  private func read(limit: Int) {
    wait()
    // This is the capacity of a pipe.
    let chunk = 65536
    let count = unsafe withUnsafeTemporaryAllocation(byteCount: chunk, alignment: 1) { buffer in
      let count = unsafe Glibc.read(descriptor, buffer.baseAddress, chunk)
      if count > 0 { unsafe bytes.append(contentsOf: buffer[..<count]) }
      return count
    }
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    if count == 0 { finish(bytes) } else if count < 0 || bytes.count > limit { finish(nil) }
  }

  private func write(_ written: inout Int, to kind: Kind) {
    wait()
    let count = unsafe bytes.withUnsafeBytes { buffer in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
      return switch kind {
      case .pipe: unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      case .socket:
        unsafe send(
          descriptor, rest.baseAddress, rest.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      }
    }
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    written += max(0, count)
    if count < 0 { finish(nil) } else if written == bytes.count { finish(bytes) }
  }

  private func wait() {
    timer?.cancel()
    timer = loop.schedule(at: min(loop.now + Self.patience, end)) { [unowned self] in finish(nil) }
  }

  private func finish(_ result: [UInt8]?) {
    watch.end()
    timer.end()
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    let onEnd = onEnd
    self.onEnd = nil
    onEnd?(result)
  }
}
