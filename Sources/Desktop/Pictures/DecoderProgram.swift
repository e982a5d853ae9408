import CPlatform
import Glibc
import Loop
import Scenes

/// A running program that decodes pictures, with the socket that is its standard output.
///
/// The program is killed when this object is released.
nonisolated final class DecoderProgram {
  private let socket: Descriptor
  private let identifier: pid_t
  private var isRunning = true

  /// Starts the program; its standard output is the socket, its input and its errors go to /dev/null.
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

  /// Kills the program and its children. Idempotent.
  func end() {
    guard isRunning else { return }
    isRunning = false
    // A program that has ended is not reaped yet, so that its number is not reused.
    kill(-identifier, SIGKILL)
    waitpid(identifier, nil, 0)
  }

  /// Whether the program has closed its socket, or has sent something without a request.
  var hasEnded: Bool {
    var ready = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&ready, 1, 0) != 0
  }

  /// Waits for the program's first message, whether it is ready.
  func begin(within limit: Duration) throws(PictureError.Reason) -> DecoderMessage.Header.Kind {
    try receiveHeader(side: 0, deadline: .now + limit).kind
  }

  /// Sends a file to the program and returns its answer; throws if there is none in time.
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

  /// The variables for libraries, fonts and locales; those of sessions, buses, keys and
  /// passwords are left out.
  private static let names: Set<String> = [
    "PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "XDG_DATA_HOME", "XDG_DATA_DIRS",
    "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_CACHE_HOME", "FONTCONFIG_FILE", "FONTCONFIG_PATH",
    "FONTCONFIG_SYSROOT", "SWIFT_BACKTRACE",
  ]

  /// The lines, such as `HOME=/root`, that are passed to the program.
  static func environment(of lines: [String]) -> [String] {
    lines.filter { names.contains(String($0.prefix { $0 != "=" })) }
  }
}
