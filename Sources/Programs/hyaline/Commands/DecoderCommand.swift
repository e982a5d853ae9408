import Application
import ArgumentParser
import Pictures

/// `hyaline decode-pictures`, which hyaline itself starts: decodes other programs' pictures
/// in a confined process.
struct DecoderCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: OwnProgram.decoding, abstract: "Decode pictures for another process.", shouldDisplay: false)

  func run() throws {
    guard PictureServer.serve() else { throw ExitCode.failure }
  }
}
