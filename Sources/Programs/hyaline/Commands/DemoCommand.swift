import Application
import Arguments
import Demonstration
import Glibc
import HeadlessSession
import Loop
import Settings

/// `hyaline demo`: shows the bar over real windows in a headless compositor, and takes a picture.
struct DemoCommand: RunnableCommand {
  var renderer = RendererPreference.auto
  var settings: String?
  var area: String?
  var picture = "hyaline-demo.png"
  var keep = false

  static var rows: [Row<Self>] {
    [
      .renderer(\.renderer),
      .option(
        "settings", \.settings, "file", .file,
        "A settings file for the bar, in place of that of the demonstration."),
      .option(
        "area", \.area, "area", .text,
        "The part of the output that the picture shows, such as \"0,0 1920x96\"; all of it if none is named."),
      .option(
        "out", short: "o", \.picture, "picture", .file, "The picture to write, PNG or JPEG by its name."),
      .flag("keep", \.keep, "Keep the session until interrupted, and print instructions for viewing it."),
    ]
  }

  func validate() throws(ValidationError) {
    try CommandLineChecks.check(out: picture)
    if let area {
      let numbers = area.split { " ,x".contains($0) }.compactMap { Int($0) }
      guard numbers.count == 4, area == "\(numbers[0]),\(numbers[1]) \(numbers[2])x\(numbers[3])",
        numbers[2] > 0, numbers[3] > 0
      else {
        throw ValidationError("--area: expected four numbers such as \"0,0 1920x96\", got \"\(area)\"")
      }
    }
  }

  func run() throws {
    // The signals are held back before any program is started, so that an interruption still cleans up.
    let interruption = Interruption()
    let demo = try Demo(
      interruption, renderer: renderer.rawValue, settings: try settings.map(read),
      localeFolder: OwnProgram.localeFolder)
    defer { demo.stop() }
    try demo.takePicture(to: picture, area: area)
    print(absolutePath(picture))
    guard keep else { return }
    print(demo.instructions)
    fflush(nil)
    interruption.wait()
  }

  /// The text of a settings file that includes another one, whose relative paths keep their meaning. The session of root runs
  /// as nobody, who may not be able to read that file, so that its text is taken.
  private func read(_ path: String) throws -> String {
    guard let text = RegularFile.text(ofPath: path, upTo: 1 << 20) else {
      throw StartError("--settings: cannot read \(path)")
    }
    return geteuid() == 0 ? text : Settings.text(including: absolutePath(path))
  }
}
