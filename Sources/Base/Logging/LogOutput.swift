import Glibc

/// A descriptor to which lines are written, and which may belong to a pipe that nobody reads.
///
/// A line that cannot be written at once is dropped, so that a reader never delays the program. The descriptor is
/// not made non-blocking, since other programs share it.
nonisolated struct LogOutput {
  private let descriptor: Int32
  /// The number of lines that were dropped since the last one that was written.
  private var droppedCount = 0

  /// Makes an output to a descriptor, which the caller still owns.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Writes a line, after a line about those that were dropped before; drops it if that would have to wait.
  mutating func write(_ line: LogLine) {
    if droppedCount > 0 {
      let lines = droppedCount == 1 ? "1 line is missing" : "\(droppedCount) lines are missing"
      if put(LogLine("hyaline: warning: \(lines) here, because the log was not read")) { droppedCount = 0 }
    }
    if droppedCount > 0 || !put(line) { droppedCount += 1 }
  }

  /// Writes a line if there is room for it, and returns whether there was.
  ///
  /// A pipe that is writable has room for PIPE_BUF bytes, the length of the longest line.
  private func put(_ line: LogLine) -> Bool {
    var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard unsafe poll(&poller, 1, 0) > 0, poller.revents & Int16(POLLOUT) != 0 else { return false }
    // There is nowhere to report another error of the log.
    _ = unsafe line.bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    return true
  }
}
