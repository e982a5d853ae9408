import Glibc

/// Lines on standard error, at or above a level that the environment sets.
enum Log {
  enum Level: Int, CaseIterable {
    case error, warning, info, debug, trace

    init?(_ name: String) {
      guard let level = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
      self = level
    }
  }

  /// From `HYALINE_LOG`; warnings and errors if that is unset or no level.
  static let threshold: Level = {
    guard let value = unsafe getenv("HYALINE_LOG") else { return .warning }
    return unsafe Level(String(cString: value)) ?? .warning
  }()

  /// Our own bug.
  static func error(_ text: @autoclosure () -> String) { write(.error, text) }
  /// The user's or the system's fault.
  static func warning(_ text: @autoclosure () -> String) { write(.warning, text) }
  static func info(_ text: @autoclosure () -> String) { write(.info, text) }
  static func debug(_ text: @autoclosure () -> String) { write(.debug, text) }

  static func write(_ level: Level, _ text: String) { write(level) { text } }

  private static func write(_ level: Level, _ text: () -> String) {
    guard level.rawValue <= threshold.rawValue else { return }
    plain("hyaline: \(level == .info ? "" : "\(level): ")\(text())")
  }

  /// A line without level or name, such as a diagnostic that names its own file.
  static func plain(_ text: String) {
    let line = Array("\(text)\n".utf8)
    // A log that cannot be written has nobody to tell.
    _ = unsafe line.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
