import Application
import Arguments
import Geometry
import GlassModel
import Pictures
import Rendering
import Scenes
import Settings
import TextProcessing
import Typography
import Views
import VisualEffects

/// `hyaline preview`: draws a material, or only a Gaussian blur, over a picture, off screen.
struct PreviewCommand: RunnableCommand {
  var backdrop = ""
  var material: String?
  var sigma: Double?
  var appearance = PreviewAppearance.dark
  var text: String?
  var ink = PreviewInk(value: .vibrant(.label))
  var font = BarSettings().font
  var contrast = Legibility.standard.contrast
  var reduceTransparency = false
  var cornerRadius = 0.0
  var size: PixelSize?
  var scale = 1.0
  var renderer = RendererPreference.auto
  var report: String?
  var out = ""

  static var rows: [Row<Self>] {
    [
      .option(needed: "backdrop", \.backdrop, "picture", .file, "The picture behind the glass."),
      .option(
        "material", \.material, "name", .text(such: Material.names),
        "The material; systemMaterial if neither this nor --sigma is given."),
      .option(
        "sigma", \.sigma, "pixels", .number, excludes: "material",
        "Draw only a Gaussian blur of this standard deviation, in pixels of the picture."),
      .option(
        "appearance", \.appearance, "look", .name,
        "The look of materials that have two; backdrop chooses the one that needs less fill."),
      .option("text", \.text, "text", .text, "A line of text in the middle of the glass."),
      .option(
        "ink", \.ink, "ink", .ink,
        "The ink of the text, which is a vibrancy or a colour."),
      .option("font", \.font, "font", .text, "The font of the text."),
      .option(
        "contrast", \.contrast, "ratio", .number, "The guaranteed contrast of text: 0 (off) or 1 to 21."),
      .flag("reduce-transparency", \.reduceTransparency, "Replace the picture by its mean colour."),
      .option(
        "corner-radius", \.cornerRadius, "points", .number,
        "The radius of the glass's corners, in logical pixels."),
      .option(
        "size", \.size, "WxH", .pixelSize, "Scale and crop the backdrop to this size first."),
      .option("scale", \.scale, "factor", .number, "The number of physical pixels per logical pixel."),
      .renderer(\.renderer),
      .option(
        "report", \.report, "file", .file,
        "A JSON file to write, with the contrast of the text and the fill that it needed."),
      .out(\.out),
    ]
  }

  func validate() throws(ValidationError) {
    if let sigma, !(0...135).contains(sigma) {
      throw ValidationError("--sigma: expected a number from 0 to 135, got \(sigma)")
    }
    if sigma != nil, report != nil { throw ValidationError("--sigma and --report exclude each other") }
    guard (0.25...8).contains(scale) else {
      throw ValidationError("--scale: expected a number from 0.25 to 8, got \(scale)")
    }
    guard (0...4096).contains(cornerRadius) else {
      throw ValidationError("--corner-radius: expected a number from 0 to 4096, got \(cornerRadius)")
    }
    try CommandLineChecks.check(contrast: contrast)
    try CommandLineChecks.check(out: out)
    if let material, BlurEffect.Style(rawValue: material) == nil {
      let nearest = nearestName(to: material, among: Material.names).map { "; did you mean \"\($0)\"?" } ?? ""
      throw ValidationError("--material: unknown material \"\(material)\"\(nearest)")
    }
  }

  func run() throws {
    try OutputFile.check(out, "picture")
    if let report { try OutputFile.check(report, "report") }
    var picture = try Picture.load(path: backdrop)
    if let size { picture = picture.placed(.fill, on: size) }
    if reduceTransparency { picture = .plain(picture.size, picture.averageColour) }
    let engine = TextEngine()
    if text != nil { try engine.checkFonts() }
    var choice = RendererChoice(.preferring(renderer))
    let graphics = try unsafe choice.start(nil)
    defer { graphics.destroy() }
    let sheet = try PreviewSheet(self, over: picture, engine)
    let preview = try graphics.makePreview { engine.rasterise($0) }
    let shown = try preview.picture(of: sheet.scene, over: picture, scale: sheet.scale)
    try Picture.write(shown, to: out)
    if let report { try JSONFile.write(sheet.report(shown, over: picture, preview, engine), to: report) }
  }
}

/// The sheet of glass that the options describe.
struct PreviewSheet {
  private let material: Material
  private let legibility: Legibility
  private let ink: ViewInk
  let scene: Scene
  /// Physical pixels per point of the material's blur.
  let scale: Double

  init(_ options: PreviewCommand, over picture: Bitmap, _ engine: TextEngine) throws {
    ink = options.ink.value
    if let sigma = options.sigma {
      material = Material(name: "gaussian", isDark: true, blurRadius: sigma, chain: .identity)
      (legibility, scale) = (.off, 1)
    } else {
      let effect = BlurEffect(style: options.material.flatMap(BlurEffect.Style.init) ?? .systemMaterial)
      legibility = Legibility(contrast: options.contrast)
      material = effect.material(isDark: options.appearance.isDark(effect, over: picture, legibility))
      scale = options.scale
    }
    // Only materials that bend the backdrop are designed with an edge.
    let edge = material.refraction.isVisible ? Elevation.raised.border(of: material) : ViewBorder.none
    let sheet = GlassSheet(
      BlurEffect(material: material), corners: LogicalCorners(options.cornerRadius), border: edge)
    var environment = ViewEnvironment(
      scale: options.scale, isDark: material.isDark, legibility: legibility, font: options.font)
    if options.reduceTransparency { environment.edge = .unlit }
    scene =
      layout(
        Text(options.text ?? "").ink(ink).alignment(.center).glass(sheet), in: Proposal(picture.size),
        environment: environment, measurer: engine
      ).scene
  }

  /// Reports the guaranteed contrast, and the contrast and the fill that were measured in
  /// the picture `shown`.
  func report(
    _ shown: Bitmap, over picture: Bitmap, _ preview: any GlassPreviewing, _ engine: TextEngine
  ) throws -> JSONValue {
    func drawn(_ scene: Scene) throws -> Bitmap {
      try preview.picture(of: scene, over: picture, scale: scale)
    }
    let finished = try drawn(scene.withoutInk)
    let pure = try drawn(
      Scene(size: scene.size, nodes: scene.withoutInk.nodes.map { $0.with(.off) }))
    let coverage = InkCoverage(scene) { engine.rasterise($0) }
    let measured = ContrastMeasurement(of: shown, coverage: coverage.bytes, material: finished)
    return [
      "material": .string(material.name), "appearance": material.isDark ? "dark" : "light",
      "promised": .number(promised), "scale": .number(scale),
      "meanFill": .number(FillMeasurement.mean(of: finished, from: pure, isDark: material.isDark)),
      "text": measured.map { .object($0.json) } ?? .null,
    ]
  }

  private var promised: Double {
    switch ink {
    case .vibrant(let style): legibility.contrast(of: style) ?? 0
    case .colour, .automatic, .mark, .counterMark, .accent, .usedAccent, .accentMark, .accentLabel, .onAccent,
      .ground, .onGround:
      legibility.contrast
    }
  }
}

extension Node {
  fileprivate func with(_ legibility: Legibility) -> Node {
    guard case .effect(var effect) = self else { return self }
    effect.legibility = legibility
    return .effect(effect)
  }
}
