/// Completions for fish.
enum FishCompletions {
  static func script(for program: CommandDescription) -> String {
    let commands = CompletedCommand.all(of: program)
    let paths = commands.map { $0.path.words.quoted(escapes: ["\\"]) }
    return """
      # Completions of \(program.name) for fish.

      # Whether the words before the cursor call the command $argv[1].
      function __\(program.name)_calls
        set -l paths \(paths.joined(separator: " "))
        set -l words (commandline -opc)
        set -l path \(program.name)
        for word in $words[2..]
          if contains -- "$path $word" $paths
            set path "$path $word"
          end
        end
        test "$path" = "$argv[1]"
      end

      # Whether the last word before the cursor is the command $argv[1], which takes subcommands.
      function __\(program.name)_awaits
        set -l words (commandline -opc)
        __\(program.name)_calls "$argv[1]"; and test "$words[-1]" = (string split -- ' ' "$argv[1]")[-1] -o "$words[-1]" = help
      end

      complete -c \(program.name.quoted()) -f
      \(commands.flatMap { lines($0, program.name) }.joined(separator: "\n"))
      """
  }

  /// The lines of a command's subcommands and parameters.
  private static func lines(_ command: CompletedCommand, _ program: String) -> [String] {
    let path = command.path.words.quoted()
    func line(_ condition: String, _ words: String, _ text: String?) -> String {
      let call = "__\(program)_\(condition) \(path)".quoted(escapes: ["\\"])
      let description = text.map { " -d \($0.quoted(escapes: ["\\"]))" } ?? ""
      return "complete -c \(program.quoted()) -n \(call)\(words)\(description)"
    }
    return command.subcommands.map { line("awaits", " -a \($0.name)", $0.text) }
      + command.arguments.compactMap { parameter in
        action(parameter).map { line("calls", $0, nil) }
      }
      + command.options.map { parameter in
        let names =
          (parameter.short.map { " -s \($0)" } ?? "") + (parameter.long.map { " -l \($0)" } ?? "")
        // An option without the letter x offers files beside its words.
        let required = parameter.completion == .files ? " -r" : " -x"
        let value = parameter.form == .flag ? "" : required + (action(parameter) ?? "")
        return line("calls", names + value, parameter.text)
      }
  }

  private static func action(_ parameter: Parameter) -> String? {
    switch parameter.completion {
    case .none: nil
    case .asked(let kind):
      " -a '(hyaline complete \(kind) (commandline -opc | string join \" \") 2>/dev/null)'"
    case .files: " -F"
    case .words(let words): " -a \(words.joined(separator: " ").quoted(escapes: ["\\"]))"
    }
  }
}
