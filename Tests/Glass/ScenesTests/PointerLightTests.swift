import Geometry
import Testing
import VisualEffects

@testable import Scenes

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

  private func at(_ milliseconds: Int) -> Instant { Instant(sinceOrigin: .milliseconds(milliseconds)) }

  /// The scene with the light of hands that came one after the other at 0 ms, at rest or at another time.
  private func lit(_ scene: Scene, by hands: PointerLight.Hand?..., milliseconds: Int = 5000) -> Scene {
    var light = PointerLight()
    for hand in hands { light.follow(hand, now: at(0)) }
    return light.scene(scene, scale: 1, at: at(milliseconds))
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
    let shown = content(lit(scene([fill]), by: hand))
    let (clip, glow) = try #require(shown.lights.first)
    var ground = fill
    if isPressed {
      (ground.frame, ground.corners) = (PixelRect(x: 11, y: 6, width: 78, height: 18), Corners(5))
    }
    #expect(shown.fills == [ground] && shown.lights.count == 1)
    #expect(clip.frame == ground.frame && clip.corners == ground.corners && clip.material == nil)
    #expect(glow.frame == PixelRect(x: 30 - reach, y: 12 - reach, width: 2 * reach, height: 2 * reach))
    #expect(glow.ink == .vibrant(.fill))
  }

  @Test(arguments: [true, false], [false, true])
  func `the light makes the fill the next stronger one in its middle, and ends at its edge`(
    isDark: Bool, isPressed: Bool
  ) throws {
    let style: (weak: VibrancyEffect.Style, strong: VibrancyEffect.Style) =
      isPressed ? (.secondaryFill, .fill) : (.tertiaryFill, .secondaryFill)
    var ground = fill
    ground.ink = .vibrant(style.weak)
    let shown = content(lit(scene([ground], isDark: isDark), by: hand))
    let (_, glow) = try #require(shown.lights.first)
    #expect(shown.fills == [ground] && glow.ink == .vibrant(.fill))
    let (side, bytes) = (glow.bitmap.size.width, glow.bitmap.bytes)
    func alpha(_ x: Int, _ y: Int) -> Double { Double(bytes[(y * side + x) * 4 + 3]) / 255 }
    let (weak, strong) = (style.weak.level(isDark: isDark), style.strong.level(isDark: isDark))
    let glowLevel = VibrancyEffect.Style.fill.level(isDark: isDark)
    let middle = 1 - (1 - weak) * (1 - glowLevel * alpha(side / 2, side / 2))
    #expect(abs(middle - strong) < 0.005)
    #expect(alpha(0, side / 2) < 0.01 && alpha(side / 4, side / 2) < alpha(side / 2, side / 2))
  }

  @Test func `only fills on glass that show the pointer on the view of the hand are lit`() {
    var (selected, coloured, other) = (fill, fill, fill)
    selected.ink = .vibrant(.fill)
    coloured.ink = .colour([1, 0, 0, 1])
    other.frame = PixelRect(x: 0, y: 0, width: 95, height: 30)
    let unlit = scene([selected, coloured, other])
    #expect(lit(unlit, by: hand) == unlit)
    #expect(lit(scene([fill], isDark: nil), by: hand) == scene([fill], isDark: nil))
    #expect(lit(scene([fill]), by: nil) == scene([fill]))
  }

  /// A sheet with a ground and texts in inks on it.
  private func label(_ ground: Node, _ inks: [Ink], relief: Relief = Relief()) -> Scene {
    let text = StyledText(string: "a", font: "Sans 8", scale: 1, maxWidth: nil)
    let frame = PixelRect(x: 20, y: 10, width: 20, height: 10)
    var scene = scene([])
    guard case .effect(var sheet)? = scene.nodes.first else { return scene }
    sheet.material?.relief = relief
    sheet.content = [ground] + inks.map { .text(TextNode(frame: frame, text: text, ink: $0)) }
    scene.nodes = [.effect(sheet)]
    return scene
  }

  private func colour(_ colour: SIMD4<Double>) -> Node {
    .fill(FillNode(frame: Self.view, corners: Corners(6), ink: .colour(colour)))
  }

  @Test(
    arguments: [
      ([0.2, 0.2, 0.8, 1], .plain([1, 1, 1, 1]), false), ([0.9, 0.9, 0.5, 1], .plain([0, 0, 0, 1]), true),
      ([0.1, 0.1, 0.1, 0.5], .colour([1, 1, 1, 1]), false), ([0.1, 0.1, 0.1, 0.5], .vibrant(.label), false),
    ] as [(SIMD4<Double>, Ink, Bool)])
  func `a light on a colour moves it away from the ink of its text`(
    ground: SIMD4<Double>, ink: Ink, isWhite: Bool
  ) throws {
    // The opacities are 8 % and 15 % of 255.
    for (isPressed, alpha) in [(false, UInt8(20)), (true, 38)] {
      var hand = hand
      hand.isPressed = isPressed
      let shown = content(lit(label(colour(ground), [ink]), by: hand))
      let (clip, glow) = try #require(shown.lights.first)
      #expect(shown.lights.count == 1 && clip.frame == shown.fills[0].frame && clip.alpha == 1)
      #expect(clip.corners == shown.fills[0].corners && glow.ink == nil)
      let side = glow.bitmap.size.width
      let middle = 4 * (side / 2 * side + side / 2)
      let grey = isWhite ? alpha : 0
      #expect(Array(glow.bitmap.bytes[middle..<middle + 4]) == [grey, grey, grey, alpha])
    }
  }

  @Test(
    arguments: [
      ([0.2, 0.2, 0.8, 1], .plain([1, 1, 1, 1]), 0), ([0.9, 0.9, 0.5, 1], .plain([0, 0, 0, 1]), 1),
    ] as [(SIMD4<Double>, Ink, Double)])
  func `a light that stands still covers a colour evenly, at once`(
    ground: SIMD4<Double>, ink: Ink, grey: Double
  ) {
    let unlit = label(colour(ground), [ink])
    var (light, pressed, moved) = (PointerLight(), hand, hand)
    (pressed.isPressed, moved.x) = (true, 60)
    for (hand, opacity) in [(hand, 0.08), (pressed, 0.15), (moved, 0.08), (nil, 0)]
      as [(PointerLight.Hand?, Double)]
    {
      light.follow(hand, isStill: true, now: at(0))
      #expect(!light.isMoving(at: at(0)) && light.end == nil)
      let shown = content(light.scene(unlit, scale: 2, at: at(0)))
      let wash = FillNode(frame: Self.view, corners: Corners(6), ink: .colour([grey, grey, grey, opacity]))
      #expect(shown.fills == content(unlit).fills + (opacity > 0 ? [wash] : []) && shown.lights.isEmpty)
    }
    // Vibrant fills show use by themselves.
    light.follow(hand, isStill: true, now: at(0))
    #expect(light.scene(scene([fill]), scale: 1, at: at(0)) == scene([fill]))
    light.follow(hand, now: at(0))
    #expect(content(light.scene(unlit, scale: 1, at: at(0))).lights.count == 1)
  }

  @Test(arguments: [0.25, 0.5, 1]) func `the light on a colour that fades comes and goes with it`(
    opacity: Double
  )
    throws
  {
    var fading = FillNode(frame: Self.view, ink: .colour([0.9, 0.9, 0.5, opacity]))
    fading.limit = .atLeast(0.5)
    let ground = Node.fill(fading)
    let lights = content(lit(label(ground, [.plain([0, 0, 0, 1])]), by: hand)).lights
    #expect(lights.map(\.clip.alpha) == [opacity])
    var light = PointerLight()
    light.follow(hand, isStill: true, now: at(0))
    let still = content(light.scene(label(ground, [.plain([0, 0, 0, 1])]), scale: 1, at: at(0))).fills
    #expect(still.last?.ink == .colour([1, 1, 1, 0.08 * opacity]))
  }

  @Test func `a colour between its inks, or without any, is not lit`() {
    for inks in [[], [.plain([1, 1, 1, 1]), .plain([0, 0, 0, 1])]] as [[Ink]] {
      let unlit = label(colour([0.5, 0.5, 0.5, 1]), inks)
      #expect(lit(unlit, by: hand) == unlit)
    }
    // The dark glass that is seen through this white is darker than the ink.
    let veil = label(colour([1, 1, 1, 0.1]), [.colour([0.8, 0.8, 0.8, 1])])
    #expect(lit(veil, by: hand) == veil)
  }

  @Test func `a gradient is lit as a colour is, and a picture over which nothing is written is not`() throws {
    var bitmap = Bitmap(size: PixelSize(width: 80, height: 20))
    for index in bitmap.bytes.indices { bitmap.bytes[index] = index % 4 == 3 ? 128 : 20 }
    let picture = Node.effect(
      EffectNode(
        frame: Self.view, material: nil, corners: Corners(6),
        content: [.image(ImageNode(frame: Self.view, bitmap: bitmap, ink: nil))]))
    guard case .effect(let sheet)? = lit(label(picture, [.plain([1, 1, 1, 1])]), by: hand).nodes.first,
      case .effect(let clip) = try #require(sheet.content.dropFirst().first),
      case .image(let glow)? = clip.content.first
    else {
      Issue.record("no light")
      return
    }
    #expect(sheet.content.first == picture && sheet.content.count == 3)
    #expect(clip.frame == Self.view && clip.corners == Corners(6))
    #expect(glow.bitmap.bytes.max() == 20 && glow.ink == nil)
    let bare = label(picture, [])
    #expect(lit(bare, by: hand) == bare)
  }

  @Test(arguments: [Ink.vibrant(.tertiaryFill), .colour([0.2, 0.2, 0.8, 1])])
  func `the glass decides how strong the light is`(ink: Ink) throws {
    var ground = fill
    ground.ink = ink
    var relief = Relief()
    relief.pressLight = 0.5
    let half = content(lit(label(.fill(ground), [.plain([1, 1, 1, 1])], relief: relief), by: hand))
    #expect(half.lights.map(\.clip.alpha) == [0.5])
    relief.pressLight = 0
    let none = label(.fill(ground), [.plain([1, 1, 1, 1])], relief: relief)
    #expect(lit(none, by: hand) == none)
  }

  @Test func `a fill that the hand has left keeps its light where it was while it fades out, and no longer`()
    throws
  {
    var moved = hand
    moved.x = 40
    let next = PointerLight.Hand(x: 120, y: 12, view: PixelRect(x: 100, y: 5, width: 60, height: 20))
    for last in [next, nil] {
      let alphas = try [0, 50, 149].map { milliseconds in
        let shown = lit(scene([fill]), by: hand, moved, last, milliseconds: milliseconds)
        let (clip, glow) = try #require(content(shown).lights.first)
        #expect(glow.frame.x + glow.frame.width / 2 == 40)
        return clip.alpha
      }
      #expect(alphas[0] == 1 && alphas[1] < 1 && alphas[2] < alphas[1] && alphas[2] > 0)
      #expect(lit(scene([fill]), by: hand, moved, last, milliseconds: 150) == scene([fill]))
    }
  }

  @Test func `a view that grows under the hand fades no light`() {
    var (light, grown) = (PointerLight(), hand)
    grown.view.width += 20
    light.follow(hand, now: at(0))
    light.follow(grown, now: at(100))
    #expect(!light.isMoving(at: at(100)) && light.end == nil)
  }

  @Test func `frames are needed until the light of a hand that has left has faded out`() {
    var light = PointerLight()
    light.follow(hand, now: at(0))
    #expect(!light.isMoving(at: at(0)) && light.end == nil)
    light.follow(nil, now: at(1000))
    #expect(light.isMoving(at: at(1149)) && !light.isMoving(at: at(1150)) && light.end == at(1150))
  }

  @Test func `the fill of a pressed view sinks, springs back and rests`() {
    var (light, pressed) = (PointerLight(), hand)
    pressed.isPressed = true
    func inset(_ milliseconds: Int, scale: Double = 4) -> Int {
      let shown = light.scene(scene([fill]), scale: scale, at: at(milliseconds))
      return content(shown).fills[0].frame.x - Self.view.x
    }
    light.follow(hand, now: at(0))
    #expect(!light.isMoving(at: at(0)) && inset(0) == 0)
    light.follow(pressed, now: at(1000))
    #expect(light.isMoving(at: at(1000)) && inset(1000) == 0)
    #expect((1...3).contains(inset(1030)) && inset(1080, scale: 1) == 1)
    #expect(!light.isMoving(at: at(1080)))
    light.follow(hand, now: at(2000))
    let way = (0...50).map { inset(2000 + 10 * $0, scale: 2) }
    #expect(way.first == 2 && way.last == 0 && way == way.sorted(by: >))
    #expect(light.isMoving(at: at(2100)) && !light.isMoving(at: at(3000)))
  }

  @Test func `a view that grows while it is held stays sunk, and one that is pressed next sinks anew`() {
    var (light, pressed) = (PointerLight(), hand)
    pressed.isPressed = true
    func inset(_ frame: PixelRect, _ milliseconds: Int) -> Int {
      var fill = fill
      fill.frame = frame
      return content(light.scene(scene([fill]), scale: 2, at: at(milliseconds))).fills[0].frame.x - frame.x
    }
    light.follow(pressed, now: at(0))
    #expect(inset(pressed.view, 500) == 2)
    pressed.view.width += 20
    light.follow(pressed, now: at(500))
    #expect(inset(pressed.view, 500) == 2 && !light.isMoving(at: at(500)))
    pressed.isPressed = false
    light.follow(pressed, now: at(600))
    (pressed.view.x, pressed.isPressed) = (200, true)
    light.follow(pressed, now: at(610))
    #expect(inset(pressed.view, 610) == 0 && inset(pressed.view, 800) == 2)
  }

  @Test func `only the ground of the pressed view sinks, whatever its ink is`() {
    var pressed = hand
    pressed.isPressed = true
    var (ground, other, mark) = (fill, fill, fill)
    ground.ink = .colour([0, 0, 1, 1])
    other.frame.x = 100
    mark.frame = PixelRect(x: 45, y: 13, width: 10, height: 4)
    let fills = content(lit(scene([ground, other, mark]), by: pressed)).fills
    #expect(fills[0].frame == PixelRect(x: 11, y: 6, width: 78, height: 18))
    #expect(fills[1].frame == other.frame && fills[2].frame == mark.frame)
  }
}
