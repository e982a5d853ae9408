import ArgumentParser
import Settings

/// The error of a word in place of a command that does not exist.
///
/// The parser would pass the word to the default command, and report a mistake in that command's arguments.
struct UnknownCommand: Error, CustomStringConvertible {
  var word: String
  /// The names of the commands that exist.
  var names: [String]
  /// The command of which they are subcommands, and the words that lead to it from the program's name on.
  var parent: any ParsableCommand.Type
  var path: [String]

  /// Finds the first word that is no command; nil if the arguments have no such mistake.
  init?(in arguments: some Sequence<String>, of root: any ParsableCommand.Type = Hyaline.self) {
    var command = root
    var path = [root._commandName]
    for word in arguments {
      let known = command.configuration.subcommands
      // Options, and arguments of a command without subcommands, are left to the parser.
      guard !known.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
      guard let next = known.first(where: { $0.configuration.commandName == word }) else {
        (self.word, self.path, parent) = (word, path, command)
        names = known.map { $0.configuration }.filter { $0.shouldDisplay }.compactMap { $0.commandName }
        return
      }
      command = next
      path.append(word)
    }
    return nil
  }

  /// The lines of the report in the parser's form; the parser itself would print the usage of the whole program.
  var report: [String] {
    let usage = "Usage: \(Hyaline.usageString(for: parent))".split(separator: "\n").map(String.init)
    return ["Error: \(self)"] + usage
      + ["  See '\(path.joined(separator: " ")) --help' for more information."]
  }

  var description: String {
    let hint =
      nearestName(to: word, among: names).map { "did you mean \"\($0)\"?" }
      ?? "there are: \(names.joined(separator: ", "))"
    return "unknown command \"\(word)\"; \(hint)"
  }
}
