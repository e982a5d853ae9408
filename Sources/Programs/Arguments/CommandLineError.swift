/// A mistake in a command line.
public nonisolated struct CommandLineError: Error, Equatable {
  /// The kind of a mistake.
  public enum Problem: Error, Equatable {
    case unknownCommand(String, known: [String])
    case unknownOption(String, known: [String])
    case missingValue(Parameter, String)
    case valueOfFlag(String, String)
    case invalidValue(Parameter, name: String?, String)
    case unexpectedArguments([String])
    /// An argument that has an option with the same meaning is given in both ways.
    case givenTwice(Parameter, String, String)
    case missing(Parameter)
    case exclusive(Parameter, Parameter)
    /// A command has refused the values together.
    case refused(String)
    case unknownShell(String?)
  }

  public let problem: Problem
  /// The words that call the command.
  let command: String
  /// The lines of the command's usage.
  let usage: [String]

  @MainActor init(_ problem: Problem, _ path: CommandPath) {
    self.problem = problem
    command = path.words
    usage = UsageText(path).usage("Usage:")
  }

  /// The names of options that a message can suggest.
  static func names(of parameters: [Parameter]) -> [String] {
    (parameters + [.version, .help]).flatMap(\.names).filter { $0.hasPrefix("--") }
  }

  /// The lines of the report; `nearest` chooses the candidate that a word was most likely meant to be.
  public func report(nearest: (_ word: String, _ candidates: [String]) -> String?) -> [String] {
    var lines = problem.message(nearest)
    lines[0] = "Error: \(lines[0])"
    if let (label, text) = problem.explanation { lines.append("Help:  \(label)  \(text)") }
    return lines + usage + ["  See '\(command) --help' for more information."]
  }
}

extension CommandLineError.Problem {
  /// The name and the text of the parameter whose explanation follows the message.
  fileprivate nonisolated var explanation: (label: String, text: String)? {
    switch self {
    case .missingValue(let parameter, let name): (parameter.label(name), parameter.text)
    case .invalidValue(let parameter, let name, _): (parameter.label(name), parameter.text)
    case .missing(let parameter): parameter.missing == nil ? (parameter.label(), parameter.text) : nil
    default: nil
    }
  }

  /// The lines of the message.
  fileprivate nonisolated func message(_ nearest: (String, [String]) -> String?) -> [String] {
    switch self {
    case .unknownCommand(let word, let known):
      let hint =
        nearest(word, known).map { "did you mean \"\($0)\"?" }
        ?? "there are: \(known.joined(separator: ", "))"
      return ["unknown command \"\(word)\"; \(hint)"]
    case .unknownOption(let name, let known):
      let dashed = name.hasPrefix("--") || name.count == 2 ? name : "-" + name
      return ["Unknown option '\(name)'" + (nearest(dashed, known).map { ". Did you mean '\($0)'?" } ?? "")]
    case .missingValue(let parameter, let name): return ["Missing value for '\(parameter.label(name))'"]
    case .valueOfFlag(let name, let value):
      return ["The option '\(name)' does not take any value, but '\(value)' was specified."]
    case .invalidValue(let parameter, let name, let text):
      return Self.choices(
        parameter.choices, after: "The value '\(text)' is invalid for '\(parameter.label(name))'")
    case .unexpectedArguments(let words):
      guard words.count > 1 else { return ["Unexpected argument '\(words.first ?? "")'"] }
      return ["\(words.count) unexpected arguments: '\(words.joined(separator: "', '"))'"]
    case .givenTwice(let parameter, let text, let named):
      return [
        "expected one \(parameter.value), got \"\(text)\" and --\(parameter.long ?? "") \"\(named)\""
      ]
    case .missing(let parameter):
      return [parameter.missing ?? "Missing expected argument '\(parameter.label())'"]
    case .exclusive(let first, let second):
      return ["\(first.names.last ?? "") and \(second.names.last ?? "") exclude each other"]
    case .refused(let text): return [text]
    case .unknownShell(let name):
      return [
        name.map { "Can't generate completion scripts for '\($0)'." }
          ?? "Can't autodetect a supported shell.",
        "Please use \(CompletionShell.option)=<shell> with one of:",
        "    " + CompletionShell.allCases.map(\.rawValue).joined(separator: " "),
      ]
    }
  }

  /// The message `words`, and the values that are accepted: a few in a row, more of them in a list.
  private nonisolated static func choices(_ choices: [String], after words: String) -> [String] {
    guard let last = choices.last else { return [words] }
    guard choices.count <= 5 else {
      return ["\(words). Please provide one of the following:"] + choices.map { "  - \($0)" }
    }
    let others = choices.dropLast().map { "'\($0)'" }.joined(separator: ", ")
    return ["\(words). Please provide one of \(others) or '\(last)'."]
  }
}
