import Glibc

/// A system call that the world made fail.
public nonisolated struct LoopError: Error, Equatable, CustomStringConvertible {
  /// What was tried, as `watch /home/u/.config`.
  public let operation: String
  public let errorNumber: Int32

  /// Of the system call that has just failed, if no number is given.
  public init(_ operation: String, errorNumber: Int32? = nil) {
    self.errorNumber = errorNumber ?? errno
    self.operation = operation
  }

  public var description: String {
    "cannot \(operation): \(describe(errorNumber: errorNumber))"
  }
}

/// The system's words for an error number, as our messages go on: in lower case.
///
/// The corresponding C function is `strerror_r`.
public nonisolated func describe(errorNumber: Int32) -> String {
  unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
    guard let start = buffer.baseAddress else { return "error \(errorNumber)" }
    // Glibc's own variant returns the text, the POSIX one fills the buffer; Swift imports the latter.
    guard unsafe strerror_r(errorNumber, start, buffer.count) == 0 else { return "error \(errorNumber)" }
    let text = unsafe String(cString: start)
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
