import ArgumentParser
import Settings

/// A word in the place of a command that is none.
///
/// The parser would hand it to the default command, and complain of that one's arguments.
struct UnknownCommand: Error, CustomStringConvertible {
  var word: String
  /// Those that are there.
  var names: [String]
  /// What they are commands of, and what leads there from the program's name on.
  var parent: any ParsableCommand.Type
  var path: [String]

  /// Nil where the arguments after the program's name go wrong in no such way.
  init?(in arguments: some Sequence<String>, of root: any ParsableCommand.Type = Hyaline.self) {
    var command = root
    var path = [root._commandName]
    for word in arguments {
      let known = command.configuration.subcommands
      // An option, or an argument of a command that has none below it, is the parser's.
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

  /// As the parser prints what is wrong: it would print the usage of the whole program.
  var report: String {
    """
    Error: \(self)
    Usage: \(Hyaline.usageString(for: parent))
      See '\(path.joined(separator: " ")) --help' for more information.
    """
  }

  var description: String {
    let hint =
      nearestName(to: word, among: names).map { "did you mean \"\($0)\"?" }
      ?? "there are: \(names.joined(separator: ", "))"
    return "unknown command \"\(word)\"; \(hint)"
  }
}
