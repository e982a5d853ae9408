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
    case on, off, toggle, until
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
        "The time for until: a time of day such as 18:30, or a duration such as 90m or 1h30m."),
      .json(\.json),
    ]
  }

  func validate() throws(ValidationError) {
    guard (choice == .until) == (time != nil) else {
      throw ValidationError(
        choice == .until
          ? "until: expected a time of day or a duration"
          : "unexpected \"\(time ?? "")\": only until takes a time")
    }
    if let time, EndTime(time) == nil {
      throw ValidationError(
        "until: expected a time of day such as 18:30 or a duration such as 90m, got \"\(time)\"")
    }
  }

  func run() throws {
    var arguments: [String: JSONValue] = [:]
    if let choice { arguments["set"] = .string(choice.rawValue) }
    if let time, let end = EndTime(time) {
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

/// `hyaline notifications mode`: turns modes of rules on and off, or prints them.
struct NotificationModeCommand: RunnableCommand {
  enum Choice: String, CaseIterable {
    case on, off, toggle
  }

  var name: String?
  var choice: Choice?
  var json = false

  static var rows: [Row<Self>] {
    [
      .argument(
        "name", \.name, .text, "The name of the mode; the modes that are on are printed if none is given."),
      .argument("choice", \.choice, .name, "The new state of the mode, which is on if none is given."),
      .json(\.json),
    ]
  }

  func validate() throws(ValidationError) {
    if let name, !Limits.takesMode(name) {
      throw ValidationError("expected the name of a mode, of at most \(Limits.name) bytes")
    }
  }

  func run() throws {
    var arguments: [String: JSONValue] = [:]
    if let name { arguments["name"] = .string(name) }
    if let choice { arguments["set"] = .string(choice.rawValue) }
    let answer = try NotificationInstance.ask("mode", arguments)
    guard case .array(let modes)? = answer["modes"] else { return }
    if json {
      StandardOutput.line("\(JSONValue.array(modes))")
    } else if name == nil {
      for mode in modes { StandardOutput.line(mode.string ?? "") }
    }
  }
}

/// `hyaline notifications rule`: turns rules on and off by their names, or prints them.
struct NotificationRuleCommand: RunnableCommand {
  enum Choice: String, CaseIterable {
    case on, off, toggle
  }

  var name: String?
  var choice: Choice?
  var json = false

  static var rows: [Row<Self>] {
    [
      .argument(
        "name", \.name, .text, "The name of the rules; all named rules are printed if none is given."),
      .argument("choice", \.choice, .name, "The new state of the rules, which are on if none is given."),
      .json(\.json),
    ]
  }

  func run() throws {
    var arguments: [String: JSONValue] = [:]
    if let name { arguments["name"] = .string(name) }
    if let choice { arguments["set"] = .string(choice.rawValue) }
    let answer = try NotificationInstance.ask("rule", arguments)
    guard case .array(let rules)? = answer["rules"] else { return }
    if json {
      StandardOutput.line("\(JSONValue.array(rules))")
    } else if name == nil {
      for rule in rules {
        StandardOutput.line("\(rule["name"]?.string ?? "") \(rule["isOn"]?.bool == true ? "on" : "off")")
      }
    }
  }
}
