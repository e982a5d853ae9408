import Geometry
import Rendering
import Scenes
import TestSupport
import Testing
import Views
import VisualEffects

/// Texts on fills that fade, as those of a view under the pointer and those of a pulse do, measured on pixels.
@Suite(.serialized, .everyRenderer) struct FadingFillContrastTests {
  /// All colours of three values for each channel, among them white, black and grey.
  private nonisolated static let flats = Mosaic(
    (0..<27).map { TestBackdrop.flats[$0 / 9 * 324 + $0 / 3 % 3 * 36 + $0 % 3 * 4] },
    tile: PixelSize(width: 20, height: 20))
  private nonisolated static let materials = [
    "systemUltraThinMaterialDark", "systemUltraThinMaterialLight", "glassDark", "glassLight",
    "clearGlassDark", "clearGlassLight",
  ]
  private static let frame = PixelRect(flats.picture.size)

  private func survey(on name: String) throws -> (InkSurvey, Material) {
    let material = try #require(Material.named(name, isDark: false))
    return (try InkSurvey(Self.flats, .middle, scale: 0.5 / material.blurRadius), material)
  }

  private static func fill(_ ink: Ink) -> Node { .fill(FillNode(frame: frame, ink: ink)) }

  private static func faded(_ nodes: [Node], to opacity: Double) -> Node {
    .effect(EffectNode(frame: frame, material: nil, alpha: opacity, content: nodes))
  }

  private static let light: Node = {
    var bitmap = Bitmap(size: PixelSize(width: 1, height: 1))
    // A light is as strong as it is where `PointerLight` has its middle on the faintest fill.
    bitmap.bytes[3] = 58
    return faded([.image(ImageNode(frame: frame, bitmap: bitmap, ink: .vibrant(.fill)))], to: 1)
  }()

  /// Vibrant fills by their names, of which some have an opacity.
  private static let fills: [(name: String, nodes: (Double) -> [Node])] = [
    ("a fill", { [faded([fill(.vibrant(.fill))], to: $0)] }),
    ("a fainter fill", { [faded([fill(.vibrant(.secondaryFill))], to: $0)] }),
    ("the faintest fill", { [faded([fill(.vibrant(.tertiaryFill))], to: $0)] }),
    ("a fill on a fill", { [fill(.vibrant(.fill)), faded([fill(.vibrant(.fill))], to: $0)] }),
    ("a fill on a fading fill", { [faded([fill(.vibrant(.fill))], to: $0), fill(.vibrant(.tertiaryFill))] }),
    ("two fading fills", { [faded([fill(.vibrant(.fill)), fill(.vibrant(.secondaryFill))], to: $0)] }),
    (
      "fills that change",
      {
        [
          faded([fill(.vibrant(.tertiaryFill))], to: 1 - $0), faded([fill(.vibrant(.secondaryFill))], to: $0),
        ]
      }
    ), ("a lit fill", { [faded([fill(.vibrant(.tertiaryFill)), light], to: $0)] }),
    ("a fading group of a group", { [faded([faded([fill(.vibrant(.fill))], to: 0.8)], to: $0)] }),
  ]

  @Test(arguments: Survey.spread(materials, [4.5, 7], every: 3))
  func `texts on a vibrant fill have their contrast in all of its opacities`(
    name: String, contrast: Double
  ) throws {
    let (survey, material) = try survey(on: name)
    let promises = InkSurvey.Promise.ranks(contrast) + InkSurvey.Promise.colours(contrast)
    for fill in Self.fills {
      for opacity in [0, 0.25, 0.5, 0.75, 1] {
        let nodes = fill.nodes(opacity)
        let scene = survey.scene(promises, on: material, Legibility(contrast: contrast), over: nodes)
        expectNothing(try survey.failures(promises, in: scene, "on \(fill.name) of \(opacity)"))
      }
    }
  }
}
