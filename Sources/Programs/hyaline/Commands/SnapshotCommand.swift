import Application
import ArgumentParser
import Control
import JSON
import Loop

/// `hyaline snapshot`: has the running instance write a picture of its bar.
struct SnapshotCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "snapshot",
    abstract: "Write a picture of a bar of the running instance, including the glass.")

  @Option(help: "The output's name, such as DP-1; the first if not given.")
  var output: String?

  @Argument(help: "The picture to write, PNG or JPEG by its name.")
  var picture: String

  func validate() throws { try CommandLineChecks.check(out: picture) }

  func run() throws { try onMainThread { try take() } }

  @MainActor private func take() throws {
    // The path is made absolute, since the instance has another working directory.
    var arguments: [String: JSONValue] = ["path": .string(absolutePath(picture))]
    if let output { arguments["output"] = .string(output) }
    let response = try ControlClient.send(Request("snapshot", arguments), to: try .ofEnvironment())
    if case .failure(let problem) = response { throw StartError(problem) }
  }
}
