import Geometry
import Glibc
import Loop
import TextProcessing

/// One client of the control socket.
///
/// The connection reads a request, waits for the response, writes it, and only then reads on, so that its memory is
/// bounded.
final class ControlConnection {
  private static let requestLimit = 65536
  private static let readSize = 16384
  /// Most bytes of a stream that wait for a client that does not read; beyond that the connection is closed.
  private static let streamLimit = 1 << 20
  /// Time limit for a request to arrive, and for a response to be read.
  private static let patience = Duration.seconds(5)
  /// Time limit for the handler to respond, longer than that of a capture that waits for a frame.
  private static let longestWork = Duration.seconds(10)

  private enum Phase {
    /// The connection waits for the rest of a line.
    case reading
    /// The connection waits for the response to the request with this number; late responses to
    /// others are ignored.
    case handling(Int)
    case writing
    /// The connection sends lines until either side closes it.
    case streaming
    case closed
  }

  private let loop: EventLoop
  private let handle: ControlServer.Handle
  private var onClose: ((ControlConnection) -> Void)?
  private var descriptor: Descriptor?
  private var watch: Watch?
  private var deadline: Loop.Timer?
  private var phase = Phase.reading
  private var requests = 0
  private var input: [UInt8] = []
  private var output: ArraySlice<UInt8> = []
  private var closesAfterWriting = false
  private var isReadingLines = false
  private var feed: ControlFeed?

  init(
    _ descriptor: consuming Descriptor, loop: EventLoop, handle: @escaping ControlServer.Handle,
    onClose: @escaping (ControlConnection) -> Void
  ) {
    let raw = descriptor.raw
    self.descriptor = consume descriptor
    self.loop = loop
    self.handle = handle
    self.onClose = onClose
    watch = loop.watch(raw) { [unowned self] _ in isReady() }
    wait(Self.patience)
  }

  /// Whether the connection waits for a request.
  var isIdle: Bool {
    if case .reading = phase { true } else { false }
  }

  /// Closes the connection; idempotent.
  func close() {
    phase = .closed
    watch?.cancel()
    deadline?.cancel()
    descriptor = nil
    let feed = self.feed
    self.feed = nil
    feed?.end()
    let onClose = self.onClose
    self.onClose = nil
    onClose?(self)
  }

  // MARK: - Phases

  private func wait(_ duration: Duration) {
    deadline?.cancel()
    deadline = loop.schedule(at: loop.now + duration, tolerance: .seconds(1)) { [unowned self] in
      if case .handling(let request) = phase {
        respond(.failure("hyaline has not answered within 10 s"), to: request)
      } else {
        close()
      }
    }
  }

  private func isReady() {
    // The server releases this object when it is closed.
    withExtendedLifetime(self) {
      switch phase {
      case .writing: write()
      case .streaming: keepStreaming()
      case .reading, .handling, .closed: read()
      }
    }
  }

  private func read() {
    guard let raw = descriptor?.raw else { return }
    var buffer = [UInt8](repeating: 0, count: Self.readSize)
    let count = unsafe Glibc.read(raw, &buffer, buffer.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0 else { return close() }
    input += buffer[..<count]
    readLines()
  }

  /// Handles received requests, until one is not answered at once.
  private func readLines() {
    // An immediate response calls this again: thousands of requests in one packet must not recurse as deeply.
    guard !isReadingLines else { return }
    isReadingLines = true
    defer { isReadingLines = false }
    while case .reading = phase, readLine() {}
  }

  /// Starts to handle the next request; returns false if none is complete.
  private func readLine() -> Bool {
    guard let end = input.firstIndex(of: UInt8(ascii: "\n")) else {
      if input.count > Self.requestLimit {
        closesAfterWriting = true
        begin { _, reply in reply(.failure("expected a request of at most \(Self.requestLimit) bytes")) }
      }
      return false
    }
    let line = Array(input[..<end])
    input.removeSubrange(...end)
    begin { handle, reply in
      do throws(JSONError) {
        guard let request = Request(try JSONValue(parsing: line)) else {
          return reply(.failure("expected an object with a \"command\""))
        }
        handle(request, reply)
      } catch {
        reply(.failure("\(error)"))
      }
    }
    return true
  }

  private func begin(_ work: (ControlServer.Handle, ControlReply) -> Void) {
    requests += 1
    phase = .handling(requests)
    watch?.interest = []
    wait(Self.longestWork)
    work(
      handle,
      ControlReply(
        respond: { [weak self, requests] in self?.respond($0, to: requests) },
        beginFeed: { [weak self, requests] in self?.stream(to: requests) ?? ControlFeed() }))
  }

  private func respond(_ response: Response, to request: Int) {
    guard case .handling(request) = phase else { return }
    output = ArraySlice("\(response.json)\n".utf8)
    phase = .writing
    wait(Self.patience)
    write()
  }

  private func write() {
    switch send() {
    case nil: return close()
    case false?: watch?.interest = .writable
    case true?: wroteAll()
    }
  }

  /// Sends as much as the socket accepts, and returns whether that was all; nil if the
  /// client has disconnected.
  private func send() -> Bool? {
    guard let raw = descriptor?.raw else { return nil }
    while !output.isEmpty {
      let count = unsafe output.withUnsafeBytes {
        unsafe Glibc.send(raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return false }
      guard count >= 0 else { return nil }
      output = output.dropFirst(count)
    }
    return true
  }

  private func wroteAll() {
    if closesAfterWriting { return close() }
    phase = .reading
    watch?.interest = .readable
    wait(Self.patience)
    readLines()
  }

  // MARK: - Streams

  private func stream(to request: Int) -> ControlFeed {
    let feed = ControlFeed()
    guard case .handling(request) = phase else { return feed }
    self.feed = feed
    phase = .streaming
    deadline?.cancel()
    feed.hangUp = { [weak self] in self?.close() }
    feed.write = { [weak self] in self?.push($0) }
    push(ArraySlice("\(Response.success().json)\n".utf8))
    return feed
  }

  private func push(_ line: ArraySlice<UInt8>) {
    output += line
    flushStream()
  }

  private func flushStream() {
    guard let isAll = send(), output.count <= Self.streamLimit else { return close() }
    if isAll { output = [] }
    // Further input of the client is read and ignored, so that its disconnection is noticed.
    watch?.interest = isAll ? .readable : [.readable, .writable]
  }

  private func keepStreaming() {
    guard let raw = descriptor?.raw else { return }
    var buffer = [UInt8](repeating: 0, count: Self.readSize)
    let count = unsafe Glibc.read(raw, &buffer, buffer.count)
    if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { return close() }
    flushStream()
  }
}
