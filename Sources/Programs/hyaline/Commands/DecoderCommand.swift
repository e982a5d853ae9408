import ArgumentParser
import Pictures

/// `hyaline decode-pictures`, which hyaline calls itself: decodes what others have named, confined, and writes pixels.
struct DecoderCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "decode-pictures", abstract: "Decode pictures for another process.", shouldDisplay: false)

  /// Finds the program also after it was replaced by a newer one.
  static let ofThisProgram = ["/proc/self/exe", "decode-pictures"]

  @Flag var unconfined = false

  func run() throws {
    guard PictureServer.serve(isConfined: !unconfined) else { throw ExitCode.failure }
  }
}
