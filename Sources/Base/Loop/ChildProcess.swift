import CPlatform
import Geometry
import Glibc

/// A program whose output is read, line by line or as it comes, until it ends or is told to.
///
/// The program has a process group of its own and none of our descriptors. The loop keeps the object while the program
/// runs, so that a caller that has no more use for it calls `terminate`.
public final class ChildProcess {
  /// The end of a program.
  public enum Status: Equatable, Sendable {
    /// The program ended by itself, with this exit status.
    case exited(Int32)
    /// The program was killed by this signal.
    case killed(Int32)
  }

  /// The fate of a program that still runs when ours ends.
  public enum Lifetime: Equatable, Sendable {
    /// The kernel kills it when the thread that started it ends; before an orderly end, `EventLoop.endChildren` asks it to
    /// end, and its children too.
    case endsWithUs
    /// The program goes on in a session of its own; it waits for `begin`, so that it can be moved
    /// to a scope before.
    case independent
  }

  /// Shortest time between two reads: a program that writes faster fills its pipe and blocks.
  private static let readInterval = Duration.milliseconds(30)
  /// Bytes that one read takes: the size of a pipe, so that one read empties it.
  private static let readSize = 65536

  private let loop: EventLoop
  /// The number of the process, and of its process group.
  let identifier: pid_t
  private let process: Descriptor
  private var output: Descriptor?
  private var lines: LineReader
  private var onLine: ((String) -> Void)?
  private var onBytes: (([UInt8]) -> Void)?
  /// The write end of the program's standard input; nil if the program has no input, or no more.
  private var input: Descriptor?
  private var onExit: ((Status) -> Void)?
  /// The reader of the program's standard error; nil if this program does not read it.
  private let errors: ErrorOutput?
  private var exitWatch: Watch?
  private var outputWatch: Watch?
  private var pause: Timer?
  private var nextRead: Instant
  /// Whether the process was reaped; after that signals go only to the group of `others`, since its number may be reused.
  private var isReaped = false
  private var isTerminating = false
  /// Whether processes that the program leaves in its group when it ends by itself are ended too.
  private var endsOthers: Bool
  /// The processes that the program has left in its group; nil: there are none, or they are not ended.
  private var others: LeftProcesses?
  /// Our end of the socket that an independent program reads from before it begins; closing it lets it begin.
  private var gate: Descriptor?

  /// Starts the first of `arguments`, found on PATH, with all of them; `environment` is added to ours.
  ///
  /// `onLine` receives the lines that are selected, then `onExit` how the program ended; its own children that write
  /// later find the pipe closed. `onBytes` receives the output as it comes instead, whatever lines it has. Without either all
  /// output goes to /dev/null, so that the program may leave others running. The input is /dev/null unless `takesInput`
  /// says that `write` is to be used. Its standard error is the pipe of `errors`; without that it is ours, or
  /// /dev/null unless `keepsStandardError`. With `endsOthers`, processes that it leaves in its group when it ends by itself are
  /// ended by `terminate`, and before an orderly end of our program.
  /// Throws `cannot run "foo": no such file or directory`. Traps if `arguments` is empty.
  ///
  /// The corresponding C functions are `vfork` and `execvpe`.
  public init(
    _ arguments: [String], environment: [String: String] = [:], lifetime: Lifetime = .endsWithUs,
    selecting selection: LineReader.Selection = .newest, keepsStandardError: Bool = true,
    errors: ErrorOutput? = nil, takesInput: Bool = false, endsOthers: Bool = false, loop: EventLoop,
    onLine: ((String) -> Void)?, onBytes: (([UInt8]) -> Void)? = nil, onExit: @escaping (Status) -> Void
  ) throws(LoopError) {
    precondition(!arguments.isEmpty, "no program to run")
    let operation = "run \"\(arguments[0])\""
    var spawn = Spawn(
      lifetime == .independent ? waiting + arguments : arguments,
      environment: variables(adding: environment), output: -1,
      errors: errors?.descriptor ?? (keepsStandardError ? STDERR_FILENO : nil))
    let isIndependent = lifetime == .independent
    precondition(!isIndependent || !takesInput, "an independent program has an input of its own")
    precondition(!isIndependent || !endsOthers, "an independent program may leave others")
    var wires = try ProgramWires(
      isIndependent: isIndependent, takesInput: takesInput, isRead: onLine != nil || onBytes != nil, operation
    )
    wires.connect(&spawn)
    identifier = try spawn.start()
    wires.closeProgramEnds()
    gate = wires.gate.take()
    input = wires.input.take()
    output = wires.output.take()
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
    self.errors = errors
    self.endsOthers = endsOthers
    self.onLine = onLine
    self.onBytes = onBytes
    self.onExit = onExit
    nextRead = loop.now
    exitWatch = loop.watch(raw) { _ in self.ended() }
    if lifetime == .endsWithUs { loop.children.add(self) }
    if let readable = output?.raw {
      outputWatch = loop.watch(readable) { _ in self.outputIsReadable() }
    }
  }

  /// The system's process ID.
  public var processID: Int32 { identifier }

  /// Lets an independent program begin if it has not begun; the end of our program does so too.
  public func begin() { gate = nil }

  /// Writes to the input of the program; false: it reads too slowly, or no more.
  ///
  /// All is written or nothing, which a pipe promises up to 4096 bytes; traps if there are more.
  @discardableResult
  public func write(_ bytes: [UInt8]) -> Bool {
    precondition(bytes.count <= 4096, "\(bytes.count) bytes for a pipe")
    guard let descriptor = input?.raw else { return false }
    return unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count
  }

  /// Sends a signal to the program and its children, unless they are to end.
  public func send(_ signal: Int32) {
    if !isReaped, !isTerminating { kill(-identifier, signal) }
  }

  /// Whether the program has ended and has left processes that `terminate` ends.
  public var hasLeftOthers: Bool { others != nil }

  /// Sends SIGTERM to the program and its children, SIGKILL after `grace`, and calls no handler. Idempotent.
  public func terminate(grace: Duration = .seconds(1)) {
    guard !isReaped || others != nil, askToEnd() else { return }
    loop.schedule(at: loop.now + grace) {
      // The end of our program may have reaped it already.
      if !self.isReaped || self.others != nil { self.forceToEnd() }
    }
  }

  // MARK: - For the end of our program

  /// Sends SIGTERM to the program and its children once, and calls no handler; returns whether
  /// this call sent it.
  @discardableResult
  func askToEnd() -> Bool {
    guard !isTerminating else { return false }
    if let others, !others.areThere {
      giveUpOthers()
      return false
    }
    isTerminating = true
    endsOthers = false
    (onLine, onBytes, onExit) = (nil, nil, nil)
    closeOutput()
    input = nil
    signalGroup(SIGTERM)
    // A stopped program would not receive SIGTERM before it continues.
    signalGroup(SIGCONT)
    return true
  }

  /// Kills the program and its children.
  func forceToEnd() {
    signalGroup(SIGKILL)
    isTerminating = false
    if others != nil { return giveUpOthers() }
    // An exit watch reports and reaps the end by itself; where there is none, the process is still to be reaped.
    if exitWatch == nil { reap() }
  }

  /// Sends a signal to the program and its children, or to those that it has left.
  private func signalGroup(_ signal: Int32) {
    if let others { others.send(signal) } else { kill(-identifier, signal) }
  }

  /// Forgets the processes that are left; no signal goes to their group any more.
  private func giveUpOthers() {
    others = nil
    loop.children.remove(self)
  }

  /// Reaps the program if it has ended, and returns whether its process group is empty.
  ///
  /// Callers ask in quick succession: the number of a group is not reused while it has members, but may be
  /// afterwards.
  func hasEnded() -> Bool {
    if let others {
      let areThere = others.areThere
      if !areThere { giveUpOthers() }
      return !areThere
    }
    if !isReaped { reap(options: WNOHANG) }
    return isReaped && kill(-identifier, 0) != 0
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
    var all: [UInt8]?
    let line: String? = unsafe withUnsafeTemporaryAllocation(
      byteCount: Self.readSize, alignment: 1
    ) { buffer in
      let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
      if count <= 0 {
        isOpen = count < 0 && (errno == EAGAIN || errno == EINTR)
        return nil
      }
      guard onBytes == nil else {
        unsafe all = Array(buffer[..<count])
        return nil
      }
      return unsafe lines.append(buffer[..<count])
    }
    if let all { onBytes?(all) }
    if let line { onLine?(line) }
    return isOpen
  }

  private func closeOutput() {
    outputWatch.end()
    pause.end()
    output = nil
  }

  // MARK: - The end

  private func ended() {
    exitWatch.end()
    errors?.programEnded()
    // An unreaped process keeps the group's number ours until `forceToEnd` has signalled the group.
    if isTerminating { return }
    // Two reads empty the pipe: more can only come from children that the program has left behind.
    if readOutput() { _ = readOutput() }
    if let line = lines.finish() { onLine?(line) }
    guard !isTerminating else { return }
    closeOutput()
    reap()
  }

  private func reap(options: Int32 = 0) {
    guard !isReaped else { return }
    var status: Int32 = 0
    let result = unsafe waitpid(identifier, &status, options)
    if result == 0 { return }
    precondition(result == identifier, "waitpid \(identifier): error \(errno)")
    isReaped = true
    exitWatch.end()
    if endsOthers { others = LeftProcesses(of: identifier) }
    if others == nil { loop.children.remove(self) }
    let onExit = self.onExit
    (self.onLine, self.onBytes, self.onExit) = (nil, nil, nil)
    input = nil
    let signal = status & 0x7F
    onExit?(signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal))
  }
}

/// A shell that reads until our end of its input is closed, and then executes the program.
private let waiting = ["sh", "-c", #"read -r line; exec "$@" < /dev/null"#, "sh"]

/// Our environment with `new` added; a new variable replaces ours of the same name.
private func variables(adding new: [String: String]) -> [String] {
  new.map { "\($0)=\($1)" } + Spawn.ownEnvironment.filter { new[String($0.prefix { $0 != "=" })] == nil }
}
