import Application
import Arguments
import Gallery
import Geometry
import Pictures
import Rendering
import Scenes
import Settings
import Typography
import VisualEffects

/// `hyaline gallery`: draws every material with every vibrancy over pictures, and measures their contrast.
struct GalleryCommand: RunnableCommand {
  var backdrop: [String] = []
  var contrast = Legibility.standard.contrast
  var scale = 1.0
  var font = "Inter"
  var renderer = RendererPreference.auto
  var report: String?
  var out = ""

  static var rows: [Row<Self>] {
    [
      .option(
        repeated: "backdrop", \.backdrop, "picture", .file,
        missing: "--backdrop: expected at least one picture",
        "The picture behind the glass; the option may be given several times."),
      .option(
        "contrast", \.contrast, "ratio", .number,
        "The guaranteed contrast of label and secondaryLabel: 0 (off) or 1 to 21."),
      .option("scale", \.scale, "factor", .number, "The number of physical pixels per logical pixel."),
      .option("font", \.font, "family", .text, "The family of the text."),
      .renderer(\.renderer),
      .option(
        "report", \.report, "file", .file, "A JSON file to write, with every contrast that was measured."),
      .out(\.out),
    ]
  }

  func validate() throws(ValidationError) {
    try CommandLineChecks.check(contrast: contrast)
    try CommandLineChecks.check(out: out)
    guard (0.5...4).contains(scale) else {
      throw ValidationError("--scale: expected a number from 0.5 to 4, got \(scale)")
    }
  }

  func run() throws {
    try OutputFile.check(out, "picture")
    if let report { try OutputFile.check(report, "report") }
    // Every picture is read before any is drawn.
    let backdrops = try backdrop.map { (name: $0, picture: try Picture.load(path: $0)) }
    let engine = TextEngine()
    try engine.checkFonts()
    var choice = RendererChoice(.preferring(renderer))
    let graphics = try unsafe choice.start(nil)
    defer { graphics.destroy() }
    let gallery = GalleryPrinter(
      preview: try graphics.makePreview { engine.rasterise($0) }, engine: engine,
      legibility: Legibility(contrast: contrast), scale: scale, family: font)
    let sections = try backdrops.map { try gallery.section($0.name, $0.picture) }
    try Picture.write(try gallery.page(sections), to: out)
    if let report { try JSONFile.write(gallery.report(sections), to: report) }
  }
}

/// Checks of options that several commands share.
nonisolated enum CommandLineChecks {
  static func check(contrast: Double) throws(ValidationError) {
    guard contrast == 0 || (1...21).contains(contrast) else {
      throw ValidationError("--contrast: expected 0 or a number from 1 to 21, got \(contrast)")
    }
  }

  /// Checks the name of the picture to write, before anything is drawn.
  static func check(out path: String) throws(ValidationError) {
    do { _ = try Picture.Format(path: path) } catch { throw ValidationError("\(error)") }
  }
}
