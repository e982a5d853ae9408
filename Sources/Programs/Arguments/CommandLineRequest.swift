/// The request that a command line makes.
public enum CommandLineRequest {
  case run(any RunnableCommand)
  /// A text to print: help, the version or a script.
  case text(String)
}

extension CommandDescription {
  /// Reads a command line, without the name of the program.
  ///
  /// - Parameters:
  ///   - version: The text that `--version` prints.
  ///   - shell: The path of the user's shell, whose completions are written if no shell is named.
  public func request(
    for words: [String], version: String, shell: String? = nil
  ) throws(CommandLineError) -> CommandLineRequest {
    var path = CommandPath(self)
    var rest = words[...]
    while !path.last.subcommands.isEmpty, let word = rest.first, !word.hasPrefix("-") {
      rest.removeFirst()
      if word == "help" { return .text(UsageText(path.extended(by: rest)).text) }
      guard let next = path.last.subcommand(word) else {
        throw CommandLineError(.unknownCommand(word, known: path.last.shown.map(\.name)), path)
      }
      path.append(next)
    }
    if let named = Self.completionRequest(in: rest) { return .text(try completions(named ?? shell)) }
    let asked = rest.prefix { $0 != "--" }.filter {
      Self.asks($0, for: .help) || Self.asks($0, for: .version)
    }
    // An option beside the flag belongs to the subcommand that runs if none is named.
    if asked.count < rest.count, let fallback = path.last.fallback { path.append(fallback) }
    if asked.contains(where: { Self.asks($0, for: .help) }) { return .text(UsageText(path).text) }
    if !asked.isEmpty { return .text(version) }
    if let fallback = path.last.fallback { path.append(fallback) }
    guard let read = path.last.read else {
      if let option = rest.first(where: ArgumentReader.isOption), option != "--" {
        let names = CommandLineError.names(of: [])
        throw CommandLineError(.unknownOption(OptionWord(option).name, known: names), path)
      }
      return .text(UsageText(path).text)
    }
    do { return .run(try read(Array(rest))) } catch { throw CommandLineError(error, path) }
  }

  private static func asks(_ word: String, for flag: Parameter) -> Bool {
    flag.names.contains(OptionWord(word).name)
  }

  /// The shell after `--generate-completion-script`: nil without that option, and a nil inside if no shell is named.
  private static func completionRequest(in words: ArraySlice<String>) -> String?? {
    let options = words.prefix { $0 != "--" }
    guard let index = options.firstIndex(where: { OptionWord($0).name == CompletionShell.option }) else {
      return nil
    }
    if let value = OptionWord(options[index]).value { return .some(value) }
    return .some(options[(index + 1)...].first.flatMap { $0.hasPrefix("-") ? nil : $0 })
  }

  /// The script of completions for a shell, which is named by its path or name.
  private func completions(_ shell: String?) throws(CommandLineError) -> String {
    let name = shell?.split(separator: "/").last.map(String.init)
    guard let known = name.flatMap(CompletionShell.init) else {
      throw CommandLineError(.unknownShell(name), CommandPath(self))
    }
    return known.script(for: self)
  }
}

/// A command with those of which it is a subcommand.
struct CommandPath {
  private(set) var commands: [CommandDescription]

  init(_ root: CommandDescription) { commands = [root] }

  var last: CommandDescription { commands[commands.count - 1] }
  /// The words that call the command.
  var words: String { commands.map(\.name).joined(separator: " ") }

  mutating func append(_ command: CommandDescription) { commands.append(command) }

  /// The path with the subcommands that `words` name, as far as there are such.
  func extended(by words: some Sequence<String>) -> CommandPath {
    var path = self
    for word in words {
      guard let next = path.last.subcommand(word) else { break }
      path.append(next)
    }
    return path
  }
}
