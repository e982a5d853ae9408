import CPlatform
import Glibc
import Loop
import Scenes

/// A running program that decodes pictures, and the socket that is its standard output.
///
/// It is killed when this goes.
nonisolated final class DecoderProgram {
  private let socket: Descriptor
  private let identifier: pid_t
  private var isRunning = true

  /// Starts it; its output is the socket, its input and its errors are nothing.
  init(_ command: [String]) throws(PictureError.Reason) {
    var ends: [Int32] = [-1, -1]
    guard unsafe hyaline_socket_pair(&ends) == 0 else { throw Self.systemError(errno) }
    socket = Descriptor(adopting: ends[0])
    let other = Descriptor(adopting: ends[1])
    let spawn = Spawn(
      command, environment: Self.environment(of: Spawn.ownEnvironment), output: other.raw, errors: nil)
    do throws(LoopError) {
      identifier = try spawn.start()
    } catch {
      throw Self.systemError(error.errorNumber)
    }
  }

  deinit { end() }

  /// Kills it with what it may have started. Idempotent.
  func end() {
    guard isRunning else { return }
    isRunning = false
    // One that has ended waits to be reaped, so that the number is its own.
    kill(-identifier, SIGKILL)
    waitpid(identifier, nil, 0)
  }

  /// It has closed its end, or says what nobody asked for.
  var hasEnded: Bool {
    var ready = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&ready, 1, 0) != 0
  }

  /// Waits for the first thing that it says: whether it is ready.
  func begin(within limit: Duration) throws(PictureError.Reason) -> DecoderMessage.Header.Kind {
    try receiveHeader(side: 0, deadline: .now + limit).kind
  }

  /// Hands it a file; gives its answer, or throws where it gives none in time.
  func ask(
    for file: borrowing RegularFile, side: Int, within limit: Duration
  ) throws(PictureError.Reason) -> Result<Bitmap, PictureError.Reason> {
    let deadline = ContinuousClock.now + limit
    let request = DecoderMessage.request(side: side)
    let sent = unsafe hyaline_send_descriptor(socket.raw, request, request.count, file.descriptor.raw)
    guard sent == request.count else { throw Self.systemError(EPIPE) }
    let header = try receiveHeader(side: side, deadline: deadline)
    let payload = try receive(header.payloadBytes, deadline: deadline)
    guard let answer = DecoderMessage.result(header, payload: payload) else { throw Self.noAnswer }
    return answer
  }

  private func receiveHeader(
    side: Int, deadline: ContinuousClock.Instant
  ) throws(PictureError.Reason) -> DecoderMessage.Header {
    let bytes = try receive(DecoderMessage.headerBytes, deadline: deadline)
    guard let header = DecoderMessage.Header(bytes, side: side) else { throw Self.noAnswer }
    return header
  }

  private func receive(
    _ count: Int, deadline: ContinuousClock.Instant
  ) throws(PictureError.Reason) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var received = 0
    while received < count {
      let left = deadline - .now
      guard left > .zero else { throw .damaged("it takes too long to decode") }
      var ready = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&ready, 1, Int32(left / .milliseconds(1)) + 1) > 0 else { continue }
      let step = unsafe bytes.withUnsafeMutableBytes {
        unsafe read(socket.raw, $0.baseAddress! + received, count - received)
      }
      if step < 0, errno == EINTR || errno == EAGAIN { continue }
      guard step > 0 else { throw Self.noAnswer }
      received += step
    }
    return bytes
  }

  private static let noAnswer = PictureError.Reason.damaged("it cannot be decoded")

  private static func systemError(_ code: Int32) -> PictureError.Reason {
    .system(describe(errorNumber: code))
  }

  // MARK: - What it knows of us

  /// Variables that find libraries, fonts and the language of texts; none of sessions, buses, keys or passwords.
  private static let names: Set<String> = [
    "PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "XDG_DATA_HOME", "XDG_DATA_DIRS",
    "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_CACHE_HOME", "FONTCONFIG_FILE", "FONTCONFIG_PATH",
    "FONTCONFIG_SYSROOT", "GDK_PIXBUF_MODULE_FILE", "GDK_PIXBUF_MODULEDIR", "SWIFT_BACKTRACE",
  ]

  /// Those lines, such as `HOME=/root`, that the program gets.
  static func environment(of lines: [String]) -> [String] {
    lines.filter { names.contains(String($0.prefix { $0 != "=" })) }
  }
}
