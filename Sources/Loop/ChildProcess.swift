import CPlatform
import Glibc
import Measures

/// A program whose output is read line by line, until it ends or is told to.
///
/// It has a process group of its own, /dev/null as input and none of our descriptors. The loop keeps it while it runs:
/// who started it and has lost interest calls `terminate`.
public final class ChildProcess {
  /// How a program ended.
  public enum Status: Equatable, Sendable {
    /// By itself, with this status.
    case exited(Int32)
    /// By this signal.
    case killed(Int32)
  }

  /// Reads at most this often: a flood fills its pipe and waits, instead of keeping us busy.
  private static let readInterval = Duration.milliseconds(30)
  /// What a pipe holds, so that one read empties it.
  private static let readSize = 65536

  private let loop: EventLoop
  let identifier: pid_t
  private let process: Descriptor
  private var output: Descriptor?
  private var lines: LineReader
  private var onLine: ((String) -> Void)?
  private var onExit: ((Status) -> Void)?
  private var exitWatch: Watch?
  private var outputWatch: Watch?
  private var pause: Timer?
  private var nextRead: Instant
  /// No signal to the group after this: its number can be another's.
  private var isReaped = false
  private var isTerminating = false

  /// Starts the first of `arguments`, found on PATH, with all of them; `environment` is added to ours.
  ///
  /// `onLine` receives the lines that are selected, then `onExit` how the program ended; its own children that write
  /// later are hung up on. Without `onLine` all output goes to /dev/null, so that the program may leave others running.
  /// Throws `cannot run "foo": no such file or directory`. Traps if `arguments` is empty.
  ///
  /// The corresponding C function is `posix_spawnp`.
  public init(
    _ arguments: [String], environment: [String: String] = [:],
    selecting selection: LineReader.Selection = .newest, keepsStandardError: Bool = true,
    loop: EventLoop, onLine: ((String) -> Void)?, onExit: @escaping (Status) -> Void
  ) throws(LoopError) {
    precondition(!arguments.isEmpty, "no program to run")
    let operation = "run \"\(arguments[0])\""
    if onLine != nil {
      var ends: [Int32] = [-1, -1]
      guard unsafe hyaline_pipe(&ends) == 0 else { throw LoopError(operation) }
      output = Descriptor(adopting: ends[0])
      let input = Descriptor(adopting: ends[1])
      identifier = try spawn(
        arguments, environment, output: input.raw, keepsError: keepsStandardError, operation)
    } else {
      let null = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
      guard null >= 0 else { throw LoopError(operation) }
      let sink = Descriptor(adopting: null)
      identifier = try spawn(
        arguments, environment, output: sink.raw, keepsError: keepsStandardError, operation)
    }
    let raw = hyaline_pidfd_open(identifier)
    guard raw >= 0 else {
      let error = LoopError(operation)
      kill(-identifier, SIGKILL)
      waitpid(identifier, nil, 0)
      throw error
    }
    process = Descriptor(adopting: raw)
    lines = LineReader(selecting: selection)
    self.loop = loop
    self.onLine = onLine
    self.onExit = onExit
    nextRead = loop.now
    exitWatch = loop.watch(raw) { _ in self.ended() }
    if let readable = output?.raw {
      outputWatch = loop.watch(readable) { _ in self.outputIsReadable() }
    }
  }

  /// Asks the program and its children to end, makes them after `grace`, and calls nobody back. Idempotent.
  public func terminate(grace: Duration = .seconds(1)) {
    guard !isReaped, !isTerminating else { return }
    isTerminating = true
    (onLine, onExit) = (nil, nil)
    closeOutput()
    kill(-identifier, SIGTERM)
    loop.schedule(at: loop.now + grace) {
      kill(-self.identifier, SIGKILL)
      self.isTerminating = false
      // Once it was seen to end it is still to be reaped; otherwise the watch tells.
      if self.exitWatch == nil { self.reap() }
    }
  }

  // MARK: - Output

  private func outputIsReadable() {
    guard loop.now >= nextRead else {
      outputWatch?.interest = []
      pause = loop.schedule(at: nextRead) { [unowned self] in outputWatch?.interest = .readable }
      return
    }
    nextRead = loop.now + Self.readInterval
    if !readOutput() { closeOutput() }
  }

  /// Reads once and delivers the line that this completes; returns false at the end of the stream.
  private func readOutput() -> Bool {
    guard let descriptor = output?.raw else { return false }
    var isOpen = true
    let line: String? = unsafe withUnsafeTemporaryAllocation(
      byteCount: Self.readSize, alignment: 1
    ) { buffer in
      let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
      if count <= 0 {
        isOpen = count < 0 && (errno == EAGAIN || errno == EINTR)
        return nil
      }
      return unsafe lines.append(buffer[..<count])
    }
    if let line { onLine?(line) }
    return isOpen
  }

  private func closeOutput() {
    outputWatch?.cancel()
    outputWatch = nil
    pause?.cancel()
    pause = nil
    output = nil
  }

  // MARK: - The end

  private func ended() {
    exitWatch?.cancel()
    exitWatch = nil
    // Unreaped, it keeps the number of the group ours until the group has had its grace.
    if isTerminating { return }
    // Twice a pipe's worth: more can only come from children that it has left behind.
    if readOutput() { _ = readOutput() }
    if let line = lines.finish() { onLine?(line) }
    guard !isTerminating else { return }
    closeOutput()
    reap()
  }

  private func reap() {
    guard !isReaped else { return }
    isReaped = true
    var status: Int32 = 0
    let result = unsafe waitpid(identifier, &status, 0)
    precondition(result == identifier, "waitpid \(identifier): error \(errno)")
    let onExit = self.onExit
    (self.onLine, self.onExit) = (nil, nil)
    let signal = status & 0x7F
    onExit?(signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal))
  }
}

/// Returns the process; of the errors of `posix_spawnp` that of a missing program is the likely one.
private func spawn(
  _ arguments: [String], _ environment: [String: String], output: Int32, keepsError: Bool,
  _ operation: String
) throws(LoopError) -> pid_t {
  var vector = unsafe arguments.map { unsafe strdup($0) } + [nil]
  defer { while let argument = unsafe vector.popLast() { unsafe free(argument) } }
  var variables = unsafe variables(adding: environment).map { unsafe strdup($0) } + [nil]
  defer { while let variable = unsafe variables.popLast() { unsafe free(variable) } }
  var identifier: pid_t = 0
  let error = unsafe hyaline_spawn(&identifier, &vector, &variables, output, keepsError)
  guard error == 0 else { throw LoopError(operation, errorNumber: error) }
  return identifier
}

/// Our environment, in which what is added takes the place of what has its name.
private func variables(adding new: [String: String]) -> [String] {
  var variables = new.map { "\($0)=\($1)" }
  var place = unsafe environ
  while let variable = unsafe place.pointee {
    let text = unsafe String(cString: variable)
    if new[String(text.prefix { $0 != "=" })] == nil { variables.append(text) }
    unsafe place += 1
  }
  return variables
}
