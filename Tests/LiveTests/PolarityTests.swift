import Geometry
import Glibc
import HeadlessSession
import Scenes
import TestSupport
import Testing
import VisualEffects

extension LiveTests {
  @Suite struct PolarityTests {
    /// A material that needs help, and ink in the middle of the bar.
    static let settings = """
      appearance = "backdrop"
      [bar]
      material = "systemUltraThinMaterial"
      font = "DejaVu Sans 20"
      start = []
      center = ["text.ink"]
      end = []
      [text.ink]
      text = "██████████████"

      """

    /// The look of the bar in one capture: the ink in its middle and the glass beside it.
    private struct Look {
      var isDark: Bool
      var contrast: Double

      init(_ picture: Bitmap) {
        func luminance(_ x: Int) -> Double {
          let at = (picture.size.height / 2 * picture.size.width + x) * 4
          return Luminance.of(
            SIMD3(Double(picture.bytes[at]), Double(picture.bytes[at + 1]), Double(picture.bytes[at + 2]))
              / 255)
        }
        let (ink, glass) = (luminance(picture.size.width / 2), luminance(picture.size.width / 8))
        isDark = ink > glass
        contrast = Luminance.contrast(ink, glass)
      }
    }

    private static func grey(_ level: Double) -> Bitmap {
      TestPictures.flat(Stage.size, SIMD3(repeating: level))
    }

    /// The difference between the fills that dark and light glass need over a grey.
    private static func gain(_ level: Double) -> Double {
      let need = Polarity.Need(
        of: BlurEffect(style: .systemUltraThinMaterial), over: [SIMD3(repeating: level)],
        legibility: .standard)
      return need.dark - need.light
    }

    @Test func `the look follows the backdrop, and every frame is legible`() throws {
      let stage = try Stage(settings: Self.settings)
      defer { stage.stop() }
      var looks: [Look] = []
      for isDark in [true, false, true] {
        try stage.wallpaper.show(Self.grey(isDark ? 0 : 1))
        try eventually("the \(isDark ? "dark" : "light") look") {
          let look = Look(try stage.client.capture(Stage.strip))
          looks.append(look)
          return look.isDark == isDark
        }
      }
      for _ in 0..<30 { looks.append(Look(try stage.client.capture(Stage.strip))) }
      #expect(looks.allSatisfy { $0.contrast >= 4.5 }, "\(looks.map(\.contrast).min()!)")
    }

    @Test func `the first frame has the look for what lies behind it`() throws {
      let stage = try Stage(settings: Self.settings)
      defer { stage.stop() }
      for isDark in [false, true] {
        stage.bar.process.stop()
        try stage.wallpaper.showAndWait(Self.grey(isDark ? 0 : 1))
        let bare = try stage.client.capture(Stage.strip)
        let bar = try RunningHyaline(in: stage.sway, settings: Self.settings, name: "hyaline-\(isDark)")
        defer { bar.process.stop() }
        var first: Look?
        try eventually("the first frame") {
          let picture = try stage.client.capture(Stage.strip)
          if picture != bare { first = Look(picture) }
          return first != nil
        }
        #expect(first?.isDark == isDark)
      }
    }

    @Test func `a backdrop that hovers at the threshold turns the look once at most`() throws {
      let stage = try Stage(settings: Self.settings)
      defer { stage.stop() }
      // The least grey at which light glass is better by what it takes.
      let threshold = try #require((0...255).first { Self.gain(Double($0) / 255) >= Polarity.leastGain })
      let pair = [threshold - 2, threshold + 2].map { Self.grey(Double($0) / 255) }
      try stage.wallpaper.showAndWait(Self.grey(0))
      try eventually("the dark look") { Look(try stage.client.capture(Stage.strip)).isDark }
      var looks: [Look] = []
      var random = SplitMix(seed: 1)
      for round in 0..<24 {
        try stage.wallpaper.show(pair[round % 2])
        // Sometimes longer, sometimes shorter than a change has to last.
        for _ in 0..<Int.random(in: 1...24, using: &random) {
          looks.append(Look(try stage.client.capture(Stage.strip)))
        }
      }
      let flips = zip(looks, looks.dropFirst()).count { $0.isDark != $1.isDark }
      #expect(flips <= 1)
      #expect(looks.allSatisfy { $0.contrast >= 4.5 }, "\(looks.map(\.contrast).min()!)")
    }
  }
}
