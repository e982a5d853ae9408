import Glibc
import Loop

/// A connection to a Unix socket, which never blocks.
final class LocalStream: Cancellable {
  private static let readSize = 65536
  /// Most bytes that may wait for a service that does not read; beyond that the connection is closed.
  private static let outputLimit = 1 << 20

  private let loop: EventLoop
  private var descriptor: Descriptor?
  private var watch: Watch?
  private var output: [UInt8] = []
  private let onRead: ([UInt8]) -> Void
  private let onEnd: (String) -> Void

  /// Connects, and begins to read in the loop's next iteration.
  ///
  /// `onEnd` is called once with the reason when the service has closed the connection, unless `cancel` was
  /// called before; neither handler is called from this initialiser.
  init(
    path: String, loop: EventLoop, onRead: @escaping ([UInt8]) -> Void, onEnd: @escaping (String) -> Void
  ) throws(LoopError) {
    self.loop = loop
    self.onRead = onRead
    self.onEnd = onEnd
    let descriptor = try Descriptor(connectingTo: path)
    let raw = descriptor.raw
    self.descriptor = consume descriptor
    watch = loop.watch(raw) { [unowned self] _ in isReady() }
  }

  isolated deinit { cancel() }

  /// Sends bytes; those that the socket does not accept now are sent as soon as it does.
  func send(_ bytes: some Collection<UInt8>) {
    guard descriptor != nil else { return }
    output += bytes
    write()
  }

  /// Closes the connection, and calls no handler any more; idempotent.
  func cancel() {
    watch.end()
    descriptor = nil
    output = []
  }

  private func isReady() {
    // A handler may release this object.
    withExtendedLifetime(self) {
      if !output.isEmpty { write() }
      read()
    }
  }

  private func read() {
    guard let raw = descriptor?.raw else { return }
    var (count, error) = (0, Int32(0))
    // Most events have a few hundred bytes, so that the rest is not filled with zeros first.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.readSize) { buffer, initialized in
      count = unsafe Glibc.read(raw, buffer.baseAddress, buffer.count)
      (error, initialized) = (errno, max(0, count))
    }
    if count < 0, error == EAGAIN || error == EINTR { return }
    guard count > 0 else { return end(count == 0 ? "it hung up" : describe(errorNumber: error)) }
    onRead(bytes)
  }

  private func write() {
    guard let raw = descriptor?.raw else { return }
    while !output.isEmpty {
      let count = unsafe output.withUnsafeBytes {
        unsafe Glibc.send(raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      // Any other failure is reported by the next read.
      guard count >= 0 else { break }
      output.removeFirst(count)
    }
    if output.count > Self.outputLimit { return end("it does not read") }
    let interest: Readiness = output.isEmpty ? .readable : [.readable, .writable]
    if let watch, watch.interest != interest { watch.interest = interest }
  }

  private func end(_ reason: String) {
    guard descriptor != nil else { return }
    cancel()
    onEnd(reason)
  }
}
