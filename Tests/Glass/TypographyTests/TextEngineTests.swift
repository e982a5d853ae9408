import Geometry
import Glibc
import Scenes
import TestSupport
import Testing

@testable import Typography

@Suite struct TextEngineTests {
  private let engine = TextEngine()

  nonisolated static let samples = [
    "Tue 14 Jul  09:41", "Ågjpq|", "السلام عليكم", "東京 한국어", "हिन्दी ไทย", "😀 👩‍👩‍👧 🇳🇱 ⚠", "a\tb\nc", " ", "",
    "\u{301}\u{302}",
    "שלום 42 abc", String(repeating: "wide ", count: 60),
  ]

  @Test(arguments: samples, [1, 1.25, 1.5, 2])
  func `what is drawn has the measured size and keeps to its width`(string: String, scale: Double) {
    for maxWidth in [nil, 0, 1, 9, 70, 500] {
      let text = text(string, scale: scale, maxWidth: maxWidth)
      let extent = engine.measure(text)
      #expect(extent.size.width <= maxWidth ?? .max)
      #expect(extent.baseline > 0 && extent.baseline < extent.size.height)
      let bitmap = engine.rasterise(text)
      #expect(bitmap.size == extent.size || (bitmap.size.isEmpty && extent.size.isEmpty))
    }
  }

  @Test(arguments: [1, 1.25, 2]) func `glyphs with hinted metrics are whole pixels wide`(scale: Double) {
    let engine = TextEngine()
    func width(_ count: Int) -> Int {
      // At no scale is a figure of this size a whole number of pixels wide.
      engine.measure(text(String(repeating: "0", count: count), font: "Inter 11.3px", scale: scale)).size
        .width
    }
    let proportional = width(40)
    engine.hintsMetrics = true
    #expect(width(40) != proportional && width(40) == 40 * width(1))
    engine.hintsMetrics = false
    #expect(width(40) == proportional)
  }

  @Test(arguments: [1, 1.25, 2]) func `letters are as high with hinted metrics, by which they are centred`(
    scale: Double
  ) {
    let hinted = TextEngine()
    hinted.hintsMetrics = true
    for font in ["Inter 10.5", "DejaVu Sans 11.3"] {
      #expect(
        hinted.capHeight(font: font, scale: scale) == TextEngine().capHeight(font: font, scale: scale))
    }
  }

  @Test(arguments: samples, StyledText.Turn.allCases)
  func `a turned text has the pixels of the level one, turned`(string: String, turn: StyledText.Turn) {
    let level = text(string, maxWidth: 70)
    var turned = level
    turned.turn = turn
    let (size, drawn) = (engine.measure(level).size, engine.rasterise(level))
    let bitmap = engine.rasterise(turned)
    #expect(engine.measure(turned).size == PixelSize(width: size.height, height: size.width))
    if drawn.size.isEmpty { return }
    var isSame = bitmap.size == PixelSize(width: size.height, height: size.width)
    for y in 0..<size.height where isSame {
      for x in 0..<size.width {
        let place =
          turn == .clockwise
          ? (x: size.height - 1 - y, y: x) : (x: y, y: size.width - 1 - x)
        let at = place.y * size.height + place.x
        isSame = isSame && bitmap.coverage[at] == drawn.coverage[y * size.width + x]
      }
    }
    #expect(isSame && (bitmap.colours == nil) == (drawn.colours == nil))
  }

  @Test(arguments: samples) func `a text that was measured is drawn as one that was not`(string: String) {
    let measuring = TextEngine()
    let texts = [text(string), text(string, scale: 1.5, maxWidth: 70)]
    // More than are kept until they are drawn.
    let others = (0..<40).map { text("other \($0)") }
    for text in texts + others + [texts[1]] { _ = measuring.measure(text) }
    for text in texts { #expect(measuring.rasterise(text) == engine.rasterise(text)) }
  }

  @Test func `points are those of 96 dots per inch, at every scale`() {
    // DejaVu's capitals are 1493/2048 em high; hinting may round that to a whole pixel.
    for scale in [1, 1.5, 2] {
      #expect(abs(engine.capHeight(font: "DejaVu Sans 12", scale: scale) - 16 * scale * 1493 / 2048) <= 0.5)
    }
    let points = engine.measure(text("Points", font: "DejaVu Sans 12", scale: 1.5))
    #expect(engine.measure(text("Points", font: "DejaVu Sans 16px", scale: 1.5)) == points)
    #expect(
      engine.measure(text("a", font: "DejaVu Sans")) == engine.measure(text("a", font: "DejaVu Sans 11")))
  }

  @Test func `advances grow with the scale, not by steps of hinting`() {
    let string = String(repeating: "Illumination ", count: 5)
    let width = Double(engine.measure(text(string)).size.width)
    for scale in [1.25, 1.5, 2, 3] {
      #expect(abs(Double(engine.measure(text(string, scale: scale)).size.width) - width * scale) <= 1 + scale)
    }
  }

  @Test(arguments: ["H", "火 14 H", "14 月 H", "😀 H", "ไทย H", "हिन्दी H"], [1, 1.5])
  func `letters stand on the baseline whatever is before them`(string: String, scale: Double) {
    let text = text(string, scale: scale)
    let bitmap = engine.rasterise(text)
    // The last columns hold the right stem of H.
    let rows = (0..<bitmap.size.height).filter { y in
      (bitmap.size.width - 4..<bitmap.size.width).contains {
        bitmap.coverage[y * bitmap.size.width + $0] > 60
      }
    }
    #expect(rows.last == engine.measure(text).baseline - 1)
  }

  @Test(arguments: ["H", "g", "´", "م", "ر", "火"], [1, 1.5])
  func `the middle of the ink is that of the pixels`(letter: String, scale: Double) throws {
    let text = text(letter, font: "Inter 24", scale: scale)
    let extent = engine.measure(text)
    let middle = try #require(extent.inkMiddle)
    let bitmap = engine.rasterise(text)
    let rows = (0..<bitmap.size.height).filter { y in
      (0..<bitmap.size.width).contains { bitmap.coverage[y * bitmap.size.width + $0] > 30 }
    }
    let (first, last) = (try #require(rows.first), try #require(rows.last))
    #expect(abs(Double(extent.baseline) - middle - Double(first + last + 1) / 2) <= 1)
  }

  @Test func `a text without ink has no middle of it`() {
    #expect(engine.measure(text(" ")).inkMiddle == nil && engine.measure(text("")).inkMiddle == nil)
  }

  @Test func `a text that is too long ends in an ellipsis`() {
    let long = String(repeating: "title ", count: 20)
    let cut = engine.measure(text(long, maxWidth: 200))
    #expect(cut.size.width > 150)
    let fits = engine.measure(text("title"))
    #expect(engine.rasterise(text("title", maxWidth: fits.size.width)) == engine.rasterise(text("title")))
    #expect(engine.rasterise(text(long, maxWidth: 200)) != engine.rasterise(text(long, maxWidth: 190)))
  }

  @Test(arguments: ["title ", "عنوان "], Array(stride(from: 100, to: 130, by: 3)))
  func `a shortened text is no wider than what is seen of it`(word: String, maxWidth: Int) {
    let bitmap = engine.rasterise(text(String(repeating: word, count: 30), maxWidth: maxWidth))
    let columns = (0..<bitmap.size.width).filter { x in
      (0..<bitmap.size.height).contains { bitmap.coverage[$0 * bitmap.size.width + x] > 0 }
    }
    #expect(columns.first! <= 2 && columns.last! >= bitmap.size.width - 2)
  }

  @Test func `a text right to left starts at its left edge too`() {
    let free = engine.rasterise(text("السلام"))
    #expect(engine.rasterise(text("السلام", maxWidth: 500)) == free)
    #expect(coverage(free) > 10)
  }

  @Test(arguments: [("a\tb", "a b"), ("a\nb", "a b"), ("a\r\nb", "a  b"), ("a\u{2029}b\u{0}", "a b ")])
  func `whatever breaks lines is a space`(string: String, line: String) {
    #expect(engine.rasterise(text(string)) == engine.rasterise(text(line)))
  }

  @Test func `markup is shown as it stands`() {
    #expect(engine.measure(text("<b>x</b>")).size.width > 3 * engine.measure(text("x")).size.width)
  }

  @Test func `letters have no colours of their own`() {
    let bitmap = engine.rasterise(text("Åg 東京 ⚠"))
    #expect(bitmap.colours == nil)
    #expect(bitmap.coverage.contains { $0 > 200 })
  }

  @Test func `emoji keep their colours, in the right order, and letters beside them take the ink`() throws {
    let text = engine.rasterise(text("😀 HH", scale: 2))
    let bitmap = try #require(text.colours)
    let middle = bitmap.size.width / 2
    for pixel in text.coverage.indices {
      let isEmoji = pixel % bitmap.size.width < middle - 4
      #expect(isEmoji || bitmap.bytes[pixel * 4 + 3] == 0)
      if isEmoji, bitmap.bytes[pixel * 4] > 100 { #expect(text.coverage[pixel] == 0) }
    }
    #expect(text.coverage.contains { $0 > 200 })
    let yellow = stride(from: 0, to: bitmap.bytes.count, by: 4).count {
      bitmap.bytes[$0] > 200 && bitmap.bytes[$0 + 1] > 150 && bitmap.bytes[$0 + 2] < 120
    }
    #expect(yellow > 100)
  }

  @Test(arguments: ["f", "J", "Ẩ", "ไม้", "‎ﷺ"]) func `no ink is cut off at an edge`(string: String) {
    let font = "DejaVu Serif Italic 20"
    let alone = coverage(engine.rasterise(text(string, font: font)))
    let amidSpace = coverage(engine.rasterise(text("   \(string)   ", font: font)))
    #expect(alone > 5 && abs(alone - amidSpace) < 0.02 * amidSpace)
  }

  @Test func `digits are equally wide`() {
    let widths = Set((0...9).map { engine.measure(text(String(repeating: "\($0)", count: 8))).size.width })
    #expect(widths.count == 1)
  }

  @Test func `letters keep fractional places`() {
    let bitmap = engine.rasterise(text(String(repeating: "l", count: 20)))
    let columns = (0..<bitmap.size.width).map { x in
      (0..<bitmap.size.height).reduce(0) { $0 + Int(bitmap.coverage[$1 * bitmap.size.width + x]) }
    }
    // On whole pixels all stems would look the same.
    #expect(Set(columns.filter { $0 > 0 }).count > 3)
  }

  @Test func `a missing family has a substitute, which is named`() {
    #expect(engine.resolvedFont(for: "DejaVu Sans Mono 11") == "DejaVu Sans Mono")
    let substitute = engine.resolvedFont(for: "No Such Family 11")
    #expect(substitute != nil && substitute != "No Such Family")
    #expect(engine.measure(text("x", font: "No Such Family 11")).size.width > 0)
    #expect(engine.measure(text("x", font: "")).size.width > 0)
    #expect(engine.measure(text("x", font: "Inter 1e9")).size.width >= 0)
  }

  @Test(arguments: ["Inter 1000", "Inter 30000", "DejaVu Sans 999999px"], [1.0, 3])
  func `a huge font is drawn at a size that memory holds`(font: String, scale: Double) {
    let bitmap = engine.rasterise(text("g", font: font, scale: scale))
    #expect(bitmap.size == engine.measure(text("g", font: font, scale: scale)).size)
    #expect(bitmap.size.height < 2048 && !bitmap.size.isEmpty)
  }

  @Test(arguments: ["Inter 11", "DejaVu Sans 40"])
  func `many combining marks on one letter are cut off`(font: String) {
    let tower = text("ก" + String(repeating: "\u{E49}", count: 4000), font: font, scale: 2)
    let letter = engine.measure(text("ก", font: font, scale: 2)).size.height
    let bitmap = engine.rasterise(tower)
    #expect(bitmap.size == engine.measure(tower).size)
    #expect(bitmap.size.height <= 2 * letter + 2)
  }

  @Test func `fonts are found, or their lack is said`() async throws {
    try engine.checkFonts()
    await #expect(processExitsWith: .success) {
      let directory = ScratchDirectory()
      directory.write("<fontconfig><dir>/nonexistent</dir></fontconfig>", to: "fonts.conf")
      unsafe setenv("FONTCONFIG_FILE", directory("fonts.conf"), 1)
      await MainActor.run {
        _ = #expect(throws: TypographyError.noFonts) { try TextEngine().checkFonts() }
      }
    }
    #expect("\(TypographyError.noFonts)".hasPrefix("no fonts found"))
  }

  @Test func `memory stays level over thousands of texts`() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let engine = TextEngine()
        draw(0..<4000, engine)
        var last = 4000
        // The caches swing between half and all of their bound.
        let growths = growths(of: getpid(), most: 3 << 10) {
          draw(last..<last + 6000, engine)
          last += 6000
        }
        #expect(growths.last! <= 3 << 10, "\(growths)")
      }
    }
  }

  private func text(
    _ string: String, font: String = "Inter 11", scale: Double = 1, maxWidth: Int? = nil
  ) -> StyledText {
    StyledText(string: string, font: font, scale: scale, maxWidth: maxWidth)
  }

  /// The area of ink in pixels.
  private func coverage(_ bitmap: TextBitmap) -> Double {
    bitmap.coverage.reduce(0) { $0 + Double($1) / 255 }
  }
}

/// Measures and rasterises each of `numbers`.
private func draw(_ numbers: Range<Int>, _ engine: TextEngine) {
  for number in numbers {
    let text = StyledText(string: "\(number)", font: "Inter 11", scale: 1, maxWidth: nil)
    let extent = engine.measure(text)
    let bitmap = engine.rasterise(text)
    #expect(bitmap.size == extent.size)
  }
}
