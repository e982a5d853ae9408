import Geometry
import Scenes
import Testing
import VisualEffects

struct PointerLightTests {
  private static let view = PixelRect(x: 10, y: 5, width: 80, height: 20)
  private let fill = FillNode(frame: view, corners: Corners(6), ink: .vibrant(.tertiaryFill))

  /// A sheet with a fill; nil: it has no glass.
  private func scene(_ fills: [FillNode], isDark: Bool? = true) -> Scene {
    let frame = PixelRect(x: 0, y: 0, width: 200, height: 30)
    let material = isDark.map { Material(.systemMaterial, isDark: $0) }
    return Scene(
      size: frame.size,
      nodes: [.effect(EffectNode(frame: frame, material: material, content: fills.map { .fill($0) }))])
  }

  private func light(_ hands: PointerLight.Hand?...) -> PointerLight {
    var light = PointerLight()
    for hand in hands { light.follow(hand) }
    return light
  }

  /// The nodes of the sheet, with the lights of fills.
  private func content(_ scene: Scene) -> (fills: [FillNode], lights: [(clip: EffectNode, glow: ImageNode)]) {
    guard case .effect(let sheet)? = scene.nodes.first else { return ([], []) }
    let lights = sheet.content.compactMap { node -> (clip: EffectNode, glow: ImageNode)? in
      guard case .effect(let clip) = node, case .image(let glow)? = clip.content.first else { return nil }
      return (clip, glow)
    }
    return (sheet.content.compactMap { if case .fill(let fill) = $0 { fill } else { nil } }, lights)
  }

  private let hand = PointerLight.Hand(x: 30, y: 12, view: view)

  @Test(arguments: [(false, 30), (true, 60)])
  func `a light follows the hand within the fill, and is wider while it is pressed`(
    isPressed: Bool, reach: Int
  ) throws {
    var hand = hand
    hand.isPressed = isPressed
    let shown = content(light(hand).scene(scene([fill])))
    let (clip, glow) = try #require(shown.lights.first)
    #expect(shown.fills == [fill] && shown.lights.count == 1)
    #expect(clip.frame == fill.frame && clip.corners == fill.corners && clip.material == nil)
    #expect(glow.frame == PixelRect(x: 30 - reach, y: 12 - reach, width: 2 * reach, height: 2 * reach))
    #expect(glow.ink == .vibrant(.fill))
  }

  @Test func `the light makes the fill the strongest one in its middle, and ends at its edge`() throws {
    let (_, glow) = try #require(content(light(hand).scene(scene([fill]))).lights.first)
    let (side, bytes) = (glow.bitmap.size.width, glow.bitmap.bytes)
    func alpha(_ x: Int, _ y: Int) -> Double { Double(bytes[(y * side + x) * 4 + 3]) / 255 }
    let style = (weak: VibrancyEffect.Style.tertiaryFill, strong: VibrancyEffect.Style.fill)
    let (weak, strong) = (style.weak.level(isDark: true), style.strong.level(isDark: true))
    let middle = 1 - (1 - weak) * (1 - strong * alpha(side / 2, side / 2))
    #expect(middle <= strong && middle > strong - 0.005)
    #expect(alpha(0, side / 2) < 0.01 && alpha(side / 4, side / 2) < alpha(side / 2, side / 2))
  }

  @Test func `light glass is lit by white, and a stronger fill becomes the weakest one`() throws {
    var pressed = fill
    pressed.ink = .vibrant(.secondaryFill)
    let shown = content(light(hand).scene(scene([pressed], isDark: false)))
    #expect(shown.fills == [fill])
    #expect(try #require(shown.lights.first).glow.ink == nil)
  }

  @Test func `only fills on glass that show the pointer on the view of the hand are lit`() {
    var (selected, coloured, other) = (fill, fill, fill)
    selected.ink = .vibrant(.fill)
    coloured.ink = .colour([1, 0, 0, 1])
    other.frame = PixelRect(x: 0, y: 0, width: 95, height: 30)
    let unlit = scene([selected, coloured, other])
    #expect(light(hand).scene(unlit) == unlit)
    #expect(light(hand).scene(scene([fill], isDark: nil)) == scene([fill], isDark: nil))
    #expect(light(nil).scene(scene([fill])) == scene([fill]))
  }

  @Test func `a fill that the hand has left keeps its light where it was while it fades`() throws {
    var moved = hand
    moved.x = 40
    let next = PointerLight.Hand(x: 120, y: 12, view: PixelRect(x: 100, y: 5, width: 60, height: 20))
    for light in [light(hand, moved, next), light(hand, moved, nil)] {
      let (_, glow) = try #require(content(light.scene(scene([fill]))).lights.first)
      #expect(glow.frame.x + glow.frame.width / 2 == 40)
    }
  }
}
