import Geometry
import Rendering
import RenderingGLES
import Scenes
import TestSupport
import Testing
import VisualEffects

/// The guarantee of contrast where the backdrop chooses between light and dark glass.
///
/// The background is measured by the program's own code, the renderer's `background` and an `AdaptiveMaterial` for
/// each sheet.
@Suite(.serialized, .everyRenderer) struct BackdropLookTests {
  nonisolated static let styles = BlurEffect.Style.allCases.filter(\.isAdaptive)
  private static let flats = ContrastTests.flats
  private static let structured = ContrastTests.structured
  /// The estimate mixes pixels of neighbouring blocks, so flat colours are measured in the middle of larger tiles.
  private static let ofFlats = byRenderer {
    try measured(Mosaic(TestBackdrop.flats, tile: PixelSize(width: 48, height: 48)), inset: 12)
  }
  private static let ofStructured = byRenderer { try measured(structured, inset: 0) }

  /// The results of `make` with each renderer.
  private static func byRenderer<Value>(_ make: () throws -> Value) -> [TestedRenderer: Result<
    Value, any Error
  >] {
    TestedRenderer.allCases.reduce(into: [:]) { results, renderer in
      results[renderer] = Result { try TestedRenderer.$current.withValue(renderer) { try make() } }
    }
  }

  /// `ContrastTests` shows that ink has its contrast on each of these materials, over all of the same backdrops.
  @Test(arguments: Survey.spread(styles, [4.5, 7], every: 3))
  func `whatever look a backdrop chooses is a material that is surveyed over it`(
    style: BlurEffect.Style, contrast: Double
  ) throws {
    let effect = BlurEffect(style: style)
    for colours in try Self.ofFlats[.current]!.get() + Self.ofStructured[.current]!.get() {
      let glass = Self.glass(effect, over: colours, Legibility(contrast: contrast))
      let chosen = glass.material(at: Instant(sinceOrigin: .seconds(1)))
      let isSurveyed =
        ContrastTests.materials.contains(chosen.name) && chosen == Material.named(chosen.name, isDark: false)
      #expect(isSurveyed && chosen.isDark == glass.isDark, "\(chosen)")
    }
  }

  /// Dark glass of the other styles needs no fill over any backdrop.
  @Test(arguments: [BlurEffect.Style.systemUltraThinMaterial, .notificationBanner])
  func `the survey has backdrops for both looks`(style: BlurEffect.Style) throws {
    let effect = BlurEffect(style: style)
    for colours in try [Self.ofFlats[.current]!.get(), Self.ofStructured[.current]!.get()] {
      #expect(Set(colours.map { Self.isDark(effect, over: $0, .standard) }).count == 2)
    }
  }

  /// The fills are measured on pixels; those that decide are computed from the background.
  @Test(arguments: Survey.spread(styles, every: 2))
  func `no backdrop gets the look that needs far more fill`(style: BlurEffect.Style) throws {
    let effect = BlurEffect(style: style)
    let label = Array(InkSurvey.Promise.ranks(4.5).prefix(1))
    let fills = try [false, true].map { isDark in
      let material = effect.material(isDark: isDark)
      let survey = try InkSurvey(Self.flats, .middle, scale: 0.5 / material.blurRadius)
      return try survey.opacities(label, on: material, .standard, reach: 4)
    }
    for (index, colours) in try Self.ofFlats[.current]!.get().enumerated() {
      let (light, dark) = (fills[0][index], fills[1][index])
      let isDark = Self.isDark(effect, over: colours, .standard)
      // The look is dark until another one gains enough; .02 more is rounding.
      let isRight =
        isDark ? dark - light <= Polarity.leastGain + 0.02 : dark - light >= Polarity.leastGain - 0.02
      #expect(isRight, "\(Self.flats.backdrops[index]): light \(light), dark \(dark)")
    }
  }

  @Test(arguments: Survey.spread(styles, [4.5, 7], every: 3))
  func `the frames of a change of look keep the contrast`(
    style: BlurEffect.Style, contrast: Double
  ) throws {
    let legibility = Legibility(contrast: contrast)
    let start = Instant(sinceOrigin: .zero)
    var glass = AdaptiveMaterial(effect: BlurEffect(style: style), look: .light, legibility: legibility)
    glass.change(effect: glass.effect, look: .dark, legibility: legibility, now: start)
    let survey = try InkSurvey(Self.hard, .everywhere, scale: 1)
    let ranks = InkSurvey.Promise.ranks(contrast)
    for frame in Survey.spread(Array(0...21), every: 3) {
      let material = glass.material(at: start + .milliseconds(16 * frame))
      expectNothing(try survey.failures(ranks, on: material, legibility))
    }
    let end = start + .milliseconds(16 * 22)
    #expect(glass.material(at: end).polarity == 1)
  }
  private static let hard = structured.filter { $0 % 6 == 0 }!

  private static func isDark(
    _ effect: BlurEffect, over colours: [SIMD3<Double>], _ legibility: Legibility
  ) -> Bool { glass(effect, over: colours, legibility).isDark }

  /// The glass after one measurement.
  private static func glass(
    _ effect: BlurEffect, over colours: [SIMD3<Double>], _ legibility: Legibility
  ) -> AdaptiveMaterial {
    var glass = AdaptiveMaterial(effect: effect, look: .backdrop, legibility: legibility)
    glass.measured(colours, range: .full, now: Instant(sinceOrigin: .zero))
    return glass
  }

  /// The background that a renderer reports behind each tile of `mosaic`, without `inset` pixels at its edges.
  private static func measured(_ mosaic: Mosaic, inset: Int) throws -> [[SIMD3<Double>]] {
    let renderer = try OffScreen.renderer(output: mosaic.picture.size)
    try renderer.setBackground(.picture(mosaic.picture))
    let id = SurfaceID(1)
    return try mosaic.tiles.map { tile in
      let glass = Glass(frame: tile.outset(by: -inset), scale: 1, leak: .opaque, panes: [])
      try renderer.openSurface(id, window: nil, glass: glass)
      defer { renderer.closeSurface(id) }
      return try renderer.background(behind: id)
    }
  }
}
