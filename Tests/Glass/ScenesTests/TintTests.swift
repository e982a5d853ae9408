import Geometry
import Scenes
import Testing
import VisualEffects

@Suite struct TintTests {
  private static let names = [
    "systemUltraThinMaterial", "systemThinMaterial", "systemMaterial", "systemThickMaterial",
    "systemChromeMaterial",
  ]

  @Test(arguments: names, [true, false])
  func `text on a tint has its contrast over black and over white`(name: String, isDark: Bool) throws {
    let material = try #require(Material.named(name, isDark: isDark))
    for legibility in [Legibility.standard, .enhanced] {
      let scene = Self.scene(material, legibility, .label).tinted
      let (fill, ink) = try Self.colours(scene)
      #expect(fill.w < 1, "something of the blur is seen")
      for behind in [0.0, 0.3, 0.7, 1] {
        let tint = Self.over(fill, SIMD3(repeating: behind))
        let text = Self.over(ink, tint)
        let contrast = Luminance.contrast(tint, text)
        #expect(contrast >= legibility.contrast, "\(legibility.contrast) over \(behind): \(contrast)")
      }
    }
  }

  @Test func `no glass is left, and everything keeps its place`() throws {
    let material = try #require(Material.named("systemMaterial", isDark: true))
    let scene = Self.scene(material, .standard, .separator)
    let tinted = scene.tinted
    #expect(tinted.panes.isEmpty && tinted.size == scene.size)
    guard case .effect(let sheet)? = tinted.nodes.first else { throw Unexpected() }
    #expect(sheet.frame == PixelRect(x: 2, y: 3, width: 80, height: 30) && sheet.corners == Corners(9))
    #expect(sheet.content.count == 2 && sheet.alpha == 0.5)
  }

  private static func scene(
    _ material: Material, _ legibility: Legibility, _ style: VibrancyEffect.Style
  ) -> Scene {
    let inner = FillNode(frame: PixelRect(x: 10, y: 10, width: 5, height: 5), ink: .vibrant(style))
    let sheet = EffectNode(
      frame: PixelRect(x: 2, y: 3, width: 80, height: 30), material: material, legibility: legibility,
      corners: Corners(9), alpha: 0.5, content: [.fill(inner)])
    return Scene(size: PixelSize(width: 100, height: 40), nodes: [.effect(sheet)])
  }

  /// The colours of the sheet and of the node on it.
  private static func colours(_ scene: Scene) throws -> (SIMD4<Double>, SIMD4<Double>) {
    guard case .effect(let sheet)? = scene.nodes.first, case .fill(let fill)? = sheet.content.first,
      case .fill(let inner)? = sheet.content.last, case .colour(let tint) = fill.ink,
      case .colour(let ink) = inner.ink
    else { throw Unexpected() }
    return (tint, ink)
  }

  private struct Unexpected: Error {}

  private static func over(_ colour: SIMD4<Double>, _ behind: SIMD3<Double>) -> SIMD3<Double> {
    behind + (SIMD3(colour.x, colour.y, colour.z) - behind) * colour.w
  }
}
