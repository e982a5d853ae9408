import CPlatform
import Geometry
import Glibc

/// The standard error of the programs of one origin, such as the runs of a script, which goes to the log in bounded amounts.
///
/// All of the programs write to one pipe, which is read until no writer is left, even after `close`: processes that they
/// started may outlive them, and would be killed by SIGPIPE if the pipe had no reader.
public final class ErrorOutput {
  /// Shortest time between two reads: programs that write faster fill the pipe and block.
  private static let readInterval = Duration.milliseconds(30)
  /// The number of bytes of one read: the size of a pipe, so that one read empties it.
  private static let readSize = 65536

  private let loop: EventLoop
  private let report: (String) -> Void
  private let reader: Descriptor
  /// The end of the pipe that programs inherit; nil after `close`.
  private var writer: Descriptor?
  private var watch: Watch?
  private var lines = ErrorLines()
  private var nextRead: Instant
  /// The timer for the end of the period in which lines are counted; nil until the next line.
  private var period: Timer?

  /// Opens the pipe; `report` takes lines for the log, and is not called after `close`.
  public init(loop: EventLoop, report: @escaping (String) -> Void) throws(LoopError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe hyaline_pipe(&ends) == 0 else { throw LoopError("open a pipe") }
    reader = Descriptor(adopting: ends[0])
    writer = Descriptor(adopting: ends[1])
    (self.loop, self.report, nextRead) = (loop, report, loop.now)
    // The handler retains this object until the end of the stream.
    watch = loop.watch(ends[0]) { _ in self.isReadable() }
  }

  /// The descriptor that a program is started with; nil after `close`.
  var descriptor: Int32? { writer?.raw }

  /// Closes the end of the pipe for programs, and reports nothing any more but a last line that lacks a line feed; idempotent.
  public func close() {
    reportRest()
    writer = nil
    period.end()
  }

  private var isClosed: Bool { descriptor == nil }

  /// Reports a last line without a line feed when one of the programs has ended.
  func programEnded() {
    guard !isClosed, watch != nil else { return }
    read()
    reportRest()
  }

  private func reportRest() {
    if !isClosed, let rest = lines.finish() { report(rest) }
  }

  private func isReadable() {
    guard loop.now >= nextRead else {
      watch?.interest = []
      loop.schedule(at: nextRead) { self.watch?.interest = .readable }
      return
    }
    read()
  }

  /// Reads once, and reports the lines that this completes.
  private func read() {
    nextRead = loop.now + Self.readInterval
    var isOpen = true
    let read: [String] = unsafe withUnsafeTemporaryAllocation(byteCount: Self.readSize, alignment: 1) {
      buffer in
      let count = unsafe Glibc.read(reader.raw, buffer.baseAddress, buffer.count)
      if count <= 0 {
        isOpen = count < 0 && (errno == EAGAIN || errno == EINTR)
        return []
      }
      return isClosed ? [] : unsafe lines.append(buffer[..<count])
    }
    if !isOpen {
      watch.end()
    }
    if isClosed { return }
    for line in read { report(line) }
    if period == nil {
      period = loop.schedule(at: loop.now + ErrorLines.period, tolerance: .seconds(1)) { [weak self] in
        self?.periodEnded()
      }
    }
  }

  private func periodEnded() {
    period = nil
    reportRest()
    if let omission = lines.periodEnded() { report(omission) }
  }
}
