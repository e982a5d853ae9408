import ArgumentParser
import Control
import Glibc

/// `hyaline notifications`: what the running instance has been notified of.
struct NotificationsCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "notifications",
    abstract: "Show, answer and put away the notifications of the running instance.",
    subcommands: [
      NotificationListCommand.self, NotificationHistoryCommand.self, NotificationForgetCommand.self,
      NotificationDismissCommand.self, NotificationInvokeCommand.self, NotificationReplyCommand.self,
      NotificationRestoreCommand.self, DoNotDisturbCommand.self, NotificationModeCommand.self,
      NotificationCountCommand.self, NotificationSubscribeCommand.self,
    ],
    defaultSubcommand: NotificationListCommand.self)
}

/// The running instance that has the notifications.
nonisolated enum NotificationServer {
  /// Asks it, and returns the members of its answer.
  @discardableResult
  static func ask(_ action: String, _ arguments: [String: JSONValue] = [:]) throws -> [String: JSONValue] {
    try members(connect(action, arguments) { try ControlClient.send($0, to: $1) })
  }

  /// Asks it, and calls `onLine` with each line that follows until it ends.
  static func follow(_ action: String, onLine: (JSONValue) -> Bool) throws {
    _ = try members(connect(action, [:]) { try ControlClient.follow($0, to: $1, onLine: onLine) })
  }

  /// An instance for notifications alone comes before one that also has bars.
  private static func connect(
    _ action: String, _ arguments: [String: JSONValue], _ ask: (Request, ControlAddress) throws -> Response
  ) throws -> Response {
    let request = Request("notifications", arguments.merging(["action": .string(action)]) { $1 })
    do { return try ask(request, try .ofEnvironment(.notifications)) } catch ControlError.notRunning {
      return try ask(request, try .ofEnvironment())
    }
  }

  private static func members(_ response: Response) throws -> [String: JSONValue] {
    switch response {
    case .success(let members): return members
    case .failure(let problem): throw StartError(problem)
    }
  }
}

/// What several of the commands take.
struct JSONOption: ParsableArguments {
  @Flag(help: "Print JSON instead of text.")
  var json = false
}

/// Lines on standard output, each written at once.
nonisolated enum StandardOutput {
  static func line(_ text: String) {
    print(text)
    fflush(nil)
  }
}
