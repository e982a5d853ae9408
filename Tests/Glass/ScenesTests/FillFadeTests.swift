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
    let text = text(ink)
    let fills = [(frame, ground), (row.frame, colour)].compactMap { frame, colour in
      colour.map { Node.fill(FillNode(frame: frame, ink: .colour($0))) }
    }
    return Scene(size: frame.size, material: Self.glass, content: fills + [.text(text)])
  }

  private func text(_ ink: Ink) -> TextNode {
    TextNode(frame: picture, text: StyledText(string: "A", font: "", scale: 1, maxWidth: nil), ink: ink)
  }

  /// The scene with its uppermost fill in a group with a shadow, with a line along its edge.
  private func shadowed(_ scene: Scene) -> Scene {
    guard case .effect(var sheet)? = scene.nodes.first,
      let place = sheet.content.lastIndex(where: { if case .fill = $0 { true } else { false } })
    else { return scene }
    let line = EffectNode(frame: row.frame, material: nil, border: Border(width: 1, colour: .one))
    sheet.content[place] = .effect(
      EffectNode(
        frame: row.frame, material: nil, shadows: [Shadow(sigma: 2, colour: [0, 0, 0, 1])],
        content: [sheet.content[place], .effect(line)]))
    return Scene(size: scene.size, nodes: [.effect(sheet)])
  }

  /// The colour of the uppermost fill of a scene, its limit, and the ink of the text.
  private func shown(_ scene: Scene) throws -> (colour: SIMD4<Double>, limit: FillNode.Limit?, ink: Ink) {
    guard case .effect(let sheet)? = scene.nodes.first, case .text(let text)? = sheet.content.last,
      let ground = sheet.content.dropLast().last
    else { throw Unexpected() }
    var below = ground
    if case .effect(let group) = ground { below = group.content.first ?? ground }
    guard case .fill(let fill) = below, case .colour(let colour) = fill.ink else { throw Unexpected() }
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

  @Test(arguments: [false, true]) func `a colour with a shadow fades as one without does`(isComing: Bool)
    throws
  {
    let (plain, filled) = (sheet(nil, Self.labels[0]), sheet([0, 0, 0, 1], Self.labels[1]))
    let bare = isComing ? (plain, filled) : (filled, plain)
    let shadowed = (shadowed(bare.0), shadowed(bare.1))
    func frames(_ scenes: (Scene, Scene)) throws -> [(SIMD4<Double>, FillNode.Limit?, Ink)] {
      var fade = FillFade()
      fade.follow(scenes.0, isChanged: false, isAnimated: true, now: at(0))
      fade.follow(scenes.1, isChanged: true, isAnimated: true, now: at(0))
      #expect(fade.isMoving(at: at(0)))
      return try stride(from: 0, to: isComing ? 80 : 150, by: 5).map {
        try shown(fade.scene(scenes.1, at: at($0)))
      }
    }
    for (own, other) in zip(try frames(shadowed), try frames(bare)) { #expect(own == other) }
  }

  @Test func `a vibrant fill in a group of an opacity fades out from that opacity`() throws {
    let group = EffectNode(frame: row.frame, material: nil, alpha: 0.5, content: [.fill(row)])
    let frame = PixelRect(x: 0, y: 0, width: 90, height: 30)
    let text = Node.text(text(.vibrant(.label)))
    let scenes = [[.effect(group), text], [text]].map { content in
      Scene(size: frame.size, material: Self.glass, content: content)
    }
    var fade = FillFade()
    fade.follow(scenes[0], isChanged: false, isAnimated: true, now: at(0))
    fade.follow(scenes[1], isChanged: true, isAnimated: true, now: at(0))
    #expect(opacities(fade.scene(scenes[1], at: at(0))).all == [0.5])
    let middle = opacities(fade.scene(scenes[1], at: at(50))).all
    #expect(middle.count == 1 && middle[0] > 0.1 && middle[0] < 0.4)
  }

  @Test func `a colour in a group of an opacity fades out from that opacity`() throws {
    let plain = sheet(nil, Self.labels[0])
    let colour = FillNode(frame: row.frame, ink: .colour([0, 0, 0, 1]))
    let group = EffectNode(frame: row.frame, material: nil, alpha: 0.5, content: [.fill(colour)])
    let filled = Scene(
      size: plain.size, material: Self.glass, content: [.effect(group), .text(text(Self.labels[1]))])
    var fade = FillFade()
    fade.follow(filled, isChanged: false, isAnimated: true, now: at(0))
    fade.follow(plain, isChanged: true, isAnimated: true, now: at(0))
    let opacities = try stride(from: 0, to: 150, by: 5).map {
      try shown(fade.scene(plain, at: at($0))).colour.w
    }
    #expect(abs(opacities[0] - 0.5) < 0.01 && opacities.allSatisfy { $0 <= 0.51 })
  }

  @Test func `a colour that goes together with its sheet is gone at once, and texts have their ink`() {
    let (plain, colour) = (
      sheet(nil, Self.labels[0]), FillNode(frame: row.frame, ink: .colour([0, 0, 0, 1]))
    )
    let frame = PixelRect(x: 0, y: 0, width: 60, height: 30)
    let part = EffectNode(frame: frame, material: nil, content: [.fill(colour)])
    let filled = Scene(
      size: plain.size, material: Self.glass, content: [.effect(part), .text(text(Self.labels[1]))])
    var fade = FillFade()
    fade.follow(filled, isChanged: false, isAnimated: true, now: at(0))
    fade.follow(plain, isChanged: true, isAnimated: true, now: at(0))
    #expect(!fade.isMoving(at: at(10)) && fade.scene(plain, at: at(10)) == plain)
  }

  @Test func `a colour that fades longer than the next one is mixed with that`() throws {
    let black = sheet([0, 0, 0, 1], Self.labels[1])
    let next = sheet([1, 1, 0.5, 1], .plain([0, 0, 0, 1]))
    var fade = FillFade()
    fade.follow(black, isChanged: false, isAnimated: true, now: at(0))
    fade.follow(sheet(nil, Self.labels[0]), isChanged: true, isAnimated: true, now: at(0))
    fade.follow(next, isChanged: true, isAnimated: true, now: at(20))
    // The next colour has come by now.
    fade.follow(next, isChanged: false, isAnimated: true, now: at(110))
    #expect(fade.isMoving(at: at(110)))
    for time in stride(from: 110, to: 150, by: 5) {
      let shown = try shown(fade.scene(next, at: at(time)))
      #expect(shown.colour.w == 1 && shown.limit == nil, "\(time) ms: \(shown)")
      #expect(shown.ink == .plain([0, 0, 0, 1]) && shown.colour.x > 0.8, "\(time) ms: \(shown)")
    }
  }

  @Test func `a colour below inks of which one is that of the glass keeps to the limit of the glass`() throws
  {
    var scenes = (sheet(nil, Self.labels[0]), sheet([0, 0, 0, 1], Self.labels[1]))
    func add(to scene: inout Scene) {
      guard case .effect(var sheet)? = scene.nodes.first else { return }
      sheet.content.insert(.text(text(Self.labels[0])), at: sheet.content.count - 1)
      scene.nodes = [.effect(sheet)]
    }
    add(to: &scenes.0)
    add(to: &scenes.1)
    var fade = FillFade()
    fade.follow(scenes.0, isChanged: false, isAnimated: true, now: at(0))
    fade.follow(scenes.1, isChanged: true, isAnimated: true, now: at(0))
    for time in stride(from: 0, to: 80, by: 5) {
      let fills = try #require(fills(fade.scene(scenes.1, at: at(time))).first)
      #expect(fills.limit == .ofGlass, "\(time) ms")
    }
  }

  private func fills(_ scene: Scene) -> [FillNode] {
    guard case .effect(let sheet)? = scene.nodes.first else { return [] }
    return sheet.content.compactMap { if case .fill(let fill) = $0 { fill } else { nil } }
  }
}
