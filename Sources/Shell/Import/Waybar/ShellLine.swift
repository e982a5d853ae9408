/// A shell command, divided into the programs that it starts. One with a syntax that is not known here is refused.
struct ShellLine {
  /// A word of the shell.
  struct Word {
    /// The word with its quotes.
    let text: Substring
    /// The word without quotes; nil: an expansion or an escape of the shell decides it.
    let value: String?
  }

  /// The start of a program.
  struct Command {
    fileprivate var words: [Word] = []
    /// Whether a redirection has ended the words.
    fileprivate var isEnded = false
    /// Whether the output goes to another program or into a file.
    fileprivate(set) var isRead = false
    /// Whether the command is in the quotes behind `-c` of a shell.
    fileprivate(set) var isQuoted = false
  }

  /// The programs in their order, also those that shells start by `-c`.
  private(set) var commands: [Command] = []

  /// Divides a text; nil: its syntax is not supported, such as a command substitution outside of quotes, a here-document, words
  /// behind a redirection, or quotes without an end.
  init?(_ text: Substring) {
    var rest = text
    var command = Command()
    while let first = rest.first {
      if first == "#" {
        rest = rest.drop { !$0.isNewline }
      } else if first.isWhitespace, !first.isNewline {
        rest.removeFirst()
      } else if let redirection = Self.redirection(rest) {
        rest = rest[redirection.endIndex...].drop { $0 == " " || $0 == "\t" }
        guard redirection.count(where: { $0 == "<" }) < 2, let target = Word(&rest) else { return nil }
        command.isEnded = true
        let isOutput = redirection.contains { $0 == ">" } && !redirection.hasPrefix("2>")
        if isOutput, !Self.unreadTargets.contains(target.value) { command.isRead = true }
      } else if let sign = Self.sign(rest) {
        rest.removeFirst(sign.count)
        if sign == "|" || sign == "|&" { command.isRead = true }
        // A parenthesis behind a program begins the body of a function.
        guard sign != "(" || command.call.isEmpty, add(command) else { return nil }
        command = Command()
      } else {
        // A parenthesis directly behind a word begins a command substitution, an array or the body of a function.
        guard !command.isEnded, let word = Word(&rest), rest.first != "(", word.text != "function" else {
          return nil
        }
        command.words.append(word)
      }
    }
    guard add(command) else { return nil }
  }

  /// Adds a command, or those in the text of a shell; returns whether that text is known.
  private mutating func add(_ command: Command) -> Bool {
    if command.isRead, command.endsGroup { for index in commands.indices { commands[index].isRead = true } }
    if let text = command.shellText {
      guard let line = ShellLine(text) else { return false }
      commands += line.commands.map { inner in
        var inner = inner
        (inner.isRead, inner.isQuoted) = (inner.isRead || command.isRead, true)
        return inner
      }
    } else if !command.call.isEmpty {
      commands.append(command)
    } else if command.isRead, !command.endsGroup {
      // The output of all that follows goes elsewhere, as behind "exec >file".
      return false
    }
    return true
  }

  /// The targets of redirections that nothing reads as a result: descriptors and the null device.
  private static let unreadTargets: Set<String?> = ["/dev/null", "1", "2", "-"]

  /// The operator between commands at the start of a text; nil: there is none.
  private static func sign(_ rest: Substring) -> String? {
    if let first = rest.first, first.isNewline { return String(first) }
    return ["&&", "||", "|&", "|", "&", ";", "(", ")"].first(where: rest.hasPrefix)
  }

  /// The operator of a redirection at the start of a text, with the number of a descriptor; nil: there is none.
  private static func redirection(_ rest: Substring) -> Substring? {
    let number = rest.prefix { $0.isASCII && $0.isNumber }
    let sign = rest[number.endIndex...].prefix { "<>&|".contains($0) }
    return ["<", ">", "&>"].contains(where: sign.hasPrefix) ? rest[..<sign.endIndex] : nil
  }
}

extension ShellLine.Word {
  /// Removes a word from the start of a text; nil: there is none, or it has a command substitution or no end.
  fileprivate init?(_ rest: inout Substring) {
    let whole = rest
    var value: String? = ""
    while let first = rest.first, !first.isWhitespace, !";&|()<>".contains(first) {
      rest.removeFirst()
      switch first {
      case "'", "\"":
        guard let end = Self.end(of: first, rest) else { return nil }
        let part = rest[..<end]
        let isPlain = first == "'" || !part.contains { "\\$`".contains($0) }
        value = isPlain ? value.map { $0 + part } : nil
        rest = rest[end...].dropFirst()
      case "`": return nil
      case "$": value = nil
      case "\\":
        rest = rest.dropFirst()
        value = nil
      default: value?.append(first)
      }
    }
    (text, self.value) = (whole[..<rest.startIndex], value)
    if text.isEmpty { return nil }
  }

  /// The place of the quotation mark that ends a quoted text; nil: there is none.
  private static func end(of quote: Character, _ text: Substring) -> Substring.Index? {
    var isEscaped = false
    return text.firstIndex { character in
      let isEnd = character == quote && !isEscaped
      isEscaped = quote == "\"" && character == "\\" && !isEscaped
      return isEnd
    }
  }

  /// The text between the quotes around the word; nil: there are none, or escapes in them.
  fileprivate var quoted: Substring? {
    guard text.count >= 2, let quote = text.first, quote == "'" || quote == "\"", text.last == quote else {
      return nil
    }
    let inner = text.dropFirst().dropLast()
    return inner.contains { $0 == quote || quote == "\"" && $0 == "\\" } ? nil : inner
  }

  private static let endings: Set<Substring> = ["}", "fi", "done", "esac"]
  /// The words that a command may follow.
  private static let starters: Set<Substring> = [
    "exec", "then", "do", "else", "if", "elif", "while", "until", "!", "{", "nohup", "setsid", "time", "env",
    "command",
  ]

  /// Whether the word ends a group of commands.
  fileprivate var isEnding: Bool { Self.endings.contains(text) }

  /// Whether a command may follow the word, or the word is an assignment before one.
  fileprivate var isBeforeCommand: Bool {
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return Self.starters.contains(text) || isEnding
      || !name.isEmpty && text[name.endIndex...].hasPrefix("=")
  }
}

extension ShellLine.Command {
  private static let shells: Set = ["sh", "bash", "dash", "ash", "ksh", "zsh"]

  /// The program with its arguments.
  fileprivate var call: ArraySlice<ShellLine.Word> { words.drop(while: \.isBeforeCommand) }

  /// Whether the words end a group of commands, or there are none behind a parenthesis.
  fileprivate var endsGroup: Bool { words.first?.isEnding ?? true }

  /// The name of the program, without its folder if that is one of the system, such as `/usr/bin`; nil: an expansion decides it.
  var program: String? {
    call.first?.value.map { path in
      let parts = path.split(separator: "/")
      let isInstalled = path.hasPrefix("/") && parts.dropLast().last?.hasSuffix("bin") == true
      return isInstalled ? parts.last.map(String.init) ?? path : path
    }
  }

  /// The arguments without quotes; nil: an expansion or an escape of the shell decides one.
  var arguments: [String]? {
    let values = call.dropFirst().compactMap(\.value)
    return values.count == call.count - 1 ? values : nil
  }

  /// The place of the program with its arguments in the text.
  var range: Range<String.Index> {
    call[call.startIndex].text.startIndex..<call[call.endIndex - 1].text.endIndex
  }

  /// The text that a shell runs by `-c`; nil: there is none.
  fileprivate var shellText: Substring? {
    let call = Array(call)
    guard call.count == 3, let program, Self.shells.contains(program), let option = call[1].value,
      option.hasPrefix("-"), option.hasSuffix("c")
    else { return nil }
    return call[2].quoted
  }
}
