import Arguments
import Control
import Notifications
import TextProcessing

/// `hyaline notifications dismiss`: dismisses notifications.
struct NotificationDismissCommand: RunnableCommand {
  var id: UInt32?
  var group = false
  var all = false
  var forget = false

  static var rows: [Row<Self>] {
    [
      .argument("id", \.id, .integer.asking("notifications"), "The number of the notification."),
      .flag("group", \.group, "Dismiss the whole group in which the notification is stacked."),
      .flag("all", \.all, "Dismiss all open notifications."),
      .flag("forget", \.forget, "Remove the notification from the history, too."),
    ]
  }

  func validate() throws(ValidationError) {
    if all, id != nil || group { throw ValidationError("--all excludes a number and --group") }
    if forget, all || group { throw ValidationError("--forget excludes --all and --group") }
  }

  func run() throws {
    var arguments: [String: JSONValue] = [
      "all": .bool(all), "group": .bool(group), "forget": .bool(forget),
    ]
    if let id { arguments["id"] = JSONValue(Int(id)) }
    try NotificationInstance.ask("dismiss", arguments).warnOfOtherOwner()
  }
}

/// `hyaline notifications invoke`: invokes an action.
struct NotificationInvokeCommand: RunnableCommand {
  var id: UInt32?
  var action: String?

  static var rows: [Row<Self>] {
    [
      .argument(
        "id", \.id, .integer.asking("notifications"),
        "The number of the notification; the newest if none is named."),
      .argument("action", \.action, .text, "The key of the action; the default action if none is named."),
    ]
  }

  func run() throws {
    var arguments: [String: JSONValue] = [:]
    if let id { arguments["id"] = JSONValue(Int(id)) }
    if let action { arguments["key"] = .string(action) }
    try NotificationInstance.ask("invoke", arguments).warnOfOtherOwner()
  }
}

/// `hyaline notifications reply`: sends a reply.
struct NotificationReplyCommand: RunnableCommand {
  var id: UInt32 = 0
  var text = ""

  static var rows: [Row<Self>] {
    [
      .argument(needed: "id", \.id, .integer.asking("notifications"), "The number of the notification."),
      .argument(needed: "text", \.text, .text, "The text of the reply."),
    ]
  }

  func validate() throws(ValidationError) {
    if text.utf8.count > Notification.Reply.limit {
      throw ValidationError("expected a text of at most \(Notification.Reply.limit) bytes")
    }
  }

  func run() throws {
    _ = try NotificationInstance.ask("reply", ["id": JSONValue(Int(id)), "text": .string(text)])
  }
}

/// `hyaline notifications restore`: shows a notification of the history again.
struct NotificationRestoreCommand: RunnableCommand {
  var key: Int64?
  var json = false

  static var rows: [Row<Self>] {
    [
      .argument(
        "key", \.key, .integer, "The key of the notification to show instead, as history prints it."),
      .json(\.json),
    ]
  }

  func run() throws {
    let arguments = key.map { ["key": JSONValue.number(Double($0))] } ?? [:]
    let answer = try NotificationInstance.ask("restore", arguments)
    if json { StandardOutput.line("\(JSONValue.object(answer.members))") }
  }
}

/// `hyaline notifications forget`: removes notifications from the history.
struct NotificationForgetCommand: RunnableCommand {
  var key: Int64?
  var all = false

  static var rows: [Row<Self>] {
    [
      .argument("key", \.key, .integer, "The key of the notification, as history prints it."),
      .flag("all", \.all, "Remove all notifications."),
    ]
  }

  func validate() throws(ValidationError) {
    if all == (key != nil) { throw ValidationError("expected a key or --all") }
  }

  func run() throws {
    var arguments: [String: JSONValue] = ["all": .bool(all)]
    if let key { arguments["key"] = .number(Double(key)) }
    _ = try NotificationInstance.ask("forget", arguments)
  }
}
