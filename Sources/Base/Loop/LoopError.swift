import Glibc

/// A system call that failed, and what it was to do.
public nonisolated struct LoopError: Error, Equatable, CustomStringConvertible {
  /// The operation that failed, such as `watch /home/u/.config`.
  public let operation: String
  public let errorNumber: Int32

  /// Makes an error; without `errorNumber` it takes that of the system call that has just failed.
  public init(_ operation: String, errorNumber: Int32? = nil) {
    self.errorNumber = errorNumber ?? errno
    self.operation = operation
  }

  public var description: String {
    "cannot \(operation): \(describe(errorNumber: errorNumber))"
  }
}

/// The system's description of an error number, in lower case as in the middle of our messages.
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
