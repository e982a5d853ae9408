/// A command whose properties have the values of its parameters.
public protocol RunnableCommand {
  /// Makes a command with the defaults of its parameters.
  init()

  /// The table of the parameters, in the order of help and manual.
  static var rows: [Row<Self>] { get }

  /// Checks the values together; throws what is wrong about them.
  func validate() throws(ValidationError)

  /// Performs the command. An error is the reason why it failed, or an `ExitStatus`.
  func run() throws
}

extension RunnableCommand {
  public static var rows: [Row<Self>] { [] }
  public func validate() throws(ValidationError) {}
}

/// A mistake in values that are correct each by itself.
public nonisolated struct ValidationError: Error, CustomStringConvertible {
  public var description: String

  /// Makes an error with a message for the user.
  public init(_ description: String) { self.description = description }
}

/// The end of a command that has reported everything itself.
public nonisolated struct ExitStatus: Error, Equatable {
  public var code: Int32

  /// Makes a status of that code.
  public init(_ code: Int32) { self.code = code }

  /// The status of a command that failed.
  public static let failure = ExitStatus(1)
  /// The status of a wrong command line, EX_USAGE.
  public static let usage = ExitStatus(64)
}
