import BarUI
import Geometry
import ModuleModel
import Scenes
import Settings
import ShellModel
import TestSupport
import Testing
import Views

/// Tests of modules whose text has several lines.
@Suite struct BarLinesTests {
  /// A bar with a script whose text and settings are these.
  private func script(
    _ text: String, edge: OutputEdge = .top, thickness: Int = 32, _ change: (inout ModuleLook) -> Void
  ) -> BarView {
    var view = bar(
      width: edge.isLevel ? 800 : thickness, height: edge.isLevel ? thickness : 800)
    let name = ModuleName(.script, "lines")
    var settings = view.state.settings
    var module = ModuleSettings.defaults(of: .script)
    change(&module.style.look)
    (settings.bar.start, settings.bar.center, settings.modules[name]) = ([name], [], module)
    (settings.bar.edge, settings.bar.font) = (edge, "Inter 11")
    view.bar = settings.bar
    _ = view.state.update(.settingsLoaded(settings), now: .start)
    _ = view.state.update(.moduleReadingChanged(name, ModuleReading(["text": .text(text)])), now: .start)
    return view
  }

  @Test(
    arguments: [
      (nil, ["a b c"]), (2, ["a", "b c"]), (3, ["a", "b", "c"]), (8, ["a", "b", "c"]),
    ] as [(Int?, [String])])
  func `line breaks of a value make as many lines as the settings allow`(most: Int?, lines: [String]) {
    let view = script(most == nil ? "a\nb\nc" : "a\nb\nc\n", thickness: 64) { $0.lines = most }
    #expect(view.scene(measurer: SizedMeasurer()).texts.map(\.text.string) == lines)
  }

  @Test(arguments: [(64, "Inter 11.0"), (36, "Inter 8.6"), (20, "Inter 7.0")])
  func `lines are as small as the bar needs them, but not smaller than can be read`(
    thickness: Int, font: String
  ) {
    let texts = script("a\nb", thickness: thickness) { $0.lines = 2 }.scene(measurer: SizedMeasurer()).texts
    #expect(texts.first?.text.font == font)
    if thickness > 24 { #expect(texts.count == 2 && texts[0].frame.maxY <= texts[1].frame.y) }
    let one = script("a", thickness: thickness) { $0.lines = 2 }.scene(measurer: SizedMeasurer()).texts
    #expect(one.map(\.text.font) == ["Inter 11"])
  }

  @Test(arguments: [StyledText.Turn.clockwise, .counterclockwise])
  func `turned lines lie beside one another, the first at the right if they run downwards`(
    turn: StyledText.Turn
  ) {
    let view = script("a\nb", edge: .left, thickness: 36) {
      ($0.lines, $0.turn) = (2, turn)
    }
    let texts = view.scene(measurer: SizedMeasurer()).texts.sorted { $0.frame.x > $1.frame.x }
    #expect(texts.map(\.text.string) == (turn == .clockwise ? ["a", "b"] : ["b", "a"]))
    #expect(texts.count == 2 && texts[1].frame.maxX <= texts[0].frame.x)
    #expect(texts.map(\.text.font) == ["Inter 8.6", "Inter 8.6"])
  }

  @Test(
    arguments: [(.left, 32, "Inter 11"), (.right, 28, "Inter 10.4"), (.top, 28, "Inter 11")]
      as [(OutputEdge, Int, String)])
  func `three figures are whole on a bar at a side, in a smaller font if need be`(
    edge: OutputEdge, thickness: Int, font: String
  ) throws {
    let view = script("100", edge: edge, thickness: thickness) { _ in }
    let text = try #require(view.scene(measurer: SizedMeasurer(scalesWidths: true)).texts.first)
    #expect(text.text.font == font && text.text.string == "100")
    #expect(text.frame.width == Int(24 * (FontName(font).points ?? 0) / 11))
  }
}

/// Measures text of a fixed pitch whose lines are as high as the size of their font asks for.
private struct SizedMeasurer: TextMeasurer {
  /// Whether letters are as wide as the size of their font asks for, too.
  var scalesWidths = false
  private let measurer = MonospaceMeasurer()

  init(scalesWidths: Bool = false) { self.scalesWidths = scalesWidths }

  func measure(_ text: StyledText) -> TextExtent {
    var extent = measurer.measure(text)
    let factor = (FontName(text.font).points ?? FontName.defaultSize) / FontName.defaultSize
    func scaled(_ length: Int) -> Int { Int(Double(length) * factor) }
    if text.turn == nil {
      extent.size.height = scaled(extent.size.height)
      extent.baseline = scaled(extent.baseline)
      if scalesWidths { extent.size.width = scaled(extent.size.width) }
    } else {
      extent.size.width = scaled(extent.size.width)
    }
    return extent
  }

  func capHeight(font: String, scale: Double) -> Double { measurer.capHeight(font: font, scale: scale) }

  func regions(of ranges: [Range<Int>], in text: StyledText) -> [[PixelRect]] {
    measurer.regions(of: ranges, in: text)
  }
}
