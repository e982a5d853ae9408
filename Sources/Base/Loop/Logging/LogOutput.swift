import Glibc

/// A descriptor to which lines are written, and which may belong to a pipe that is not read.
///
/// A line that cannot be written at once is dropped, so that a reader never delays the program. The descriptor is
/// not made non-blocking, since other programs share it.
nonisolated struct LogOutput: ~Copyable {
  /// The way in which bytes are written when the descriptor reports room, which another program may fill first.
  private enum Way {
    /// The pipe or terminal was opened once more, without blocking, and this descriptor is ours.
    case opened(Int32)
    case socket
    /// The descriptor is written to as it is: a file never waits for a reader, and others cannot be opened.
    case shared
  }

  private let descriptor: Int32
  private let way: Way
  /// The end of a line whose beginning was written.
  private var rest: [UInt8] = []
  /// The number of lines that were dropped since the last one that was written.
  private var droppedCount = 0

  /// Makes an output to a descriptor, which the caller still owns.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    way = Self.way(to: descriptor)
  }

  deinit { if case .opened(let own) = way { close(own) } }

  private static func way(to descriptor: Int32) -> Way {
    var state = stat()
    guard unsafe fstat(descriptor, &state) == 0 else { return .shared }
    switch state.st_mode & S_IFMT {
    // The offset of a file stays that of the programs that share it.
    case S_IFREG: return .shared
    case S_IFSOCK: return .socket
    default:
      let own = unsafe open(
        "/proc/self/fd/\(descriptor)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      return own < 0 ? .shared : .opened(own)
    }
  }

  /// Writes a line, after a line about those that were dropped before; drops it if that would have to wait.
  mutating func write(_ line: LogLine) {
    if droppedCount > 0 {
      let lines = droppedCount == 1 ? "1 line is missing" : "\(droppedCount) lines are missing"
      if put(LogLine("hyaline: warning: \(lines) here, because the log was not read")) { droppedCount = 0 }
    }
    if droppedCount > 0 || !put(line) { droppedCount += 1 }
  }

  /// Writes a line, or the beginning of it, if there is room for that; returns whether there was.
  private mutating func put(_ line: LogLine) -> Bool {
    rest.removeFirst(send(rest))
    guard rest.isEmpty else { return false }
    let count = send(line.bytes)
    guard count > 0 else { return false }
    rest = Array(line.bytes[count...])
    return true
  }

  /// Writes bytes, as many as there is room for, and returns their number.
  private func send(_ bytes: [UInt8]) -> Int {
    if bytes.isEmpty || !hasRoom { return 0 }
    let count = unsafe bytes.withUnsafeBytes { bytes in
      switch way {
      case .shared: unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
      case .socket:
        unsafe Glibc.send(
          descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      case .opened(let own): unsafe Glibc.write(own, bytes.baseAddress, bytes.count)
      }
    }
    if count >= 0 { return count }
    // There is nowhere to report another error of the log.
    return errno == EAGAIN ? 0 : bytes.count
  }

  /// Whether the descriptor says that it has room; a pipe then has had it for PIPE_BUF bytes, the length of the longest line.
  private var hasRoom: Bool {
    var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&poller, 1, 0) > 0 && poller.revents & Int16(POLLOUT) != 0
  }
}
