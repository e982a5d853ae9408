import CPango

/// What all texts of one scale have in common.
@safe struct FontContext: ~Copyable {
  /// A `PangoContext`.
  let pointer: OpaquePointer

  /// Takes over `pointer`.
  init(owning pointer: OpaquePointer, dotsPerInch: Double) {
    unsafe self.pointer = unsafe pointer
    unsafe pango_cairo_context_set_resolution(pointer, dotsPerInch)
    let options = unsafe cairo_font_options_create()
    unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
    unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    unsafe pango_cairo_context_set_font_options(pointer, options)
    unsafe cairo_font_options_destroy(options)
    unsafe pango_context_set_round_glyph_positions(pointer, 0)
  }

  deinit { unsafe g_object_unref(UnsafeMutableRawPointer(pointer)) }

  /// The family and face that fontconfig gives for a description; nil without fonts.
  ///
  /// The corresponding C function is `pango_context_load_font`.
  func resolvedFont(for description: borrowing FontDescription) -> String? {
    guard let font = unsafe pango_context_load_font(pointer, description.pointer) else { return nil }
    defer { unsafe g_object_unref(font) }
    guard let found = unsafe pango_font_describe(font) else { return nil }
    defer { unsafe pango_font_description_free(found) }
    guard let family = unsafe pango_font_description_get_family(found) else { return nil }
    return unsafe String(cString: family)
  }
}

/// A parsed font name.
@safe struct FontDescription: ~Copyable {
  /// A `PangoFontDescription`.
  let pointer: OpaquePointer

  /// Reads a name such as `Inter Medium 11`; sizes in px (`Inter 15px`) are logical and multiplied by `scale`.
  ///
  /// Never fails: what Pango does not understand is part of the family's name, for which there is always a
  /// substitute. Without a size it is 11 points.
  init(_ name: String, scale: Double) {
    unsafe self.pointer = unsafe pango_font_description_from_string(name)
    let size = unsafe pango_font_description_get_size(pointer)
    if size <= 0 {
      unsafe pango_font_description_set_size(pointer, 11 * PANGO_SCALE)
    } else if unsafe pango_font_description_get_size_is_absolute(pointer) != 0 {
      unsafe pango_font_description_set_absolute_size(pointer, Double(size) * scale)
    }
  }

  deinit { unsafe pango_font_description_free(pointer) }
}
