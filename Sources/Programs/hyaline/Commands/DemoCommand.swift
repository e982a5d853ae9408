import ArgumentParser
import Demonstration
import Glibc
import HeadlessSession
import Loop
import Settings

/// `hyaline demo`: shows the bar over real windows in a headless compositor, and takes a picture.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Show the bar and notifications in a sway without a screen, and take a picture.")

  @Option(
    name: [.customShort("o"), .customLong("out")], help: "The picture to write, PNG or JPEG by its name.")
  var picture = "hyaline-demo.png"

  @Option(help: "What draws: auto, gles or cpu; auto is OpenGL ES where there is a GPU.")
  var renderer = RendererPreference.auto

  @Flag(help: "Go on until interrupted, and tell how to look.")
  var keep = false

  func validate() throws { try CommandLineChecks.check(out: picture) }

  func run() throws {
    try onMainThread {
      // The signals are held back before any program is started, so that an interruption still cleans up.
      let interruption = Interruption()
      let demo = try Demo(interruption, renderer: renderer.rawValue)
      defer { demo.stop() }
      try demo.takePicture(to: picture)
      print(absolutePath(picture))
      guard keep else { return }
      print(demo.instructions)
      fflush(nil)
      interruption.wait()
    }
  }
}
