import BarUI
import Loop

/// Why the last command that a module gave to a service was not done: a row of the module's panel tells it, and so do a sign on
/// the bar and a line of the log, since the command may have come from a wheel or a key while no panel was open.
///
/// The row and the sign have a sentence of our own; the text of the service is in the log.
final class CommandFailure {
  private let outlet: ModuleOutlet
  private let onChange: () -> Void
  private var words: String?
  /// The last line of the log: a wheel asks for the same thing again and again.
  private var reported: String?

  /// Long enough for a sentence of a service, and short enough for a panel.
  private static let mostCharacters = 200

  /// `outlet` is that of the module, `onChange` is called after the row has changed.
  init(_ outlet: ModuleOutlet, onChange: @escaping () -> Void) {
    (self.outlet, self.onChange) = (outlet, onChange)
  }

  /// The identifier of the row.
  static let row: PanelRowKey = "failure"

  /// The row for the panel, if there is one.
  var rows: [ControlPanel.Row] { words.map { [.init(Self.row, .text($0))] } ?? [] }

  /// Records the end of a command; `words` is the sentence that says that it failed, nil after success, and `reason` the text of
  /// the service for the log; nil: the log has the sentence.
  func take(_ words: String?, because reason: String? = nil) {
    let line = words.map { Self.line(reason ?? $0) }
    if let line, line != reported { outlet.report(line) }
    reported = line
    relay(words)
  }

  /// Records the end of a call on the bus; `words` is the sentence that says that it failed.
  func take(_ error: (any Error)?, saying words: String) {
    take(error.map { _ in words }, because: error.map { "\($0)" })
  }

  /// Records the end of a command whose failure is already in the log.
  func relay(_ words: String?) {
    let words = words.map(Self.line)
    outlet.commandEnded(refusal: words)
    guard words != self.words else { return }
    self.words = words
    onChange()
  }

  private static func line(_ text: String) -> String {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
    return String(lines.joined(separator: " ").prefix(mostCharacters))
  }

  /// Forgets the reason, where the panel is closed or another command is given. A reason that was told in the log is not told
  /// again until a command is done.
  func clear() { words = nil }
}
