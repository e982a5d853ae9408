public import TextProcessing

/// A request of a client to the running instance: `{"command": "snapshot", "path": "/tmp/a.png"}`.
public nonisolated struct Request: Equatable, Sendable {
  public var command: String
  /// The members of the object besides `command`.
  public var arguments: [String: JSONValue]

  public init(_ command: String, _ arguments: [String: JSONValue] = [:]) {
    self.command = command
    self.arguments = arguments
  }

  /// Reads a request; nil if the value is no object with a command.
  init?(_ json: JSONValue) {
    guard case .object(var members) = json, let command = members.removeValue(forKey: "command")?.string
    else { return nil }
    self.init(command, members)
  }

  var json: JSONValue { .object(arguments.merging(["command": .string(command)]) { _, command in command }) }
}

/// The response to a request: `{"ok": true, …}` or `{"ok": false, "error": "…"}`.
public nonisolated enum Response: Equatable, Sendable {
  /// The request was performed; the members other than `ok`.
  case success([String: JSONValue] = [:])
  /// The request was not performed; the reason, on one line.
  case failure(String)

  /// Reads a response; nil if the value is none.
  init?(_ json: JSONValue) {
    guard case .object(var members) = json, let isDone = members.removeValue(forKey: "ok")?.bool
    else { return nil }
    self = isDone ? .success(members) : .failure(members["error"]?.string ?? "unknown error")
  }

  var json: JSONValue {
    switch self {
    case .success(let members): .object(members.merging(["ok": true]) { _, ok in ok })
    case .failure(let message): ["ok": false, "error": .string(message)]
    }
  }
}
