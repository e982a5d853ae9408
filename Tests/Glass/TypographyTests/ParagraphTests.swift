import Geometry
import Scenes
import TestSupport
import Testing

@testable import Typography

/// Texts of several lines, with styles.
@Suite struct ParagraphTests {
  private let engine = TextEngine()

  nonisolated static let samples = [
    "One line", "A text that is wrapped, since it is longer than a line of a banner has room for.",
    "a\nb\nc\nd\ne\nf",
    "السلام عليكم ورحمة الله وبركاته، كيف حالك اليوم؟ نحن بخير", "東京都千代田区丸の内一丁目。日本語は空白なしで折り返します。",
    String(repeating: "w", count: 300), "😀 👩‍👩‍👧 emoji\nand more of them 🇳🇱 in two lines or three", "", "\n\n\n",
    " ",
  ]

  @Test(arguments: samples, [1, 1.5, 2])
  func `a wrapped text keeps to its width and lines`(string: String, scale: Double) {
    let line = engine.measure(text("Åg", scale: scale, maxLines: 1)).size.height
    for (width, lines) in [(200, 1), (200, 2), (200, 4), (80, 3), (500, 64), (1, 2)] {
      let styled = text(string, scale: scale, maxWidth: Int(Double(width) * scale), maxLines: lines)
      let extent = engine.measure(styled)
      #expect(extent.size.width <= Int(Double(width) * scale))
      // Other scripts' lines are higher.
      #expect(extent.size.height <= lines * line * 2)
      let bitmap = engine.rasterise(styled)
      #expect(bitmap.size == extent.size || bitmap.size.isEmpty && extent.size.isEmpty)
    }
  }

  @Test func `lines are counted over paragraphs, and what is left out is told`() {
    let all = "a\nb\nc\nd\ne"
    let heights = (1...6).map { engine.measure(text(all, maxWidth: 100, maxLines: $0)) }
    #expect(heights.map(\.isShortened) == [false, true, true, true, false, false])
    for lines in 2..<5 { #expect(heights[lines].size.height > heights[lines - 1].size.height) }
    #expect(heights[5] == heights[4])
    let long = String(repeating: "word ", count: 100)
    #expect(engine.measure(text(long, maxWidth: 100, maxLines: 3)).isShortened)
    #expect(engine.measure(text("a\n\nb", maxWidth: 100, maxLines: 3)).size.height > heights[1].size.height)
  }

  @Test(arguments: [("السلام", true), ("שלום abc", true), ("abc שלום", false), ("123", false), ("", false)])
  func `the direction is that of the first letters`(string: String, isRightToLeft: Bool) {
    #expect(engine.measure(text(string, maxWidth: 100, maxLines: 2)).isRightToLeft == isRightToLeft)
    #expect(engine.measure(text(string, maxWidth: nil, maxLines: 1)).isRightToLeft == isRightToLeft)
  }

  @Test func `an isolated number keeps its sign at the left in a line that is read from the right`() throws {
    func places(_ line: String) throws -> (sign: Int, number: Int, word: Int) {
      let styled = text(line, maxWidth: nil, maxLines: 1)
      func x(_ part: String) throws -> Int {
        let bytes = try #require(line.firstRange(of: part).map { line[..<$0.lowerBound].utf8.count })
        return try #require(engine.regions(of: bytes..<bytes + part.utf8.count, in: styled).first).x
      }
      return try (x("+"), x("2"), x("قبل"))
    }
    let isolated = try places("\u{2066}+2\u{2069}  قبل")
    #expect(isolated.word < isolated.sign && isolated.sign < isolated.number)
    // The marks take no room.
    let widths = ["\u{2066}+2\u{2069}  قبل", "+2  قبل"].map {
      engine.measure(text($0, maxWidth: nil, maxLines: 1)).size.width
    }
    #expect(widths[0] == widths[1])
  }

  @Test(
    arguments: [
      ("Donaudampfschifffahrtsgesellschaft", true), ("(Übergrößenträgerinnen’s“,", true),
      ("Donau\u{AD}dampf\u{AD}schifffahrt", true), ("https://example.org/donaudampfschifffahrt", false),
      ("Donaudampfschifffahrt2000", false), ("donaudampfschiff_fahrt", false),
      ("donaudampfschifffahrt.swift", false),
      ("東京都千代田区丸の内一丁目", false),
    ])
  func `a word of letters that is broken has a hyphen at the end of the line, and other words have none`(
    word: String, hasHyphen: Bool
  ) {
    let styled = text(word, maxWidth: 74, maxLines: 9)
    /// The last letter of each line, whose region includes a hyphen after it.
    var ends: [Int: (letter: Character, width: Int)] = [:]
    for index in word.indices {
      let start = word[..<index].utf8.count
      let region = engine.regions(of: start..<start + word[index].utf8.count, in: styled).last
      if let region { ends[region.y] = (word[index], region.width) }
    }
    let hyphens = ends.values.filter { end in
      end.width > engine.measure(text(String(end.letter), maxLines: 1)).size.width + 2
    }
    #expect(ends.count > 1 && hyphens.isEmpty == !hasHyphen, "\(ends)")
  }

  @Test func `styles change their part only`() {
    let plain = text("one two three", maxWidth: nil, maxLines: 1)
    var bold = plain
    bold.runs = [StyledText.Run(range: 4..<7, isBold: true)]
    var underlined = plain
    underlined.runs = [StyledText.Run(range: 4..<7, isUnderlined: true)]
    #expect(engine.measure(bold).size.width > engine.measure(plain).size.width)
    #expect(engine.measure(underlined).size == engine.measure(plain).size)
    let (a, b) = (engine.rasterise(plain), engine.rasterise(underlined))
    let changed = (0..<a.size.width).filter { x in
      (0..<a.size.height).contains { a.coverage[$0 * a.size.width + x] != b.coverage[$0 * a.size.width + x] }
    }
    let region = engine.regions(of: 4..<7, in: plain)
    #expect(region.count == 1)
    #expect(changed.first! >= region[0].x - 1 && changed.last! <= region[0].maxX)
    for wrong in [0..<0, 20..<30, 3..<100] {
      var styled = plain
      styled.runs = [StyledText.Run(range: wrong, isBold: true)]
      #expect(engine.measure(styled).size.height > 0)
    }
  }

  @Test func `parts have sizes, heights and fonts of their own`() {
    func styled(_ change: (inout StyledText.Style) -> Void) -> TextExtent {
      var styled = text("one two", maxWidth: nil, maxLines: 1)
      var style = StyledText.Style()
      change(&style)
      styled.runs = [StyledText.Run(range: 4..<7, style: style)]
      return engine.measure(styled)
    }
    let plain = styled { _ in }
    let large = styled { $0.size = .factor(2) }
    #expect(large.size.width > plain.size.width && large.size.height > plain.size.height)
    #expect(styled { $0.size = .factor(0.5) }.size.width < plain.size.width)
    #expect(styled { $0.size = .points(64) }.size.height > large.size.height)
    #expect(styled { $0.font = "Sans 64" }.size.height > large.size.height)
    #expect(styled { $0.font = "Sans 0.1px" }.size.width < plain.size.width)
    let raised = styled { $0.raise = 1 }
    #expect(raised.baseline > plain.baseline && raised.size.width == plain.size.width)
    let lowered = styled { $0.raisePoints = -8 }
    #expect(lowered.baseline == plain.baseline && lowered.size.height > plain.size.height)
    #expect(styled { $0.letterSpacing = 3 }.size.width > plain.size.width)
    #expect(styled { $0.isStruckThrough = true }.size.width == plain.size.width)
  }

  @Test func `features of a font change its letters, those of a part only the part`() throws {
    let features = try #require(FontFeatures("zero=1"))
    func drawn(_ font: String, _ part: FontFeatures? = nil, partFont: String? = nil) -> TextBitmap {
      var text = StyledText(string: "0110", font: font, scale: 1, maxWidth: nil)
      var style = StyledText.Style()
      (style.features, style.font) = (part, partFont)
      text.runs = [StyledText.Run(range: 3..<4, style: style)]
      return engine.rasterise(text)
    }
    let (plain, all) = (drawn("Inter 40"), drawn("Inter 40 #zero"))
    #expect(plain.size == all.size && plain.coverage != all.coverage)
    let part = drawn("Inter 40", features)
    #expect(part.coverage != plain.coverage && part.coverage != all.coverage)
    #expect(drawn("Inter 40", partFont: "Inter 40 #zero").coverage == part.coverage)
    // Digits of equal width are a feature themselves, which a part keeps.
    #expect(drawn("Inter 40 #tnum=0").size.width < plain.size.width && part.size == plain.size)
  }

  @Test func `hidden parts take their room and leave no trace`() {
    var part = text("one two 😀", maxWidth: nil, maxLines: 1)
    var (underlined, hidden) = (StyledText.Style(), StyledText.Style())
    underlined.isUnderlined = true
    hidden.isUnderlined = true
    hidden.isStruckThrough = true
    hidden.isHidden = true
    part.runs = [
      StyledText.Run(range: 0..<3, style: underlined), StyledText.Run(range: 4..<12, style: hidden),
    ]
    let bitmap = engine.rasterise(part)
    #expect(bitmap.size == engine.measure(part).size)
    let region = engine.regions(of: 4..<12, in: part)[0]
    func rows(_ columns: Range<Int>) -> Bool {
      columns.contains { x in
        (0..<bitmap.size.height).contains { bitmap.coverage[$0 * bitmap.size.width + x] > 0 }
      }
    }
    #expect(rows(0..<region.x - 2) && !rows(region.x + 1..<bitmap.size.width))
  }

  @Test func `a part's regions are where it is drawn, line by line`() {
    let string = "first line\nsecond 世界 line"
    let styled = text(string, maxWidth: 300, maxLines: 4)
    let extent = engine.measure(styled)
    let whole = engine.regions(of: 0..<string.utf8.count, in: styled)
    // Letters of another font have a rectangle of their own.
    let rows = Set(whole.map(\.y)).sorted()
    #expect(rows.count == 2 && rows[1] >= whole[0].maxY - 1)
    let start = string.utf8.distance(from: string.startIndex, to: string.firstRange(of: "second")!.lowerBound)
    let word = engine.regions(of: start..<start + 6, in: styled)
    #expect(word.count == 1 && word[0].y == rows[1] && word[0].x <= 1)
    let line = whole.filter { $0.y == rows[1] }.reduce(0) { $0 + $1.width }
    #expect(word[0].width > 20 && word[0].width < line * 3 / 5)
    #expect(whole.allSatisfy { PixelRect(extent.size).contains($0) })
    #expect(engine.regions(of: 0..<0, in: styled) == [])
    #expect(engine.regions(of: 4000..<5000, in: styled) == [])
    let cut = text(String(repeating: "word ", count: 200), maxWidth: 100, maxLines: 2)
    #expect(engine.regions(of: 900..<905, in: cut) == [])
  }

  @Test(arguments: ["i", "il.", "word ", "漢", "नि", "👩‍👩‍👧 ", "👩‍👩‍👧", "😀", "🇩🇪", "👍🏽", "a😀"])
  func `what is left out for want of room would not have been seen`(part: String) {
    func drawn(_ count: Int, scale: Double) -> TextBitmap {
      let string = String(repeating: part, count: count / part.unicodeScalars.count)
      return engine.rasterise(text(string, scale: scale, maxWidth: Int(300 * scale), maxLines: 4))
    }
    for scale in [1.0, 2] {
      // 725 scalars are laid out.
      #expect(drawn(4000, scale: scale) == drawn(700, scale: scale))
      // All lines are there, which are full; marks of the letters next to an end may reach out a little.
      let lines = text([part, part, part, part].joined(separator: "\n"), scale: scale, maxLines: 4)
      let height = drawn(4000, scale: scale).size.height - engine.measure(lines).size.height
      #expect(Double(abs(height)) <= 2 * scale)
      #expect(drawn(4000, scale: scale).size.width > Int(270 * scale))
      #expect(engine.measure(text(part, scale: scale, maxWidth: 300, maxLines: 4)).isShortened == false)
    }
  }

  @Test func `a few more emoji are laid out than fit`() {
    func laidOut(_ part: String) -> Int {
      let string = String(repeating: part, count: 2000)
      return TextContent(text(string, maxWidth: 300, maxLines: 4), em: 13).text.unicodeScalars.count
    }
    // Four lines of 300 pixels have room for so many.
    let fitting = 4 * 300 / 13
    #expect((fitting..<fitting * 3).contains(laidOut("😀")))
    #expect(laidOut("i") > fitting * 7)
  }

  @Test func `a text that is cut short of its room ends in an ellipsis`() {
    // Marks that take no room.
    let marks = "a" + String(repeating: "\u{301}", count: 3000) + "b"
    #expect(engine.measure(text(marks, maxWidth: 300, maxLines: 2)).isShortened)
    #expect(!engine.measure(text("áb", maxWidth: 300, maxLines: 2)).isShortened)
  }

  @Test(
    arguments: ["aaaaaaaa bbb", "אאאאאאאא בבב"],
    [.left, .center, .right] as [StyledText.LineAlignment])
  func `lines stand at the side that is asked for, whatever the direction of the text is`(
    string: String, place: StyledText.LineAlignment
  ) {
    var text = text(string, maxWidth: 75, maxLines: 2)
    text.lineAlignment = place
    let (size, drawn) = (engine.measure(text).size, engine.rasterise(text))
    let half = size.height / 2
    let columns = (0..<size.width).filter { x in
      (half..<size.height).contains { drawn.coverage[$0 * size.width + x] > 0 }
    }
    let (before, after) = (columns.first ?? 0, size.width - 1 - (columns.last ?? 0))
    switch place {
    case .left: #expect(before <= 2 && after > 10, "\(before), \(after) of \(size)")
    case .center: #expect(abs(before - after) <= 2 && before > 5, "\(before), \(after) of \(size)")
    case .right: #expect(after <= 2 && before > 10, "\(before), \(after) of \(size)")
    }
  }

  @Test(
    arguments: ["aaaaaaaa bbbbbbbb cccc", "אאאאאאאא בבבבבבבב גגגג"],
    [.left, .center, .right] as [StyledText.LineAlignment])
  func `a last line that ends in an ellipsis stands where it would without the ellipsis`(
    string: String, place: StyledText.LineAlignment
  ) {
    for width in 66..<82 {
      var text = text(string, maxWidth: width, maxLines: 2)
      text.lineAlignment = place
      let (extent, drawn) = (engine.measure(text), engine.rasterise(text))
      let size = extent.size
      let columns = (0..<size.width).filter { x in
        (size.height / 2..<size.height).contains { drawn.coverage[$0 * size.width + x] > 0 }
      }
      let (before, after) = (columns.first ?? 0, size.width - 1 - (columns.last ?? 0))
      #expect(extent.isShortened && size.width <= width)
      switch place {
      case .left: #expect(before <= 2, "\(before), \(after) of \(size)")
      case .center: #expect(abs(before - after) <= 2, "\(before), \(after) of \(size)")
      case .right: #expect(after <= 2, "\(before), \(after) of \(size)")
      }
    }
  }

  private func text(_ string: String, scale: Double = 1, maxWidth: Int? = nil, maxLines: Int) -> StyledText {
    StyledText(string: string, font: "Inter 10", scale: scale, maxWidth: maxWidth, maxLines: maxLines)
  }
}
