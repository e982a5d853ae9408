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
    abstract: "Show the bar and notifications in a headless sway, and write a picture of them.")

  @Option(
    name: [.customShort("o"), .customLong("out")], help: "The picture to write, PNG or JPEG by its name.")
  var picture = "hyaline-demo.png"

  @Option(help: "The renderer: auto, gles or cpu; auto is OpenGL ES if there is a GPU.")
  var renderer = RendererPreference.auto

  @Option(help: "A settings file for the bar, in place of that of the demonstration.")
  var settings: String?

  @Option(
    help: "The part of the output that the picture shows, such as \"0,0 1920x96\"; all if it is not given.")
  var area: String?

  @Flag(help: "Keep the session until interrupted, and print instructions for viewing it.")
  var keep = false

  func validate() throws {
    try CommandLineChecks.check(out: picture)
    if let area {
      let numbers = area.split { " ,x".contains($0) }.compactMap { Int($0) }
      guard numbers.count == 4, area == "\(numbers[0]),\(numbers[1]) \(numbers[2])x\(numbers[3])" else {
        throw ValidationError("--area: expected four numbers such as \"0,0 1920x96\", got \"\(area)\"")
      }
    }
  }

  func run() throws {
    try onMainThread {
      // The signals are held back before any program is started, so that an interruption still cleans up.
      let interruption = Interruption()
      let demo = try Demo(interruption, renderer: renderer.rawValue, settings: try settings.map(read))
      defer { demo.stop() }
      try demo.takePicture(to: picture, area: area)
      print(absolutePath(picture))
      guard keep else { return }
      print(demo.instructions)
      fflush(nil)
      interruption.wait()
    }
  }

  /// The text of a settings file, which the bar of the demonstration reads from a place of its own.
  private func read(_ path: String) throws -> String {
    guard let text = RegularFile.text(ofPath: path, upTo: 1 << 20) else {
      throw ValidationError("--settings: cannot read \(path)")
    }
    return text
  }
}
