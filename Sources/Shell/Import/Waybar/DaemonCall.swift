import ModuleModel

/// A call of a program that controls another notification daemon.
struct DaemonCall {
  /// A program that controls a daemon.
  enum Client: String, CaseIterable {
    case makoctl, dunstctl
    case swayncClient = "swaync-client"

    var name: String { rawValue }
    /// The name of the daemon.
    var daemon: String {
      switch self {
      case .makoctl: "mako"
      case .dunstctl: "dunst"
      case .swayncClient: "swaync"
      }
    }
  }

  /// A command of Hyaline in place of a call.
  struct Counterpart {
    var command: String
    /// The difference between what the command does and what the call did, in words; nil: there is none.
    var difference: String?
    /// The action of the module `bell` that does the same; nil: there is none.
    var bellAction: String?

    /// Makes a command of `hyaline notifications`.
    fileprivate init(_ arguments: String, but difference: String? = nil, bell: String? = nil) {
      command = "hyaline notifications " + arguments
      (self.difference, bellAction) = (difference, bell)
    }
  }

  let client: Client
  /// The place of the program with its arguments in the text of the command.
  let range: Range<String.Index>
  private let arguments: [String]?
  private let isRead: Bool
  private let isQuoted: Bool

  /// Makes the call of a command; nil: it starts another program.
  init?(_ command: ShellLine.Command) {
    guard let client = command.program.flatMap(Client.init) else { return nil }
    (self.client, range, arguments) = (client, command.range, command.arguments)
    (isRead, isQuoted) = (command.isRead, command.isQuoted)
  }

  /// The command of Hyaline that does the same; nil: there is none.
  ///
  /// - Parameters:
  ///   - panel: The command that opens the panel of the module `bell`; nil: there is none.
  ///   - isRead: Whether the output of the whole command is read.
  func counterpart(panel: String?, isRead: Bool) -> Counterpart? {
    guard let arguments else { return nil }
    let own =
      switch client {
      case .makoctl: Self.mako(arguments)
      case .dunstctl: Self.dunst(arguments)
      case .swayncClient:
        Self.swaync(arguments.filter { $0 != "-sw" && $0 != "--skip-wait" }, panel: panel)
      }
    guard let own else { return nil }
    // The other programs print other words, such as all modes that are on.
    if isRead || self.isRead, own.command != Counterpart("count").command { return nil }
    return isQuoted && own.command.contains(where: { $0 == "'" }) ? nil : own
  }

  // MARK: - Counterparts

  private static func mako(_ arguments: [String]) -> Counterpart? {
    switch arguments {
    case ["dismiss"]: return Counterpart("dismiss")
    case ["dismiss", "-a"], ["dismiss", "--all"]: return Counterpart("dismiss --all")
    case ["dismiss", "-g"], ["dismiss", "--group"]: return Counterpart("dismiss --group")
    case ["dismiss", "-h"], ["dismiss", "--no-history"]: return Counterpart("dismiss --forget")
    case ["restore"]: return Counterpart("restore")
    case ["invoke"]: return Counterpart("invoke")
    default: break
    }
    if arguments.count == 3, arguments[0] == "mode" { return mode(arguments[2], arguments[1]) }
    return arguments.count == 2 && arguments[0] == "set-mode" ? mode(arguments[1], "-s") : nil
  }

  /// The change of a mode of mako. By convention a mode of this name keeps notifications back, as do not disturb does.
  private static func mode(_ name: String, _ option: String) -> Counterpart? {
    let states = ["-t": "toggle", "-a": "on", "-r": "off", "-s": "only"]
    guard let state = states[option], isName(name) else { return nil }
    let rules = """
      rules for the mode "do-not-disturb" need "hyaline notifications mode do-not-disturb \(state)" as well
      """
    let others = "hyaline leaves other modes on"
    switch (name, state) {
    case ("do-not-disturb", "only"): return Counterpart("do-not-disturb on", but: "\(others), and \(rules)")
    case ("do-not-disturb", _): return Counterpart("do-not-disturb \(state)", but: rules)
    case ("default", "only"): return Counterpart("do-not-disturb off", but: others)
    case ("default", _): return nil
    default: return Counterpart("mode \(name) \(state)")
    }
  }

  /// Whether a text may be the name of a mode or a rule that needs no quotes and is no option.
  private static func isName(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter || first.isNumber else { return false }
    return text.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
  }

  private static func dunst(_ arguments: [String]) -> Counterpart? {
    switch arguments {
    case ["close"]: return Counterpart("dismiss")
    case ["close-all"]: return Counterpart("dismiss --all")
    case ["history-pop"]: return Counterpart("restore")
    case ["action"], ["action", "0"]: return Counterpart("invoke")
    case ["history-clear"]: return Counterpart("forget --all")
    case ["set-paused", "toggle"]: return Counterpart("do-not-disturb toggle")
    case ["set-paused", "true"]: return Counterpart("do-not-disturb on")
    case ["set-paused", "false"]: return Counterpart("do-not-disturb off")
    case ["count", "displayed"]:
      return Counterpart("count", but: "hyaline counts those that wait for room, too")
    default: break
    }
    if arguments.count == 2, arguments[0] == "set-pause-level", let level = Int(arguments[1]),
      0...100 ~= level
    {
      return Counterpart("do-not-disturb level \(level)")
    }
    let states = ["enable": "on", "disable": "off", "toggle": "toggle"]
    guard arguments.count == 3, arguments[0] == "rule", isName(arguments[1]), let state = states[arguments[2]]
    else { return nil }
    return Counterpart("rule \(arguments[1]) \(state)")
  }

  private static func swaync(_ arguments: [String], panel: String?) -> Counterpart? {
    switch arguments {
    case ["-d"], ["--toggle-dnd"]: return Counterpart("do-not-disturb toggle", bell: "do_not_disturb")
    case ["-dn"], ["--dnd-on"]: return Counterpart("do-not-disturb on")
    case ["-df"], ["--dnd-off"]: return Counterpart("do-not-disturb off")
    case ["-C"], ["--close-all"]:
      return Counterpart("dismiss --all", but: "the panel of the bell keeps them", bell: "dismiss_all")
    case ["--close-latest"]: return Counterpart("dismiss --forget")
    case ["--hide-all"]: return Counterpart("dismiss --all")
    case ["--hide-latest"]: return Counterpart("dismiss")
    case ["-c"], ["--count"]:
      return Counterpart("count", but: "hyaline counts those that are open, and swaync all of its panel")
    case ["-t"], ["--toggle-panel"]: return panel.map { Counterpart(panel: $0) }
    case ["-op"], ["--open-panel"]:
      return panel.map { Counterpart(panel: $0, but: "a panel that is open closes") }
    default: return nil
    }
  }
}

extension DaemonCall.Counterpart {
  /// Makes the command that opens the panel of the module `bell`.
  fileprivate init(panel command: String, but difference: String? = nil) {
    (self.command, self.difference, bellAction) = (command, difference, ActionSummary.panel)
  }
}
