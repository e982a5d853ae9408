import Settings

/// Converts heights of banners to lines of text.
enum BannerHeight {
  /// The difference of banners with a number of lines from those of a fixed height.
  static func words(_ lines: Int) -> String {
    "a banner is as high as its text, with at most \(lines) line\(lines == 1 ? "" : "s") of the body"
  }

  /// The number of lines of the body in a banner of some height, of which the summary takes one.
  ///
  /// - Parameters:
  ///   - padding: The distances above and below the text together, in pixels.
  ///   - lineGap: The distance between lines besides the font's own, in pixels.
  static func bodyLines(height: Int, padding: Int, font: String, lineGap: Int = 0) -> Int {
    // Fonts have lines of about one and a quarter of their size.
    let line = (FontName(font).points ?? FontName.defaultSize) * 4 / 3 * 1.25 + Double(lineGap)
    let lines = Double(height - padding) / max(line, 1)
    return max(1, Int(lines.clamped(to: 1...100)) - 1)
  }
}
