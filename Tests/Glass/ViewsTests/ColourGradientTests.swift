import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Views

@Suite struct ColourGradientTests {
  @Test(arguments: DailySeeds.first(100) as [UInt64])
  func `a text is read on every colour of a gradient`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    func colour(_ opacity: Double) -> SIMD4<Double> {
      SIMD4(
        Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random),
        Double.random(in: 0...1, using: &random), opacity)
    }
    let isDark = Bool.random(using: &random)
    let legibility = Legibility(contrast: [3, 4.5, 7].randomElement(using: &random)!)
    let stops = (0..<3).map { _ in colour(1) }
    let wanted = Bool.random(using: &random) ? SIMD3(stops[0].x, stops[1].y, stops[2].z) : nil
    let gradient = ColourGradient(stops, angle: 0, ink: wanted)
    guard case .plain(let ink) = gradient.ground.ink(wanted, isDark: isDark, legibility) else {
      Issue.record("no plain ink")
      return
    }
    // Inks of parts of the text give way to the main one.
    #expect(gradient.ground.ink([1, 0, 0], isDark: isDark, legibility) == .plain(ink))
    for shown in gradient.shown(count: 40, isDark: isDark, legibility) {
      let contrast = Luminance.contrast(
        Luminance.of(SIMD3(shown.x, shown.y, shown.z)), Luminance.of(SIMD3(ink.x, ink.y, ink.z)))
      #expect(contrast >= legibility.contrast, "\(stops) \(shown) \(ink)")
    }
  }

  @Test func `a text that is read on black alone is read on the lightest colour of a gradient`() {
    let legibility = Legibility(contrast: 7)
    let gradient = ColourGradient(
      [
        [0.9776615917610555, 0.10767284668553034, 0.32736065368003053, 1],
        [0.08005113468950353, 0.27860183794342397, 0.050641998842482994, 1],
        [0.5345840087861203, 0.7699696098258104, 0.8425264518224342, 1],
      ], angle: 0, ink: [0.9776615917610555, 0.27860183794342397, 0.8425264518224342])
    for isDark in [false, true] {
      guard case .plain(let ink) = gradient.ground.ink(gradient.ink, isDark: isDark, legibility) else {
        Issue.record("no plain ink")
        continue
      }
      let own = Luminance.of(SIMD3(ink.x, ink.y, ink.z))
      for shown in gradient.shown(count: 40, isDark: isDark, legibility) {
        #expect(Luminance.contrast(Luminance.of(SIMD3(shown.x, shown.y, shown.z)), own) >= 7)
      }
    }
  }

  @Test func `a gradient without glass is opaque enough for its texts on any screen`() {
    var gradient = ColourGradient([[1, 0, 0, 0.2], [0, 0, 1, 0.6]], angle: 0)
    gradient.isOnScreen = true
    for isDark in [false, true] {
      let ink = isDark ? 1.0 : 0
      for shown in gradient.shown(count: 10, isDark: isDark, .standard) {
        let below = SIMD3(shown.x, shown.y, shown.z) * shown.w + SIMD3(repeating: isDark ? 1 - shown.w : 0)
        #expect(Luminance.contrast(Luminance.of(below), ink) >= 4.5)
      }
    }
  }

  @Test(arguments: [
    (0.0, (5, 9), (5, 0)), (90, (0, 5), (9, 5)), (180, (5, 0), (5, 9)), (135, (0, 0), (9, 9)),
  ])
  func `a gradient goes from its first colour to its last`(angle: Double, first: (Int, Int), last: (Int, Int))
  {
    let view = GradientFill(ColourGradient([[0, 0, 0, 1], [1, 1, 1, 1]], angle: angle))
      .frame(width: 10, height: 10)
    let layout = laidOut(view) { $0.legibility = .off }
    guard case .effect(let effect)? = layout.scene.nodes.first, case .image(let image)? = effect.content.first
    else {
      Issue.record("no picture")
      return
    }
    func grey(_ place: (Int, Int)) -> UInt8 { image.bitmap.bytes[4 * (place.1 * 10 + place.0)] }
    #expect(grey(first) < 30 && grey(last) > 225)
    #expect(abs(Int(grey((5, 5))) - 128) < 30)
    #expect(stride(from: 3, to: 400, by: 4).allSatisfy { image.bitmap.bytes[$0] == 255 })
  }
}
