import CPango
import Measures
import Scenes
import Views

/// A line of text, laid out.
@safe struct TextRun: ~Copyable {
  /// A `PangoLayout`.
  private let layout: OpaquePointer
  let extent: TextExtent
  /// Where the layout's origin is in the extent, in pixels; the baseline falls on a pixel's edge.
  private let origin: (x: Double, y: Double)

  init(_ text: StyledText, font: borrowing FontDescription, context: borrowing FontContext) {
    unsafe self.layout = unsafe pango_layout_new(context.pointer)
    unsafe pango_layout_set_single_paragraph_mode(layout, 1)
    unsafe pango_layout_set_font_description(layout, font.pointer)
    unsafe Self.setFeatures(layout)
    let width = min(text.maxWidth ?? Self.widest, Self.widest)
    unsafe pango_layout_set_width(layout, CInt(max(0, width)) * PANGO_SCALE)
    unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    let string = Self.line(text.string)
    unsafe pango_layout_set_text(layout, string, CInt(string.utf8.count))

    var ink = PangoRectangle()
    var logical = PangoRectangle()
    unsafe pango_layout_get_extents(layout, &ink, &logical)
    let unit = Double(PANGO_SCALE)
    let baseline = unsafe Double(pango_layout_get_baseline(layout)) / unit
    // Marks above or below the line and slanted letters may reach out of the font's own box.
    let hasInk = ink.width > 0 && ink.height > 0
    let left = Double(hasInk ? min(ink.x, logical.x) : logical.x) / unit
    let right =
      Double(hasInk ? max(ink.x + ink.width, logical.x + logical.width) : logical.x + logical.width) / unit
    let top = Double(hasInk ? min(ink.y, logical.y) : logical.y) / unit
    let bottom =
      Double(hasInk ? max(ink.y + ink.height, logical.y + logical.height) : logical.y + logical.height) / unit
    let ascent = (baseline - top).rounded(.up)
    let descent = (bottom - baseline).rounded(.up)
    let isEmpty = string.isEmpty
    extent = TextExtent(
      size: PixelSize(
        width: isEmpty ? 0 : min(Int((right - left).rounded(.up)), width), height: Int(ascent + descent)),
      baseline: Int(ascent))
    origin = (x: -left, y: ascent - baseline)
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }

  /// Wider than any screen, and within what cairo can draw on.
  private static let widest = 16384
  /// More than fits on any screen; laying out a flood would take seconds.
  private static let longest = 4096

  /// `string` as one line: what would break or move it becomes a space.
  static func line(_ string: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in string.unicodeScalars.prefix(longest) {
      let isControl = scalar.properties.generalCategory == .control
      line.append(isControl || scalar == "\u{2028}" || scalar == "\u{2029}" ? " " : scalar)
    }
    return String(line)
  }

  /// Digits of equal width: a clock or a percentage then does not push its neighbours about.
  private static func setFeatures(_ layout: OpaquePointer) {
    let attributes = unsafe pango_attr_list_new()
    unsafe pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"))
    unsafe pango_layout_set_attributes(layout, attributes)
    unsafe pango_attr_list_unref(attributes)
  }

  /// The highest ink above the baseline, in pixels; 0 if there is none.
  var inkAscent: Double {
    var ink = PangoRectangle()
    unsafe pango_layout_get_extents(layout, &ink, nil)
    let baseline = unsafe pango_layout_get_baseline(layout)
    return ink.height > 0 ? Double(baseline - ink.y) / Double(PANGO_SCALE) : 0
  }

  /// The pixels of the run.
  func draw(ink: Ink) -> Bitmap {
    unsafe Canvas.draw(size: extent.size) { cairo in
      let value = ink == .white ? 1.0 : 0
      unsafe cairo_set_source_rgb(cairo, value, value, value)
      unsafe cairo_move_to(cairo, origin.x, origin.y)
      unsafe pango_cairo_show_layout(cairo, layout)
    }
  }
}
