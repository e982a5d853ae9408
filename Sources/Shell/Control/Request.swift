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
