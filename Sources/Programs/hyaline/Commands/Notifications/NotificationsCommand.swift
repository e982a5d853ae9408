import ArgumentParser
import CPlatform
import Control
import JSON
import Logging

/// `hyaline notifications`: controls the notifications of the running instance.
struct NotificationsCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "notifications",
    abstract: "List, answer and dismiss the notifications of the running instance.",
    subcommands: [
      NotificationListCommand.self, NotificationHistoryCommand.self, NotificationForgetCommand.self,
      NotificationDismissCommand.self, NotificationInvokeCommand.self, NotificationReplyCommand.self,
      NotificationRestoreCommand.self, DoNotDisturbCommand.self, NotificationModeCommand.self,
      NotificationCountCommand.self, NotificationSubscribeCommand.self,
    ],
    defaultSubcommand: NotificationListCommand.self)
}

extension NotificationInstance.Answer {
  /// Warns if notifications go to another program, since otherwise there would just seem to be none.
  @MainActor func warnOfOtherOwner() {
    if let otherOwner { Log.warning("notifications go to \(otherOwner)") }
  }
}

/// The option `--json` of several commands.
struct JSONOption: ParsableArguments {
  @Flag(help: "Print JSON instead of text.")
  var json = false
}

/// Prints lines on standard output, each flushed at once.
nonisolated enum StandardOutput {
  /// Prints a line; returns whether it could be written.
  @discardableResult
  static func line(_ text: String) -> Bool {
    print(text)
    return hyaline_flush_output()
  }
}
