public import Geometry
public import Scenes
import Views
public import VisualEffects

/// A sheet of one material that carries every vibrancy, over a piece of the backdrop.
///
/// The sheet has four lines of text, a separator and three filled bars with text on them, with the measured contrast
/// beside each.
public struct Specimen: Sendable {
  public var material: Material
  public var legibility: Legibility
  /// Physical pixels per logical pixel.
  public var scale: Double
  /// The font family of all texts.
  public var family: String

  public init(material: Material, legibility: Legibility, scale: Double, family: String) {
    self.material = material
    self.legibility = legibility
    self.scale = scale
    self.family = family
  }

  /// The size of the piece of the backdrop, in logical pixels.
  public static let size = LogicalSize(width: 312, height: 292)

  /// The size of the piece of the backdrop, in physical pixels.
  public var pixels: PixelSize {
    PixelSize(width: pixels(Self.size.width), height: pixels(Self.size.height))
  }

  /// The scene of the whole sheet, with `figures` at the end of their lines.
  public func scene(figures: [VibrancyEffect.Style: String] = [:], measurer: some TextMeasurer) -> Scene {
    scene(.everything(figures: figures), measurer)
  }

  /// The scene of the sheet without ink, fills and separator, which a separator is measured against.
  public func bareScene(measurer: some TextMeasurer) -> Scene {
    scene(.texts, measurer).withoutInk
  }

  /// A scene for each style with only the parts that the style is measured by: text and a disc, which lie on
  /// the fill of some styles, or the line of a separator.
  public func samples(measurer: some TextMeasurer) -> [(style: VibrancyEffect.Style, scene: Scene)] {
    VibrancyEffect.Style.allCases.map { ($0, scene(.sample($0), measurer)) }
  }

  private func scene(_ part: SpecimenSheet.Part, _ measurer: some TextMeasurer) -> Scene {
    let sheet = SpecimenSheet(material: material, part: part, disc: .disc(side: pixels(SpecimenSheet.disc)))
    let environment = ViewEnvironment(
      scale: scale, isDark: material.isDark, legibility: legibility, font: "\(family) Medium 10.5")
    return layout(sheet, in: Proposal(pixels), environment: environment, measurer: measurer).scene
  }

  private func pixels(_ logical: Double) -> Int { Int((logical * scale).rounded()) }
}
