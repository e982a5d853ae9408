import Glibc
import Synchronization

/// Writes lines to standard error, at or above a level that the environment sets.
public enum Log {
  /// Severity of a line, the most severe first.
  public enum Level: Int, CaseIterable, Sendable {
    /// A defect of this program.
    case error
    /// A fault of the user or of the system.
    case warning
    case info, debug, trace

    /// The level of that name; nil if there is none.
    init?(_ name: String) {
      guard let level = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
      self = level
    }

    /// Returns the level that `name` stands for, and a description of the mistake if it is no level.
    static func chosen(by name: String?) -> (level: Level, mistake: String?) {
      guard let name, !name.isEmpty else { return (.warning, nil) }
      if let level = Level(name) { return (level, nil) }
      let names = allCases.map { "\($0)" }
      let expected = names.dropLast().joined(separator: ", ") + " or " + names.last!
      return (.warning, "expected \(expected), got \"\(name)\"; the level is \(Level.warning)")
    }
  }

  /// The level that `HYALINE_LOG` names; `warning` if it is unset or empty, or names no level, which is reported when the level is
  /// asked for the first time.
  public static let threshold: Level = {
    let (level, mistake) = Level.chosen(by: Environment.value("HYALINE_LOG"))
    if let mistake { plain("hyaline: warning: HYALINE_LOG: \(mistake)") }
    return level
  }()

  /// Reports at once that `HYALINE_LOG` names no level, for a program that may never log a line.
  public static func reportMistake() { _ = threshold }

  /// Logs a defect of this program.
  public static func error(_ text: @autoclosure () -> String) { write(.error, text) }
  /// Logs a fault of the user or of the system.
  public static func warning(_ text: @autoclosure () -> String) { write(.warning, text) }
  /// Logs what happens rarely and may interest a person.
  public static func info(_ text: @autoclosure () -> String) { write(.info, text) }
  /// Logs what helps to find a defect.
  public static func debug(_ text: @autoclosure () -> String) { write(.debug, text) }

  /// Logs a line of a level that is known only when the program runs.
  public static func write(_ level: Level, _ text: String) { write(level) { text } }

  private static func write(_ level: Level, _ text: () -> String) {
    guard level.rawValue <= threshold.rawValue else { return }
    plain("hyaline: \(level == .info ? "" : "\(level): ")\(text())")
  }

  /// Writes a line without level or program name, such as a diagnostic that names its own file.
  ///
  /// This function may be called on any thread.
  public nonisolated static func plain(_ text: String) {
    let line = LogLine(text)
    output.withLock { $0.write(line) }
  }

  private nonisolated static let output = Mutex(LogOutput(STDERR_FILENO))
}
