import CPlatform
import Glibc

/// The descriptors between this program and one that it starts, each with the end that the other program gets.
struct ProgramWires: ~Copyable {
  /// Our end of the socket that an independent program reads from before it begins.
  var gate: Descriptor?
  /// The write end of the program's standard input.
  var input: Descriptor?
  /// The read end of the program's standard output.
  var output: Descriptor?
  private var gateEnd: Descriptor?
  private var inputEnd: Descriptor?
  private var outputEnd: Descriptor?

  /// Opens the descriptors that are needed; `operation` names the attempt in an error.
  ///
  /// - Parameters:
  ///   - isIndependent: Whether the program outlives us, and waits for the gate.
  ///   - takesInput: Whether we write to the program.
  ///   - isRead: Whether we read its output; otherwise that goes to /dev/null.
  init(isIndependent: Bool, takesInput: Bool, isRead: Bool, _ operation: String) throws(LoopError) {
    var ends: [Int32] = [-1, -1]
    if isIndependent {
      guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
      else { throw LoopError(operation) }
      gate = Descriptor(adopting: ends[0])
      gateEnd = Descriptor(adopting: ends[1])
    }
    if takesInput {
      guard unsafe hyaline_input_pipe(&ends) == 0 else { throw LoopError(operation) }
      inputEnd = Descriptor(adopting: ends[0])
      input = Descriptor(adopting: ends[1])
    }
    if isRead {
      guard unsafe hyaline_pipe(&ends) == 0 else { throw LoopError(operation) }
      output = Descriptor(adopting: ends[0])
      outputEnd = Descriptor(adopting: ends[1])
    } else {
      let null = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
      guard null >= 0 else { throw LoopError(operation) }
      outputEnd = Descriptor(adopting: null)
    }
  }

  /// Sets the descriptors of a program that is to be started.
  mutating func connect(_ spawn: inout Spawn) {
    if let end = gateEnd?.raw { spawn.independentInput = end }
    if let end = inputEnd?.raw { spawn.input = end }
    if let end = outputEnd?.raw { spawn.output = end }
  }

  /// Closes the ends of the program, which has its own ones once it was started.
  mutating func closeProgramEnds() {
    gateEnd = nil
    inputEnd = nil
    outputEnd = nil
  }
}
