import ArgumentParser
import Pictures

/// `hyaline decode-pictures`, which hyaline itself starts: decodes other programs' pictures
/// in a confined process.
struct DecoderCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "decode-pictures", abstract: "Decode pictures for another process.", shouldDisplay: false)

  /// The command line of this program, valid even after its file was replaced by a newer one.
  static let ofThisProgram = ["/proc/self/exe", "decode-pictures"]

  @Flag var unconfined = false

  func run() throws {
    guard PictureServer.serve(isConfined: !unconfined) else { throw ExitCode.failure }
  }
}
