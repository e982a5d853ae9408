import ArgumentParser
import Control
import JSON
import ShellModel

/// `hyaline bar`: has the running instance show or hide its bars.
struct BarCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "bar", abstract: "Show or hide the bars of the running instance.")

  /// As the instance calls it.
  enum Action: String, CaseIterable, ExpressibleByArgument {
    case show, hide, toggle
  }

  @Argument(help: "show, hide or toggle.")
  var action: Action

  @Option(help: "The output's name, such as DP-1; all if not given.")
  var output: String?

  func run() throws { try onMainThread { try send() } }

  @MainActor private func send() throws {
    var arguments: [String: JSONValue] = ["action": .string(action.rawValue)]
    if let output { arguments["output"] = .string(output) }
    let response = try ControlClient.send(Request("bar", arguments), to: try .ofEnvironment())
    if case .failure(let problem) = response { throw StartError(problem) }
  }
}
