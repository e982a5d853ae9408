import Measures
import Scenes

/// Text of a fixed pitch: every letter 8 logical pixels wide; emoji make a line taller.
struct MonospaceMeasurer: TextMeasurer {
  func measure(_ text: StyledText) -> TextExtent {
    let pitch = Int(8 * text.scale)
    let natural = text.string.count * pitch
    let width = min(natural, text.maxWidth.map { $0 / pitch * pitch } ?? natural)
    let isTall = text.string.contains("😀")
    let ascent = Int((isTall ? 18 : 14) * text.scale)
    return TextExtent(
      size: PixelSize(width: width, height: ascent + Int(5 * text.scale)), baseline: ascent)
  }

  func capHeight(font: String, scale: Double) -> Double { 10.5 * scale }
}
