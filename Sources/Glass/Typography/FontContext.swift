import CPango

/// The resolution and the rendering options that all texts of one scale share.
struct FontContext: ~Copyable {
  /// The `PangoContext`.
  let object: ObjectReference

  /// Sets up a `PangoContext`. Glyphs are hinted only vertically, so that level strokes are sharp, and antialiased in grey, since a
  /// compositor may rotate or scale what we draw. Advances are proportional at every scale, unless metrics are hinted too.
  init(owning object: consuming ObjectReference, dotsPerInch: Double, hintsMetrics: Bool) {
    self.object = object
    let pointer = unsafe self.object.opaque
    unsafe pango_cairo_context_set_resolution(pointer, dotsPerInch)
    let options = unsafe cairo_font_options_create()
    unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
    unsafe cairo_font_options_set_hint_metrics(
      options, hintsMetrics ? CAIRO_HINT_METRICS_ON : CAIRO_HINT_METRICS_OFF)
    unsafe pango_cairo_context_set_font_options(pointer, options)
    unsafe cairo_font_options_destroy(options)
    unsafe pango_context_set_round_glyph_positions(pointer, hintsMetrics ? 1 : 0)
  }

  /// The family that fontconfig finds for a font description; nil if there are no fonts.
  ///
  /// The corresponding C function is `pango_context_load_font`.
  func resolvedFamily(for font: borrowing FontDescription) -> String? {
    guard let found = unsafe pango_context_load_font(object.opaque, font.pointer) else { return nil }
    let reference = unsafe ObjectReference(owning: UnsafeMutableRawPointer(found))
    let name = unsafe pango_font_describe(reference.pointer.assumingMemoryBound(to: PangoFont.self))!
    return unsafe FontDescription(owning: name).family
  }
}
