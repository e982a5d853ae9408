/// A command of Waybar's configuration, with what it tells another notification daemon told to Hyaline.
struct DaemonCommand {
  /// The command as the settings have it: unchanged if Hyaline has no counterpart of a part of it.
  let text: String
  /// The daemon that the command still needs; nil: it needs none.
  private(set) var needed: String?
  /// The differences between what the command does and what it did, in words.
  private(set) var differences: [String] = []

  /// The programs that control daemons, and these.
  private static let clients = [
    (name: "makoctl", daemon: "mako"), (name: "dunstctl", daemon: "dunst"),
    (name: "swaync-client", daemon: "swaync"),
  ]
  /// The words of a shell that a command follows.
  private static let starters: Set<Substring> = [
    "exec", "then", "do", "else", "if", "elif", "while", "until", "!", "{", "nohup", "setsid", "time",
  ]
  private static let quotes: Set<Character> = ["'", "\""]

  /// Whether a text names a program that controls another notification daemon.
  static func isNamed(in text: String) -> Bool { clients.contains { text.has($0.name) } }

  /// `bell` is the name of the module `bell` that the bar has; nil: there is none.
  init(_ command: String, bell: String? = nil) {
    var result = ""
    var rest = command[...]
    while let call = Call.first(in: rest, of: command) {
      guard let own = Self.counterpart(of: call, bell: bell) else {
        (text, needed, differences) = (command, call.daemon, [])
        return
      }
      result += rest[..<call.range.lowerBound] + own.command
      if let difference = own.difference { differences.append(difference) }
      rest = rest[call.range.upperBound...]
    }
    text = result + rest
  }

  /// A call of a program that controls a daemon.
  private struct Call {
    var client, daemon: String
    /// The place of the program with its arguments in the command.
    var range: Range<String.Index>
    var arguments: [Substring]

    /// The first call in the end `rest` of a command.
    static func first(in rest: Substring, of command: String) -> Call? {
      var place = rest.startIndex
      while place < rest.endIndex {
        let word = rest[place...].prefix(while: DaemonCommand.isPartOfWord)
        if let call = Call(word, in: command) { return call }
        place = word.isEmpty ? rest.index(after: place) : word.endIndex
      }
      return nil
    }

    /// Makes the call that begins with a word; nil: there is none.
    private init?(_ word: Substring, in command: String) {
      let (start, name) = (word.startIndex, word.split(separator: "/").last ?? word)
      guard let client = DaemonCommand.clients.first(where: { $0.name == name }),
        DaemonCommand.isStart(start, of: command)
      else { return nil }
      // A call in quotes ends with them.
      let quote = start == command.startIndex ? nil : command[..<start].last
      let isQuoted = quote.map(DaemonCommand.quotes.contains) ?? false
      var tail = command[word.endIndex...].prefix {
        !";&|()<>`\n".contains($0) && !(isQuoted && $0 == quote)
      }
      // The number before a redirection is that of a descriptor.
      if tail.endIndex < command.endIndex, "<>".contains(command[tail.endIndex]) {
        tail = tail.dropLast(tail.reversed().prefix { $0.isASCII && $0.isNumber }.count)
      }
      tail = tail.dropLast(tail.reversed().prefix(while: \.isWhitespace).count)
      (self.client, daemon, range) = (client.name, client.daemon, start..<tail.endIndex)
      arguments = tail.split(whereSeparator: \.isWhitespace).map(DaemonCommand.unquoted)
    }
  }

  private static func isPartOfWord(_ character: Character) -> Bool {
    !character.isWhitespace && !";&|()<>'\"`".contains(character)
  }

  /// Whether a simple command may begin at a place: at the start, behind a sign or a word after which the shell expects one, or in
  /// the quotes behind `-c`.
  private static func isStart(_ place: String.Index, of command: String) -> Bool {
    let before = command[..<place]
    let isInQuotes = before.last.map(quotes.contains) ?? false
    let rest = (isInQuotes ? before.dropLast() : before)
    let ground = rest.dropLast(rest.reversed().prefix(while: \.isWhitespace).count)
    let word = ground.suffix(ground.reversed().prefix(while: isPartOfWord).count)
    if isInQuotes { return word.hasPrefix("-") && word.hasSuffix("c") }
    guard let sign = ground.last else { return true }
    return ";&|(`".contains(sign) || starters.contains(word)
      || rest[ground.endIndex...].contains(where: \.isNewline)
  }

  /// A word without the quotes around it.
  private static func unquoted(_ word: Substring) -> Substring {
    guard word.count >= 2, let first = word.first, quotes.contains(first), word.last == first else {
      return word
    }
    return word.dropFirst().dropLast()
  }

  // MARK: - Counterparts

  /// A command of Hyaline in place of a call, and in what it differs.
  private struct Counterpart {
    var command: String
    var difference: String?

    init(_ arguments: String, but difference: String? = nil) {
      (command, self.difference) = ("hyaline notifications " + arguments, difference)
    }
  }

  private static func counterpart(of call: Call, bell: String?) -> Counterpart? {
    switch call.client {
    case "makoctl": mako(call.arguments)
    case "dunstctl": dunst(call.arguments)
    default: swaync(call.arguments.filter { $0 != "-sw" && $0 != "--skip-wait" }, bell: bell)
    }
  }

  private static func mako(_ arguments: [Substring]) -> Counterpart? {
    switch arguments {
    case ["dismiss"]: return Counterpart("dismiss")
    case ["dismiss", "-a"], ["dismiss", "--all"]: return Counterpart("dismiss --all")
    case ["dismiss", "-g"], ["dismiss", "--group"]: return Counterpart("dismiss --group")
    case ["dismiss", "-h"], ["dismiss", "--no-history"]: return Counterpart("dismiss --forget")
    case ["restore"]: return Counterpart("restore")
    default: break
    }
    if arguments.count == 3, arguments[0] == "mode" { return mode(arguments[2], arguments[1]) }
    return arguments.count == 2 && arguments[0] == "set-mode" ? mode(arguments[1], "-s") : nil
  }

  /// The change of a mode of mako. By convention a mode of this name keeps notifications back, as do not disturb does.
  private static func mode(_ name: Substring, _ option: Substring) -> Counterpart? {
    let state: String? =
      switch option {
      case "-t": "toggle"
      case "-a": "on"
      case "-r": "off"
      case "-s": "only"
      default: nil
      }
    guard let state, name.allSatisfy({ $0.isLetter || $0.isNumber || "-_.".contains($0) }) else { return nil }
    let others = "hyaline leaves other modes on"
    switch (name, state) {
    case ("do-not-disturb", "only"): return Counterpart("do-not-disturb on", but: others)
    case ("do-not-disturb", _): return Counterpart("do-not-disturb \(state)")
    case ("default", "only"): return Counterpart("do-not-disturb off", but: others)
    case ("default", _): return nil
    default: return Counterpart("mode \(name) \(state)")
    }
  }

  private static func dunst(_ arguments: [Substring]) -> Counterpart? {
    switch arguments {
    case ["close"]: Counterpart("dismiss")
    case ["close-all"]: Counterpart("dismiss --all")
    case ["history-pop"]: Counterpart("restore")
    case ["history-clear"]: Counterpart("forget --all")
    case ["set-paused", "toggle"]: Counterpart("do-not-disturb toggle")
    case ["set-paused", "true"]: Counterpart("do-not-disturb on")
    case ["set-paused", "false"]: Counterpart("do-not-disturb off")
    case ["count", "displayed"]: Counterpart("count", but: "hyaline counts those that wait for room, too")
    default: nil
    }
  }

  private static func swaync(_ arguments: [Substring], bell: String?) -> Counterpart? {
    switch arguments {
    case ["-d"], ["--toggle-dnd"]: return Counterpart("do-not-disturb toggle")
    case ["-dn"], ["--dnd-on"]: return Counterpart("do-not-disturb on")
    case ["-df"], ["--dnd-off"]: return Counterpart("do-not-disturb off")
    case ["-C"], ["--close-all"]: return Counterpart("dismiss --all")
    case ["--close-latest"]: return Counterpart("dismiss")
    case ["-c"], ["--count"]: return Counterpart("count")
    case ["-t"], ["--toggle-panel"], ["-op"], ["--open-panel"]:
      guard let bell else { return nil }
      var panel = Counterpart("")
      panel.command = "hyaline bar activate \(bell)"
      return panel
    default: return nil
    }
  }
}
