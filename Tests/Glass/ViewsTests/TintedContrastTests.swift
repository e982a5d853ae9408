import Geometry
import Scenes
import Testing
import VisualEffects

@testable import Views

/// Texts on sheets over the compositor's blur, whose pixels are not known. The contrast is that of the colours by which a scene is
/// drawn there, over backdrops of all hues.
@Suite struct TintedContrastTests {
  private static let place = PixelRect(x: 10, y: 10, width: 20, height: 10)

  /// Black, white, greys and hues: five values of each channel.
  private static let backdrops: [SIMD3<Double>] = (0..<125).map { index in
    let (red, green, blue) = (index % 5, index / 5 % 5, index / 25)
    return SIMD3<Double>(Double(red), Double(green), Double(blue)) * 0.25
  }

  private static let styles: [VibrancyEffect.Style] = [
    .label, .secondaryLabel, .tertiaryLabel, .quaternaryLabel,
  ]

  /// Inks that are moved where they cannot be read, each with the contrast that is promised to it.
  private static func inks(_ legibility: Legibility) -> [(name: String, ink: Ink, floor: Double)] {
    let colours: [SIMD4<Double>] = [
      [1, 0.27, 0.23, 1], [0.2, 0.3, 0.9, 0.9], [1, 0.9, 0.2, 0.5], [0.5, 0.5, 0.5, 1],
    ]
    return styles.map { ("\($0)", .vibrant($0), legibility.contrast(of: $0) ?? 0) }
      + colours.map { ("\($0)", .colour($0), legibility.contrast) }
  }

  /// Vibrant fills below a text.
  private static let fills: [(name: String, nodes: [Node])] = [
    ("no fill", []), ("a fill", [fill(.fill)]), ("a fainter fill", [fill(.secondaryFill)]),
    ("the faintest fill", [fill(.tertiaryFill)]), ("two fills", [fill(.fill), fill(.fill)]),
    ("three fills", [fill(.tertiaryFill), fill(.secondaryFill), fill(.fill)]),
    ("a fading fill", [faded([fill(.fill)])]), ("a light on a fill", [fill(.tertiaryFill), faded([light])]),
    ("a light", [faded([light])]),
  ]

  @Test(arguments: Material.names, [false, true])
  func `texts on vibrant fills have their contrast over any backdrop`(name: String, isDark: Bool) throws {
    let material = try #require(Material.named(name, isDark: isDark))
    for legibility in [Legibility(contrast: 3), .standard, .enhanced] {
      for fill in Self.fills {
        for ink in Self.inks(legibility) {
          let worst = try worst(ink.ink, fill.nodes, material, legibility)
          #expect(worst >= ink.floor, "\(ink.name) on \(fill.name), \(legibility.contrast)")
        }
      }
    }
  }

  @Test(
    arguments: ["systemUltraThinMaterial", "systemThickMaterial", "clearGlass", "light", "legible"],
    [false, true])
  func `texts on colours of their own have their contrast over any backdrop`(name: String, isDark: Bool)
    throws
  {
    let material = try #require(Material.named(name, isDark: isDark))
    let (yellow, red) = (SIMD3(1, 0.84, 0.31), SIMD3(1, 0.27, 0.23))
    for legibility in [Legibility.standard, .enhanced] {
      let accent = Accent.systemBlue.shown(legibility)
      var grounds = [ColourGround(SIMD4(accent, 1), inks: [.one])]
      for opacity in [1, 0.6, 0.3] {
        for inks in [[], [red]] {
          grounds += [yellow, SIMD3(0.5, 0.5, 0.5), .zero, .one].map {
            ColourGround(SIMD4($0, opacity), inks: inks)
          }
        }
      }
      for ground in grounds {
        let fill = Self.fill(.colour(ground.shown(isDark: material.isDark, legibility)))
        for own in [nil] + ground.inks.map(Optional.some) {
          let ink = ground.ink(own, isDark: material.isDark, legibility)
          let worst = try worst(ink, [fill], material, legibility)
          #expect(worst >= legibility.contrast, "\(ground.colour), \(String(describing: own))")
        }
      }
      for opacity in [1, 0.3] {
        let gradient = ColourGradient([[0.1, 0.3, 0.9, opacity], [1, 0.6, 0.2, 1]], angle: 90)
        let ink = gradient.ground.ink(nil, isDark: material.isDark, legibility)
        for colour in gradient.shown(count: 5, isDark: material.isDark, legibility) {
          let worst = try worst(ink, [Self.fill(.colour(colour))], material, legibility)
          #expect(worst >= legibility.contrast, "\(colour) of a gradient")
        }
      }
    }
  }

  @Test(arguments: ["systemUltraThinMaterial", "clearGlass"], [false, true])
  func `texts on colours that fade have their contrast over any backdrop in every frame`(
    name: String, isDark: Bool
  ) throws {
    let material = try #require(Material.named(name, isDark: isDark))
    let start = Instant(sinceOrigin: .zero)
    for legibility in [Legibility.standard, .enhanced] {
      let glass = Self.scene([], .vibrant(.secondaryLabel), material, legibility)
      for colour in [Accent.systemBlue.colour, SIMD3(1, 0.84, 0.31), SIMD3(0.5, 0.5, 0.5), .zero, .one] {
        let ground = ColourGround(SIMD4(colour, 1))
        let fill = Self.fill(.colour(ground.shown(isDark: isDark, legibility)))
        let filled = Self.scene([fill], ground.ink(nil, isDark: isDark, legibility), material, legibility)
        for (first, second) in [(glass, filled), (filled, glass)] {
          var fade = FillFade()
          fade.follow(first, isChanged: false, isAnimated: true, now: start)
          fade.follow(second, isChanged: true, isAnimated: true, now: start)
          #expect(fade.isMoving(at: start))
          for time in stride(from: 0, to: 150, by: 10) where fade.isMoving(at: start + .milliseconds(time)) {
            let worst = try worst(of: fade.scene(second, at: start + .milliseconds(time)))
            #expect(worst >= legibility.contrast, "\(colour) after \(time) ms, \(legibility.contrast)")
          }
        }
      }
    }
  }

  @Test(arguments: ["systemMaterial", "glass"], [false, true])
  func `fills are seen over any backdrop`(name: String, isDark: Bool) throws {
    let material = try #require(Material.named(name, isDark: isDark))
    func greys(_ nodes: [Node], over backdrop: Double) throws -> [Double] {
      try colours(Self.scene(nodes, .vibrant(.label), material, .standard), over: SIMD3(repeating: backdrop))
        .map { Luminance.encoded(Luminance.of($0)) }
    }
    for backdrop in [0, 0.5, 1.0] {
      let one = try greys([Self.fill(.fill)], over: backdrop)
      #expect(abs(one[1] - one[2]) >= 6 / 255.0, "\(one)")
      let two = try greys([Self.fill(.fill), Self.fill(.fill)], over: backdrop)
      #expect(abs(two[2] - two[3]) >= 3 / 255.0, "\(two)")
    }
  }

  // MARK: - The scene

  private static func fill(_ style: VibrancyEffect.Style) -> Node { fill(.vibrant(style)) }

  private static func fill(_ ink: Ink) -> Node { .fill(FillNode(frame: place, ink: ink)) }

  private static func faded(_ nodes: [Node]) -> Node {
    .effect(EffectNode(frame: place, material: nil, content: nodes))
  }

  private static let light = Node.image(
    ImageNode(frame: place, bitmap: Bitmap(size: PixelSize(width: 1, height: 1)), ink: .vibrant(.fill)))

  private static func scene(
    _ fills: [Node], _ ink: Ink, _ material: Material, _ legibility: Legibility
  ) -> Scene {
    let text = StyledText(string: "A", font: "Sans 11", scale: 1, maxWidth: nil)
    return Scene(
      size: PixelSize(width: 60, height: 40), material: material, legibility: legibility,
      content: fills + [.text(TextNode(frame: place, text: text, ink: ink))])
  }

  private func worst(
    _ ink: Ink, _ fills: [Node], _ material: Material, _ legibility: Legibility
  ) throws -> Double {
    try worst(of: Self.scene(fills, ink, material, legibility))
  }

  /// The least contrast of the uppermost node of a scene.
  private func worst(of scene: Scene) throws -> Double {
    let layers = try Self.layers(scene.tinted.nodes)
    return Self.backdrops.map { backdrop in
      let colours = Self.colours(layers, over: backdrop)
      return Luminance.contrast(colours[colours.count - 1], colours[colours.count - 2])
    }.min() ?? 0
  }

  private func colours(_ scene: Scene, over backdrop: SIMD3<Double>) throws -> [SIMD3<Double>] {
    Self.colours(try Self.layers(scene.tinted.nodes), over: backdrop)
  }

  /// The backdrop, and what is seen with each of the layers on it.
  private static func colours(_ layers: [SIMD4<Double>], over backdrop: SIMD3<Double>) -> [SIMD3<Double>] {
    layers.reduce(into: [backdrop]) { colours, layer in
      let below = colours[colours.count - 1]
      colours.append(below + (SIMD3(layer.x, layer.y, layer.z) - below) * layer.w)
    }
  }

  /// The colours that are painted over one another.
  private static func layers(_ nodes: [Node]) throws -> [SIMD4<Double>] {
    try nodes.flatMap { node -> [SIMD4<Double>] in
      switch node {
      case .effect(let effect): try layers(effect.content)
      case .fill(let fill): [try colour(fill.ink)]
      case .image(let image): try image.ink.map { [try colour($0)] } ?? []
      case .text(let text): [try colour(text.ink)]
      }
    }
  }

  private static func colour(_ ink: Ink) throws -> SIMD4<Double> {
    switch ink {
    case .colour(let colour), .plain(let colour): return colour
    case .vibrant: throw Unexpected()
    }
  }

  private struct Unexpected: Error {}
}
