import CPlatform
public import Glibc

/// A program to start, with its arguments, environment and descriptors.
///
/// The program starts with default signal handlers, no blocked signals, no descriptors of ours but those named here, and
/// the limit of descriptors that we were started with.
public nonisolated struct Spawn {
  /// The program, which is looked up on our PATH, and its arguments.
  public var arguments: [String]
  /// The program's whole environment, each variable as `NAME=value`.
  public var environment: [String]
  /// Descriptor of the program's standard output; the caller closes it.
  public var output: Int32
  /// Descriptor of the program's standard error, which the caller closes; nil for no standard error.
  public var errors: Int32?
  /// Descriptor of the standard input of a program that ends with us, which the caller closes; nil for /dev/null.
  public var input: Int32?
  /// Descriptor of the standard input of a program that outlives us in a session of its own; nil: the program
  /// leads a process group, and ends with the thread that starts it.
  var independentInput: Int32?

  public init(_ arguments: [String], environment: [String], output: Int32, errors: Int32? = STDERR_FILENO) {
    (self.arguments, self.environment) = (arguments, environment)
    (self.output, self.errors) = (output, errors)
  }

  /// Starts the program and returns its process ID, which the caller reaps. Traps if `arguments` is empty.
  ///
  /// Throws `cannot run "foo": no such file or directory`. The corresponding C functions are `vfork` and `execvpe`.
  public func start() throws(LoopError) -> Int32 {
    precondition(!arguments.isEmpty, "no program to run")
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer {
      while let word = unsafe words.popLast() { unsafe free(word) }
      while let variable = unsafe variables.popLast() { unsafe free(variable) }
    }
    var process: Int32 = 0
    let error =
      if let independentInput {
        unsafe hyaline_spawn_independent(&process, &words, &variables, independentInput, output)
      } else {
        unsafe hyaline_spawn(&process, &words, &variables, input ?? -1, output, errors ?? -1)
      }
    guard error == 0 else { throw LoopError("run \"\(arguments[0])\"", errorNumber: error) }
    return process
  }

  /// Our environment, each variable as `NAME=value`.
  ///
  /// The corresponding C variable is `environ`.
  public static var ownEnvironment: [String] {
    var variables: [String] = []
    var place = unsafe environ
    while let variable = unsafe place.pointee {
      variables.append(unsafe String(cString: variable))
      unsafe place += 1
    }
    return variables
  }
}
