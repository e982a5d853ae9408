import Geometry
import Scenes
import Settings
import Testing
import Typography

struct FontNameTests {
  @Test(arguments: [
    ("Inter 10", "Inter 8.7"), ("Inter", "Inter 9.6"), ("DejaVu Sans Bold 12", "DejaVu Sans Bold 10.4"),
    ("Inter 20px", "Inter 17.4px"), ("", "9.6"), ("12", "10.4"), ("Inter,10", "Inter, 8.7"),
    ("Inter 10,", "Inter 10, 9.6"), ("Inter 10 @wght=500", "Inter 8.7 @wght=500"),
    ("Inter @wght=500", "Inter 9.6 @wght=500"), ("Inter 10 #ss01,zero=1", "Inter 8.7 #ss01,zero=1"),
    ("Inter 10 @wght=500 #-tnum ", "Inter 8.7 @wght=500 #-tnum"), ("Font #9 10", "Font #9 8.7"),
    ("Comic Nan", "Comic Nan 9.6"), ("inf", "inf 9.6"),
    ("Inter nanpx", "Inter nanpx 9.6"), ("Inter  10 ", "Inter 8.7"), ("Inter 1e1", "Inter 8.7"),
    // These sizes are beyond the range that a setting may have.
    ("Inter 1e30", "Inter 222.7"), ("Inter 1e400", "Inter 222.7"), ("Inter 1e400px", "Inter 297.0px"),
    ("Inter 0", "Inter 0.9"), ("Inter -5", "Inter 0.9"), ("Inter 1e-300px", "Inter 1.2px"),
  ])
  func `a smaller font is the same one, whatever its name`(name: String, small: String) {
    #expect(FontName(name).scaled(by: 0.87) == small)
  }

  @Test(
    arguments: [
      ("Inter", nil), ("Inter nan", nil), ("Inter 12", 12), ("Inter 12px", 9),
      ("Inter 1e400", Double.infinity),
      ("Inter -5", -5), ("Inter 0x10", 16), ("Inter 10 11", 11), ("Inter 10e", nil), ("Inter 10 px", nil),
    ] as [(String, Double?)])
  func `a size is in points, whatever it is written in`(name: String, points: Double?) {
    #expect(FontName(name).points == points)
  }

  @Test(
    arguments: [
      (BarSettings().font, "Inter Medium 10.5", 10.5), (NotificationSettings().font, "Inter 10", 10),
      (LevelSettings().font, "Inter 11", 11),
    ] as [(String, String, Double)])
  func `the usual font is Inter where it is installed, and names others for where it is not`(
    name: String, plain: String, points: Double
  ) throws {
    let engine = try makeEngine(with: ["Inter", "DejaVu Sans"])
    func width(_ font: String) -> Int {
      let string = String(repeating: "Hyaline 0123 ", count: 20)
      return engine.measure(StyledText(string: string, font: font, scale: 2, maxWidth: nil)).size.width
    }
    #expect(FontName(name).points == points && FontName(name).scaled(by: 1).hasPrefix("Inter, "))
    #expect(engine.resolvedFont(for: name) == "Inter")
    #expect(width(name) == width(plain))
    // The style belongs to each of the families.
    let others = name.replacing("Inter, ", with: "No Such Family, DejaVu Sans, ")
    #expect(engine.resolvedFont(for: others) == "DejaVu Sans")
  }

  @Test func `the bar's usual font is of the medium weight`() throws {
    let engine = try makeEngine(with: ["Inter"])
    func width(_ font: String) -> Int {
      engine.measure(StyledText(string: "Hyaline", font: font, scale: 4, maxWidth: nil)).size.width
    }
    #expect(width("Inter 10.5") < width(BarSettings().font))
  }

  /// Makes an engine of texts, for a test that needs these families.
  private func makeEngine(with families: [String]) throws -> TextEngine {
    let engine = TextEngine()
    for family in families {
      try #require(
        engine.resolvedFont(for: family) == family, "'scripts/install-dependencies run' installs this font")
    }
    return engine
  }
}
