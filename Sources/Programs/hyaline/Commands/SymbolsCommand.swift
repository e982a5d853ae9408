import Application
import Arguments
import Gallery
import Geometry
import Pictures
import Rendering
import Scenes
import Settings
import Typography
import Views

/// `hyaline symbols`: the icons that come with the program.
struct SymbolsCommand: RunnableCommand {
  var font = "Inter"
  var out: String?

  static var rows: [Row<Self>] {
    [
      .option("font", \.font, "family", .text, "The family of the names in the picture."),
      .out(\.out),
    ]
  }

  func validate() throws(ValidationError) {
    if let out { try CommandLineChecks.check(out: out) }
  }

  func run() throws {
    guard let out else { return print(BuiltInSymbols.names.map { $0 + "-symbolic" }.joined(separator: "\n")) }
    try OutputFile.check(out, "picture")
    let engine = TextEngine()
    try engine.checkFonts()
    var choice = RendererChoice(.preferring(.cpu))
    let graphics = try unsafe choice.start(nil)
    defer { graphics.destroy() }
    let preview = try graphics.makePreview { engine.rasterise($0) }
    let scene = SymbolSheet(family: font).scene(measurer: engine)
    try Picture.write(
      try preview.picture(of: scene, over: .plain(scene.size, SymbolSheet.paper), scale: 1), to: out)
  }
}

extension Bitmap {
  /// A picture of one colour, encoded sRGB.
  static func plain(_ size: PixelSize, _ colour: SIMD3<Double>) -> Bitmap {
    var bitmap = Bitmap(size: size)
    for index in bitmap.bytes.indices {
      bitmap.bytes[index] = index % 4 == 3 ? 255 : UInt8(colour[index % 4] * 255 + 0.5)
    }
    return bitmap
  }
}
