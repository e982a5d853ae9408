import Geometry
import Rendering
import RenderingGLES
import Scenes
import TestSupport
import Testing
import Views
import VisualEffects

/// The guarantee of contrast: ink pixels against finished material within 2 px, over 846 backdrops, on rendered
/// bytes.
///
/// `make survey` examines every material.
///
/// `BackdropLookTests` does the same where the backdrop chooses between light and dark.
@Suite(.serialized, .everyRenderer) struct ContrastTests {
  /// The names of all materials, each once.
  nonisolated static let materials: [String] = {
    let all = BlurEffect.Style.allCases.flatMap { [Material($0, isDark: false), Material($0, isDark: true)] }
    return Set(all.map(\.name)).sorted()
  }()
  // A blur does not change a flat colour, so tiles need not be as large as its support.
  nonisolated static let flats = Mosaic(TestBackdrop.flats, tile: PixelSize(width: 20, height: 20))
  nonisolated static let structured = Mosaic(
    TestBackdrop.structured, tile: PixelSize(width: 96, height: 72))

  @Test(arguments: Survey.spread(materials, [4.5, 7], every: 12))
  func `ink on every material has its contrast over every flat colour`(name: String, contrast: Double) throws
  {
    let material = try #require(Material.named(name, isDark: false))
    let survey = try InkSurvey(Self.flats, .middle, scale: 0.5 / material.blurRadius)
    expectNothing(try survey.failures(on: material, contrast))
  }

  @Test(arguments: Survey.spread(materials, [4.5, 7], every: 12))
  func `ink on every material has its contrast over pictures, patterns and text`(
    name: String, contrast: Double
  ) throws {
    let material = try #require(Material.named(name, isDark: false))
    let survey = try InkSurvey(Self.structured, .everywhere, scale: 1)
    expectNothing(try survey.failures(on: material, contrast))
  }

  /// These blurs are thinner than those of any material, with larger steps between pixels.
  @Test(
    arguments: Survey.spread(
      ["systemUltraThinMaterialLight", "systemUltraThinMaterialDark"], [2.0, 5, 10], every: 4))
  func `sharp glass keeps its contrast`(name: String, sigma: Double) throws {
    let material = try #require(Material.named(name, isDark: false))
    let survey = try InkSurvey(Self.structured, .everywhere, scale: sigma / material.blurRadius)
    expectNothing(try survey.failures(InkSurvey.Promise.ranks(4.5), on: material, .standard))
  }

  @Test(arguments: [false, true], [4.5, 7])
  func `texts without glass have their contrast over every backdrop`(isDark: Bool, contrast: Double) throws {
    let legibility = Legibility(contrast: contrast)
    let colours: [SIMD3<Double>?] = [nil, [1, 0.23, 0.19], [0.2, 0.78, 0.35], [0, 0.48, 1]]
    for (mosaic, pattern) in [(Self.flats, InkSurvey.Pattern.middle), (Self.structured, .everywhere)] {
      let survey = try InkSurvey(mosaic, pattern, scale: 1)
      for colour in colours {
        let ground = ColourGround.screen(inks: colour.map { [$0] } ?? [])
        let ink = ground.ink(colour, isDark: isDark, legibility)
        let promise = InkSurvey.Promise(name: "\(String(describing: colour))", ink: ink, contrast: contrast)
        let shown = ground.shown(isDark: isDark, legibility)
        expectNothing(try survey.failures([promise], without: shown))
      }
    }
  }

  private nonisolated static let coloured = [
    "systemUltraThinMaterialLight", "systemUltraThinMaterialDark", "clearGlassDark", "glassLight",
    "glassDark",
  ]

  @Test(arguments: coloured)
  func `texts on colours have their contrast over every flat colour`(name: String) throws {
    let material = try #require(Material.named(name, isDark: false))
    let survey = try InkSurvey(Self.flats, .middle, scale: 0.5 / material.blurRadius)
    try expectTextsOnColours(survey, material)
  }

  @Test(arguments: Survey.spread(coloured, every: 2))
  func `texts on colours have their contrast over pictures, patterns and text`(name: String) throws {
    let material = try #require(Material.named(name, isDark: false))
    try expectTextsOnColours(try InkSurvey(Self.structured, .everywhere, scale: 1), material)
  }

  private func expectTextsOnColours(_ survey: InkSurvey, _ material: Material) throws {
    let colours: [SIMD4<Double>] = [
      [0.04, 0.52, 1, 1], [1, 0.84, 0.31, 0.6], [0.5, 0.5, 0.5, 0.3], [0.1, 0.1, 0.1, 0.9],
    ]
    for colour in colours {
      let wanted: [SIMD3<Double>] = [[1, 0.3, 0.3], [0.5, 0.5, 0.5]]
      let ground = ColourGround(colour, inks: wanted)
      let promises = ([nil] + wanted.map(Optional.some)).enumerated().map { index, ink in
        InkSurvey.Promise(
          name: "ink \(index) on \(colour)", ink: ground.ink(ink, isDark: material.isDark, .standard),
          contrast: 4.5)
      }
      let fill = Ink.colour(ground.shown(isDark: material.isDark, .standard))
      expectNothing(try survey.failures(promises, on: material, .standard, fill: fill))
    }
  }

  @Test(
    arguments: Survey.spread(
      ["systemUltraThinMaterialDark", "clearGlassDark", "clearGlassLight", "glassLight", "glassDark"],
      [4.5, 7], every: 3))
  func `ink keeps its contrast on sheets that flow together`(name: String, contrast: Double) throws {
    let material = try #require(Material.named(name, isDark: false))
    let survey = try InkSurvey(Self.structured, .everywhere, scale: 1)
    let promises = InkSurvey.Promise.ranks(contrast)
    expectNothing(try survey.failures(promises, on: material, Legibility(contrast: contrast), inPiecesOf: 40))
  }

  @Test(arguments: ["systemMaterialLight", "systemMaterialDark"])
  func `icons have the contrast of text`(name: String) throws {
    let material = try #require(Material.named(name, isDark: false))
    let backdrops = TestBackdrop.photos + TestBackdrop.stripes
    let survey = try InkSurvey(
      Mosaic(backdrops, tile: PixelSize(width: 48, height: 36)), .everywhere, scale: 1)
    let icons = (InkSurvey.Promise.ranks(4.5) + InkSurvey.Promise.colours(4.5).prefix(2)).map { promise in
      var promise = promise
      promise.isTemplate = true
      return promise
    }
    expectNothing(try survey.failures(icons, on: material, .standard))
  }

  /// A fixed fill with the same guarantee has an opacity of .49.
  @Test(arguments: ["systemMaterialLight", "systemMaterialDark"], [1, 2])
  func `over photographs the system's material hardly needs a fill`(name: String, inks: Int) throws {
    let material = try #require(Material.named(name, isDark: false))
    let survey = try InkSurvey(
      Mosaic(TestBackdrop.photos, tile: PixelSize(width: 160, height: 120)), .everywhere, scale: 1)
    let fill = try survey.meanFill(Array(InkSurvey.Promise.ranks(4.5).prefix(inks)), on: material, .standard)
    #expect(fill <= 0.1)
  }

  @Test func `without the guarantee ink is found that cannot be read`() throws {
    let material = Material.named("systemUltraThinMaterialDark", isDark: true)!
    let survey = try InkSurvey(Self.flats, .middle, scale: 0.5 / material.blurRadius)
    #expect(try survey.failures(InkSurvey.Promise.ranks(4.5), on: material, .off).count > 1000)
  }
}
