import BarUI
import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import TestSupport
import Testing
import Views
import VisualEffects

/// The press light on modules that lie on a colour, the accent or a gradient.
@Suite struct LitModuleTests {
  private let one = ModuleName(.text, "one")

  /// A bar with a module on a fill, and the frame of the module.
  private func drawn(_ fill: ModuleFill, isDark: Bool) throws -> (scene: Scene, module: PixelRect) {
    var settings = Settings()
    (settings.bar.start, settings.bar.center, settings.bar.end) = ([one], [], [])
    settings.modules[one] = .defaults(of: .text)
    settings.modules[one]?.style.look.fill = fill
    var state = State()
    _ = state.update(.settingsLoaded(settings), now: .start)
    _ = state.update(.moduleReadingChanged(one, .text("text")), now: .start)
    let view = BarView(
      state: state, size: PixelSize(width: 400, height: 32), scale: 1, material: material(isDark: isDark))
    let layout = view.laidOut(measurer: MonospaceMeasurer())
    let identity = layout.identities.first { ($0.key.value as? BarItem)?.module == one }
    return (layout.scene, try #require(identity).frame)
  }

  /// The colour in the middle of a picture, premultiplied, and its opacity.
  private func middle(_ bitmap: Bitmap) -> (colour: SIMD3<Double>, opacity: Double) {
    let start = 4 * (bitmap.size.height / 2 * bitmap.size.width + bitmap.size.width / 2)
    let pixel = bitmap.bytes[start..<start + 4].map { Double($0) / 255 }
    return (SIMD3(pixel[0], pixel[1], pixel[2]), pixel[3])
  }

  /// The colours on the sheet of a bar, and the pictures of lights over them.
  private func grounds(_ scene: Scene) -> (colours: [SIMD3<Double>], lights: [Bitmap]) {
    guard case .effect(let sheet)? = scene.nodes.first else { return ([], []) }
    var (colours, lights): ([SIMD3<Double>], [Bitmap]) = ([], [])
    for node in sheet.content {
      switch node {
      case .fill(let fill):
        if case .colour(let colour) = fill.ink { colours.append([colour.x, colour.y, colour.z]) }
      case .effect(let effect):
        guard case .image(let image)? = effect.content.first else { continue }
        let (colour, opacity) = middle(image.bitmap)
        // The gradient of an opaque module is opaque, and lights are not.
        if opacity == 1 {
          colours.append(colour / opacity)
        } else {
          lights.append(image.bitmap)
        }
      case .text, .image: break
      }
    }
    return (colours, lights)
  }

  @Test(
    arguments: [
      .accent, .colour([0.95, 0.85, 0.3, 1]), .colour([0.1, 0.2, 0.6, 1]), .colour([0.6, 0.1, 0.1, 0.5]),
      .gradient([[1, 0.9, 0.4, 1], [1, 0.6, 0.6, 1]], angle: 90),
    ] as [ModuleFill], [false, true])
  func `a text on a colour under the hand is read better than before`(fill: ModuleFill, isDark: Bool) throws {
    let (scene, module) = try drawn(fill, isDark: isDark)
    let ground = try #require(grounds(scene).colours.first)
    #expect(grounds(scene).lights.isEmpty)
    let ink: SIMD3<Double>
    switch try #require(scene.texts.first).ink {
    case .plain(let colour), .colour(let colour): ink = [colour.x, colour.y, colour.z]
    case .vibrant:
      Issue.record("a vibrant ink on a colour")
      return
    }
    var strengths: [Double] = []
    for isPressed in [false, true] {
      var light = PointerLight()
      light.follow(
        PointerLight.Hand(
          x: Double(module.x + module.width / 2), y: 16, view: module, isPressed: isPressed), now: .start)
      let lit = grounds(light.scene(scene, scale: 1, at: .start + .seconds(5)))
      #expect(lit.lights.count == 1)
      let (colour, opacity) = middle(try #require(lit.lights.first))
      let under: SIMD3<Double> = ground * (1 - opacity)
      let shown: SIMD3<Double> = colour + under
      #expect(Luminance.contrast(shown, ink) > Luminance.contrast(ground, ink))
      strengths.append(opacity)
    }
    #expect(strengths == [20.0 / 255, 38.0 / 255])
  }
}
