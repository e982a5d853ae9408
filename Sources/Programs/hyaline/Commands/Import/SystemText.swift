import Geometry
import Import
import Scenes
import Typography

/// Texts in the fonts of the system, as imports measure them.
enum SystemText {
  /// Returns a function that measures texts whose letters end at whole pixels; it knows no sizes if there are no fonts.
  static func measure() -> TextMeasure {
    let text = TextEngine()
    text.hintsMetrics = true
    let hasFonts = (try? text.checkFonts()) != nil
    return { string, font in
      guard hasFonts else { return nil }
      let size = text.measure(StyledText(string: string, font: font, scale: 1, maxWidth: nil)).size
      return (width: Double(size.width), height: Double(size.height))
    }
  }
}
