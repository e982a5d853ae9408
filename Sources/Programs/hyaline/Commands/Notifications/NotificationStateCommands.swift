import ArgumentParser
import Control
import Glibc
import JSON
import Loop
import NotificationCenterService
import Notifications

/// `hyaline notifications do-not-disturb`: sets or prints the state of do not disturb.
struct DoNotDisturbCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "do-not-disturb", abstract: "Turn do not disturb on or off, or print its state.")

  enum Choice: String, CaseIterable, ExpressibleByArgument {
    case on, off, toggle, until
  }

  @Argument(help: "on, off, toggle or until; the state is printed if none is given.")
  var choice: Choice?

  @Argument(help: "The time for until: a time of day such as 18:30, or a duration such as 90m or 1h30m.")
  var time: String?

  @OptionGroup var output: JSONOption

  func validate() throws {
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
    try onMainThread {
      var arguments: [String: JSONValue] = [:]
      if let choice { arguments["set"] = .string(choice.rawValue) }
      if let time, let end = EndTime(time) {
        let now = ClockTime(WallTime(sinceEpoch: .seconds(Glibc.time(nil))))
        arguments["time"] = .number(Double(end.seconds(after: now)))
      }
      let answer = try NotificationInstance.ask("do-not-disturb", arguments)
      let state = answer["doNotDisturb"] ?? .null
      if output.json {
        StandardOutput.line("\(state)")
      } else if choice == nil || choice == .toggle {
        StandardOutput.line(NotificationText.doNotDisturb(state))
      }
    }
  }
}

/// `hyaline notifications mode`: turns modes of rules on and off, or prints them.
struct NotificationModeCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "mode", abstract: "Turn a mode of the rules on or off, or print the modes that are on.")

  enum Choice: String, CaseIterable, ExpressibleByArgument {
    case on, off, toggle
  }

  @Argument(help: "The name of the mode; the modes that are on are printed if none is given.")
  var name: String?

  @Argument(help: "on (if not given), off or toggle.")
  var choice: Choice?

  @OptionGroup var output: JSONOption

  func validate() throws {
    if let name, !Limits.takesMode(name) {
      throw ValidationError("expected the name of a mode, of at most \(Limits.name) bytes")
    }
  }

  func run() throws {
    try onMainThread {
      var arguments: [String: JSONValue] = [:]
      if let name { arguments["name"] = .string(name) }
      if let choice { arguments["set"] = .string(choice.rawValue) }
      let answer = try NotificationInstance.ask("mode", arguments)
      guard case .array(let modes)? = answer["modes"] else { return }
      if output.json {
        StandardOutput.line("\(JSONValue.array(modes))")
      } else if name == nil {
        for mode in modes { StandardOutput.line(mode.string ?? "") }
      }
    }
  }
}
