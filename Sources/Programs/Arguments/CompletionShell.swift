/// A shell for which a script of completions can be written.
public nonisolated enum CompletionShell: String, CaseIterable, Sendable {
  case zsh, bash, fish

  /// The option that writes a script.
  static let option = "--generate-completion-script"

  /// The script that completes the program's commands.
  @MainActor public func script(for program: CommandDescription) -> String {
    switch self {
    case .zsh: ZshCompletions.script(for: program)
    case .bash: BashCompletions.script(for: program)
    case .fish: FishCompletions.script(for: program)
    }
  }
}

/// A command as shells complete it.
struct CompletedCommand {
  let path: CommandPath

  /// The program and all its commands that are shown.
  static func all(of program: CommandDescription) -> [CompletedCommand] { below(CommandPath(program)) }

  private static func below(_ path: CommandPath) -> [CompletedCommand] {
    [CompletedCommand(path: path)]
      + path.last.shown.flatMap { command in
        var path = path
        path.append(command)
        return below(path)
      }
  }

  /// The subcommands, and the word `help`, with their summaries.
  var subcommands: [(name: String, text: String)] {
    let help = [(name: "help", text: "Show the help of a subcommand.")]
    return path.last.shown.map { ($0.name, $0.summary) } + (path.last.shown.isEmpty ? [] : help)
  }

  /// The parameters with those that every command has; a command without a subcommand runs its default.
  var parameters: [Parameter] { (path.last.fallback ?? path.last).parameters + [.version, .help] }

  /// The parameters that may be given without a name.
  var arguments: [Parameter] { parameters.filter { $0.form == .argument } }

  /// The parameters with a name.
  var options: [Parameter] { parameters.filter { !$0.names.isEmpty } }
}

extension String {
  /// The text as one word of a shell, within single quotes, with a backslash before each of `escapes`.
  func quoted(escapes: [Character] = []) -> String {
    "'" + map { escapes.contains($0) ? "\\\($0)" : $0 == "'" ? "'\\''" : "\($0)" }.joined() + "'"
  }
}
