import Geometry
import Scenes
import Testing

@testable import Typography

/// Items of lists that are longer than a line.
@Suite struct ListItemTests {
  private let engine = TextEngine()

  @Test(arguments: ["• ", "- ", "*  ", "– ", "1. ", "12) ", "  • "], [1, 1.25, 2])
  func `further lines of an item begin below its text`(marker: String, scale: Double) {
    let item = "\(marker)one two three four five six seven eight nine ten"
    let others = ["Lines of other paragraphs begin at the edge", "and so do all of these lines"]
    let list = text("\(others[0])\n\(item)\n\(others[1])", scale: scale)
    let words = begins(["Lines", "one"], in: list)
    let lines = begins(of: item, in: list)
    #expect(lines.count >= 3)
    #expect(words[1] > words[0] + 2)
    for line in lines.dropFirst() { #expect(abs(line - words[1]) <= 1, "\(lines), text \(words[1])") }
    for paragraph in others {
      let lines = begins(of: paragraph, in: list)
      #expect(lines.count >= 2 && lines.allSatisfy { $0 <= 1 })
    }
    #expect(engine.measure(list).size.width <= Int(130 * scale))
  }

  @Test func `an item of another direction is indented at the right`() {
    let item = "• שלום עולם שלום עולם שלום עולם שלום עולם"
    let list = text(item)
    let lines = engine.regions(of: 0..<item.utf8.count, in: list)
    let word = engine.regions(of: 4..<6, in: list)[0]
    let ends = Set(lines.map(\.y)).sorted().map { y in lines.filter { $0.y == y }.map(\.maxX).max() ?? 0 }
    #expect(ends.count >= 3 && ends[0] > word.maxX + 2)
    for end in ends.dropFirst() { #expect(abs(end - word.maxX) <= 1) }
  }

  @Test func `nothing is drawn in the room before further lines`() {
    var list = text("• one two three four five six seven")
    list.runs = [StyledText.Run(range: 0..<36, isUnderlined: true)]
    let bitmap = engine.rasterise(list)
    let edge = engine.regions(of: 4..<7, in: list)[0]
    func isInked(_ rows: Range<Int>) -> Bool {
      rows.contains { y in (0..<edge.x - 1).contains { bitmap.coverage[y * bitmap.size.width + $0] > 0 } }
    }
    #expect(isInked(0..<edge.maxY) && !isInked(edge.maxY + 1..<bitmap.size.height))
  }

  @Test func `styles and ends of text stay where they were`() {
    let string = "• one two three four five six seven\nlast"
    var list = text(string)
    list.runs = [StyledText.Run(range: 8..<28, isBold: true), StyledText.Run(range: 38..<42, isBold: true)]
    let marked = engine.regions(of: 8..<28, in: list)
    #expect(marked.count >= 2 && marked[1].y > marked[0].y)
    for (part, isWider) in [(38..<42, true), (32..<37, false)] {
      var plain = list
      plain.runs = []
      let widths = [list, plain].map { engine.regions(of: part, in: $0).reduce(0) { $0 + $1.width } }
      #expect((widths[0] > widths[1]) == isWider)
    }
    list.maxLines = 2
    #expect(engine.measure(list).isShortened && engine.regions(of: 38..<42, in: list).isEmpty)
    list.maxLines = 9
    #expect(!engine.measure(list).isShortened)
  }

  @Test(arguments: [
    "one two three four five six", "-one two three four five", "2026. one two three four", "• one",
  ])
  func `what is no item, or fits its line, is laid out as ever`(string: String) {
    var plain = text(string)
    plain.indentsListItems = false
    #expect(engine.rasterise(text(string)) == engine.rasterise(plain))
  }

  @Test func `an item has an end where there is room for its marker only`() {
    for width in [1, 8, 20] {
      var list = text("• one two three four")
      (list.maxWidth, list.maxLines) = (width, 400)
      #expect(engine.measure(list).size.width <= width)
    }
  }

  /// The left ends of the lines of a part.
  private func begins(of part: String, in text: StyledText) -> [Int] {
    engine.regions(of: range(of: part, in: text), in: text).map(\.x)
  }

  private func begins(_ words: [String], in text: StyledText) -> [Int] {
    words.map { begins(of: $0, in: text)[0] }
  }

  private func range(of part: String, in text: StyledText) -> Range<Int> {
    let (string, found) = (text.string, text.string.firstRange(of: part)!)
    let start = string.utf8.distance(from: string.startIndex, to: found.lowerBound)
    return start..<start + part.utf8.count
  }

  private func text(_ string: String, scale: Double = 1) -> StyledText {
    var text = StyledText(
      string: string, font: "Inter 10", scale: scale, maxWidth: Int(130 * scale), maxLines: 12)
    text.indentsListItems = true
    return text
  }
}
