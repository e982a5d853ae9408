public import Geometry
public import Scenes

/// Measures and rasterises text with the fonts of this machine.
///
/// Recent measurements and bitmaps are cached, within limits; the same text gives the same pixels.
public final class TextEngine: @MainActor TextMeasurer {
  private let fonts = FontMap()
  private var extents = RecencyCache<StyledText, TextExtent>(limit: 256 * 1024)
  private var bitmaps = RecencyCache<StyledText, TextBitmap>(limit: 4 * 1024 * 1024)
  private var capHeights: [CapHeightKey: Double] = [:]
  /// Texts that were laid out to be measured and were not drawn since: what is new is mostly measured and then drawn.
  private var undrawn: [LaidOutText] = []
  private static let mostUndrawn = 32

  /// The number of changes of `hintsMetrics`.
  public private(set) var revision = 0

  /// Whether metrics are rounded to whole pixels and each glyph begins at a whole pixel, so that texts are as wide as in GTK 3, and
  /// in GTK 4 with `gtk-hint-font-metrics`. If false, distances between letters are even at every scale.
  ///
  /// A change empties the caches; the caller draws anew what is on the screen.
  public var hintsMetrics = false {
    didSet {
      guard hintsMetrics != oldValue else { return }
      revision += 1
      undrawn = []
      extents.shrink(to: 0)
      bitmaps.shrink(to: 0)
    }
  }

  private struct CapHeightKey: Hashable {
    var font: String
    var scale: Double
  }

  public init() {}

  /// Throws if there is no font at all. It is called before the first text, which would end the process.
  public func checkFonts() throws(TypographyError) {
    guard !fonts.isEmpty else { throw .noFonts }
  }

  /// The family that is used for `font`; nil if there are no fonts.
  public func resolvedFont(for font: String) -> String? {
    fonts.makeContext(dotsPerInch: 96, hintsMetrics: false).resolvedFamily(
      for: FontDescription(font, scale: 1))
  }

  public func measure(_ text: StyledText) -> TextExtent {
    if text.turn != nil { return measure(text.level).turned }
    if let known = extents[text] { return known }
    let laidOut = LaidOutText(text: text, run: makeRun(text))
    let extent = laidOut.run.extent
    extents.insert(extent, for: text, cost: Self.keyCost(text))
    if undrawn.count == Self.mostUndrawn { undrawn.removeFirst() }
    undrawn.append(laidOut)
    return extent
  }

  public func capHeight(font: String, scale: Double) -> Double {
    let key = CapHeightKey(font: font, scale: scale)
    if let known = capHeights[key] { return known }
    // Rounded metrics end below and above the letter, so that texts centred by them would be too low.
    let run = makeRun(StyledText(string: "H", font: font, scale: scale, maxWidth: nil), hintsMetrics: false)
    let height = run.inkAscent
    // Reloaded settings may name a new font, and a new output may have another scale; few are in use at a
    // time.
    if capHeights.count >= 32 { capHeights.removeAll() }
    capHeights[key] = height
    return height
  }

  /// Links in turned texts are not found.
  public func regions(of ranges: [Range<Int>], in text: StyledText) -> [[PixelRect]] {
    if text.turn != nil { return ranges.map { _ in [] } }
    let run = makeRun(text)
    return ranges.map { run.regions(of: $0) }
  }

  /// The pixels of `text`, as large as `measure` says.
  public func rasterise(_ text: StyledText) -> TextBitmap {
    if let known = bitmaps[text] { return known }
    let bitmap = text.turn.map { drawn(text.level).turned($0) } ?? drawn(text)
    let cost = bitmap.coverage.count + (bitmap.colours?.bytes.count ?? 0) + Self.keyCost(text)
    bitmaps.insert(bitmap, for: text, cost: cost)
    return bitmap
  }

  private func drawn(_ text: StyledText) -> TextBitmap {
    guard let index = undrawn.firstIndex(where: { $0.text == text }) else { return makeRun(text).draw() }
    return undrawn.remove(at: index).run.draw()
  }

  /// Reduces the caches to their most recently used entries; called when nothing will be drawn for a while.
  public func giveBackMemory() {
    undrawn = []
    extents.shrink(to: 16 * 1024)
    bitmaps.shrink(to: 64 * 1024)
  }

  /// The approximate size of a cache key in bytes: its strings, and what a dictionary needs for an entry.
  private static func keyCost(_ text: StyledText) -> Int {
    text.string.utf8.count + text.font.utf8.count + text.runs.count * MemoryLayout<StyledText.Run>.stride
      + 200
  }

  private func makeRun(_ text: StyledText) -> TextRun { makeRun(text, hintsMetrics: hintsMetrics) }

  private func makeRun(_ text: StyledText, hintsMetrics: Bool) -> TextRun {
    precondition(text.scale > 0, "scale \(text.scale)")
    let context = fonts.makeContext(dotsPerInch: 96 * text.scale, hintsMetrics: hintsMetrics)
    return TextRun(text, font: FontDescription(text.font, scale: text.scale), context: context)
  }
}

/// A text with its layout.
private final class LaidOutText {
  let text: StyledText
  let run: TextRun

  init(text: StyledText, run: consuming TextRun) {
    self.text = text
    self.run = run
  }
}

/// The reason why text cannot be laid out.
nonisolated public enum TypographyError: Error, Equatable, Sendable, CustomStringConvertible {
  case noFonts

  public var description: String {
    switch self {
    case .noFonts: "no fonts found: install one, such as fonts-inter or fonts-dejavu"
    }
  }
}
