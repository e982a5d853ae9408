import BarUI
import Loop

/// Why the last command that a module gave to a service was not done: a row of the module's panel tells it, and so do a sign on
/// the bar and a line of the log, since the command may have come from a wheel or a key while no panel was open.
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

  /// Records the end of a command; `reason` says why it failed, nil after success.
  func take(_ reason: String?) {
    let reason = reason.map { reason in
      let lines = reason.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
      return String(lines.joined(separator: " ").prefix(Self.mostCharacters))
    }
    if let reason, reason != reported { outlet.report(reason) }
    reported = reason
    outlet.commandEnded(refusal: reason)
    guard reason != words else { return }
    words = reason
    onChange()
  }

  /// Records the end of a call on the bus.
  func take(_ error: (any Error)?) { take(error.map { "\($0)" }) }

  /// Forgets the reason, where the panel is closed or another command is given. A reason that was told in the log is not told
  /// again until a command is done.
  func clear() { words = nil }
}
