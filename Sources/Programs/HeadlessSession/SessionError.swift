import func Loop.describe

/// Why a session could not be started or used.
public enum SessionError: Error, Equatable, Sendable {
  /// A program could not be started; `code` is the errno.
  case spawn([String], code: Int32)
  /// Programs are missing; they are named as their Debian packages.
  case missing(packages: [String])
  /// A file, a directory or a socket could not be made or used; `code` is the errno.
  case file(String, code: Int32)
  /// An awaited event did not come in time; `log` has details.
  case timeout(awaited: String, log: String)
  /// A program ended by itself or failed; `log` is its output.
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
