/// Completions for bash.
enum BashCompletions {
  static func script(for program: CommandDescription) -> String {
    let function = "_\(program.name)"
    let commands = CompletedCommand.all(of: program)
    return """
      # Completions of \(program.name) for bash.

      # Sets the commands, the options and the options with a value at the place $path of the command line.
      _\(function)_table() {
        commands= options= valued=
        case $path in
      \(commands.map(table).joined(separator: "\n"))
        esac
      }

      \(function)() {
        local current=${COMP_WORDS[COMP_CWORD]} path=\(program.name) option= count=0 is_ended= is_help= index word
        local commands options valued
        _\(function)_table
        for ((index = 1; index < COMP_CWORD; index++)); do
          word=${COMP_WORDS[index]}
          if [[ $option ]]; then
            # Bash makes an equals sign a word of its own.
            [[ $word == '=' ]] || option=
          elif [[ ! $is_ended && $word == -- ]]; then
            is_ended=yes
          elif [[ ! $is_ended && $word == -* ]]; then
            [[ " $valued " == *" $word "* ]] && option=$word
          elif [[ $word == help && $commands ]]; then
            is_help=yes
          elif [[ " $commands " == *" $word "* ]]; then
            path+=" $word"
            _\(function)_table
          else
            ((count++))
          fi
        done
        [[ $current == '=' ]] && current=
        COMPREPLY=()
        if [[ $is_help ]]; then
          mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current")
          return
        fi
        case $path:${option:-$count} in
      \(commands.flatMap(values).joined(separator: "\n"))
        esac
        if [[ ! $option && ! $is_ended ]]; then
          [[ $current == -* || ! $commands ]] && commands=$options
          [[ $current == -* || ${#COMPREPLY[@]} == 0 ]] &&
            mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current")
        fi
      }

      complete -o filenames -F \(function) \(program.name)
      """
  }

  /// The line of a command in the table.
  private static func table(_ command: CompletedCommand) -> String {
    let names = command.options.flatMap(\.names)
    let valued = command.options.filter { $0.form != .flag }.flatMap(\.names)
    return """
          \(command.path.words.quoted()))
            commands=\(command.subcommands.map(\.name).joined(separator: " ").quoted())
            options=\(names.joined(separator: " ").quoted())
            valued=\(valued.joined(separator: " ").quoted()) ;;
      """
  }

  /// The lines of the parameters of a command whose values can be completed.
  private static func values(_ command: CompletedCommand) -> [String] {
    let arguments = command.arguments.enumerated().map { (place: "\($0.offset)", parameter: $0.element) }
    let options = command.options.flatMap { parameter in
      parameter.names.map { (place: $0, parameter: parameter) }
    }
    return (arguments + options).compactMap { place, parameter in
      let words: String
      switch parameter.completion {
      case .none: return nil
      case .files: words = "-f"
      case .asked(let kind):
        let program = command.path.commands[0].name
        words = "-W \"$(\(program) complete \(kind) \"${COMP_WORDS[*]:0:COMP_CWORD}\" 2>/dev/null)\""
      case .words(let list): words = "-W \(list.joined(separator: " ").quoted())"
      }
      return """
            \("\(command.path.words):\(place)".quoted())) mapfile -t COMPREPLY < <(compgen \(words) -- "$current") ;;
        """
    }
  }
}
