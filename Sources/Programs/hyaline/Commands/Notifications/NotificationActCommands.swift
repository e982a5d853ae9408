import ArgumentParser
import Control
import JSON
import Notifications

/// `hyaline notifications dismiss`: dismisses notifications.
struct NotificationDismissCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "dismiss", abstract: "Dismiss a notification, the newest if none is named.")

  @Argument(help: "The number of the notification.")
  var id: UInt32?

  @Flag(help: "Dismiss all open notifications.")
  var all = false

  @Flag(help: "Dismiss the whole group in which the notification is stacked.")
  var group = false

  func validate() throws {
    if all, id != nil || group { throw ValidationError("--all excludes a number and --group") }
  }

  func run() throws {
    try onMainThread {
      var arguments: [String: JSONValue] = ["all": .bool(all), "group": .bool(group)]
      if let id { arguments["id"] = JSONValue(Int(id)) }
      try NotificationInstance.ask("dismiss", arguments).warnOfOtherOwner()
    }
  }
}

/// `hyaline notifications invoke`: invokes an action.
struct NotificationInvokeCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "invoke", abstract: "Choose an action of a notification.")

  @Argument(help: "The number of the notification.")
  var id: UInt32

  @Argument(help: "The key of the action; the default action if none is named.")
  var action: String?

  func run() throws {
    try onMainThread {
      var arguments: [String: JSONValue] = ["id": JSONValue(Int(id))]
      if let action { arguments["key"] = .string(action) }
      try NotificationInstance.ask("invoke", arguments).warnOfOtherOwner()
    }
  }
}

/// `hyaline notifications reply`: sends a reply.
struct NotificationReplyCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "reply", abstract: "Send a reply to a notification that accepts one.")

  @Argument(help: "The number of the notification.")
  var id: UInt32

  @Argument(help: "The text of the reply.")
  var text: String

  func validate() throws {
    if text.utf8.count > Notification.Reply.limit {
      throw ValidationError("expected a text of at most \(Notification.Reply.limit) bytes")
    }
  }

  func run() throws {
    try onMainThread {
      _ = try NotificationInstance.ask("reply", ["id": JSONValue(Int(id)), "text": .string(text)])
    }
  }
}

/// `hyaline notifications restore`: shows a notification of the history again.
struct NotificationRestoreCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Show the newest notification of the history that is not open again.")

  @Argument(help: "The key of the notification to show instead, as history prints it.")
  var key: Int64?

  @OptionGroup var output: JSONOption

  func run() throws {
    try onMainThread {
      let arguments = key.map { ["key": JSONValue.number(Double($0))] } ?? [:]
      let answer = try NotificationInstance.ask("restore", arguments)
      if output.json { StandardOutput.line("\(JSONValue.object(answer.members))") }
    }
  }
}

/// `hyaline notifications forget`: removes notifications from the history.
struct NotificationForgetCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Remove notifications from the history.")

  @Argument(help: "The key of the notification, as history prints it.")
  var key: Int64?

  @Flag(help: "Remove all notifications.")
  var all = false

  func validate() throws {
    if all == (key != nil) { throw ValidationError("expected a key or --all") }
  }

  func run() throws {
    try onMainThread {
      var arguments: [String: JSONValue] = ["all": .bool(all)]
      if let key { arguments["key"] = .number(Double(key)) }
      _ = try NotificationInstance.ask("forget", arguments)
    }
  }
}
