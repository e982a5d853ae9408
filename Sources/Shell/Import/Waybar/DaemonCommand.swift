/// A shell command in which calls of makoctl, dunstctl and swaync-client are replaced with commands of Hyaline.
struct DaemonCommand {
  /// The command as the settings have it: unchanged if Hyaline has no counterpart of a part of it.
  let text: String
  /// The daemon that the first call controls; nil: nothing was replaced.
  private(set) var daemon: String?
  /// The reason why the command stays as it is, in words such as "needs mako, which does not run beside hyaline"; nil: nothing is
  /// left of the other programs.
  private(set) var obstacle: String?
  /// The differences between what the command does and what it did, in words.
  private(set) var differences: [String] = []

  /// Replaces the calls in a command.
  ///
  /// - Parameters:
  ///   - panel: The command that opens the panel of the module `bell`; nil: there is none.
  ///   - isRead: Whether the output of the command is shown.
  init(_ command: String, panel: String? = nil, isRead: Bool = false) {
    let calls = Self.calls(in: command)
    var result = ""
    var rest = command[...]
    for call in calls {
      guard let own = call.counterpart(panel: panel, isRead: isRead) else {
        (text, obstacle) = (command, "needs \(call.client.daemon), which does not run beside hyaline")
        differences = []
        return
      }
      result += rest[..<call.range.lowerBound] + own.command
      if let difference = own.difference, !differences.contains(difference) { differences.append(difference) }
      rest = rest[call.range.upperBound...]
    }
    result += rest
    if let client = Self.client(namedIn: result) {
      (text, obstacle) = (command, "names \(client.name), whose daemon does not run beside hyaline")
      differences = []
    } else if let daemon = Self.daemon(soughtBy: result) {
      (text, obstacle) = (command, "looks for \(daemon), which does not run beside hyaline")
      differences = []
    } else {
      (text, daemon) = (result, calls.first?.client.daemon)
    }
  }

  private static func calls(in command: String) -> [DaemonCall] {
    guard client(namedIn: command) != nil, let line = ShellLine(command[...]) else { return [] }
    return line.commands.compactMap(DaemonCall.init)
  }

  /// The counterpart of the only call in a command that does nothing else, but for a delay; nil: the command is another one.
  static func counterpart(ofOnlyCallIn command: String) -> DaemonCall.Counterpart? {
    guard let line = ShellLine(command[...]) else { return nil }
    let others = line.commands.filter { $0.program != "sleep" }
    guard others.count == 1 else { return nil }
    return DaemonCall(others[0])?.counterpart(panel: "", isRead: false)
  }

  /// The first program for another notification daemon that is a word of a text; nil: there is none.
  static func client(namedIn text: String) -> DaemonCall.Client? {
    let words = Set(text.split { !$0.isLetter && !$0.isNumber && !"-_.".contains($0) })
    return DaemonCall.Client.allCases.first { words.contains($0.name[...]) }
  }

  /// The daemon that a command looks for, or whose program it looks for; nil: it looks for neither.
  static func daemon(soughtBy command: String) -> String? {
    let names = command.split { ";&|".contains($0) || $0.isNewline }.flatMap(namesSought)
    return DaemonCall.Client.allCases.first { names.contains($0.name) || names.contains($0.daemon) }?.daemon
  }

  /// The words that look for the programs, processes or services behind them.
  private static let finders: Set<Substring> = ["which", "type", "hash", "pidof", "pgrep", "is-active"]
  /// The options that look for the program behind them, with the programs that have them.
  private static let finderOptions: [Substring: Set<Substring>] = [
    "-v": ["command"], "-x": ["[", "[[", "test"],
  ]

  /// The names behind the first word of a part of a command that looks for something.
  private static func namesSought(_ part: Substring) -> [String] {
    let words = part.split { $0.isWhitespace || "()<>'\"`".contains($0) }
    let finder = words.indices.first { index in
      if finders.contains(words[index]) { return true }
      return finderOptions[words[index]].map { !$0.isDisjoint(with: words[..<index]) } ?? false
    }
    guard let finder else { return [] }
    return words[finder...].dropFirst().compactMap { word in
      word.split(separator: "/").last?.droppingSuffix(".service")
    }
  }
}
