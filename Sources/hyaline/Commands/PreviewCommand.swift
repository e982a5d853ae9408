import ArgumentParser
import Measures
import Pictures
import Rendering
import Scenes
import Settings
import Typography
import Views
import VisualEffects

/// `hyaline preview`: a material, or a bare Gaussian, over a picture, off screen.
struct PreviewCommand: ParsableCommand {
  nonisolated static let configuration = CommandConfiguration(
    commandName: "preview", abstract: "Render a material over a picture, without a compositor.")

  @Option(help: "What lies behind the glass: PNG or JPEG.")
  var backdrop: String

  @Option(help: "The material; systemMaterialDark if neither this nor --sigma is given.")
  var material: String?

  @Option(help: "Only a Gaussian of this standard deviation, in pixels of the picture.")
  var sigma: Double?

  @Option(help: "A line of text in the middle of the glass.")
  var text: String?

  @Option(help: "The font of the text.")
  var font = BarSettings().font

  @Option(help: "Scale and crop the backdrop to this size first, as WxH.")
  var size: PictureSize?

  @Option(help: "Physical per logical pixels.")
  var scale = 1.0

  @Option(name: .shortAndLong, help: "The PNG to write.")
  var out: String

  func validate() throws {
    if material != nil, sigma != nil { throw ValidationError("--material and --sigma exclude each other") }
    if let sigma, !(0...135).contains(sigma) {
      throw ValidationError("--sigma: expected a number from 0 to 135, got \(sigma)")
    }
    guard (0.25...8).contains(scale) else {
      throw ValidationError("--scale: expected a number from 0.25 to 8, got \(scale)")
    }
    if let material, Material.named(material, isDark: true) == nil {
      let nearest = nearestName(to: material, among: Material.names).map { "; did you mean \"\($0)\"?" } ?? ""
      throw ValidationError("--material: unknown material \"\(material)\"\(nearest)")
    }
  }

  func run() throws { try onMainThread { try render() } }

  @MainActor private func render() throws {
    var picture = try Picture.load(path: backdrop)
    if let size { picture = picture.placed(.fill, on: size.pixels) }
    let engine = TextEngine()
    if text != nil { try engine.checkFonts() }
    let graphics = try unsafe GraphicsContext(display: nil)
    defer { graphics.destroy() }
    let preview = GlassPreview(graphics) { engine.rasterise($0) }
    let shown = Material.named(material ?? "systemMaterialDark", isDark: true)!
    let items = centred(on: picture.size, engine)
    let result =
      if let sigma {
        try preview.picture(picture, sigma: sigma, items: items)
      } else {
        try preview.picture(picture, through: shown, scale: scale, items: items)
      }
    try Picture.writePNG(result, to: out)
  }

  @MainActor private func centred(on size: PixelSize, _ engine: TextEngine) -> [TextNode] {
    guard let text, !text.isEmpty else { return [] }
    let styled = StyledText(string: text, font: font, scale: scale, maxWidth: size.width)
    let extent = engine.measure(styled).size
    let frame = PixelRect(
      x: (size.width - extent.width) / 2, y: (size.height - extent.height) / 2, width: extent.width,
      height: extent.height)
    return [TextNode(frame: frame, text: styled, ink: .vibrant(.label))]
  }
}

/// `WxH` on the command line, in pixels.
struct PictureSize: ExpressibleByArgument {
  var pixels: PixelSize

  nonisolated init?(argument: String) {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (1...16384).contains(width), (1...16384).contains(height)
    else { return nil }
    pixels = PixelSize(width: width, height: height)
  }
}
