/// A shell command in which calls of makoctl, dunstctl and swaync-client are replaced with commands of Hyaline.
struct DaemonCommand {
  /// The command as the settings have it: unchanged if Hyaline has no counterpart of a part of it.
  let text: String
  /// The daemon that the first call controls; nil: nothing was replaced.
  private(set) var daemon: String?
  /// The words for what the command still needs, such as "needs mako, which does not run beside hyaline"; nil: it needs nothing.
  private(set) var need: String?
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
        (text, need) = (command, "needs \(call.client.daemon), which does not run beside hyaline")
        differences = []
        return
      }
      result += rest[..<call.range.lowerBound] + own.command
      if let difference = own.difference, !differences.contains(difference) { differences.append(difference) }
      rest = rest[call.range.upperBound...]
    }
    result += rest
    if let client = Self.client(namedIn: result) {
      (text, need) = (command, "names \(client.name), whose daemon does not run beside hyaline")
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

  /// The words that look for a program or a process.
  private static let finders: Set<Substring> = ["which", "command", "type", "hash", "pidof", "pgrep", "-x"]

  /// The daemon that a condition looks for, or whose program it looks for; nil: it looks for neither.
  static func daemon(soughtBy condition: String) -> String? {
    let words = Set(condition.split { $0.isWhitespace || ";&|()<>'\"`/".contains($0) })
    guard !words.isDisjoint(with: finders) else { return nil }
    return DaemonCall.Client.allCases.first {
      words.contains($0.name[...]) || words.contains($0.daemon[...])
    }?.daemon
  }
}
