import Application
import Arguments
import Control
import Loop
import TextProcessing

/// `hyaline snapshot`: has the running instance write a picture of its bar.
struct SnapshotCommand: RunnableCommand {
  var output: String?
  var picture = ""

  static var rows: [Row<Self>] {
    [
      .option(
        "output", \.output, "name", .text.asking("outputs"),
        "The name of the output, such as DP-1; the first one if none is named."),
      .argument(needed: "picture", \.picture, .file, "The picture to write, PNG or JPEG by its name."),
    ]
  }

  func validate() throws(ValidationError) { try CommandLineChecks.check(out: picture) }

  func run() throws {
    // The path is made absolute, since the instance has another working directory.
    var arguments: [String: JSONValue] = ["path": .string(absolutePath(picture))]
    if let output { arguments["output"] = .string(output) }
    let response = try ControlClient.send(Request("snapshot", arguments), to: try .ofEnvironment())
    if case .failure(let problem) = response { throw StartError(problem) }
  }
}
