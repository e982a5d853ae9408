import Geometry
import Scenes
import TestSupport
import Testing
import VisualEffects

@testable import Views

private struct Bells: SymbolSource {
  func bitmap(named name: String, side: Int) -> Bitmap? {
    name == "bell" ? Bitmap(size: PixelSize(width: side, height: side)) : nil
  }
}

struct MonogramTests {
  private func shown(_ name: String, side: Double = 40, scale: Double = 1, isDark: Bool = true) -> LaidOutView
  {
    laidOut(Monogram(name, symbol: "bell", side: side), scale: scale) {
      $0.isDark = isDark
      $0.symbols = Bells()
    }
  }

  @Test(arguments: [1.0, 1.25, 2], [36.0, 40])
  func `a name has its first letter in the middle of a square`(scale: Double, side: Double) throws {
    let view = shown("«files»", side: side, scale: scale)
    let length = Int((side * scale).rounded())
    #expect(view.size == PixelSize(width: length, height: length))
    #expect(view.fillFrames == [rect(0, 0, length, length)])
    let letter = try #require(view.scene.texts.first)
    #expect(view.scene.texts.count == 1 && letter.text.string == "F")
    #expect(letter.text.runs.map(\.style.size) == [.points(side * 0.375)])
    #expect(abs(letter.frame.x + letter.frame.maxX - length) <= 1)
    #expect(view.accessibility.map(\.role) == [.image] && view.accessibility.map(\.label) == [""])
  }

  @Test func `the middle of a letter's ink is in the middle of the square`() throws {
    let below = layout(
      Monogram("رسائل", symbol: "bell", side: 40), in: Proposal(), environment: ViewEnvironment(scale: 1),
      measurer: MonospaceMeasurer(inkMiddle: -3))
    let letter = try #require(below.scene.texts.first)
    #expect(letter.text.string == "ر" && letter.frame.y + 14 == 20 - 3)
  }

  @Test func `a letter is white on its colour, and dark on a pale square on light glass`() throws {
    let colour = try #require(Monogram.Letter(of: "Files")).colour
    #expect(shown("Files").scene.nodes.inks == [.colour(colour), .colour([1, 1, 1, 1])])
    let pale = colour * [1, 1, 1, Monogram.paleness]
    let dark = colour * [0.58, 0.58, 0.58, 1]
    #expect(shown("Files", isDark: false).scene.nodes.inks == [.colour(pale), .colour(dark)])
  }

  @Test(arguments: [true, false])
  func `a letter has the look of the glass that it lies on`(isDark: Bool) {
    let material = Material(name: "test", isDark: isDark, blurRadius: 30, chain: .identity)
    let letter = Monogram("Files", symbol: "bell", side: 40)
    let view = laidOut(letter.glass(GlassSheet(BlurEffect(material: material)))) { $0.isDark = !isDark }
    #expect(view.scene.nodes.inks == shown("Files", isDark: isDark).scene.nodes.inks)
  }

  @Test(arguments: ["", "…", "!?"], [true, false])
  func `a name without letters and digits has a symbol on a square`(name: String, isDark: Bool) {
    let view = shown(name, isDark: isDark)
    #expect(view.scene.texts.isEmpty)
    #expect(view.scene.nodes.flatMap(\.leafFrames) == [rect(0, 0, 40, 40), rect(9, 9, 22, 22)])
  }

  @Test func `each name keeps its colour, on which white can be read`() {
    #expect(Monogram.Letter(of: "Files") == Monogram.Letter(of: "Files"))
    #expect(Monogram.Letter(of: "ßa")?.letter == "S" && Monogram.Letter(of: "7zip")?.letter == "7")
    for colour in Monogram.Letter.colours {
      let luminance = Luminance.of([colour.x, colour.y, colour.z])
      #expect(1.05 / (luminance + 0.05) >= 4.5, "\(colour)")
    }
    let used = Set((0..<100).compactMap { Monogram.Letter(of: "a\($0)")?.colour })
    #expect(used.count == Monogram.Letter.colours.count)
  }
}
