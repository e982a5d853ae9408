import Geometry
import HeadlessSession
import Scenes
import TestSupport
import Testing

extension LiveTests {
  @Suite struct BackdropAccentTests {
    /// A module in the middle of the bar that is filled with the accent, wider than its text.
    static let settings = """
      accent = "backdrop"
      appearance = "dark"
      [bar]
      start = []
      center = ["text.wide"]
      end = []
      [text.wide]
      text = "."
      fill = "accent"
      min_width = 300

      """

    /// The colour of the fill in a capture, beside the text.
    private static func fill(_ picture: Bitmap) -> SIMD3<Double> {
      let at = (picture.size.height / 2 * picture.size.width + picture.size.width / 2 + 80) * 4
      return SIMD3(Double(picture.bytes[at]), Double(picture.bytes[at + 1]), Double(picture.bytes[at + 2]))
    }

    private static func flat(_ colour: SIMD3<Double>) -> Bitmap { TestPictures.flat(Stage.size, colour) }

    @Test func `the accent has the hue of the wallpaper, follows another one, and is blue over grey`() throws
    {
      let stage = try Stage(settings: Self.settings)
      defer { stage.stop() }
      func wait(_ awaited: String, until isRight: (SIMD3<Double>) -> Bool) throws {
        try eventually(awaited) { isRight(Self.fill(try stage.client.capture(Stage.strip))) }
      }
      try stage.wallpaper.show(Self.flat([0.75, 0.25, 0.2]))
      try wait("a red accent") { $0.x > $0.y + 60 && $0.x > $0.z + 60 }
      try stage.wallpaper.show(Self.flat([0.2, 0.55, 0.25]))
      try wait("a green accent") { $0.y > $0.x + 40 && $0.y > $0.z + 40 }
      try stage.wallpaper.show(Self.flat([0.5, 0.5, 0.5]))
      let isBlue = { (fill: SIMD3<Double>) in fill.z > fill.x + 60 && fill.z > fill.y + 40 }
      try wait("a blue accent", until: isBlue)
      // Nothing is captured or drawn any more, and the accent stays.
      _ = try stage.settle()
      #expect(isBlue(Self.fill(try stage.client.capture(Stage.strip))))
    }
  }
}
