import Geometry
import Scenes
import Testing
import VisualEffects

struct FillFadeTests {
  private let row = FillNode(frame: PixelRect(x: 5, y: 5, width: 40, height: 20), ink: .vibrant(.fill))
  private let ground = FillNode(
    frame: PixelRect(x: 0, y: 0, width: 90, height: 30), ink: .colour([0, 0, 0, 1]))
  private let picture = PixelRect(x: 10, y: 8, width: 16, height: 16)
  private let start = Instant(sinceOrigin: .zero)

  private func at(_ milliseconds: Int) -> Instant { start + .milliseconds(milliseconds) }

  /// A sheet with fills below a picture.
  private func scene(_ fills: [FillNode], picture: PixelRect? = nil) -> Scene {
    let frame = PixelRect(x: 0, y: 0, width: 90, height: 30)
    let image = ImageNode(
      frame: picture ?? self.picture, bitmap: Bitmap(size: PixelSize(width: 1, height: 1)), ink: nil)
    return Scene(
      size: frame.size,
      nodes: [
        .effect(EffectNode(frame: frame, material: nil, content: fills.map { .fill($0) } + [.image(image)]))
      ])
  }

  /// The opacities of the fills of the sheet, from below, 1 for a fill that does not fade; and whether all are below the
  /// picture.
  private func opacities(_ scene: Scene) -> (all: [Double], areBelow: Bool) {
    guard case .effect(let sheet)? = scene.nodes.first else { return ([], false) }
    let all = sheet.content.dropLast().map { node -> Double in
      if case .effect(let group) = node { group.alpha } else { 1 }
    }
    guard case .image? = sheet.content.last else { return (all, false) }
    return (all, true)
  }

  /// A motion that has shown the ground alone.
  private func atRest() -> FillFade {
    var fade = FillFade()
    fade.follow(scene([ground]), isChanged: false, isAnimated: true, now: at(0))
    return fade
  }

  @Test func `a fill under the pointer fades in within 80 ms, above others and below its content`() {
    var fade = atRest()
    let new = scene([ground, row])
    fade.follow(new, isChanged: true, isAnimated: true, now: at(0))
    #expect(opacities(fade.scene(new, at: at(0))).all == [1, 0])
    let middle = opacities(fade.scene(new, at: at(40)))
    #expect(middle.all.count == 2 && middle.all[1] > 0.5 && middle.all[1] < 1 && middle.areBelow)
    #expect(fade.isMoving(at: at(79)) && !fade.isMoving(at: at(80)))
    #expect(fade.scene(new, at: at(80)) == new)
  }

  @Test func `a fill that the pointer has left fades out within 150 ms`() {
    var fade = atRest()
    fade.follow(scene([ground, row]), isChanged: true, isAnimated: true, now: at(0))
    let still = scene([ground])
    fade.follow(still, isChanged: true, isAnimated: true, now: at(100))
    let middle = opacities(fade.scene(still, at: at(150)))
    #expect(middle.all.count == 2 && middle.all[1] > 0.3 && middle.all[1] < 0.7 && middle.areBelow)
    #expect(fade.isMoving(at: at(249)) && !fade.isMoving(at: at(250)))
    #expect(fade.scene(still, at: at(250)) == still)
  }

  @Test func `a fill that is left while it fades in goes back from where it is`() {
    var fade = atRest()
    let (still, new) = (scene([ground]), scene([ground, row]))
    fade.follow(new, isChanged: true, isAnimated: true, now: at(0))
    let reached = opacities(fade.scene(new, at: at(20))).all[1]
    fade.follow(still, isChanged: true, isAnimated: true, now: at(20))
    #expect(opacities(fade.scene(still, at: at(20))).all == [1, reached])
  }

  @Test func `a fill that takes another ink fades from the one to the other`() {
    var fade = atRest()
    var pressed = row
    pressed.ink = .vibrant(.secondaryFill)
    fade.follow(scene([row]), isChanged: false, isAnimated: true, now: at(0))
    let new = scene([pressed])
    fade.follow(new, isChanged: true, isAnimated: true, now: at(10))
    #expect(opacities(fade.scene(new, at: at(10))).all == [0, 1])
    #expect(!fade.isMoving(at: at(90)))
  }

  @Test func `fills that come by themselves, that are excluded or whose content moves are there at once`() {
    let new = scene([ground, row])
    var fade = atRest()
    fade.follow(new, isChanged: false, isAnimated: true, now: at(0))
    #expect(!fade.isMoving(at: at(0)))
    fade = atRest()
    fade.follow(new, isChanged: true, excluded: [row.frame], isAnimated: true, now: at(0))
    #expect(!fade.isMoving(at: at(0)))
    fade = atRest()
    let moved = scene([ground, row], picture: picture.offset(x: 1, y: 0))
    fade.follow(moved, isChanged: true, isAnimated: true, now: at(0))
    #expect(!fade.isMoving(at: at(0)) && fade.scene(moved, at: at(0)) == moved)
  }

  @Test func `a fill that goes by itself while it fades in is gone at once`() {
    var fade = atRest()
    fade.follow(scene([ground, row]), isChanged: true, isAnimated: true, now: at(0))
    let still = scene([ground])
    fade.follow(still, isChanged: false, isAnimated: true, now: at(20))
    #expect(!fade.isMoving(at: at(20)) && fade.scene(still, at: at(20)) == still)
  }

  @Test func `without animation nothing fades, and what fades ends`() {
    var fade = atRest()
    let new = scene([ground, row])
    fade.follow(new, isChanged: true, isAnimated: false, now: at(0))
    #expect(!fade.isMoving(at: at(0)))
    fade.follow(scene([ground]), isChanged: true, isAnimated: true, now: at(10))
    fade.follow(scene([ground]), isChanged: false, isAnimated: false, now: at(20))
    #expect(!fade.isMoving(at: at(20)))
  }

  // MARK: Colours

  /// Glass that makes a light grey of any other.
  private static let glass = Material(
    name: "test", isDark: false, blurRadius: 20, chain: ColourChain(fill: [0.9, 0.9, 0.9, 1]))
  private static let labels: [Ink] = [.vibrant(.label), .plain([1, 1, 1, 1])]

  /// Light glass with a text, on a colour if that is given.
  private func sheet(_ colour: SIMD4<Double>?, _ ink: Ink, on ground: SIMD4<Double>? = nil) -> Scene {
    let frame = PixelRect(x: 0, y: 0, width: 90, height: 30)
    let text = TextNode(
      frame: picture, text: StyledText(string: "A", font: "", scale: 1, maxWidth: nil), ink: ink)
    let fills = [(frame, ground), (row.frame, colour)].compactMap { frame, colour in
      colour.map { Node.fill(FillNode(frame: frame, ink: .colour($0))) }
    }
    return Scene(size: frame.size, material: Self.glass, content: fills + [.text(text)])
  }

  /// The colour of the uppermost fill of a scene, its limit, and the ink of the text.
  private func shown(_ scene: Scene) throws -> (colour: SIMD4<Double>, limit: FillNode.Limit?, ink: Ink) {
    guard case .effect(let sheet)? = scene.nodes.first, case .text(let text)? = sheet.content.last,
      case .fill(let fill)? = sheet.content.dropLast().last, case .colour(let colour) = fill.ink
    else { throw Unexpected() }
    return (colour, fill.limit, text.ink)
  }

  private struct Unexpected: Error {}

  @Test(arguments: [false, true])
  func `a text has the ink of the glass until the colour below it is nearer to the other ink`(isComing: Bool)
    throws
  {
    let (plain, filled) = (sheet(nil, Self.labels[0]), sheet([0, 0, 0, 1], Self.labels[1]))
    let scenes = isComing ? (plain, filled) : (filled, plain)
    var fade = FillFade()
    fade.follow(scenes.0, isChanged: false, isAnimated: true, now: at(0))
    fade.follow(scenes.1, isChanged: true, isAnimated: true, now: at(0))
    var inks: [Ink] = []
    for time in stride(from: 0, to: isComing ? 80 : 150, by: 5) {
      let shown = try shown(fade.scene(scenes.1, at: at(time)))
      let isDark = shown.ink == Self.labels[1]
      // Black over this glass is as far from black as from white where it has this opacity.
      #expect(isDark == (shown.colour.w > 0.49), "\(time) ms: \(shown)")
      if !isDark { #expect(shown.limit == .ofGlass) }
      if isDark, shown.colour.w < 1 {
        guard case .atMost(let most)? = shown.limit else { throw Unexpected() }
        #expect(Luminance.contrast(most, 1) >= 4.5)
      }
      if inks.last != shown.ink { inks.append(shown.ink) }
    }
    #expect(inks == (isComing ? Self.labels : Self.labels.reversed()))
    #expect(fade.scene(scenes.1, at: at(150)) == scenes.1)
  }

  @Test func `a colour that takes the place of another one leaves nothing of the glass between them`() throws
  {
    let (first, second) = (
      sheet([0, 0, 0, 1], Self.labels[1]), sheet([1, 1, 0.5, 1], .plain([0, 0, 0, 1]))
    )
    var fade = FillFade()
    fade.follow(first, isChanged: false, isAnimated: true, now: at(0))
    fade.follow(second, isChanged: true, isAnimated: true, now: at(0))
    for time in stride(from: 0, to: 80, by: 5) {
      let shown = try shown(fade.scene(second, at: at(time)))
      guard case .plain(let ink) = shown.ink else { throw Unexpected() }
      let contrast = Luminance.contrast(
        SIMD3(shown.colour.x, shown.colour.y, shown.colour.z), [ink.x, ink.y, ink.z])
      #expect(shown.colour.w == 1 && shown.limit == nil && contrast >= 4.5, "\(time) ms: \(shown)")
    }
  }

  @Test func `a colour that comes on an opaque one is mixed with that`() throws {
    let (still, new) = (
      sheet(nil, .plain([1, 1, 1, 1]), on: [0.1, 0.1, 0.1, 1]),
      sheet([1, 1, 1, 0.9], .plain([0, 0, 0, 1]), on: [0.1, 0.1, 0.1, 1])
    )
    var fade = FillFade()
    fade.follow(still, isChanged: false, isAnimated: true, now: at(0))
    fade.follow(new, isChanged: true, isAnimated: true, now: at(0))
    for time in stride(from: 0, to: 80, by: 5) {
      let shown = try shown(fade.scene(new, at: at(time)))
      guard case .plain(let ink) = shown.ink else { throw Unexpected() }
      let contrast = Luminance.contrast(
        SIMD3(shown.colour.x, shown.colour.y, shown.colour.z), [ink.x, ink.y, ink.z])
      #expect(shown.colour.w == 1 && contrast >= 4.5, "\(time) ms: \(shown)")
    }
  }
}
