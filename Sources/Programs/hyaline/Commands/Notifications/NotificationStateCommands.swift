import Arguments
import Control
import Glibc
import Loop
import NotificationService
import Notifications
import TextProcessing

/// `hyaline notifications do-not-disturb`: sets or prints the state of do not disturb.
struct DoNotDisturbCommand: RunnableCommand {
  enum Choice: String, CaseIterable {
    case on, off, toggle, until, level
  }

  var choice: Choice?
  var time: String?
  var json = false

  static var rows: [Row<Self>] {
    [
      .argument(
        "choice", \.choice, .name, "The new state; the state is printed if none is given."),
      .argument(
        "time", \.time, .text,
        """
        The time for until: a time of day such as 18:30, or a duration such as 90m or 1h30m; the level for level, from 0, which \
        turns it off, to 100.
        """),
      .json(\.json),
    ]
  }

  func validate() throws(ValidationError) {
    guard choice == .until || choice == .level else {
      guard let time else { return }
      throw ValidationError("unexpected \"\(time)\": only until takes a time, and level a number")
    }
    guard let time else {
      throw ValidationError(
        choice == .until ? "until: expected a time of day or a duration" : "level: expected a number")
    }
    if choice == .level {
      guard let level = Int(time), 0...100 ~= level else {
        throw ValidationError("level: expected a number from 0 to 100, got \"\(time)\"")
      }
    } else if EndTime(time) == nil {
      throw ValidationError(
        "until: expected a time of day such as 18:30 or a duration such as 90m, got \"\(time)\"")
    }
  }

  func run() throws {
    var arguments: [String: JSONValue] = [:]
    if let choice { arguments["set"] = .string(choice.rawValue) }
    if choice == .level, let level = time.flatMap({ Int($0) }) {
      arguments["level"] = .number(Double(level))
    } else if let time, let end = EndTime(time) {
      let now = ClockTime(WallTime(sinceEpoch: .seconds(Glibc.time(nil))))
      arguments["time"] = .number(Double(end.seconds(after: now)))
    }
    let answer = try NotificationInstance.ask("do-not-disturb", arguments)
    let state = answer["doNotDisturb"] ?? .null
    if json {
      StandardOutput.line("\(state)")
    } else if choice == nil || choice == .toggle {
      StandardOutput.line(NotificationText.doNotDisturb(state))
    }
  }
}

/// The new state of rules.
enum NotificationSwitch: String, CaseIterable {
  case on, off, toggle

  /// Asks the running instance to set what has a name, or only for all that there is if `name` is nil; `choice` is nil for on.
  /// Returns the list under `key` of the answer.
  static func ask(
    _ command: String, _ name: String?, _ choice: String?, for key: String
  ) throws -> [JSONValue] {
    var arguments: [String: JSONValue] = [:]
    if let name { arguments["name"] = .string(name) }
    if let choice { arguments["set"] = .string(choice) }
    guard case .array(let all)? = try NotificationInstance.ask(command, arguments)[key] else { return [] }
    return all
  }

  /// Prints a list as JSON, or each of it in words if nothing was set.
  static func print(_ all: [JSONValue], json: Bool, isSet: Bool, words: (JSONValue) -> String) {
    if json {
      StandardOutput.line("\(JSONValue.array(all))")
    } else if !isSet {
      for element in all { StandardOutput.line(words(element)) }
    }
  }
}

/// `hyaline notifications mode`: turns modes of rules on and off, or prints them.
struct NotificationModeCommand: RunnableCommand {
  enum Choice: String, CaseIterable {
    case on, off, toggle
    /// The mode is on, and all others are off.
    case only
  }

  var name: String?
  var choice: Choice?
  var json = false

  static var rows: [Row<Self>] {
    [
      .argument(
        "name", \.name, .text.asking("modes"),
        "The name of the mode; the modes that are on are printed if none is given."),
      .argument(
        "choice", \.choice, .name,
        "The new state of the mode, which is on if none is given; with only, all other modes are turned off."),
      .json(\.json),
    ]
  }

  func validate() throws(ValidationError) {
    if let name, !Limits.takesMode(name) {
      throw ValidationError("expected the name of a mode, of at most \(Limits.name) bytes")
    }
  }

  func run() throws {
    let modes = try NotificationSwitch.ask("mode", name, choice?.rawValue, for: "modes")
    NotificationSwitch.print(modes, json: json, isSet: name != nil) { $0.string ?? "" }
  }
}

/// `hyaline notifications rule`: turns rules on and off by their names, or prints them.
struct NotificationRuleCommand: RunnableCommand {
  var name: String?
  var choice: NotificationSwitch?
  var json = false

  static var rows: [Row<Self>] {
    [
      .argument(
        "name", \.name, .text.asking("rules"),
        "The name of the rules; all named rules are printed if none is given."),
      .argument("choice", \.choice, .name, "The new state of the rules, which are on if none is given."),
      .json(\.json),
    ]
  }

  func run() throws {
    let rules = try NotificationSwitch.ask("rule", name, choice?.rawValue, for: "rules")
    NotificationSwitch.print(rules, json: json, isSet: name != nil) { rule in
      "\(rule["name"]?.string ?? "") \(rule["isOn"]?.bool == true ? "on" : "off")"
    }
  }
}
