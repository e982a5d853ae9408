import Application
import Arguments
import Pictures

/// `hyaline decode-pictures`, which hyaline itself starts: decodes other programs' pictures
/// in a confined process.
struct DecoderCommand: RunnableCommand {
  func run() throws {
    guard PictureServer.serve() else { throw ExitStatus.failure }
  }
}
