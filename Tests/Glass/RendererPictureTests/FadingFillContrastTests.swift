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

  // MARK: Colours

  private nonisolated static let colours: [(name: String, colour: SIMD4<Double>)] = [
    ("blue", SIMD4(Accent.systemBlue.colour, 1)), ("yellow", [1, 0.84, 0.31, 1]),
    ("red", [0.85, 0.1, 0.1, 1]),
    ("pink", [1, 0.7, 0.8, 1]), ("grey", [0.5, 0.5, 0.5, 1]), ("white", [1, 1, 1, 1]),
    ("black", [0, 0, 0, 1]),
    ("translucent green", [0.2, 0.8, 0.3, 0.5]),
  ]

  /// The times of frames after a change, in milliseconds.
  private nonisolated static let times = (0...8).map { 10 * $0 } + [100, 120, 140]

  /// A fill with the inks of the texts on it.
  private struct Look {
    var name: String
    var fills: [Node] = []
    /// The ink of all texts; nil: they have those of the glass.
    var ink: Ink?
  }

  private static func look(
    _ colour: (name: String, colour: SIMD4<Double>), _ material: Material, _ legibility: Legibility
  ) -> Look {
    let ground = ColourGround(colour.colour)
    let shown = ground.shown(isDark: material.isDark, legibility)
    return Look(
      name: colour.name, fills: [fill(.colour(shown))],
      ink: ground.ink(nil, isDark: material.isDark, legibility))
  }

  /// Expects that texts are read in every frame between two looks, over other fills that stay.
  private func expectContrast(
    from first: Look, to second: Look, over others: [Node] = [], _ survey: InkSurvey, _ material: Material,
    _ contrast: Double
  ) throws {
    let promises = InkSurvey.Promise.ranks(contrast) + InkSurvey.Promise.colours(contrast).prefix(1)
    func scene(_ look: Look) -> Scene {
      let inked = promises.map { promise in
        var inked = promise
        inked.ink = look.ink ?? promise.ink
        return inked
      }
      return survey.scene(inked, on: material, Legibility(contrast: contrast), over: others + look.fills)
    }
    var fade = FillFade()
    let start = Instant(sinceOrigin: .zero)
    fade.follow(scene(first), isChanged: false, isAnimated: true, now: start)
    fade.follow(scene(second), isChanged: true, isAnimated: true, now: start)
    #expect(fade.isMoving(at: start))
    for time in Self.times where time == 0 || fade.isMoving(at: start + .milliseconds(time)) {
      let shown = fade.scene(scene(second), at: start + .milliseconds(time))
      let place = "\(time) ms after \(first.name) before \(second.name)"
      expectNothing(try survey.failures(promises, in: shown, place))
    }
  }

  @Test(arguments: Survey.spread(materials, [4.5, 7], every: 3))
  func `texts on a colour that comes or goes have their contrast in every frame`(
    name: String, contrast: Double
  ) throws {
    let (survey, material) = try survey(on: name)
    let glass = Look(name: "glass")
    for colour in Self.colours {
      let look = Self.look(colour, material, Legibility(contrast: contrast))
      try expectContrast(from: glass, to: look, survey, material, contrast)
      try expectContrast(from: look, to: glass, survey, material, contrast)
    }
  }

  @Test(arguments: Survey.spread(materials, [4.5, 7], every: 3))
  func `texts on a colour that takes the place of another fill have their contrast in every frame`(
    name: String, contrast: Double
  ) throws {
    let (survey, material) = try survey(on: name)
    let legibility = Legibility(contrast: contrast)
    let looks = Self.colours.map { Self.look($0, material, legibility) }
    for (first, second) in zip(looks, looks.dropFirst()) {
      try expectContrast(from: first, to: second, survey, material, contrast)
    }
    let vibrant = Look(name: "a vibrant fill", fills: [Self.fill(.vibrant(.fill))])
    for look in looks.prefix(2) {
      try expectContrast(from: vibrant, to: look, survey, material, contrast)
      try expectContrast(from: look, to: vibrant, survey, material, contrast)
    }
  }

  @Test(arguments: Survey.spread(materials, [4.5, 7], every: 3))
  func `texts on a colour that comes on other fills have their contrast in every frame`(
    name: String, contrast: Double
  ) throws {
    let (survey, material) = try survey(on: name)
    let legibility = Legibility(contrast: contrast)
    let around = Self.frame.outset(by: 1)
    let vibrant = Node.fill(FillNode(frame: around, ink: .vibrant(.fill)))
    let ground = Self.look(Self.colours[1], material, legibility)
    var colour = try #require(
      ground.fills.lazy.compactMap { if case .fill(let fill) = $0 { fill } else { nil } }.first)
    colour.frame = around
    for look in Self.colours.prefix(4).map({ Self.look($0, material, legibility) }) {
      for others in [[vibrant], [.fill(colour)]] {
        let ink = others == [vibrant] ? nil : ground.ink
        let glass = Look(name: "a fill", ink: ink)
        try expectContrast(from: glass, to: look, over: others, survey, material, contrast)
        try expectContrast(from: look, to: glass, over: others, survey, material, contrast)
      }
    }
  }
}
