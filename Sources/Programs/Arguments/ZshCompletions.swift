/// Completions for zsh.
enum ZshCompletions {
  static func script(for program: CommandDescription) -> String {
    let functions = CompletedCommand.all(of: program).map(function)
    return """
      #compdef \(program.name)
      # Completions of \(program.name) for zsh.

      \(functions.joined(separator: "\n\n"))

      # The shell runs this file as the function of the same name at first.
      if [[ ${funcstack[1]} == _\(program.name) ]]; then
        _\(program.name) "$@"
      else
        compdef _\(program.name) \(program.name)
      fi
      """
  }

  /// The function that completes the words after a command.
  private static func function(_ command: CompletedCommand) -> String {
    let commands = command.subcommands
    let name = Self.name(command.path)
    var specifications = command.options.flatMap(named)
    guard !commands.isEmpty else {
      specifications += command.arguments.map(argument)
      return """
        \(name)() {
          _arguments -s -S : \\
        \(specifications.map { "    \($0)" }.joined(separator: " \\\n"))
        }
        """
    }
    specifications += ["'1: :->command'", "'*:: :->argument'"]
    let cases = command.path.last.shown.map { command in
      "    \(command.name)) \(name)_\(command.name) ;;"
    }
    return """
      \(name)() {
        local curcontext=$curcontext state line
        typeset -A opt_args
        local -a commands=(
      \(commands.map { "    " + "\($0.name):\($0.text)".quoted() }.joined(separator: "\n"))
        )
        _arguments -C -s -S : \\
      \(specifications.map { "    \($0)" }.joined(separator: " \\\n"))
        case $state in
        command) _describe command commands ;;
        argument)
          case $line[1] in
          help) words[1]=x && \(name) ;;
      \(cases.joined(separator: "\n"))
          esac ;;
        esac
      }
      """
  }

  private static func name(_ path: CommandPath) -> String {
    "_" + path.commands.map(\.name).joined(separator: "_")
  }

  /// The specifications of a parameter with a name; either name excludes the other.
  private static func named(_ parameter: Parameter) -> [String] {
    let names = parameter.names
    return names.map { name in
      let excluded = parameter.isRepeated ? "*" : names.count > 1 ? "(\(names.joined(separator: " ")))" : ""
      let sign = parameter.form == .flag ? "" : name.hasPrefix("--") ? "=" : "+"
      let value = parameter.form == .flag ? "" : ":\(escaped(parameter.value)):\(action(parameter))"
      return "\(excluded)\(name)\(sign)[\(escaped(parameter.text))]\(value)".quoted()
    }
  }

  /// The specification of an argument.
  private static func argument(_ parameter: Parameter) -> String {
    "\(parameter.isRequired ? "" : ":"):\(escaped(parameter.value)):\(action(parameter))".quoted()
  }

  private static func action(_ parameter: Parameter) -> String {
    switch parameter.completion {
    case .none: " "
    case .asked(let kind):
      "{compadd -- ${(f)\"$(hyaline complete \(kind) \"$words[1,CURRENT-1]\" 2>/dev/null)\"}}"
    case .files: "_files"
    case .words(let words): "(\(words.map(escaped).joined(separator: " ")))"
    }
  }

  /// The text with a backslash before each character that has a meaning in a specification.
  private static func escaped(_ text: String) -> String {
    text.map { "\\[]:#()".contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}
