import func Loop.describe

/// Why a session of our own could not be had.
public enum SessionError: Error, Equatable, Sendable {
  /// A program could not be started, with errno.
  case spawn([String], code: Int32)
  /// Programs that have to be installed first, named as their Debian packages.
  case missing(packages: [String])
  /// A file, a directory or a socket could not be made or used, with errno.
  case file(String, code: Int32)
  /// Something that was waited for did not come; `log` tells more.
  case timeout(awaited: String, log: String)
  /// A program ended by itself or with a failure; `log` is what it wrote.
  case failed([String], log: String)
}

extension SessionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .spawn(let arguments, let code):
      "cannot start \(arguments.joined(separator: " ")): \(describe(errorNumber: code))"
    case .missing(let packages):
      "not installed: \(packages.joined(separator: ", ")); run: apt install \(packages.joined(separator: " "))"
    case .file(let path, let code):
      "cannot use \(path): \(describe(errorNumber: code))"
    case .timeout(let awaited, let log):
      "waited in vain for \(awaited)\(log.isEmpty ? "" : ":\n" + log)"
    case .failed(let arguments, let log):
      "\(arguments.joined(separator: " ")) failed\(log.isEmpty ? "" : ":\n" + log)"
    }
  }
}
