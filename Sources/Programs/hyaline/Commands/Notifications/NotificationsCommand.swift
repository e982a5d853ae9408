import ArgumentParser
import CPlatform
import Control
import JSON

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
  ///
  /// `warns`: says on standard error where notifications go to another program, since it may seem that there are none.
  @discardableResult @MainActor
  static func ask(
    _ action: String, _ arguments: [String: JSONValue] = [:], warns: Bool = false
  ) throws -> [String: JSONValue] {
    var members = try members(connect(action, arguments) { try ControlClient.send($0, to: $1) })
    let owner = members.removeValue(forKey: "otherOwner")?.string
    if warns, let owner { Log.warning("notifications go to \(owner)") }
    return members
  }

  /// Asks it, and calls `onLine` with each line that follows until it ends.
  static func follow(_ action: String, onLine: (JSONValue) -> Bool) throws {
    _ = try members(connect(action, [:]) { try ControlClient.follow($0, to: $1, onLine: onLine) })
  }

  private static func connect(
    _ action: String, _ arguments: [String: JSONValue], _ ask: (Request, ControlAddress) throws -> Response
  ) throws -> Response {
    try ask(Request("notifications", arguments.merging(["action": .string(action)]) { $1 }), address())
  }

  /// That of an instance for notifications alone, unless there is none, or beside it another that has the name.
  private static func address() throws -> ControlAddress {
    let (alone, main) = (try ControlAddress.ofEnvironment(.notifications), try ControlAddress.ofEnvironment())
    guard let isServing = try serves(alone) else { return main }
    return try !isServing && serves(main) == true ? main : alone
  }

  /// Whether notifications come to an instance; nil: it does not run.
  private static func serves(_ address: ControlAddress) throws -> Bool? {
    do {
      let answer = try ControlClient.send(Request("notifications", ["action": "count"]), to: address)
      if case .success(let members) = answer { return members["isServing"]?.bool == true }
      return false
    } catch ControlError.notRunning {
      return nil
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
  /// Whether it could be written.
  @discardableResult
  static func line(_ text: String) -> Bool {
    print(text)
    return hyaline_flush_output()
  }
}
