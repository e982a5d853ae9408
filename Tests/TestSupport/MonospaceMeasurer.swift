public import Geometry
public import Scenes

/// Measures text of a fixed pitch: every letter is 8 logical pixels wide, emoji make lines taller, and Hebrew letters
/// make text right to left.
public struct MonospaceMeasurer: TextMeasurer {
  /// The middle of the ink of all texts.
  private let inkMiddle: Double?

  public init(inkMiddle: Double? = nil) {
    self.inkMiddle = inkMiddle
  }

  public func measure(_ text: StyledText) -> TextExtent {
    if text.turn != nil { return measure(text.level).turned }
    let pitch = Int(8 * text.scale)
    let columns = text.maxWidth.map { $0 / pitch } ?? .max
    let isTall = text.string.contains("😀")
    let ascent = Int((isTall ? 18 : 14) * text.scale)
    let isRightToLeft = text.string.unicodeScalars.first.map { ("א"..."ת").contains($0) } ?? false
    var widths: [Int] = []
    for line in text.string.split(separator: "\n", omittingEmptySubsequences: false) {
      guard text.maxLines > 1, columns > 0 else {
        widths.append(line.count)
        continue
      }
      var rest = line.count
      repeat {
        widths.append(min(rest, columns))
        rest -= columns
      } while rest > 0
    }
    if text.maxLines == 1 { widths = [widths.reduce(0, +) + widths.count - 1] }
    let shown = widths.prefix(text.maxLines)
    let width = min(shown.max() ?? 0, columns)
    return TextExtent(
      size: PixelSize(width: width * pitch, height: (ascent + Int(5 * text.scale)) * max(1, shown.count)),
      baseline: ascent, isRightToLeft: isRightToLeft,
      isShortened: shown.count < widths.count || (shown.max() ?? 0) > columns, inkMiddle: inkMiddle)
  }

  public func capHeight(font: String, scale: Double) -> Double { 10.5 * scale }

  public func regions(of ranges: [Range<Int>], in text: StyledText) -> [[PixelRect]] {
    let extent = measure(text)
    let pitch = Int(8 * text.scale)
    return ranges.map { range in
      let region = PixelRect(
        x: range.lowerBound * pitch, y: 0, width: range.count * pitch, height: extent.size.height)
      return [region.intersection(PixelRect(extent.size))].filter { !$0.isEmpty }
    }
  }
}
