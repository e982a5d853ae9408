import Geometry
import Import
import Scenes
import Typography

/// Texts in the fonts of the system, as imports measure them.
enum SystemText {
  /// Returns a function that measures texts; it knows no sizes if there are no fonts. `hintsMetrics`: letters end at whole pixels.
  static func measure(hintsMetrics: Bool = true) -> TextMeasure {
    let text = TextEngine()
    text.hintsMetrics = hintsMetrics
    let hasFonts = (try? text.checkFonts()) != nil
    return { string, font in
      guard hasFonts else { return nil }
      let size = text.measure(StyledText(string: string, font: font, scale: 1, maxWidth: nil)).size
      return (width: Double(size.width), height: Double(size.height))
    }
  }
}
